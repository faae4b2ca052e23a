/* SPDX-License-Identifier: MIT */
/*
 * The plan that the build hands to "callsight select": which targets, sources and response files
 * there are. Text, one record a line, fields separated by one TAB, first line "callsight-plan 2".
 *
 *     compiler   GNU|Clang|other            applies to the targets that follow
 *     folder     DIR                        source or include folder of the project
 *     system     DIR                        include folder of the compiler (optional record)
 *     ctags      PATH                       may be empty
 *     cache      DIR                        what was read before (optional record)
 *     frames     OPTIONS                    of the compiler, blanks between them, beside
 *                                           -fno-omit-frame-pointer; may be empty (optional record;
 *                                           without it those of this machine's architecture)
 *     target     NAME  CONFIG  SELECTION    CONFIG may be empty; SELECTION too: then this step does
 *                                           not write the target's selection file
 *     source     PATH  RSP  C|CXX           of the target above
 *     unity      RSP                        one response file for the target above
 */
#ifndef CSA_PLAN_H
#define CSA_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

enum csa_compiler { CSA_COMPILER_OTHER, CSA_COMPILER_GNU, CSA_COMPILER_CLANG };

enum csa_language { CSA_LANGUAGE_C = 1, CSA_LANGUAGE_CXX = 2 }; /* bits: a header may be both */

/* All texts lie in csa_plan.text. */
struct csa_plan_source {
	const char *path;
	const char *rsp; /* "" in a unity target */
	enum csa_language language;
	uint32_t target;
};

struct csa_plan_target {
	const char *name;
	const char *config;    /* "": none */
	const char *selection; /* "": not written */
	const char *unity;     /* "": not a unity target */
	enum csa_compiler compiler;
};

struct csa_plan_list {
	const char **items;
	uint32_t count;
	uint32_t capacity;
};

struct csa_plan {
	struct csa_buf text;
	const char *ctags;  /* "": not there */
	const char *cache;  /* "": nothing is kept */
	const char *frames; /* NULL: not said */
	struct csa_plan_list folders;
	struct csa_plan_list system_folders;
	struct {
		struct csa_plan_target *items;
		uint32_t count;
		uint32_t capacity;
	} targets;
	struct {
		struct csa_plan_source *items;
		uint32_t count;
		uint32_t capacity;
	} sources;
};

/**
 * csa_plan_read() - read a plan; release it in every case.
 *
 * Return: 0; CSA_E_FORMAT with file, line and reason; CSA_E_ABSENT, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_plan_read(struct csa_plan *plan, const char *path, struct csa_err *err);

void csa_plan_release(struct csa_plan *plan);

#endif
