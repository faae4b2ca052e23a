/* SPDX-License-Identifier: MIT */
/*
 * Random traces: any number of workers gives the same report, and it is the one of a simple matcher
 * that follows the calls while the trace is built.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define FUNCTIONS 12u
#define BASE      0x10000u
#define MAX_DEPTH 1500u

static uint64_t address_of(unsigned function)
{
	return BASE + 64u * function;
}

static uint64_t state;

static unsigned pick(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 33) % below);
}

/* The simple matcher: one stack a thread, everything else in plain sums. */
struct expected {
	uint64_t calls;
	uint64_t unwound;
	uint64_t open;
	uint64_t incl_ns;
	uint64_t self_ns;
	uint64_t min_ns;
	uint64_t max_ns;
};

struct simple {
	struct {
		unsigned function;
		uint64_t enter_ns;
		uint64_t child_ns;
	} stack[MAX_DEPTH];
	unsigned depth;
};

static struct expected expected[FUNCTIONS];

static void simple_enter(struct simple *s, unsigned function, uint64_t ns)
{
	s->stack[s->depth].function = function;
	s->stack[s->depth].enter_ns = ns;
	s->stack[s->depth++].child_ns = 0;
}

static struct expected *simple_close(struct simple *s, uint64_t ns, bool is_open)
{
	unsigned top = --s->depth;
	unsigned function = s->stack[top].function;
	uint64_t duration = ns - s->stack[top].enter_ns;
	struct expected *e = &expected[function];
	bool is_outermost = true;

	for (unsigned i = 0; i < top; i++)
		is_outermost = is_outermost && s->stack[i].function != function;
	if (!is_open && (e->calls == e->open || duration < e->min_ns))
		e->min_ns = duration;
	e->open += is_open;
	e->max_ns = duration > e->max_ns ? duration : e->max_ns;
	e->calls++;
	e->incl_ns += is_outermost ? duration : 0;
	e->self_ns += duration - s->stack[top].child_ns;
	if (top)
		s->stack[top - 1].child_ns += duration;
	return e;
}

/* One thread with @events events; blocks end at random. */
static void build_thread(struct t_trace *trace, struct simple *s, unsigned events, bool is_deep,
			 unsigned missing_percent)
{
	struct t_thread *thread = t_thread_new(trace, 100);
	uint64_t ticks = 2000;

	s->depth = 0;
	for (unsigned i = 0; i < events; i++) {
		unsigned dice = pick(1000);

		ticks += pick(60) == 0 ? pick(1u << 22) : pick(50);
		if (dice < 3) {
			t_block(thread,
				pick(100) < missing_percent ? T_BLOCK_MISSING : T_BLOCK_WRITTEN);
		} else if (dice < 6 && s->depth) {
			unsigned left = s->depth - 1 - pick(s->depth < 5 ? s->depth : 5);

			t_unwound(thread, ticks, left);
			while (s->depth > left)
				simple_close(s, ticks, false)->unwound++;
		} else if (s->depth &&
			   (dice % 100 < (is_deep ? 45u : 50u) || s->depth == MAX_DEPTH)) {
			t_exit(thread, ticks);
			simple_close(s, ticks, false);
		} else {
			unsigned function = pick(FUNCTIONS);

			if (dice % 3)
				t_enter(thread, ticks, address_of(function));
			else
				t_enter_at(thread, ticks, address_of(function), dice);
			simple_enter(s, function, ticks);
		}
	}
	/* The thread's last moment is its last event's. */
	t_name(thread, ticks, "end");
	while (s->depth)
		simple_close(s, ticks, true);
}

static void build(const char *dir, uint64_t seed, bool is_deep, unsigned missing_percent)
{
	const struct t_trace_options options = { .stripes = 2, .is_wide = seed % 5 == 0 };
	struct t_trace *trace = t_trace_new(dir, &options);
	struct simple *s = calloc(1, sizeof(*s));

	state = 88172645463325252u + seed * 7919;
	memset(expected, 0, sizeof(expected));
	for (unsigned i = 0; i < 3; i++)
		build_thread(trace, s, 20000, is_deep, missing_percent);
	free(s);
	t_trace_end(trace, true);
}

static void check_simple(const struct csa_report *report)
{
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		const struct expected *e = &expected[i];
		const struct csa_report_row *row = t_row(report, address_of(i));

		t_check_row(report, address_of(i), e->calls, e->incl_ns, e->self_ns);
		assert_int_equal(row->min_ns, e->min_ns);
		assert_int_equal(row->max_ns, e->max_ns);
		assert_int_equal(row->unwound, e->unwound);
		assert_int_equal(row->open, e->open);
		assert_true(row->p50_ns >= e->min_ns && row->p999_ns <= e->max_ns);
	}
}

static void check_same(const struct csa_report *a, const struct csa_report *b)
{
	assert_memory_equal(&a->summary, &b->summary, sizeof(a->summary));
	assert_int_equal(a->row_count, b->row_count);
	assert_int_equal(a->tree.count, b->tree.count);
	for (size_t i = 0; i < a->row_count; i++) {
		struct csa_report_row x = a->rows[i];
		struct csa_report_row y = b->rows[i];

		assert_int_equal(x.name->addr, y.name->addr);
		/* Numbers of rows are given in the order in which workers see functions. */
		x.row = y.row = 0;
		x.name = y.name = NULL;
		assert_memory_equal(&x, &y, sizeof(x));
	}
	for (size_t i = 0; i < a->thread_count; i++) {
		struct csa_report_thread x = a->threads[i];
		struct csa_report_thread y = b->threads[i];

		x.name = y.name = NULL;
		assert_memory_equal(&x, &y, sizeof(x));
	}
	for (size_t i = 0; i < a->notes.count; i++)
		assert_string_equal(a->notes.items[i].text, b->notes.items[i].text);
}

static void check_seed(uint64_t seed, bool is_deep, unsigned missing_percent)
{
	char *dir = t_temp_dir();
	struct csa_report one;

	build(dir, seed, is_deep, missing_percent);
	t_report(&one, dir, 1);
	t_check_sums(&one);
	if (!missing_percent) {
		check_simple(&one);
		assert_int_equal(one.summary.unmatched, 0);
		assert_int_equal(one.notes.total[CSA_NOTE_DAMAGE], 0);
	}
	for (unsigned workers = 2; workers <= 5; workers++) {
		struct csa_report many;

		t_report(&many, dir, workers);
		t_check_sums(&many);
		check_same(&one, &many);
		csa_report_release(&many);
	}
	csa_report_release(&one);
	t_remove(dir);
}

TEST(any_number_of_workers_gives_the_simple_matchers_numbers)
{
	T_UNUSED;
	for (uint64_t seed = 0; seed < 12; seed++)
		check_seed(seed, false, 0);
}

TEST(also_with_stacks_deeper_than_a_block_names)
{
	T_UNUSED;
	for (uint64_t seed = 100; seed < 106; seed++)
		check_seed(seed, true, 0);
}

TEST(missing_blocks_give_the_same_numbers_with_any_number_of_workers)
{
	T_UNUSED;
	for (uint64_t seed = 200; seed < 206; seed++)
		check_seed(seed, seed % 2, 20);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(any_number_of_workers_gives_the_simple_matchers_numbers),
		CASE(also_with_stacks_deeper_than_a_block_names),
		CASE(missing_blocks_give_the_same_numbers_with_any_number_of_workers),
	};

	return T_RUN(cases, argc, argv);
}
