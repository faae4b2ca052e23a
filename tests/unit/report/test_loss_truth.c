/* SPDX-License-Identifier: MIT */
/*
 * Captures of random calls of which random blocks are dropped or missing, as the runtime and a server leave them:
 * the report is what can be known of the truth, to the call and the nanosecond.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define FUNCTIONS   12u
#define CALLS_MAX   6000u
#define DEPTH_MAX   80u
#define BLOCKS_MAX  3000u
#define FUNCTION(n) (0x1000u + 0x100u * (n))

/* What happened. */
struct call {
	unsigned function;
	struct call *caller;
	uint64_t enter;
	uint64_t exit;
	unsigned depth;
	unsigned enter_block;
	unsigned exit_block;
	bool is_unwound;
	bool is_open; /* at the end */
	/* What is known of it. */
	bool is_counted;
	bool is_lossy;
	uint64_t end;
	uint64_t child;
};

struct block {
	uint64_t first; /* ticks */
	bool is_kept;
};

struct truth {
	struct call calls[CALLS_MAX];
	unsigned count;
	struct call *stack[DEPTH_MAX];
	unsigned depth;
	struct block blocks[BLOCKS_MAX];
	unsigned block; /* the one that is filled */
	uint64_t now;
	uint64_t events;
	uint64_t lost;
	uint64_t pending;  /* lost events that the next block counts */
	uint64_t in_block; /* events */
	bool is_stale;     /* a window has the beginning of a block of this sequence */
	bool has_kept;
	bool is_deep;
};

static uint64_t seed;
static char *dir;
static struct t_trace *trace;
static struct truth truth;
static struct csa_report report;

static unsigned draw(unsigned below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % below;
}

static void note_event(struct truth *t)
{
	if (!t->blocks[t->block].first)
		t->blocks[t->block].first = t->now;
	t->in_block++;
}

static void enter(struct truth *t, struct t_thread *thread)
{
	struct call *call = &t->calls[t->count++];

	note_event(t);
	*call = (struct call){ .function = draw(FUNCTIONS),
			       .caller = t->depth ? t->stack[t->depth - 1] : NULL,
			       .enter = t->now,
			       .depth = t->depth,
			       .enter_block = t->block };
	t->stack[t->depth++] = call;
	t_enter(thread, t->now, FUNCTION(call->function));
}

static void leave(struct truth *t, bool is_unwound)
{
	struct call *call = t->stack[--t->depth];

	call->exit = t->now;
	call->exit_block = t->block;
	call->is_unwound = is_unwound;
}

/* The header of a block says what was lost before; of one that is missing nobody knows it. */
static void count_loss(struct truth *t, enum t_block_fate fate)
{
	bool is_dropped = fate == T_BLOCK_STALE || fate == T_BLOCK_DROPPED;

	if (!is_dropped)
		t->pending -= t->in_block;
	if (!is_dropped && fate != T_BLOCK_MISSING)
		t->lost += t->pending;
	if (!is_dropped)
		t->pending = 0;
	t->in_block = 0;
}

static void end_block(struct truth *t, struct t_thread *thread)
{
	static const enum t_block_fate kept[] = { T_BLOCK_WRITTEN, T_BLOCK_WRITTEN, T_BLOCK_TWICE,
						  T_BLOCK_PREFIX };
	bool is_kept = draw(3) != 0;
	enum t_block_fate fate = kept[draw(4)];

	if (!t->blocks[t->block].first || t->block + 2 >= BLOCKS_MAX)
		return;
	if (!is_kept)
		fate = draw(3) == 0 ? T_BLOCK_STALE : T_BLOCK_DROPPED;
	/* Before a first block that is missing a capture need not begin. */
	if (!is_kept && !t->is_stale && t->has_kept && draw(4) == 0)
		fate = T_BLOCK_MISSING;
	t->has_kept = t->has_kept || is_kept;
	t->is_stale = (t->is_stale && !is_kept) || fate == T_BLOCK_STALE;
	t->pending += t->in_block;
	t->events += is_kept ? t->in_block : 0;
	count_loss(t, fate);
	t->blocks[t->block++].is_kept = is_kept;
	t_block(thread, fate);
}

static void step(struct truth *t, struct t_thread *thread)
{
	bool is_up = t->depth < DEPTH_MAX && (t->depth == 0 || draw(100) < (t->is_deep ? 62 : 48));

	t->now += 1 + draw(50) + (draw(200) == 0 ? 5000000 : 0);
	if (is_up) {
		enter(t, thread);
	} else if (draw(12) == 0) {
		unsigned left = draw(t->depth);

		if (!t->blocks[t->block].first)
			t->blocks[t->block].first = t->now;
		while (t->depth > left)
			leave(t, true);
		t_unwound(thread, t->now, left);
	} else {
		note_event(t);
		leave(t, false);
		t_exit(thread, t->now);
	}
	if (draw(15) == 0)
		end_block(t, thread);
	if (draw(100) == 0)
		t->is_deep = !t->is_deep;
}

/* The first block from @block on that is there. */
static unsigned next_kept(const struct truth *t, unsigned block)
{
	while (!t->blocks[block].is_kept)
		block++;
	return block;
}

/* The call that is open at depth @depth when block @block begins; NULL: none. */
static const struct call *open_at(const struct truth *t, unsigned block, unsigned depth)
{
	for (unsigned i = t->count; i-- > 0;) {
		const struct call *c = &t->calls[i];

		if (c->depth == depth && c->enter_block < block &&
		    (c->is_open || c->exit_block >= block))
			return c;
	}
	return NULL;
}

/* Its end is in no block: it is gone in @seen, the next one that is there. */
static uint64_t end_of_gone(const struct truth *t, const struct call *call, unsigned seen)
{
	const struct call *gone = call;
	const struct call *instead;

	/* The outermost one that is gone as well. */
	while (gone->caller && !gone->caller->is_open && gone->caller->exit_block < seen)
		gone = gone->caller;
	instead = open_at(t, seen, gone->depth);
	return instead ? instead->enter : t->blocks[seen].first;
}

static void judge(const struct truth *t, struct call *c)
{
	unsigned end = c->is_open ? t->block : c->exit_block;
	unsigned seen = next_kept(t, c->enter_block);

	c->is_counted = seen == c->enter_block || c->is_open || c->exit_block >= seen;
	for (unsigned i = c->enter_block; i <= end; i++)
		c->is_lossy = c->is_lossy || !t->blocks[i].is_kept;
	c->end = c->exit;
	if (c->is_open || t->blocks[end].is_kept)
		return;
	c->is_unwound = true;
	c->end = end_of_gone(t, c, next_kept(t, end));
}

static bool is_nested(const struct call *call)
{
	for (const struct call *c = call->caller; c; c = c->caller) {
		if (c->function == call->function)
			return true;
	}
	return false;
}

/* The numbers of a function as they must be. */
static struct csa_report_row expected(const struct truth *t, unsigned function)
{
	struct csa_report_row row = { 0 };

	for (unsigned i = 0; i < t->count; i++) {
		const struct call *c = &t->calls[i];

		if (!c->is_counted || c->function != function)
			continue;
		row.calls++;
		row.unwound += c->is_unwound;
		row.open += c->is_open;
		row.lossy += c->is_lossy;
		row.self_ns += c->end - c->enter - c->child;
		row.incl_ns += is_nested(c) ? 0 : c->end - c->enter;
	}
	return row;
}

static void check(const struct truth *t)
{
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		struct csa_report_row row = expected(t, i);
		const struct csa_report_row *found = t_row(&report, FUNCTION(i));

		if (!row.calls) {
			assert_null(found);
			continue;
		}
		t_check_row(&report, FUNCTION(i), row.calls, row.incl_ns, row.self_ns);
		assert_int_equal(found->unwound, row.unwound);
		assert_int_equal(found->open, row.open);
		assert_int_equal(found->lossy, row.lossy);
		assert_true(found->is_at_least);
	}
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(report.summary.events, t->events);
	assert_int_equal(report.summary.lost, t->lost);
	assert_int_equal(report.threads[0].lost, t->lost);
}

static void read_it(void)
{
	t_trace_end(trace, true);
	t_report(&report, dir, 2);
	t_check_sums(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

static void run(uint64_t number)
{
	struct truth *t = &truth;
	struct t_thread *thread;

	seed = number * 7919;
	*t = (struct truth){ .now = 2000 };
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
	/* At least one is lost: calls of all functions are then a lower bound. */
	enter(t, thread);
	t->pending = t->in_block;
	t->in_block = 0;
	t->block++;
	t_block(thread, T_BLOCK_DROPPED);
	while (t->count + 1 < 1500)
		step(t, thread);
	/* The last block stays in its window. */
	t->now += 10;
	enter(t, thread);
	t->blocks[t->block].is_kept = true;
	t->events += t->in_block;
	t->pending += t->in_block;
	count_loss(t, T_BLOCK_HOLE);
	for (unsigned i = 0; i < t->depth; i++)
		t->stack[i]->is_open = true;
	for (unsigned i = 0; i < t->depth; i++)
		t->stack[i]->exit = t->now;
	for (unsigned i = 0; i < t->count; i++)
		judge(t, &t->calls[i]);
	for (unsigned i = 0; i < t->count; i++) {
		struct call *c = &t->calls[i];

		if (c->is_counted && c->caller)
			c->caller->child += c->end - c->enter;
	}
	read_it();
	check(t);
	clean();
}

TEST(what_is_left_of_random_calls_is_true)
{
	T_UNUSED;
	for (uint64_t i = 1; i <= 60; i++) {
		print_message("capture %d\n", (int)i);
		run(i);
	}
}

/* Handlers in lane 1, whose blocks are dropped as well: what cannot be placed exactly keeps all promises. */
static void interrupt(struct t_thread *lane1, uint64_t *now, uint64_t *events, uint64_t *calls)
{
	unsigned count = 1 + draw(30);

	for (unsigned i = 0; i < count || t_depth(lane1); i++) {
		*now += 1 + draw(5);
		++*events;
		if (t_depth(lane1) && (i >= count || draw(2))) {
			t_exit(lane1, *now);
		} else {
			++*calls;
			t_enter_at(lane1, *now, FUNCTION(FUNCTIONS + draw(4)), 1);
		}
		if (draw(25) == 0)
			t_block(lane1, draw(2) ? T_BLOCK_DROPPED : T_BLOCK_WRITTEN);
	}
}

static void run_lanes(uint64_t number)
{
	struct t_thread *thread;
	struct t_thread *lane1;
	uint64_t now = 2000;
	uint64_t events = 0;
	uint64_t calls = 0;

	seed = number * 104729;
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
	lane1 = t_thread_lane1(thread);
	for (unsigned i = 0; i < 400; i++) {
		now += 1 + draw(20) + (draw(50) == 0 ? 3000000 : 0);
		events++;
		if (t_depth(thread) && (draw(2) || t_depth(thread) > 20)) {
			t_exit(thread, now);
		} else {
			calls++;
			t_enter(thread, now, FUNCTION(draw(FUNCTIONS)));
		}
		if (draw(6) == 0)
			interrupt(lane1, &now, &events, &calls);
		if (draw(12) == 0) {
			t_block(lane1, draw(2) ? T_BLOCK_DROPPED : T_BLOCK_WRITTEN);
			t_block(thread, draw(2) ? T_BLOCK_DROPPED : T_BLOCK_WRITTEN);
		}
	}
	now += 10;
	t_enter(thread, now, FUNCTION(0));
	interrupt(lane1, &now, &events, &calls);
	/* What was dropped is counted by the next block. */
	t_enter_at(lane1, now + 1, FUNCTION(0), 1);
	read_it();
	assert_int_equal(report.summary.unmatched, 0);
	assert_int_equal(report.summary.clock_steps, 0);
	assert_int_equal(report.summary.events + report.summary.lost, events + 2);
	assert_true(report.summary.calls <= calls + 2);
	t_check_no_damage(&report);
	clean();
}

TEST(handlers_of_random_calls_keep_their_sums)
{
	T_UNUSED;
	for (uint64_t i = 1; i <= 200; i++) {
		print_message("capture %d\n", (int)i);
		run_lanes(i);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(what_is_left_of_random_calls_is_true),
		CASE(handlers_of_random_calls_keep_their_sums),
	};

	return T_RUN(cases, argc, argv);
}
