/* SPDX-License-Identifier: MIT */
#include "clock_pairs.h"

#include <math.h>
#include <stdlib.h>

#include "err.h"
#include "vec.h"

/*
 * Pairs are compared over 10 ms at least: they are read to some 100 ns, but when the thread was
 * preempted in all three tries of the runtime they are off by the time that took: with many threads on
 * few processors that is many ms, of several threads one after the other. Hence the witnesses. The
 * rate at the start is measured to some 0.03 %, CLOCK_MONOTONIC is slewed by at most 0.05 %.
 */
#define KNOT_NS  1e7
#define SLACK_NS 1e6
#define SLACK    0.02
#define REFINE   1e8 /* ns after which a stretch's own rate is better than the one before */
/* Knots that are asked, and how many make a line: where a tenth is delayed, hardly ever three alike. */
#define WITNESSES 8u
#define WANTED    3u

void csa_clock_pairs_release(struct csa_clock_pairs *pairs)
{
	free(pairs->items);
	*pairs = (struct csa_clock_pairs){ 0 };
}

int csa_clock_pairs_add(struct csa_clock_pairs *pairs, struct csa_tick_pair pair)
{
	if (pair.ticks == 0 || pair.ns == 0)
		return 0;
	if (!CSA_VEC_ROOM(pairs, 1))
		return CSA_E_NOMEM;
	pairs->items[pairs->count++] = pair;
	return 0;
}

static int compare(const void *left, const void *right)
{
	const struct csa_tick_pair *a = left;
	const struct csa_tick_pair *b = right;

	if (a->ticks != b->ticks)
		return a->ticks < b->ticks ? -1 : 1;
	return a->ns < b->ns ? -1 : a->ns > b->ns;
}

static double ns_between(const struct csa_tick_pair *a, const struct csa_tick_pair *b)
{
	return b->ns >= a->ns ? (double)(b->ns - a->ns) : -(double)(a->ns - b->ns);
}

static double ticks_between(const struct csa_tick_pair *a, const struct csa_tick_pair *b)
{
	return (double)(b->ticks - a->ticks);
}

/* @slope: ns a tick */
static bool agree(const struct csa_tick_pair *a, const struct csa_tick_pair *b, double slope)
{
	double expected = slope * ticks_between(a, b);

	return fabs(ns_between(a, b) - expected) <= SLACK_NS + SLACK * expected;
}

/* Leaves pairs that are KNOT_NS apart, and the last one. */
static void thin(struct csa_clock_pairs *pairs, double slope)
{
	struct csa_tick_pair *items = pairs->items;
	uint32_t kept = 0;

	for (size_t i = 0; i < pairs->count; i++) {
		bool is_last = i + 1 == pairs->count;

		if (kept == 0 || is_last ||
		    slope * ticks_between(&items[kept - 1], &items[i]) >= KNOT_NS)
			items[kept++] = items[i];
	}
	pairs->count = kept;
}

/* A run of pairs on one line. */
struct stretch {
	struct csa_tick_pair first;
	struct csa_tick_pair last;
	double slope; /* ns a tick */
};

/* What is found on the way along the pairs. */
struct walk {
	struct csa_clock *clock;
	struct csa_tick_pair *knots;
	size_t count;
	size_t kept; /* knots[0, kept) count, once they were walked over */
	struct stretch *stretches;
	uint32_t stretch_count;
	uint32_t stretch_capacity;
};

static struct stretch *current(const struct walk *w)
{
	return &w->stretches[w->stretch_count - 1];
}

static void keep(struct walk *w, const struct csa_tick_pair *knot)
{
	struct stretch *s = current(w);

	s->last = *knot;
	w->knots[w->kept++] = *knot;
	if (ns_between(&s->first, knot) >= REFINE)
		s->slope = ns_between(&s->first, knot) / ticks_between(&s->first, knot);
}

/* Return: 0 or CSA_E_NOMEM. */
static int begin_stretch(struct walk *w, const struct csa_tick_pair *first, double slope)
{
	struct stretch *grown = csa_vec_grow(w->stretches, w->stretch_count, &w->stretch_capacity,
					     1, sizeof(*grown));

	if (!grown)
		return CSA_E_NOMEM;
	w->stretches = grown;
	w->knots[w->kept++] = *first;
	w->stretches[w->stretch_count++] =
		(struct stretch){ .first = *first, .last = *first, .slope = slope };
	return 0;
}

/* Where the counter may go on, from a pair. */
struct guess {
	const struct csa_tick_pair *from;
	double slope;
};

/* What the knots behind @index say: tolerance grows with time, so that many fit both. */
struct votes {
	size_t a; /* fit the first guess alone */
	size_t b; /* the other one alone */
};

static struct votes ask(const struct walk *w, size_t index, const struct guess *a,
			const struct guess *b)
{
	struct votes votes = { 0 };

	for (size_t i = index + 1; i < w->count && i <= index + WITNESSES; i++) {
		bool fits_a = agree(a->from, &w->knots[i], a->slope);
		bool fits_b = agree(b->from, &w->knots[i], b->slope);

		votes.a += fits_a && !fits_b;
		votes.b += fits_b && !fits_a;
	}
	return votes;
}

/*
 * Where the counter goes on from knot @index, if not as @old says. A slope of its own has the vote of the
 * knot that it was made of, and of those around that: it needs nearly all.
 */
static struct guess find_guess(const struct walk *w, size_t index, const struct guess *old,
			       struct votes *votes)
{
	const struct csa_tick_pair *from = &w->knots[index];
	struct guess best = { from, old->slope };
	size_t left = w->count - 1 - index;
	size_t asked = left < WITNESSES ? left : WITNESSES;

	*votes = ask(w, index, old, &best);
	for (size_t i = index + 1; i < w->count && i <= index + WITNESSES; i++) {
		struct guess other = { from, ns_between(from, &w->knots[i]) /
						     ticks_between(from, &w->knots[i]) };
		struct votes count;

		if (!(other.slope > old->slope / 1000) || !(other.slope < old->slope * 1000))
			continue;
		count = ask(w, index, old, &other);
		if (count.b > votes->b && count.b > 1 && count.b >= asked - asked / 4) {
			best = other;
			*votes = count;
		}
	}
	return best;
}

/* The knot is where the stretch does not lead. Return: 0 or CSA_E_NOMEM. */
static int judge(struct walk *w, size_t index, const struct guess *old)
{
	size_t left = w->count - 1 - index;
	struct votes votes;
	struct guess found = find_guess(w, index, old, &votes);

	/* Readings that were delayed have no line of their own. */
	if (votes.b == 0 || votes.b < (left < WANTED ? left : WANTED) ||
	    (votes.b <= votes.a && votes.a < WANTED)) {
		w->clock->left_out++;
		return 0;
	}
	/* Two counters at the same time, or back in time. */
	if (votes.a >= WANTED || found.from->ns < old->from->ns) {
		w->clock->is_contradictory = true;
		return 0;
	}
	w->clock->changes++;
	return begin_stretch(w, found.from, found.slope);
}

/* Return: 0 or CSA_E_NOMEM. */
static int step(struct walk *w, size_t index)
{
	const struct csa_tick_pair *knot = &w->knots[index];
	struct guess old = { &current(w)->last, current(w)->slope };
	struct guess through = { knot, old.slope };
	double off = fabs(ns_between(old.from, knot) - old.slope * ticks_between(old.from, knot));
	struct votes votes = { 0 };

	if (!agree(old.from, knot, old.slope))
		return judge(w, index, &old);
	if (off > SLACK_NS)
		votes = ask(w, index, &old, &through);
	if (votes.a > votes.b)
		w->clock->left_out++;
	else
		keep(w, knot);
	return 0;
}

/* Nothing is before the first one that could say whether it is right: not when nobody follows it alone. */
static size_t find_first(const struct walk *w, double slope)
{
	const struct guess first = { &w->knots[0], slope };

	for (size_t i = 1; i < w->count && i <= WITNESSES; i++) {
		const struct guess other = { &w->knots[i], slope };
		struct votes votes = ask(w, 0, &first, &other);

		if (votes.a == 0 && votes.b > 1) /* one is its own */
			return i;
	}
	return 0;
}

static int walk_pairs(struct walk *w, double slope)
{
	size_t first = find_first(w, slope);
	int rc = begin_stretch(w, &w->knots[first], slope);

	w->clock->left_out += first;
	for (size_t i = first + 1; rc == 0 && i < w->count && !w->clock->is_contradictory; i++)
		rc = step(w, i);
	return rc;
}

/* The whole number that @value is nearest below; of what does not fit the end that it is beyond. */
static uint64_t whole(double value)
{
	if (!(value > 0))
		return 0;
	return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

/* From (@from, @ns) on. No line begins before the one before it ends. */
static void add_line(struct csa_clock *clock, uint64_t from, uint64_t ns, double slope)
{
	struct csa_clock_line *line = &clock->lines[clock->line_count];
	uint64_t reached = clock->line_count ? csa_ticks_to_ns(&line[-1].rate, from) : 0;
	double multiplier = slope * (double)(1ull << CSA_TICK_SHIFT);

	line->from_ticks = clock->line_count ? from : 0;
	line->rate = (struct csa_tick_rate){
		.base_ticks = from,
		.base_ns = ns > reached ? ns : reached,
		.multiplier = multiplier < 0x1p63 ? whole(multiplier) : 1ull << CSA_TICK_SHIFT,
	};
	clock->line_count++;
}

/*
 * From one stretch to the next. A rate that changed changed where the two lines meet. Where they do not
 * meet between the two pairs the counter was moved: forward, and what is before it stays as it is, or
 * less far than time went on, and the new line begins with the second pair.
 */
static void add_change(struct csa_clock *clock, const struct stretch *a, const struct stretch *b)
{
	const struct csa_tick_rate *rate = &clock->lines[clock->line_count - 1].rate;
	uint64_t start_ns = csa_ticks_to_ns(rate, a->last.ticks);
	uint64_t end_ns = start_ns + (b->first.ns - a->last.ns);
	double ticks = ticks_between(&a->last, &b->first);
	double ns = ns_between(&a->last, &b->first);
	double meet = (ns - b->slope * ticks) / (a->slope - b->slope);
	uint64_t from;

	if (fabs(a->slope - b->slope) > SLACK * a->slope && meet >= 0 && meet <= ticks) {
		from = a->last.ticks + whole(meet);
		add_line(clock, from, csa_ticks_to_ns(rate, from), b->slope);
		return;
	}
	if (a->slope * ticks > ns) {
		from = a->last.ticks + whole(ns / a->slope);
		add_line(clock, from, csa_ticks_to_ns(rate, from), 0);
	}
	add_line(clock, b->first.ticks, end_ns, b->slope);
}

static int make_lines(struct csa_clock *clock, const struct walk *w)
{
	csa_u128 room;

	clock->lines = calloc(2 * (size_t)w->stretch_count, sizeof(*clock->lines));
	if (!clock->lines)
		return CSA_E_NOMEM;
	add_line(clock, clock->rate.base_ticks, 0, w->stretches[0].slope);
	for (size_t i = 1; i < w->stretch_count; i++)
		add_change(clock, &w->stretches[i - 1], &w->stretches[i]);
	/* Later moments must fit on the last line, too. */
	room = ((csa_u128)1 << (62 + CSA_TICK_SHIFT)) /
	       ((csa_u128)clock->lines[clock->line_count - 1].rate.multiplier + 1);
	if (room < clock->rate.max_ticks - clock->lines[clock->line_count - 1].from_ticks)
		clock->rate.max_ticks =
			clock->lines[clock->line_count - 1].from_ticks + (uint64_t)room;
	return 0;
}

static void find_drift(struct csa_clock *clock, const struct walk *w)
{
	uint64_t start_ns = csa_clock_ns(clock, w->stretches[0].first.ticks);

	for (size_t i = 0; i < w->kept; i++) {
		const struct csa_tick_pair *knot = &w->knots[i];
		double taken = (double)(csa_clock_ns(clock, knot->ticks) - start_ns);
		double drift = fabs(taken - ns_between(&w->stretches[0].first, knot));

		if (drift > (double)clock->drift_ns)
			clock->drift_ns = whole(drift);
	}
}

static int use_pairs(struct csa_clock *clock, struct walk *w, uint64_t base_ticks, double tick_hz,
		     bool exact)
{
	struct csa_tick_pair first = w->stretches[0].first;
	struct csa_tick_pair last = current(w)->last;
	int rc = 0;

	if (clock->is_contradictory)
		last = first;
	clock->is_from_pairs =
		csa_tick_rate_init(&clock->rate, base_ticks, first, last, tick_hz, exact);
	if (clock->is_contradictory || first.ticks < base_ticks)
		return 0;
	if (clock->changes)
		rc = make_lines(clock, w);
	if (rc == 0)
		find_drift(clock, w);
	return rc;
}

int csa_clock_make(struct csa_clock *clock, struct csa_clock_pairs *pairs, uint64_t base_ticks,
		   double tick_hz, bool exact)
{
	struct walk walk = { .clock = clock };
	const struct csa_tick_pair none = { 0 };
	int rc;

	*clock = (struct csa_clock){ 0 };
	if (pairs->count)
		qsort(pairs->items, pairs->count, sizeof(*pairs->items), compare);
	if (pairs->count < 2 || !(tick_hz >= 1000 && tick_hz <= 1e12)) {
		clock->is_from_pairs =
			csa_tick_rate_init(&clock->rate, base_ticks,
					   pairs->count ? pairs->items[0] : none,
					   pairs->count ? pairs->items[pairs->count - 1] : none,
					   tick_hz, exact);
		return 0;
	}
	thin(pairs, 1e9 / tick_hz);
	walk.knots = pairs->items;
	walk.count = pairs->count;
	rc = walk_pairs(&walk, 1e9 / tick_hz);
	if (rc >= 0)
		rc = use_pairs(clock, &walk, base_ticks, tick_hz, exact);
	free(walk.stretches);
	return rc < 0 ? rc : 0;
}

void csa_clock_release(struct csa_clock *clock)
{
	free(clock->lines);
	clock->lines = NULL;
	clock->line_count = 0;
}

size_t csa_clock_find(const struct csa_clock *clock, uint64_t ticks)
{
	size_t low = 0;
	size_t high = clock->line_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (clock->lines[middle].from_ticks <= ticks)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}

uint64_t csa_clock_ns(const struct csa_clock *clock, uint64_t ticks)
{
	if (ticks < clock->rate.base_ticks)
		ticks = clock->rate.base_ticks;
	if (ticks > clock->rate.max_ticks)
		ticks = clock->rate.max_ticks;
	if (!clock->line_count)
		return csa_ticks_to_ns(&clock->rate, ticks);
	return csa_ticks_to_ns(&clock->lines[csa_clock_find(clock, ticks)].rate, ticks);
}
