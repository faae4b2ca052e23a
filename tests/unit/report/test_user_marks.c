/* SPDX-License-Identifier: MIT */
/* Marks and values, what several processes name, and records that are wrong. */
#include "test.h"

#include "named_trace.h"

TEST(values_have_an_average_and_a_last_one)
{
	const struct csa_report_name *name;
	struct t_thread *other;

	T_UNUSED;
	begin();
	other = t_thread_new(trace, 71);
	t_enter(thread, 2000, MAIN);
	put(thread, 2010, CSF_NAME_VALUE, TICK, -5);
	put(thread, 2020, CSF_NAME_VALUE, TICK, 100);
	t_block(thread, T_BLOCK_WRITTEN);
	put(thread, 2090, CSF_NAME_VALUE, TICK, 7);
	t_enter(other, 2000, MAIN);
	put(other, 2080, CSF_NAME_VALUE, TICK, 10);
	put(thread, 2095, CSF_NAME_VALUE, OTHER, INT64_MIN);
	put(thread, 2096, CSF_NAME_VALUE, OTHER, INT64_MIN);
	t_exit(thread, 2200);
	t_exit(other, 2200);
	finish(1);
	name = find(CSF_NAME_VALUE, "0x9000");
	assert_int_equal(name->count, 4);
	assert_int_equal(name->min, -5);
	assert_int_equal(name->max, 100);
	assert_int_equal(name->last, 7);
	assert_true(name->avg == 28.0);
	name = find(CSF_NAME_VALUE, "0x9100");
	assert_true(name->min == INT64_MIN && name->max == INT64_MIN);
	assert_true(name->avg == -9223372036854775808.0);
	clean();
}

/* A child that began 4000 ns after its parent, read behind it or before it. */
static void expect_two_processes(const char *parent, const char *child)
{
	const struct csa_report_name *name;
	struct t_trace_options options = { .name = parent };

	begin_with(&options);
	put(thread, 2000, CSF_NAME_VALUE, TICK, 1);
	frame(thread, 2100);
	frame(thread, 2110);
	put(thread, 9000, CSF_NAME_VALUE, TICK, 5);
	t_trace_end(trace, true);
	options = (struct t_trace_options){ .name = child,
					    .parent = parent,
					    .pid = 8,
					    .ppid = 7,
					    .start_ticks = 5000,
					    .realtime_ns = 1795972517000004000u };
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 8);
	/* Its names have other numbers than those of the parent. */
	put(thread, 5900, CSF_NAME_VALUE, OTHER, 3);
	put(thread, 6000, CSF_NAME_VALUE, TICK, 9);
	frame(thread, 6100);
	frame(thread, 6130);
	finish(1);
	name = find(CSF_NAME_VALUE, "0x9000");
	assert_int_equal(name->count, 3);
	assert_int_equal(name->threads, 2);
	assert_int_equal(name->first_ns, 1000);
	assert_int_equal(name->last_ns, 8000);
	assert_int_equal(name->last, 5);
	assert_int_equal(find(CSF_NAME_VALUE, "0x9100")->count, 1);
	expect_frames(4, 2, 10, 30);
	clean();
}

TEST(processes_of_a_run_are_one_in_time)
{
	T_UNUSED;
	expect_two_processes("app-7-1", "app-8-2");
	expect_two_processes("b-7-1", "a-8-2");
}

TEST(marks_have_a_first_and_a_last_time)
{
	const struct csa_report_name *name;

	T_UNUSED;
	begin();
	put(thread, 2010, CSF_NAME_MARK, TICK, 0);
	put(thread, 2020, CSF_NAME_MARK, TICK, 0);
	t_block(thread, T_BLOCK_WRITTEN);
	put(thread, 2090, CSF_NAME_MARK, TICK, 0);
	finish(1);
	name = find(CSF_NAME_MARK, "0x9000");
	assert_int_equal(name->count, 3);
	assert_int_equal(name->first_ns, 1010);
	assert_int_equal(name->last_ns, 1090);
	/* Nothing but marks is something, too. */
	assert_null(csa_report_why_empty(&report));
	clean();
}

TEST(one_text_of_two_kinds_is_two_names)
{
	T_UNUSED;
	begin();
	put(thread, 2010, CSF_NAME_MARK, TICK, 0);
	put(thread, 2020, CSF_NAME_FRAME, TICK, 0);
	put(thread, 2030, CSF_NAME_FRAME, TICK, 0);
	finish(1);
	assert_int_equal(report.name_count, 2);
	assert_int_equal(find(CSF_NAME_MARK, "0x9000")->count, 1);
	expect_frames(2, 1, 10, 10);
	clean();
}

TEST(kinds_of_later_versions_are_skipped)
{
	const uint64_t words[] = { TICK, 1, 2 };

	T_UNUSED;
	begin();
	t_enter(thread, 2000, MAIN);
	t_extended(thread, 2010, CSF_EXT_USER_MARK, 77, words, 3);
	t_extended(thread, 2020, CSF_EXT_USER_MARK, CSF_NAME_SCOPE, words, 1);
	t_exit(thread, 2100);
	t_extended(thread, 2200, CSF_EXT_USER_MARK, 77, words, 0);
	finish(1);
	assert_int_equal(report.name_count, 0);
	assert_int_equal(report.notes.count, 0);
	t_check_row(&report, MAIN, 1, 100, 100);
	clean();
}

/* Of a frame @length words follow, in a block that ends with them. */
static void expect_damage(unsigned kind, unsigned length)
{
	const uint64_t words[] = { TICK, 1, 2 };

	begin();
	t_enter(thread, 2000, MAIN);
	frame(thread, 2010);
	t_extended(thread, 2020, CSF_EXT_USER_MARK, kind, words, length);
	finish(1);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE,
				 "live.cst: offset 4696: extended word of a known type has a wrong "
				 "length"),
			 1);
	assert_int_equal(report.name_count, 1);
	expect_frames(1, 0, 0, 0);
	clean();
}

TEST(a_wrong_length_is_damage_with_its_place)
{
	T_UNUSED;
	expect_damage(CSF_NAME_FRAME, 0);
	expect_damage(CSF_NAME_FRAME, 2);
	expect_damage(CSF_NAME_MARK, 3);
	expect_damage(CSF_NAME_VALUE, 1);
	expect_damage(CSF_NAME_VALUE, 3);
}

static void make_long(void)
{
	begin();
	t_enter(thread, 2000, MAIN);
	for (unsigned i = 0; i < 40000; i++) {
		frame(thread, 3000 + 10ull * i);
		put(thread, 3001 + 10ull * i, CSF_NAME_VALUE, OTHER + 8 * (i % 100), (int)i);
	}
	t_exit(thread, 500000);
	t_trace_end(trace, true);
}

static void expect_long(unsigned workers)
{
	const struct csa_report_name *name;

	t_report(&report, dir, workers);
	expect_frames(40000, 39999, 10, 10);
	name = find(CSF_NAME_VALUE, "0x9100");
	assert_int_equal(name->count, 400);
	assert_int_equal(name->last, 39900);
	assert_true(name->avg == 19950.0);
	assert_int_equal(report.name_count, 101);
	csa_report_release(&report);
}

TEST(any_number_of_workers_says_the_same)
{
	T_UNUSED;
	make_long();
	expect_long(1);
	expect_long(2);
	expect_long(5);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(values_have_an_average_and_a_last_one),
		CASE(processes_of_a_run_are_one_in_time),
		CASE(marks_have_a_first_and_a_last_time),
		CASE(one_text_of_two_kinds_is_two_names),
		CASE(kinds_of_later_versions_are_skipped),
		CASE(a_wrong_length_is_damage_with_its_place),
		CASE(any_number_of_workers_says_the_same),
	};

	return T_RUN(cases, argc, argv);
}
