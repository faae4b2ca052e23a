/* SPDX-License-Identifier: MIT */
/* What an ELF file says of itself, as far as tracing it and naming its functions is concerned. */
#ifndef CSA_PROGRAM_FACTS_H
#define CSA_PROGRAM_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"

struct csa_program_facts {
	int machine;
	bool is_library; /* shared */
	bool has_build_id;
	bool has_symbols; /* .symtab */
	bool has_dynamic_symbols;
	bool has_debug_info;
	bool is_split;        /* -gsplit-dwarf: the rest is in .dwo files or a .dwp */
	bool has_package;     /* <file>.dwp is beside it */
	char debug_link[256]; /* .gnu_debuglink; "": none */
	bool needs_shared_runtime;
	char runpath[1024]; /* DT_RUNPATH or DT_RPATH; "": none */
	bool has_list;      /* that "callsight link" left */
	size_t hooked;      /* functions in it that record */
	size_t silenced;
	size_t kept; /* not selected, and their hooks could not be silenced */
};

/** csa_program_facts_read() - Return: 0; CSA_E_ABSENT, CSA_E_IO, CSA_E_FORMAT: no ELF file. */
int csa_program_facts_read(struct csa_program_facts *facts, const char *path, struct csa_err *err);

/** csa_machine_name() - of ELF machine @machine, "machine 12" for one without a name here. */
const char *csa_machine_name(int machine, char *text, size_t size);

#endif
