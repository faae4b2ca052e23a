/* SPDX-License-Identifier: MIT */
/*
 * What changed from one side to the other, function by function, complete and sorted; the writers only
 * print. A change is B minus A.
 */
#ifndef CSA_COMPARE_H
#define CSA_COMPARE_H

#include <stdio.h>

#include "compare_limits.h"
#include "compare_side.h"

enum csa_change_kind {
	CSA_CHANGED,
	CSA_RENAMED,
	CSA_NEW,  /* in B only */
	CSA_GONE, /* in A only */
	CSA_CHANGE_KINDS
};

struct csa_change {
	enum csa_change_kind kind;
	const struct csa_side_row *a;   /* NULL: new */
	const struct csa_side_row *b;   /* NULL: gone */
	const struct csa_side_row *row; /* b, or a where it is gone: never NULL */
	bool is_known;                  /* false: one side does not have the key, change is 0 */
	bool is_worse;                  /* by more than --fail-over */
	int64_t change;                 /* of the key */
	uint64_t base;                  /* what 100 % of it is; 0: there was nothing */
};

struct csa_compare_options {
	enum csa_value_id key;
	struct csa_limits threshold; /* a change up to it is none */
	struct csa_limits fail_over; /* nothing given: nothing is too bad */
	uint64_t min_calls;          /* rows with fewer calls on both sides are unchanged */
};

struct csa_compare {
	const struct csa_side *a;
	const struct csa_side *b;
	struct csa_compare_options options;
	struct csa_change *items; /* by kind, then by size of the change */
	size_t count;
	size_t of_kind[CSA_CHANGE_KINDS];
	size_t unchanged;
	size_t incomparable; /* the key is not known on both sides */
	size_t worse;
	bool is_total_worse; /* also when no function is */
	struct csa_notes notes;
};

/**
 * csa_compare_make() - pair the rows of both sides and decide.
 * @compare: released by csa_compare_release(), also after a failure; @a and @b must outlive it
 *
 * Return: 0; CSA_E_ABSENT when no row of a side has the key; CSA_E_NOMEM.
 */
int csa_compare_make(struct csa_compare *compare, struct csa_side *a, struct csa_side *b,
		     const struct csa_compare_options *options, struct csa_err *err);
void csa_compare_release(struct csa_compare *compare);

/** csa_compare_note() - what makes the sides hard to compare. */
void csa_compare_note(struct csa_compare *compare);

/** csa_total_has() - whether there is a sum of @key that can be compared. */
bool csa_total_has(enum csa_value_id key);

/** What is printed, and where. */
struct csa_compare_view {
	const char *a; /* what the sides are called */
	const char *b;
	unsigned top;   /* rows of a kind at most; 0 = all */
	unsigned width; /* columns of the terminal; 0: no limit */
	bool has_styles;
};

/**
 * csa_compare_text() - for people. csa_compare_json() - docs/reference/cli/diff.md names every key.
 * Return: 0 or CSA_E_NOMEM. Write errors stay in @out.
 */
int csa_compare_text(const struct csa_compare *compare, const struct csa_compare_view *view,
		     FILE *out, struct csa_err *err);
int csa_compare_json(const struct csa_compare *compare, const struct csa_compare_view *view,
		     FILE *out, struct csa_err *err);

#endif
