/* SPDX-License-Identifier: MIT */
/*
 * A linked file in memory, as far as the search for hook calls needs it: code, function symbols, the
 * words that the dynamic linker fills, and where the hooks are. Little-endian 64-bit ELF only.
 *
 * A value is what a register or such a word can hold: a link-time address, one of the two hooks, or
 * a function of another module.
 */
#ifndef CSA_LINK_IMAGE_H
#define CSA_LINK_IMAGE_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "insn.h"
#include "landing_pads.h"

/* No address is that high: user space ends below 2^63 on every architecture. */
#define CSA_VALUE_ENTER  (UINT64_C(1) << 63)
#define CSA_VALUE_EXIT   (CSA_VALUE_ENTER + 1)
#define CSA_VALUE_EXTERN (CSA_VALUE_ENTER + 2) /* + number in externs */

struct csa_link_function {
	uint64_t addr;
	uint64_t size;
	const char *name; /* linkage name, in bytes */
	const char *unit; /* local: name of its STT_FILE symbol; or NULL */
	uint32_t scope;   /* local: number of that symbol; global: 0 */
	bool is_resolver; /* of an ifunc: it runs while the module is still being relocated */
	uint32_t group;   /* index of the function that stands for it: aliases and clones are one */
};

struct csa_link_section {
	uint64_t addr;
	uint64_t size;
	uint64_t offset; /* in bytes */
	bool is_code;
	bool is_note;
	bool is_stubs; /* of the linkage table */
	bool has_bytes;
};

struct csa_link_slot {
	uint64_t addr;
	uint64_t value;
};

struct csa_link_image {
	uint8_t *bytes; /* borrowed; patched by others in place */
	size_t size;
	Elf *elf;
	const struct csa_machine *machine;
	struct {
		struct csa_link_section *items; /* by address */
		size_t count;
	} sections;
	struct {
		struct csa_link_function *items; /* by address */
		size_t count;
		size_t capacity;
	} functions;
	struct {
		struct csa_link_slot *items; /* by address */
		size_t count;
		size_t capacity;
	} slots;
	struct {
		const char **items; /* names of functions of other modules */
		size_t count;
		size_t capacity;
	} externs;
	/* Bounds of all code, and of the linkage stubs: most values are told by them alone. */
	uint64_t code_start, code_end;
	uint64_t stubs_start, stubs_end;
	uint64_t hook_addr[2]; /* enter, exit, where this file defines them; 0: it does not */
	struct csa_landing_pads pads;
	bool has_landing_pads; /* of exceptions, somewhere */
	bool is_fixed;         /* it is loaded where it was linked: code may have addresses in it */
	bool has_hooks;        /* it defines them, or asks another module for them */
};

/**
 * csa_link_image_read() - look into a file.
 * @bytes: outlives @image; not changed
 *
 * Return: 0; CSA_E_UNSUPPORTED: another kind of file or machine, or without symbol table;
 * CSA_E_FORMAT: damaged; CSA_E_NOMEM. Release it in every case.
 */
int csa_link_image_read(struct csa_link_image *image, uint8_t *bytes, size_t size,
			struct csa_err *err);
void csa_link_image_release(struct csa_link_image *image);

/** csa_link_image_build_id() - its bytes in image->bytes. Return: NULL = there is none. */
uint8_t *csa_link_image_build_id(const struct csa_link_image *image, size_t *count);

/** csa_link_image_is_runtime() - whether a function is of the runtime that is linked in. */
bool csa_link_image_is_runtime(const struct csa_link_function *function);

#endif
