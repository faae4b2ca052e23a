/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "gate_set.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *metric;
	const char *key;
} names[CSA_GATE_SERIES] = {
#define X(id, metric, key) [CSA_GATE_##id] = { metric, key },
	CSA_GATE_SERIES_MAP(X)
#undef X
};

const char *csa_gate_metric_name(enum csa_gate_series series)
{
	return names[series].metric;
}

const char *csa_gate_series_key(enum csa_gate_series series)
{
	return names[series].key;
}

int csa_gate_metrics_parse(const char *text, uint32_t *metrics, struct csa_err *err)
{
	*metrics = 0;
	for (;;) {
		size_t length = strcspn(text, ",");
		unsigned id = 0;

		while (id < CSA_GATE_HOOKS && (strlen(names[id].metric) != length ||
					       memcmp(names[id].metric, text, length) != 0))
			id++;
		if (id == CSA_GATE_HOOKS)
			return csa_fail(err, CSA_E_USAGE,
					"--metrics: '%.*s' is none of calls, self_time, incl_time "
					"and p99",
					(int)length, text);
		*metrics |= 1u << id;
		if (!text[length])
			return 0;
		text += length + 1;
	}
}

void csa_gate_set_init(struct csa_gate_set *set)
{
	*set = (struct csa_gate_set){ 0 };
	csa_side_init(&set->side);
	set->facts = (struct csa_gate_facts){
		.cpu = "", .arch = "", .clock = "", .version = "", .mode = "", .command = ""
	};
}

void csa_gate_set_release(struct csa_gate_set *set)
{
	csa_side_release(&set->side);
	free(set->samples);
	set->samples = NULL;
}

bool csa_gate_set_room(struct csa_gate_set *set, unsigned runs)
{
	size_t count = (size_t)set->side.count * CSA_GATE_SERIES * runs;

	set->runs = runs;
	set->samples = calloc(count + 1, sizeof(*set->samples));
	for (size_t i = 0; set->samples && i < count; i++)
		set->samples[i] = CSA_GATE_UNKNOWN;
	return set->samples;
}

/* One row of one run. */
struct seen {
	const struct csa_side_row *row;
	unsigned run;
	uint32_t to; /* in the set */
};

static int by_identity(const void *left, const void *right)
{
	const struct seen *a = left;
	const struct seen *b = right;
	int order = csa_side_compare_rows(a->row, b->row);

	return order ? order : (a->run > b->run) - (a->run < b->run);
}

static bool add_row(struct csa_gate_set *set, const struct csa_side_row *from)
{
	bool ok = true;
	struct csa_side_row row = {
		.function = csa_side_text(&set->side, from->function, &ok),
		.module = csa_side_text(&set->side, from->module, &ok),
		.file = csa_side_text(&set->side, from->file, &ok),
		.line = from->line,
		.is_scope = from->is_scope,
		.code = from->code,
		.layout = from->layout,
	};

	return ok && csa_side_add(&set->side, &row);
}

static uint64_t value_of(const struct csa_side_row *row, enum csa_gate_series series)
{
	static const enum csa_value_id ids[CSA_GATE_HOOKS] = {
		[CSA_GATE_CALLS] = CSA_VALUE_CALLS,
		[CSA_GATE_SELF] = CSA_VALUE_SELF,
		[CSA_GATE_INCL] = CSA_VALUE_INCL,
		[CSA_GATE_P99] = CSA_VALUE_P99,
	};

	if (series == CSA_GATE_HOOKS)
		return csa_value_is_known(&row->values, CSA_VALUE_SELF) ? row->hooks
									: CSA_GATE_UNKNOWN;
	return csa_value_is_known(&row->values, ids[series]) ? row->values.of[ids[series]]
							     : CSA_GATE_UNKNOWN;
}

static void put_samples(struct csa_gate_set *set, const struct seen *seen)
{
	for (unsigned series = 0; series < CSA_GATE_SERIES; series++) {
		uint64_t value = value_of(seen->row, (enum csa_gate_series)series);

		csa_gate_samples(set, seen->to, (enum csa_gate_series)series)[seen->run] = value;
		if (value != CSA_GATE_UNKNOWN)
			set->series |= 1u << series;
	}
}

/* A run that did not call a function spent no time in it, but has no percentile of it. */
static void zero_uncalled(struct csa_gate_set *set)
{
	for (uint32_t row = 0; row < set->side.count; row++) {
		const uint64_t *calls = csa_gate_samples(set, row, CSA_GATE_CALLS);

		for (unsigned run = 0; run < set->runs; run++) {
			if (calls[run] != CSA_GATE_UNKNOWN)
				continue;
			for (unsigned series = 0; series < CSA_GATE_SERIES; series++) {
				if (series != CSA_GATE_P99)
					csa_gate_samples(set, row,
							 (enum csa_gate_series)series)[run] = 0;
			}
		}
	}
}

static bool fill(struct csa_gate_set *set, struct seen *seen, size_t count, unsigned runs)
{
	qsort(seen, count, sizeof(*seen), by_identity);
	for (size_t i = 0; i < count; i++) {
		bool is_new = i == 0 || csa_side_compare_rows(seen[i - 1].row, seen[i].row) != 0;

		if (is_new && !add_row(set, seen[i].row))
			return false;
		seen[i].to = set->side.count - 1;
	}
	if (!csa_gate_set_room(set, runs))
		return false;
	for (size_t i = 0; i < count; i++)
		put_samples(set, &seen[i]);
	zero_uncalled(set);
	return true;
}

/* Return: how many rows have a name. */
static size_t see_named(struct csa_gate_set *set, const struct csa_side *side, unsigned run,
			struct seen *seen)
{
	size_t count = 0;

	for (uint32_t i = 0; i < side->count; i++) {
		if (!side->items[i].is_unnamed)
			seen[count++] = (struct seen){ .row = &side->items[i], .run = run };
	}
	if (side->count - count > set->unnamed)
		set->unnamed = (uint32_t)(side->count - count);
	return count;
}

int csa_gate_set_fill(struct csa_gate_set *set, const struct csa_side *sides, unsigned runs,
		      struct csa_err *err)
{
	struct seen *seen;
	size_t count = 0;
	bool ok = true;

	for (unsigned run = 0; run < runs; run++)
		count += sides[run].count;
	seen = malloc((count + 1) * sizeof(*seen));
	if (!seen)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	count = 0;
	for (unsigned run = 0; run < runs; run++) {
		count += see_named(set, &sides[run], run, seen + count);
		csa_side_add_fact(&set->side.facts.exe,
				  csa_side_text(&set->side, sides[run].facts.exe, &ok), run == 0);
		csa_side_add_fact(&set->side.facts.mode,
				  csa_side_text(&set->side, sides[run].facts.mode, &ok), run == 0);
	}
	ok = ok && fill(set, seen, count, runs);
	free(seen);
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
}
