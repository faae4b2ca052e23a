/* SPDX-License-Identifier: MIT */
/* Calls that wait for their durations, in memory and in the file, and threads by time. */
#include "test.h"

#include <stdlib.h>

#include "call_merge.h"
#include "failing_memory.h"

static struct csa_call_spool spool;

static int enter(uint64_t ns, uint32_t row, uint32_t depth)
{
	const struct csa_call call = {
		.ns = ns, .row = row, .depth = depth, .kind = CSA_CALL_ENTER
	};

	return csa_call_spool_add(&spool, &call, NULL);
}

static int leave(uint64_t ns, uint64_t duration_ns)
{
	const struct csa_call call = { .ns = ns,
				       .kind = CSA_CALL_EXIT,
				       .flags = CSA_CALL_OPEN,
				       .exit = { .duration_ns = duration_ns,
						 .self_ns = duration_ns / 2 } };

	return csa_call_spool_add(&spool, &call, NULL);
}

/* A call with @count others in it, one every 3 ns. Return: what the spool returned. */
static int add_nested(uint64_t ns, unsigned count)
{
	int rc = enter(ns, 1, 1);

	for (unsigned i = 0; i < count && rc == 0; i++) {
		rc = enter(ns + 3ull * i, 2, 2);
		if (rc == 0)
			rc = leave(ns + 3ull * i + 1, i);
	}
	return rc == 0 ? leave(ns + 3ull * count, 3ull * count) : rc;
}

static void check_nested(uint64_t first, uint64_t ns, unsigned count)
{
	struct csa_spooled *items = calloc(count + 1u, sizeof(*items));

	assert_int_equal(csa_call_spool_read(&spool, first, count + 1u, items, NULL), 0);
	assert_int_equal(items[0].ns, ns);
	assert_int_equal(items[0].call.duration_ns, 3ull * count);
	assert_int_equal(items[0].flags, CSA_CALL_OPEN);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(items[i + 1].ns, ns + 3ull * i);
		assert_int_equal(items[i + 1].call.duration_ns, i);
		assert_int_equal(items[i + 1].call.self_ns, i / 2);
		assert_int_equal(items[i + 1].row, 2);
	}
	free(items);
}

TEST(a_call_has_its_duration_wherever_it_waits)
{
	static const unsigned counts[] = {
		0, 1, CSA_CALLS_HELD - 2, CSA_CALLS_HELD - 1, CSA_CALLS_HELD, 3 * CSA_CALLS_HELD + 7
	};

	T_UNUSED;
	assert_int_equal(csa_call_spool_init(&spool, 0), 0);
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		csa_call_spool_begin_thread(&spool, false);
		assert_int_equal(add_nested(100 * i, counts[i]), 0);
		assert_int_equal(spool.count, counts[i] + 1u);
		check_nested(0, 100 * i, counts[i]);
	}
	csa_call_spool_release(&spool);
}

TEST(threads_are_merged_by_time_and_then_as_they_came)
{
	enum { THREADS = 50, CALLS = 2000 };
	struct csa_merge_thread threads[THREADS] = { 0 };
	const struct csa_merge_thread *from;
	const struct csa_spooled *item;
	const struct csa_merge_thread *last = NULL;
	struct csa_merge merge;
	uint64_t before = 0;
	uint64_t count = 0;

	T_UNUSED;
	assert_int_equal(csa_call_spool_init(&spool, 0), 0);
	for (unsigned i = 0; i < THREADS; i++) {
		csa_call_spool_begin_thread(&spool, true);
		threads[i].next = spool.count;
		assert_int_equal(add_nested(i % 3, i == 7 ? 0 : CALLS - i), 0);
		threads[i].end = spool.count;
	}
	assert_int_equal(csa_merge_open(&merge, &spool, threads, THREADS, NULL), 0);
	while ((item = csa_merge_next(&merge, &from, NULL)) != NULL) {
		assert_true(item->ns > before || (item->ns == before && (!last || from >= last)));
		before = item->ns;
		last = from;
		count++;
	}
	assert_int_equal(merge.rc, 0);
	assert_int_equal(count, spool.count);
	csa_merge_close(&merge);
	csa_call_spool_release(&spool);
}

TEST(beyond_the_limit_calls_are_counted)
{
	T_UNUSED;
	assert_int_equal(csa_call_spool_init(&spool, 3), 0);
	csa_call_spool_begin_thread(&spool, false);
	assert_int_equal(add_nested(0, 10), 0);
	assert_int_equal(spool.count, 3);
	assert_int_equal(spool.left_out, 8);
	csa_call_spool_begin_thread(&spool, true);
	assert_int_equal(add_nested(0, 1), 0);
	assert_int_equal(spool.count, 5);
	assert_int_equal(spool.left_out, 0);
	csa_call_spool_release(&spool);
}

TEST(missing_memory_is_said)
{
	struct csa_merge_thread threads[1] = { 0 };
	struct csa_merge merge = { 0 };

	T_UNUSED;
	for (unsigned n = 0;; n++) {
		int rc;

		t_fail_after(n);
		rc = csa_call_spool_init(&spool, 0);
		if (rc == 0)
			rc = add_nested(0, 100);
		threads[0] = (struct csa_merge_thread){ .end = spool.count };
		if (rc == 0)
			rc = csa_merge_open(&merge, &spool, threads, 1, NULL);
		if (!t_never_fail()) {
			assert_int_equal(rc, 0);
			break;
		}
		assert_int_equal(rc, CSA_E_NOMEM);
		csa_merge_close(&merge);
		csa_call_spool_release(&spool);
	}
	csa_merge_close(&merge);
	csa_call_spool_release(&spool);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_call_has_its_duration_wherever_it_waits),
		CASE(threads_are_merged_by_time_and_then_as_they_came),
		CASE(beyond_the_limit_calls_are_counted),
		CASE(missing_memory_is_said),
	};

	return T_RUN(cases, argc, argv);
}
