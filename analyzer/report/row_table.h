/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report: every (module, link-time address of the function) has a number. A function is
 * looked up when it is seen first, because rows that are not selected change how calls are matched.
 *
 * Invariants: rows are only added; a row's number and strings stay valid until the table is
 * released, which must happen before the symbols are freed. csa_rows_resolve() may be called from
 * several threads.
 */
#ifndef CSA_ROW_TABLE_H
#define CSA_ROW_TABLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture_dir.h"
#include "selection.h"
#include "symbolize.h"

struct csa_row_name {
	enum csa_symbol_kind kind; /* CSA_SYMBOL_NAME: a scope */
	const char *function;      /* never NULL */
	const char *config_name;   /* as trace.config writes it; NULL: no function of its own */
	const char *file;          /* may be NULL */
	unsigned line;
	unsigned module; /* of the symbols, or CSA_NO_MODULE */
	uint64_t addr;   /* link-time; run-time when no module is known */
	uint64_t size;   /* bytes of the function itself, without its clones; 0: not known */
	bool has_name;
	bool is_transparent; /* left out by the selection */
};

/** What an address is. */
struct csa_row_traits {
	bool is_transparent; /* left out by the selection */
	bool is_resume;      /* of a coroutine: what runs when it is resumed */
};

/** What addresses of one process mean. */
struct csa_address_space {
	const struct csa_modules *modules;
	struct csa_symbols *symbols;
	const struct csa_selection *selection;
	struct csa_user_names *names; /* of marks, frames and values; NULL: not wanted */
};

struct csa_row_table {
	pthread_mutex_t lock;
	struct csa_row_name *rows;
	uint32_t count;
	uint32_t capacity;
	uint32_t *slots; /* open addressing by (module, addr): row + 1, 0 = empty */
	uint32_t slot_mask;
};

int csa_rows_init(struct csa_row_table *table, struct csa_err *err);
void csa_rows_release(struct csa_row_table *table);

/**
 * csa_rows_resolve() - the row of an address.
 * @address: as in a word: 42 bits, or all when @is_wide
 * @traits: filled
 *
 * Return: the number, or CSA_E_NOMEM.
 */
int64_t csa_rows_resolve(struct csa_row_table *table, const struct csa_address_space *space,
			 uint64_t address, bool is_wide, uint64_t ticks,
			 struct csa_row_traits *traits);

/**
 * csa_rows_add() - a row that somebody else has resolved; joins what both know. For one thread.
 * @name: its strings outlive the table
 *
 * Return: the number, or CSA_E_NOMEM.
 */
int64_t csa_rows_add(struct csa_row_table *table, const struct csa_row_name *name);

/** csa_rows_rest() - the row of all functions that a summary had no room for. Or CSA_E_NOMEM. */
int64_t csa_rows_rest(struct csa_row_table *table);

#endif
