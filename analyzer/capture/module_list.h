/* SPDX-License-Identifier: MIT */
/*
 * The file "modules" of a process folder: which image was mapped where and when. Completes the 42
 * address bits of the words. Names are the symbols room's business.
 */
#ifndef CSA_MODULE_LIST_H
#define CSA_MODULE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "note_list.h"

/** One "load" record. */
struct csa_module {
	char *path;     /* as recorded, escapes resolved */
	char *build_id; /* hexadecimal, or NULL */
	uint64_t bias;
	uint64_t start_ip;
	uint64_t end_ip;
	uint64_t load_ticks;
	uint64_t unload_ticks; /* UINT64_MAX: never */
	bool has_stat;         /* the next two are known: of a module without build-id */
	uint64_t file_bytes;
	uint64_t file_changed_ns; /* CLOCK_REALTIME */
};

/**
 * Modules of one process. An epoch is a stretch of time in which no 42-bit address changes its
 * module; almost every process has one.
 */
struct csa_modules {
	struct csa_module *items;
	size_t count;
	uint64_t *epoch_ticks; /* when epoch i + 1 begins, ascending; epoch_count - 1 entries */
	unsigned epoch_count;  /* at least 1 */
};

/**
 * csa_modules_read() - read <dir>/modules.
 * @modules: released by csa_modules_release(), also after a failure
 * @notes: lines that are not as specified
 *
 * Return: 0, CSA_E_ABSENT, CSA_E_IO, CSA_E_FORMAT, CSA_E_NOMEM.
 */
int csa_modules_read(struct csa_modules *modules, const char *dir, struct csa_notes *notes,
		     struct csa_err *err);
void csa_modules_release(struct csa_modules *modules);

/** csa_modules_epoch() - the epoch that @ticks lies in, below epoch_count. */
unsigned csa_modules_epoch(const struct csa_modules *modules, uint64_t ticks);

/**
 * csa_modules_complete() - all bits of an address of which a word has the low 42.
 *
 * A module that is loaded at @ticks is preferred; otherwise any that covers the address.
 *
 * Return: the address; @low itself when no module covers it.
 */
uint64_t csa_modules_complete(const struct csa_modules *modules, uint64_t low, uint64_t ticks);

#endif
