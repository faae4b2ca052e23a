/* SPDX-License-Identifier: MIT */
#include "gate_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate_evidence.h"
#include "gate_noise.h"
#include "vec.h"

struct judging {
	const struct csa_gate_set *before;
	const struct csa_gate_set *now;
	struct csa_gate_verdict *verdict;
	const struct csa_gate_options *options;
	struct csa_gate_round rounds[CSA_GATE_ROUNDS];
	struct csa_gate_evidence totals[CSA_GATE_ROUNDS];
	struct csa_gate_limits limits;
};

static bool add(struct judging *j, const struct csa_gate_item *item, enum csa_gate_kind kind)
{
	struct csa_gate_verdict *v = j->verdict;

	if (!CSA_VEC_ROOM(v, 1))
		return false;
	v->items[v->count] = *item;
	v->items[v->count++].kind = kind;
	v->of_kind[kind]++;
	return true;
}

/* What several rounds say of a change for the worse. */
static enum csa_gate_kind kind_of(const struct judging *j, const struct csa_gate_item *item)
{
	for (unsigned r = 1; r < j->verdict->rounds; r++) {
		if (!item->rounds[r].passes || item->rounds[r].change <= 0)
			return CSA_GATE_UNCONFIRMED;
	}
	for (unsigned r = 0; item->is_moved && r < j->verdict->rounds; r++) {
		if (!item->rounds[r].is_beyond_place)
			return CSA_GATE_MOVED;
	}
	return CSA_GATE_REGRESSED;
}

static bool judge_times(struct judging *j, struct csa_gate_item *item, uint32_t before,
			uint32_t now)
{
	for (unsigned r = 0; r < j->verdict->rounds; r++) {
		csa_gate_compare_times(&item->rounds[r], &j->rounds[r], &j->limits, item, before,
				       now);
		if (r == 0)
			j->verdict->blind += item->rounds[0].is_blind;
		if (r == 0 && !item->rounds[0].passes)
			return true;
	}
	item->weight = fabs(item->rounds[0].change);
	if (item->rounds[0].change > 0)
		return add(j, item, kind_of(j, item));
	return add(j, item,
		   item->is_moved && !item->rounds[0].is_beyond_place ? CSA_GATE_MOVED
								      : CSA_GATE_IMPROVED);
}

static bool judge_calls(struct judging *j, struct csa_gate_item *item, uint32_t before,
			uint32_t now)
{
	double self = csa_gate_has(j->now, CSA_GATE_SELF)
			      ? csa_gate_estimate_row(&j->rounds[0].now, now, CSA_GATE_SELF)
			      : 0;

	item->metric = CSA_GATE_CALLS;
	item->is_exact = true;
	for (unsigned r = 0; r < j->verdict->rounds; r++) {
		if (!csa_gate_compare_calls(&item->rounds[r], &j->rounds[r], &j->limits, before,
					    now))
			item->is_exact = false;
		if (r == 0 && !item->rounds[0].passes)
			return true;
	}
	item->weight =
		fabs(item->rounds[0].change) * (item->calls_now > 0 ? self / item->calls_now : 1);
	return add(j, item, item->rounds[0].change > 0 ? kind_of(j, item) : CSA_GATE_FEWER);
}

static struct csa_gate_item start_item(const struct judging *j, uint32_t before, uint32_t now)
{
	const struct csa_gate_round *round = &j->rounds[0];
	struct csa_gate_item item = { 0 };

	if (before != CSA_SIDE_NONE) {
		item.before = &j->before->side.items[before];
		item.calls_before = csa_gate_estimate_row(&round->before, before, CSA_GATE_CALLS);
	}
	if (now != CSA_SIDE_NONE) {
		item.now = &j->now->side.items[now];
		item.calls_now = csa_gate_estimate_row(&round->now, now, CSA_GATE_CALLS);
	}
	return item;
}

/* Whether as many calls were made in every run: else the times of a call are compared. */
static bool are_calls_equal(const struct judging *j, uint32_t before, uint32_t now)
{
	const struct csa_gate_set *a = j->before;
	const struct csa_gate_set *b = j->now;

	return csa_gate_calls_are_even(a, before, 0, a->runs) &&
	       csa_gate_calls_are_even(b, now, 0, b->runs) &&
	       csa_gate_samples(a, before, CSA_GATE_CALLS)[0] ==
		       csa_gate_samples(b, now, CSA_GATE_CALLS)[0];
}

/* Whether a change of its own time can come only from where its code lies, or from its data. */
static bool is_moved(const struct judging *j, uint32_t before, uint32_t now)
{
	const struct csa_side_row *a = &j->before->side.items[before];
	const struct csa_side_row *b = &j->now->side.items[now];

	return a->code && a->code == b->code && a->layout != b->layout &&
	       are_calls_equal(j, before, now);
}

/* Whether the time of a function can change by as much as counts, and it is called often enough. */
static bool is_large(const struct judging *j, uint32_t before, uint32_t now,
		     enum csa_gate_series metric)
{
	const struct csa_gate_round *round = &j->rounds[0];
	double calls = csa_gate_estimate_row(&round->now, now, CSA_GATE_CALLS);
	double a = csa_gate_estimate_row(&round->before, before, metric);
	double b = csa_gate_estimate_row(&round->now, now, metric);

	if (metric == CSA_GATE_P99 && calls > 100) {
		a *= calls / 100;
		b *= calls / 100;
	}
	return calls > 0 && calls >= (double)j->options->min_calls &&
	       fmax(a, b) > (double)j->options->min_ns;
}

static unsigned count_tests(const struct judging *j)
{
	const struct csa_gate_set *before = j->before;
	unsigned tests = 0;

	for (uint32_t i = 0; i < before->side.count; i++) {
		uint32_t now = before->side.items[i].partner;

		if (now == CSA_SIDE_NONE)
			continue;
		if (j->verdict->judged >> CSA_GATE_CALLS & 1)
			tests += !csa_gate_calls_are_even(before, i, 0, before->runs);
		for (unsigned m = CSA_GATE_SELF; m < CSA_GATE_HOOKS; m++) {
			if (j->verdict->judged >> m & 1)
				tests += is_large(j, i, now, (enum csa_gate_series)m);
		}
	}
	return tests;
}

static bool judge_pair(struct judging *j, uint32_t before, uint32_t now)
{
	struct csa_gate_item item = start_item(j, before, now);
	bool ok = true;

	j->verdict->functions++;
	if (strcmp(item.before->function, item.now->function) != 0)
		ok = add(j, &item, CSA_GATE_RENAMED);
	if (ok && j->verdict->judged >> CSA_GATE_CALLS & 1)
		ok = judge_calls(j, &item, before, now);
	item.is_exact = false;
	for (unsigned m = CSA_GATE_SELF; ok && m < CSA_GATE_HOOKS; m++) {
		item.metric = (enum csa_gate_series)m;
		if (!(j->verdict->judged >> m & 1) || !is_large(j, before, now, item.metric))
			continue;
		item.is_per_call = m != CSA_GATE_P99 && !are_calls_equal(j, before, now);
		item.is_moved = m == CSA_GATE_SELF && is_moved(j, before, now);
		ok = judge_times(j, &item, before, now);
	}
	return ok;
}

/* A new function is slower than nothing: that is a regression of time when it takes much. */
static bool judge_new(struct judging *j, uint32_t now)
{
	struct csa_gate_item item = start_item(j, CSA_SIDE_NONE, now);

	item.metric = CSA_GATE_SELF;
	if (!csa_gate_has(j->now, CSA_GATE_SELF))
		return add(j, &item, CSA_GATE_NEW);
	for (unsigned r = 0; r < j->verdict->rounds; r++)
		csa_gate_compare_new(&item.rounds[r], &j->rounds[r], &j->limits, &j->totals[r],
				     now);
	item.weight = item.rounds[0].after;
	if (!(j->verdict->judged >> CSA_GATE_SELF & 1) || !item.rounds[0].passes)
		return add(j, &item, CSA_GATE_NEW);
	return add(j, &item, kind_of(j, &item));
}
static bool judge_all(struct judging *j)
{
	const struct csa_side *before = &j->before->side;
	const struct csa_side *now = &j->now->side;
	bool ok = true;

	for (uint32_t i = 0; ok && i < before->count; i++) {
		if (before->items[i].partner == CSA_SIDE_NONE) {
			struct csa_gate_item item = start_item(j, i, CSA_SIDE_NONE);

			item.weight = item.calls_before;
			ok = add(j, &item, CSA_GATE_GONE);
		} else {
			ok = judge_pair(j, i, before->items[i].partner);
		}
	}
	for (uint32_t i = 0; ok && i < now->count; i++) {
		if (now->items[i].partner == CSA_SIDE_NONE)
			ok = judge_new(j, i);
	}
	return ok;
}

static int by_weight(const void *left, const void *right)
{
	const struct csa_gate_item *a = left;
	const struct csa_gate_item *b = right;
	const struct csa_side_row *x = a->now ? a->now : a->before;
	const struct csa_side_row *y = b->now ? b->now : b->before;
	int order;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->weight < b->weight || a->weight > b->weight)
		return a->weight > b->weight ? -1 : 1;
	order = csa_side_compare_rows(x, y);
	return order ? order : (int)a->metric - (int)b->metric;
}

/* Which metrics can be judged here. */
static int choose_metrics(struct csa_gate_verdict *verdict, const struct csa_gate_set *before,
			  const struct csa_gate_set *now, const struct csa_gate_options *options,
			  struct csa_err *err)
{
	for (unsigned m = 0; m < CSA_GATE_HOOKS; m++) {
		if ((options->metrics >> m & 1) && !csa_gate_has(before, (enum csa_gate_series)m))
			return csa_fail(err, CSA_E_ABSENT,
					"the baseline has no %s; --update records it again",
					csa_gate_metric_name((enum csa_gate_series)m));
		if ((options->metrics >> m & 1) && !csa_gate_has(now, (enum csa_gate_series)m))
			return csa_fail(err, CSA_E_ABSENT, "the runs have no %s",
					csa_gate_metric_name((enum csa_gate_series)m));
	}
	verdict->is_same_machine = csa_gate_same_machine(&before->facts, &now->facts);
	verdict->judged = options->metrics;
	if (!verdict->is_same_machine && !options->any_machine)
		verdict->judged &= 1u << CSA_GATE_CALLS;
	return 0;
}

/* Rounds, and what a change must pass. */
static void prepare(struct judging *j)
{
	unsigned rounds = j->verdict->rounds;
	unsigned each = j->now->runs / rounds;

	for (unsigned r = 0; r < rounds; r++)
		csa_gate_round_make(&j->rounds[r], j->before, j->now, r * each, each);
	j->verdict->tests = count_tests(j);
	j->verdict->level = csa_gate_level(j->verdict->tests);
	j->limits = (struct csa_gate_limits){ j->options->max_percent, (double)j->options->min_ns,
					      j->verdict->level };
	if (!csa_gate_has(j->before, CSA_GATE_SELF) || !csa_gate_has(j->now, CSA_GATE_SELF))
		return;
	for (unsigned r = 0; r < rounds; r++)
		csa_gate_compare_total(&j->totals[r], &j->rounds[r]);
	j->verdict->total = j->totals[0];
}

static bool knows_code(const struct csa_gate_set *set)
{
	for (uint32_t i = 0; i < set->side.count; i++) {
		if (set->side.items[i].code)
			return true;
	}
	return false;
}

static void note_unknown_code(const struct judging *j)
{
	const struct csa_side_row *rows = j->before->side.items;
	unsigned unknown = 0;

	for (uint32_t i = 0; i < j->before->side.count; i++) {
		uint32_t now = rows[i].partner;

		if (now != CSA_SIDE_NONE && !rows[i].is_scope &&
		    (!rows[i].code || !j->now->side.items[now].code) &&
		    is_large(j, i, now, CSA_GATE_SELF))
			unknown++;
	}
	if (unknown)
		csa_notes_add(&j->verdict->notes, CSA_NOTE_INFO,
			      "whether the code changed is not known of %u function%s (%s): what "
			      "only lies elsewhere now can fail",
			      unknown, unknown == 1 ? "" : "s",
			      knows_code(j->before)
				      ? "symbols or instructions cannot be read"
				      : "the baseline does not say; --update records it");
}

static void add_notes(const struct judging *j)
{
	struct csa_notes *notes = &j->verdict->notes;

	csa_gate_note_facts(notes, &j->before->facts, &j->now->facts);
	if (j->verdict->judged >> CSA_GATE_SELF & 1)
		note_unknown_code(j);
	if (j->verdict->judged != 1u << CSA_GATE_CALLS)
		csa_gate_note_noise(notes, j->before, j->now);
	if (j->now->unnamed)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "functions without a name, which another build cannot have, were "
			      "left out: %u",
			      (unsigned)j->now->unnamed);
}

int csa_gate_judge(struct csa_gate_verdict *verdict, struct csa_gate_set *before,
		   struct csa_gate_set *now, unsigned rounds,
		   const struct csa_gate_options *options, struct csa_err *err)
{
	struct judging *j = calloc(1, sizeof(*j));
	int rc;

	*verdict = (struct csa_gate_verdict){ .rounds = rounds };
	csa_notes_init(&verdict->notes);
	if (!j)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	rc = choose_metrics(verdict, before, now, options, err);
	if (rc == 0)
		rc = csa_gate_pair(before, now, err);
	if (rc == 0) {
		j->before = before;
		j->now = now;
		j->verdict = verdict;
		j->options = options;
		prepare(j);
		add_notes(j);
		if (!judge_all(j))
			rc = csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	}
	if (rc == 0 && verdict->count)
		qsort(verdict->items, verdict->count, sizeof(*verdict->items), by_weight);
	free(j);
	return rc;
}

void csa_gate_verdict_release(struct csa_gate_verdict *verdict)
{
	free(verdict->items);
	csa_notes_release(&verdict->notes);
	*verdict = (struct csa_gate_verdict){ 0 };
}

bool csa_gate_wants_round(const struct csa_gate_verdict *verdict)
{
	for (uint32_t i = 0; i < verdict->count; i++) {
		if (verdict->items[i].kind == CSA_GATE_REGRESSED && !verdict->items[i].is_exact)
			return true;
	}
	return false;
}

int csa_gate_check_runs(const struct csa_gate_verdict *verdict, unsigned before, unsigned now,
			struct csa_err *err)
{
	unsigned alone = now;
	unsigned both = now;

	if (verdict->tests == 0 || csa_rank_smallest(before, now) <= verdict->level)
		return 0;
	while (alone < CSA_GATE_REPEAT_MAX && csa_rank_smallest(before, alone) > verdict->level)
		alone++;
	while (both < CSA_GATE_REPEAT_MAX && csa_rank_smallest(both, both) > verdict->level)
		both++;
	if (csa_rank_smallest(before, alone) <= verdict->level)
		return csa_fail(err, CSA_E_ABSENT,
				"%u runs against %u cannot tell a change from chance in %u times: "
				"--repeat %u can",
				now, before, verdict->tests, alone);
	return csa_fail(
		err, CSA_E_ABSENT,
		"%u runs against %u cannot tell a change from chance in %u times: --repeat %u "
		"can, also of the baseline (--update)",
		now, before, verdict->tests, both);
}
