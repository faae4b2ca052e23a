/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "pair.h"

bool csa_total_has(enum csa_value_id key)
{
	return key == CSA_VALUE_SELF || key == CSA_VALUE_CALLS;
}

static uint64_t value_of(const struct csa_side_row *row, enum csa_value_id key)
{
	return row ? row->values.of[key] : 0;
}

/* What is not there was called zero times and took no time; but no call of it took 0 ns. */
static bool is_known(const struct csa_side_row *row, enum csa_value_id key)
{
	return row ? csa_value_is_known(&row->values, key) : !csa_value_is_per_call(key);
}

static uint64_t size_of(int64_t change)
{
	return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

/*
 * 100 %: what the row was. Of a function that is new nothing is known, so its part of all that was
 * measured before decides: a new function of 1 us in a program of 1 s is no reason to stop.
 */
static uint64_t base_of(const struct csa_compare *compare, const struct csa_change *change)
{
	enum csa_value_id key = compare->options.key;

	if (change->a)
		return value_of(change->a, key);
	return compare->a->total.of[key == CSA_VALUE_CALLS ? CSA_VALUE_CALLS : CSA_VALUE_SELF];
}

static bool has_few_calls(const struct csa_compare *compare, const struct csa_change *change)
{
	return value_of(change->a, CSA_VALUE_CALLS) < compare->options.min_calls &&
	       value_of(change->b, CSA_VALUE_CALLS) < compare->options.min_calls;
}

static void add(struct csa_compare *compare, const struct csa_side_row *a,
		const struct csa_side_row *b, enum csa_change_kind kind)
{
	const struct csa_compare_options *options = &compare->options;
	struct csa_change change = { .kind = kind, .a = a, .b = b, .row = b ? b : a };
	bool passes;

	change.is_known = is_known(a, options->key) && is_known(b, options->key);
	if (change.is_known) {
		change.change =
			(int64_t)value_of(b, options->key) - (int64_t)value_of(a, options->key);
		change.base = base_of(compare, &change);
	}
	passes = change.change && !has_few_calls(compare, &change) &&
		 csa_limits_passed(&options->threshold, size_of(change.change), change.base);
	change.is_worse =
		passes && change.change > 0 && csa_limits_given(&options->fail_over) &&
		csa_limits_passed(&options->fail_over, size_of(change.change), change.base);
	if (kind == CSA_CHANGED && !change.is_known) {
		compare->incomparable++;
		return;
	}
	if (!passes && change.is_known && kind != CSA_RENAMED) {
		compare->unchanged++;
		return;
	}
	compare->worse += change.is_worse;
	compare->of_kind[kind]++;
	compare->items[compare->count++] = change;
}

static int compare_rows(const struct csa_side_row *a, const struct csa_side_row *b)
{
	int order = strcmp(a->function, b->function);

	if (!order)
		order = strcmp(a->module, b->module);
	if (!order)
		order = strcmp(a->file, b->file);
	return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* New and gone rows of a key of one call have no change: their self time decides. */
static uint64_t weight(const struct csa_change *c)
{
	if (c->is_known)
		return size_of(c->change);
	return value_of(c->a, CSA_VALUE_SELF) + value_of(c->b, CSA_VALUE_SELF);
}

static int by_change(const void *left, const void *right)
{
	const struct csa_change *a = left;
	const struct csa_change *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (weight(a) != weight(b))
		return weight(a) > weight(b) ? -1 : 1;
	return compare_rows(a->row, b->row);
}

static void add_rows(struct csa_compare *compare)
{
	const struct csa_side *a = compare->a;
	const struct csa_side *b = compare->b;

	for (uint32_t i = 0; i < a->count; i++) {
		const struct csa_side_row *row = &a->items[i];
		const struct csa_side_row *other;

		if (row->partner == CSA_SIDE_NONE) {
			add(compare, row, NULL, CSA_GONE);
			continue;
		}
		other = &b->items[row->partner];
		add(compare, row, other,
		    strcmp(row->function, other->function) == 0 ? CSA_CHANGED : CSA_RENAMED);
	}
	for (uint32_t i = 0; i < b->count; i++) {
		if (b->items[i].partner == CSA_SIDE_NONE)
			add(compare, NULL, &b->items[i], CSA_NEW);
	}
}

/* Many small changes can be a large one. */
static bool is_total_worse(const struct csa_compare *compare)
{
	const struct csa_compare_options *options = &compare->options;
	uint64_t a = compare->a->total.of[options->key];
	uint64_t b = compare->b->total.of[options->key];

	return csa_total_has(options->key) && b > a && csa_limits_given(&options->fail_over) &&
	       csa_limits_passed(&options->threshold, b - a, a) &&
	       csa_limits_passed(&options->fail_over, b - a, a);
}

static int check_key(const struct csa_side *side, const char *which, enum csa_value_id key,
		     struct csa_err *err)
{
	for (uint32_t i = 0; i < side->count; i++) {
		if (csa_value_is_known(&side->items[i].values, key))
			return 0;
	}
	if (side->count == 0)
		return csa_fail(err, CSA_E_ABSENT, "%s has no functions", which);
	return csa_fail(err, CSA_E_ABSENT, "%s has no %s of any function%s", which,
			csa_value_name(key),
			side->facts.mode && strcmp(side->facts.mode, "count") == 0
				? ": TRACE_MODE=count records calls only; --key calls compares them"
				: "");
}

int csa_compare_make(struct csa_compare *compare, struct csa_side *a, struct csa_side *b,
		     const struct csa_compare_options *options, struct csa_err *err)
{
	int rc;

	*compare = (struct csa_compare){ .a = a, .b = b, .options = *options };
	csa_notes_init(&compare->notes);
	rc = check_key(a, "A", options->key, err);
	if (rc == 0)
		rc = check_key(b, "B", options->key, err);
	if (rc == 0)
		rc = csa_pair_names(a, b, err);
	if (rc == 0)
		rc = csa_pair_renamed(a, b, err);
	if (rc < 0)
		return rc;
	compare->items = malloc((a->count + (size_t)b->count + 1) * sizeof(*compare->items));
	if (!compare->items)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	add_rows(compare);
	qsort(compare->items, compare->count, sizeof(*compare->items), by_change);
	compare->is_total_worse = is_total_worse(compare);
	csa_compare_note(compare);
	return 0;
}

void csa_compare_release(struct csa_compare *compare)
{
	free(compare->items);
	csa_notes_release(&compare->notes);
	*compare = (struct csa_compare){ 0 };
}
