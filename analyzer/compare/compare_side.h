/* SPDX-License-Identifier: MIT */
/*
 * One side of a comparison: functions with their numbers, and where they were measured. It is made
 * from a report or from the JSON of one, so that both are compared by the same rules.
 *
 * Invariants after csa_side_finish(): no two rows have the same module, kind, function, file and line;
 * strings live as long as the side.
 */
#ifndef CSA_COMPARE_SIDE_H
#define CSA_COMPARE_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare_values.h"
#include "note_list.h"
#include "report.h"
#include "text_pool.h"

#define CSA_SIDE_ROOT UINT32_MAX       /* as a caller: nobody in the report */
#define CSA_SIDE_NONE (UINT32_MAX - 1) /* no row */

struct csa_side_row {
	const char *function; /* never NULL */
	const char *module;   /* path, "" when it is not known; likewise: */
	const char *file;
	const char *
		module_key; /* what of the module stays the same in another build; set by csa_pair_names() */
	unsigned line;
	bool is_scope;
	bool is_unnamed; /* its name is an address: of another build it is another function */
	uint64_t address;
	uint64_t size; /* bytes, 0: not known */
	/* Hashes of its instructions and of its module as it is loaded, where somebody read them; 0: not known */
	uint64_t code;
	uint64_t layout;
	uint64_t hooks; /* in its own time: of its calls and of those that it made; 0: not known */
	struct csa_value_set values;
	uint32_t first_caller; /* in csa_side.edges */
	uint32_t caller_count;
	uint32_t partner; /* row of the other side, or CSA_SIDE_NONE */
};

struct csa_side_edge {
	uint32_t row;
	uint32_t caller; /* row or CSA_SIDE_ROOT */
};

/** Where it was measured. Strings are NULL when they are not known or differ between processes. */
struct csa_side_facts {
	const char *exe;
	const char *command;
	const char *arch;
	const char *mode;
	const char *clock;
	const char *selection;
	bool has_processes;  /* false: nothing of this is known */
	bool has_selection;  /* of at least one process */
	bool has_many_modes; /* processes recorded in different ones */
	uint64_t processes;
	uint64_t cpus;
	double tick_hz; /* 0: not known */
	double hook_ns; /* what a hook cost in the first process; 0: not known */
	uint64_t events;
	uint64_t calls; /* of all functions, also those that are not in rows */
	uint64_t lost;
};

struct csa_side {
	struct csa_side_row *items; /* the rows, named as csa_vec wants it */
	uint32_t count;
	uint32_t capacity;
	struct csa_side_edges {
		struct csa_side_edge *items; /* sorted, each once */
		uint32_t count;
		uint32_t capacity;
	} edges;
	bool has_callers; /* false: nobody said who calls whom */
	struct csa_side_facts facts;
	struct csa_value_set total; /* self_ns and calls of all rows */
	struct csa_notes notes;     /* warnings and damage of its report */
	struct csa_text_pool pool;
};

void csa_side_init(struct csa_side *side);
void csa_side_release(struct csa_side *side);

/**
 * csa_side_from_report() - the functions of a report that was just made.
 * csa_side_from_json() - the same of what "analyze --format json" wrote.
 * @side: initialised
 *
 * Both end with csa_side_finish().
 *
 * Return: 0; CSA_E_NOMEM; of text that is no such JSON CSA_E_FORMAT, of another schema
 * CSA_E_UNSUPPORTED.
 */
int csa_side_from_report(struct csa_side *side, const struct csa_report *report,
			 struct csa_err *err);
int csa_side_from_json(struct csa_side *side, const char *text, size_t length, struct csa_err *err);

/** csa_side_text() - the side's copy of a string; NULL stays. @ok: set to false without memory. */
const char *csa_side_text(struct csa_side *side, const char *text, bool *ok);

/** csa_side_add() - one row more, strings already the side's. Return: false: no memory. */
bool csa_side_add(struct csa_side *side, const struct csa_side_row *row);

/** csa_side_add_caller() - @caller called @row; any order, also twice. Return: false: no memory. */
bool csa_side_add_caller(struct csa_side *side, uint32_t row, uint32_t caller);

/** csa_side_add_fact() - of one more process: what differs from those before is forgotten. */
void csa_side_add_fact(const char **fact, const char *text, bool is_first);

/** csa_side_compare_rows() - by what tells rows of a side apart: the order that they are in. */
int csa_side_compare_rows(const struct csa_side_row *a, const struct csa_side_row *b);

/** csa_side_finish() - merge rows that nothing tells apart, sort the rest. Return: 0 or CSA_E_NOMEM. */
int csa_side_finish(struct csa_side *side, struct csa_err *err);

#endif
