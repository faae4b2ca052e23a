/* SPDX-License-Identifier: MIT */
#include "gate_evidence.h"

#include <math.h>

#define HOOKS_MAX 4 /* chosen: some 50 ns for the code around a call */
/* What the same code can take more because it lies elsewhere: docs/decisions/0056-what-the-linker-moved.md */
#define PLACE_PERCENT     20
#define PLACE_CALL_NS     100 /* of a call; or: */
#define PLACE_PERCENT_MAX 150

/* The numbers of one side that are compared. */
struct samples {
	double values[CSA_GATE_RUNS_MAX];
	unsigned count;
	double estimate;
};

void csa_gate_round_make(struct csa_gate_round *round, const struct csa_gate_set *before,
			 const struct csa_gate_set *now, unsigned first, unsigned count)
{
	round->before = (struct csa_gate_slice){ before, 0, before->runs };
	round->now = (struct csa_gate_slice){ now, first, count };
	csa_gate_drift(&round->before, &round->now, round->before_factors, round->now_factors);
}

double csa_gate_estimate_row(const struct csa_gate_slice *slice, uint32_t row,
			     enum csa_gate_series series)
{
	const uint64_t *from = csa_gate_samples(slice->set, row, series) + slice->first;
	double values[CSA_GATE_RUNS_MAX];
	unsigned count = 0;

	for (unsigned i = 0; i < slice->count; i++) {
		if (from[i] != CSA_GATE_UNKNOWN)
			values[count++] = (double)from[i];
	}
	if (count == 0)
		return 0;
	return series == CSA_GATE_CALLS || series == CSA_GATE_HOOKS
		       ? csa_gate_median(values, count)
		       : csa_gate_estimate(values, count);
}

/* Hooks in the own time of a function: of one call, or of a run. */
static double hooks_of(const struct csa_gate_slice *slice, uint32_t row, bool is_per_call)
{
	double hooks = csa_gate_has(slice->set, CSA_GATE_HOOKS)
			       ? csa_gate_estimate_row(slice, row, CSA_GATE_HOOKS)
			       : 0;
	double calls = is_per_call ? csa_gate_estimate_row(slice, row, CSA_GATE_CALLS) : 1;

	return calls > 0 ? hooks / calls : 0;
}

static double mean_hook_ns(const struct csa_gate_slice *slice)
{
	double sum = 0;

	for (unsigned i = 0; i < slice->count; i++)
		sum += slice->set->run[slice->first + i].hook_ns;
	return sum / slice->count;
}

/*
 * What the calls that a function makes itself may cost it when their number changed: they are counted and judged
 * where they arrive. One more takes a hook's time and what the function's own code took for one before, at most
 * HOOKS_MAX hooks: a loop that goes round more often has not become slower. One less saves half a hook at least.
 */
static double allowance(const struct csa_gate_round *round, const struct csa_gate_item *item,
			uint32_t before, uint32_t now, double time_before)
{
	double hook_ns = mean_hook_ns(&round->now);
	double hooks = hooks_of(&round->before, before, item->is_per_call);
	double extra = hooks_of(&round->now, now, item->is_per_call) - hooks;
	double own = hooks > 0 ? time_before / hooks : 0;

	if (extra <= 0)
		return extra * hook_ns / 2;
	return extra * fmax(hook_ns, fmin(own, HOOKS_MAX * hook_ns));
}

/* Times of a function in each run. @less: so much is taken off. */
static void take(struct samples *samples, const struct csa_gate_slice *slice, const double *factors,
		 const struct csa_gate_item *item, uint32_t row, double less)
{
	const uint64_t *times = csa_gate_samples(slice->set, row, item->metric) + slice->first;
	const uint64_t *calls = csa_gate_samples(slice->set, row, CSA_GATE_CALLS) + slice->first;

	samples->count = 0;
	for (unsigned i = 0; i < slice->count; i++) {
		double value = (double)times[i];

		if (times[i] == CSA_GATE_UNKNOWN || (item->is_per_call && calls[i] == 0))
			continue;
		if (item->is_per_call)
			value /= (double)calls[i];
		value = value * factors[i] - less;
		samples->values[samples->count++] = value > 0 ? value : 0;
	}
	samples->estimate = samples->count ? csa_gate_estimate(samples->values, samples->count) : 0;
}

/* How many times the difference of the estimates is in a run. */
static double times_in_run(const struct csa_gate_item *item, double calls)
{
	if (item->metric == CSA_GATE_P99)
		return calls > 100 ? calls / 100 : 1; /* so many calls take as long or longer */
	return item->is_per_call ? calls : 1;
}

/*
 * Half of what the hooks of as many calls cost: they take so much more or less, depending on where code lies and on
 * what other processors do. docs/decisions/0052-how-a-gate-decides.md
 */
static double hooks_may_differ(const struct csa_gate_round *round, const struct csa_gate_item *item)
{
	const struct csa_gate_slice *slice = &round->before;
	double hook_ns[CSA_GATE_RUNS_MAX];
	double calls = item->is_per_call || item->metric == CSA_GATE_P99 ? 1 : item->calls_now;

	for (unsigned i = 0; i < slice->count; i++)
		hook_ns[i] = slice->set->run[slice->first + i].hook_ns;
	return calls * csa_gate_median(hook_ns, slice->count) / 2;
}

/* Whether a change is larger than what code takes that only lies elsewhere. */
static bool is_beyond_place(const struct csa_gate_item *item, const struct csa_gate_evidence *e)
{
	double size = fabs(e->after - e->before);
	double calls = item->is_per_call ? 1 : item->calls_now;

	return size * 100 > PLACE_PERCENT_MAX * e->before ||
	       (size * 100 > PLACE_PERCENT * e->before && size > PLACE_CALL_NS * calls);
}

static bool passes_limits(const struct csa_gate_round *round, const struct csa_gate_limits *limits,
			  const struct csa_gate_item *item, const struct csa_gate_evidence *e)
{
	double size = fabs(e->after - e->before);

	return fabs(e->change) > limits->min_ns && size * 100 > limits->max_percent * e->before &&
	       size > hooks_may_differ(round, item);
}

/* Whether the same change of every run would be lost among their differences: then a pass says nothing. */
static bool is_blind(const struct csa_gate_limits *limits, const struct csa_gate_item *item,
		     const struct samples *a, const struct samples *b)
{
	double percent = fmax(CSA_GATE_SEEN_PERCENT, 2 * limits->max_percent);
	double more = a->estimate * percent / 100;
	double scaled[CSA_GATE_RUNS_MAX];

	if (b->estimate <= 0 || more * times_in_run(item, item->calls_now) <= limits->min_ns)
		return false;
	for (unsigned i = 0; i < b->count; i++)
		scaled[i] = b->values[i] / b->estimate * (a->estimate + more);
	return csa_rank_test(a->values, a->count, scaled, b->count) > limits->level;
}

void csa_gate_compare_times(struct csa_gate_evidence *e, const struct csa_gate_round *round,
			    const struct csa_gate_limits *limits, const struct csa_gate_item *item,
			    uint32_t before, uint32_t now)
{
	double less = 0;
	struct samples a;
	struct samples b;

	take(&a, &round->before, round->before_factors, item, before, 0);
	if (item->metric == CSA_GATE_SELF)
		less = allowance(round, item, before, now, a.estimate);
	take(&b, &round->now, round->now_factors, item, now, less);
	*e = (struct csa_gate_evidence){ .before = a.estimate, .after = b.estimate, .p = 1 };
	e->change = (b.estimate - a.estimate) * times_in_run(item, item->calls_now);
	if (a.count == 0 || b.count == 0)
		return;
	e->is_blind = is_blind(limits, item, &a, &b);
	if (!passes_limits(round, limits, item, e))
		return;
	e->p = e->change > 0 ? csa_rank_test(a.values, a.count, b.values, b.count)
			     : csa_rank_test(b.values, b.count, a.values, a.count);
	e->passes = e->p <= limits->level;
	e->is_beyond_place = is_beyond_place(item, e);
}

static void take_calls(struct samples *samples, const struct csa_gate_slice *slice, uint32_t row)
{
	const uint64_t *calls = csa_gate_samples(slice->set, row, CSA_GATE_CALLS) + slice->first;

	samples->count = slice->count;
	for (unsigned i = 0; i < slice->count; i++)
		samples->values[i] = (double)calls[i];
	samples->estimate = csa_gate_median(samples->values, samples->count);
}

/* Where runs differ a change must be too large for chance; where those of the baseline do, for its limit, too. */
bool csa_gate_compare_calls(struct csa_gate_evidence *e, const struct csa_gate_round *round,
			    const struct csa_gate_limits *limits, uint32_t before, uint32_t now)
{
	const struct csa_gate_slice *x = &round->before;
	const struct csa_gate_slice *y = &round->now;
	bool was_even = csa_gate_calls_are_even(x->set, before, x->first, x->count);
	bool is_exact = was_even && csa_gate_calls_are_even(y->set, now, y->first, y->count);
	struct samples a;
	struct samples b;

	take_calls(&a, x, before);
	take_calls(&b, y, now);
	*e = (struct csa_gate_evidence){ .before = a.estimate, .after = b.estimate };
	e->change = e->after - e->before;
	if (is_exact) {
		e->passes = e->change > 0 || e->change < 0;
		return true;
	}
	e->p = e->change < 0 ? csa_rank_test(b.values, b.count, a.values, a.count)
			     : csa_rank_test(a.values, a.count, b.values, b.count);
	e->passes = e->p <= limits->level &&
		    (was_even || fabs(e->change) * 100 > limits->max_percent * e->before);
	return false;
}

/* Of every function the time that stands for its runs: in no run all of them were left alone. */
static double total_of(const struct csa_gate_slice *slice, const double *factors)
{
	const struct csa_gate_item item = { .metric = CSA_GATE_SELF };
	double sum = 0;

	for (uint32_t row = 0; row < slice->set->side.count; row++) {
		struct samples samples;

		take(&samples, slice, factors, &item, row, 0);
		sum += samples.estimate;
	}
	return sum;
}

void csa_gate_compare_total(struct csa_gate_evidence *e, const struct csa_gate_round *round)
{
	*e = (struct csa_gate_evidence){ .before = total_of(&round->before, round->before_factors),
					 .after = total_of(&round->now, round->now_factors) };
	e->change = e->after - e->before;
}

void csa_gate_compare_new(struct csa_gate_evidence *e, const struct csa_gate_round *round,
			  const struct csa_gate_limits *limits,
			  const struct csa_gate_evidence *total, uint32_t now)
{
	const struct csa_gate_item item = { .metric = CSA_GATE_SELF };
	const double nothing[CSA_GATE_RUNS_MAX] = { 0 };
	struct samples samples;

	take(&samples, &round->now, round->now_factors, &item, now, 0);
	*e = (struct csa_gate_evidence){ .after = samples.estimate, .change = samples.estimate };
	e->p = csa_rank_test(nothing, round->before.count, samples.values, samples.count);
	e->passes = e->p <= limits->level && e->change > limits->min_ns &&
		    e->change * 100 > limits->max_percent * total->before &&
		    total->change > limits->min_ns && total->change * 2 > e->change;
}
