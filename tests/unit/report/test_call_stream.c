/* SPDX-License-Identifier: MIT */
/*
 * Single calls: what a sink gets, that the promises of call_stream.h hold wherever a capture is cut or
 * damaged, and that the calls add up to the report (t_check_calls(), also in every t_report()).
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "call_script.h"
#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u
#define B 0x2000u
#define C 0x3000u

static char *dir;
static char *file; /* blocks-0.0.cst */
static struct t_trace *trace;
static struct t_thread *thread;

static void begin_with(const struct t_trace_options *options)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, options);
	file = t_path(t_trace_dir(trace), "blocks-0.0.cst");
	thread = t_thread_new(trace, 70);
}

static void begin(void)
{
	begin_with(NULL);
}

static void clean(void)
{
	free(file);
	t_remove(dir);
}

static void expect(const char *expected)
{
	const struct csa_report_options options = { .workers = 2 };

	t_trace_end(trace, true);
	t_expect_calls(dir, expected, NULL);
	t_check_calls(dir, &options, false);
	clean();
}

TEST(calls_come_in_order_with_their_times)
{
	const uint64_t words[] = { 0x9000, 42 };

	T_UNUSED;
	begin();
	t_name(thread, 1990, "worker");
	t_enter(thread, 2000, A);
	t_enter_at(thread, 2010, B, 0x1234);
	t_extended(thread, 2012, CSF_EXT_USER_MARK, CSF_NAME_VALUE, words, 2);
	t_exit(thread, 2020);
	t_enter(thread, 2020, B); /* from where B was called last */
	t_enter_at(thread, 2025, C, 0x8000000000005678);
	t_unwound(thread, 2030, 1);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2040, B); /* of this block nothing is known */
	t_marker(thread, 2050, CSF_MARKER_PAUSED, 0);
	expect("process 0\n"
	       "thread 70 1.0 worker\n"
	       "1000 1 +1000 from 0\n"
	       "1010 2 +2000 from 1234\n"
	       "1012 user 4 0x9000 42\n"
	       "1020 2 -2000 10 10 0\n"
	       "1020 2 +2000 from 1234\n"
	       "1025 3 +3000 from 8000000000005678\n"
	       "1030 3 -3000 5 5 0 unwound\n"
	       "1030 2 -2000 10 5 1 unwound\n"
	       "1040 2 +2000 from 0\n"
	       "1050 marker 8 0\n"
	       "1050 2 -2000 10 10 0 open\n"
	       "1050 1 -1000 50 20 3 open\n"
	       "end\n");
}

TEST(frames_from_before_are_shown_but_are_no_calls)
{
	T_UNUSED;
	begin();
	t_open_frame(thread, 500, A);
	t_enter(thread, 2000, B);
	t_exit(thread, 2010);
	t_exit(thread, 2020);
	expect("process 0\n"
	       "thread 70 1.0 -\n"
	       "1000 1 +1000 from 0 foreign\n"
	       "1000 2 +2000 from 0\n"
	       "1010 2 -2000 10 10 0\n"
	       "1020 1 -1000 10 0 0 foreign\n"
	       "end\n");
}

TEST(a_missing_block_is_said_where_it_is_missing)
{
	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2010, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2020); /* B */
	t_enter(thread, 2030, C);
	t_block(thread, T_BLOCK_MISSING);
	t_enter(thread, 2040, B);
	t_exit(thread, 2045);
	t_exit(thread, 2050); /* C: nobody saw it entering */
	t_lost(thread, 3);
	t_exit(thread, 2100);
	expect("process 0\n"
	       "thread 70 1.0 -\n"
	       "1000 1 +1000 from 0\n"
	       "1010 2 +2000 from 0\n"
	       "1030 2 -2000 20 20 0 unwound lossy\n"
	       "1030 2 +3000 from 0\n"
	       "1040 lost 3 1\n"
	       "1040 3 +2000 from 0\n"
	       "1045 3 -2000 5 5 0\n"
	       "1050 2 -3000 20 15 1 lossy\n"
	       "1100 1 -1000 100 60 2 lossy\n"
	       "end\n");
}

/* Each lane's block has call sites of its own. */
TEST(handlers_do_not_change_from_where_others_are_called)
{
	struct t_thread *lane1;

	T_UNUSED;
	begin();
	lane1 = t_thread_lane1(thread);
	t_enter_at(thread, 2000, A, 0x10);
	t_enter_at(thread, 2010, B, 0x20);
	t_exit(thread, 2011);
	t_enter(lane1, 2020, C);
	t_enter_at(lane1, 2021, B, 0x30);
	t_exit(lane1, 2022);
	t_exit(lane1, 2023);
	t_enter(thread, 2030, B);
	t_exit(thread, 2031);
	t_enter(lane1, 2040, B);
	t_exit(lane1, 2041);
	t_exit(thread, 2050);
	expect("process 0\n"
	       "thread 70 1.0 -\n"
	       "1000 1 +1000 from 10\n"
	       "1010 2 +2000 from 20\n"
	       "1011 2 -2000 1 1 0\n"
	       "1020 2 +3000 from 0\n"
	       "1021 3 +2000 from 30\n"
	       "1022 3 -2000 1 1 0\n"
	       "1023 2 -3000 3 2 1\n"
	       "1030 2 +2000 from 20\n"
	       "1031 2 -2000 1 1 0\n"
	       "1040 2 +2000 from 30\n"
	       "1041 2 -2000 1 1 0\n"
	       "1050 1 -1000 50 44 4\n"
	       "end\n");
}

/* Times count from the start of the first process, whatever each one's clock says. */
TEST(processes_share_one_time)
{
	const struct t_trace_options parent = { .name = "app-7-1", .start_ticks = 5000 };
	const struct t_trace_options child = { .name = "app-8-2",
					       .parent = "app-7-1",
					       .pid = 8,
					       .ppid = 7,
					       .start_ticks = 6000,
					       .realtime_ns = 1795972517000001000 };
	const struct csa_report_options options = { .workers = 2 };

	T_UNUSED;
	begin_with(&parent);
	t_enter(thread, 5010, A);
	t_exit(thread, 9000);
	t_trace_end(trace, true);
	trace = t_trace_new(dir, &child);
	thread = t_thread_new(trace, 80);
	t_enter(thread, 6001, B);
	t_exit(thread, 6003);
	t_trace_end(trace, true);
	t_expect_calls(dir,
		       "process 0\n"
		       "thread 70 1.0 -\n"
		       "10 1 +1000 from 0\n"
		       "4000 1 -1000 3990 3990 0\n"
		       "end\n"
		       "process 1\n"
		       "thread 80 1.0 -\n"
		       "1001 1 +2000 from 0\n"
		       "1003 1 -2000 2 2 0\n"
		       "end\n",
		       NULL);
	t_check_calls(dir, &options, false);
	t_expect_calls(dir,
		       "process 0\n"
		       "thread 70 1.0 -\n"
		       "1002 1 +1000 from 0 cut\n"
		       "1010 1 -1000 8 8 0 cut\n"
		       "end\n"
		       "process 1\n"
		       "thread 80 1.0 -\n"
		       "1002 1 +2000 from 0 cut\n"
		       "1003 1 -2000 1 1 0 cut\n"
		       "end\n",
		       &(struct csa_call_filter){ .from_ns = 1002, .to_ns = 1010 });
	clean();
}

TEST(no_time_goes_back_where_the_clock_does)
{
	const uint64_t earlier = 1500;

	T_UNUSED;
	begin();
	t_enter(thread, 2000, A);
	t_enter(thread, 2100, B);
	t_extended(thread, earlier, CSF_EXT_FULL_TIME, 1, &earlier, 1);
	t_enter(thread, 1510, C);
	t_exit(thread, 1530);
	t_exit(thread, 1540);
	t_exit(thread, 2200);
	expect("process 0\n"
	       "thread 70 1.0 -\n"
	       "1000 1 +1000 from 0\n"
	       "1100 2 +2000 from 0\n"
	       "1100 3 +3000 from 0\n"
	       "1100 3 -3000 20 20 0\n"
	       "1100 2 -2000 20 0 1\n"
	       "1200 1 -1000 200 180 1\n"
	       "end\n");
}

static uint64_t state = 88172645463325252u;

static unsigned pick(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 33) % below);
}

/* One thread whose last block is short. */
static void build_random(unsigned blocks, unsigned events)
{
	uint64_t ticks = 2000;

	for (unsigned i = 0; i < events; i++) {
		unsigned dice = pick(100);

		ticks += pick(10) == 0 ? pick(1u << 22) : pick(30);
		if (i % (events / blocks) == events / blocks - 1)
			t_block(thread, T_BLOCK_WRITTEN);
		if (dice < 2 && t_depth(thread))
			t_unwound(thread, ticks, t_depth(thread) - 1);
		else if (dice < 4)
			t_name(thread, ticks, "name");
		else if (dice < 5)
			t_marker(thread, ticks, CSF_MARKER_PAUSED, 0);
		else if (dice < 50 && t_depth(thread))
			t_exit(thread, ticks);
		else if (dice % 3)
			t_enter(thread, ticks, A + 64 * pick(5));
		else
			t_enter_at(thread, ticks, A + 64 * pick(5), dice);
	}
}

TEST(the_promises_hold_at_every_cut_of_the_last_block)
{
	const struct csa_report_options options = { .workers = 2 };
	size_t bytes;

	T_UNUSED;
	for (unsigned is_wide = 0; is_wide < 2; is_wide++) {
		begin_with(&(struct t_trace_options){ .is_wide = is_wide });
		build_random(4, 400);
		t_block(thread, T_BLOCK_WRITTEN);
		t_trace_end(trace, true);
		bytes = t_file_bytes(file);
		for (size_t cut = 0; cut < 800; cut += 4) {
			t_truncate(file, bytes - cut);
			t_check_calls(dir, &options, false);
		}
		clean();
	}
}

TEST(the_promises_hold_with_any_bit_flipped)
{
	const struct csa_report_options options = { .workers = 2 };
	size_t bytes;
	char *copy;
	FILE *in;

	T_UNUSED;
	begin();
	build_random(3, 300);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	bytes = t_file_bytes(file);
	copy = malloc(bytes);
	in = fopen(file, "rb");
	assert_true(copy && in && fread(copy, 1, bytes, in) == bytes);
	fclose(in);
	for (unsigned i = 0; i < 1500; i++) {
		size_t at = pick((unsigned)bytes);
		char flipped = (char)(copy[at] ^ 1 << pick(8));

		t_patch(file, at, &flipped, 1);
		t_check_calls(dir, &options, true);
		t_patch(file, at, &copy[at], 1);
	}
	free(copy);
	clean();
}

/* The site of A's calls by @caller, 0: none, and address. */
static const struct csa_report_site *site(const struct csa_report *report, uint64_t function,
					  uint64_t caller, uint64_t address)
{
	for (size_t i = 0; i < report->site_count; i++) {
		const struct csa_report_site *s = &report->sites[i];
		uint64_t from = s->caller == CSA_NO_ROW ? 0 : report->table.rows[s->caller].addr;

		if (report->table.rows[s->row].addr == function && from == caller &&
		    s->address == address)
			return s;
	}
	fail_msg("no such site");
	return NULL;
}

TEST(calls_are_added_up_by_caller_and_call_site)
{
	const struct csa_report_options options = { .workers = 2, .wants_sites = true };
	const struct csa_report_site *s;
	struct csa_report report;
	struct csa_err err = { 0 };

	T_UNUSED;
	begin();
	t_enter_at(thread, 2000, A, 0x111);
	t_enter_at(thread, 2010, B, 0x1050);
	t_exit(thread, 2020);
	t_enter_at(thread, 2030, B, 0x1060);
	t_exit(thread, 2050);
	t_enter_at(thread, 2060, B, 0x1050 | CSF_CALLSITE_INLINED);
	t_enter(thread, 2070, B);
	t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 2080);
	t_exit(thread, 2090);
	t_enter(thread, 2100, B);
	t_exit(thread, 2101);
	t_exit(thread, 2200);
	t_trace_end(trace, true);
	assert_int_equal(csa_report_make(&report, dir, &options, &err), 0);
	t_calls_check_sites(&report);
	assert_int_equal(report.site_count, 6);
	s = site(&report, B, A, 0x1050 - 1);
	assert_true(s->is_known);
	s = site(&report, B, A, 0x1060 - 1);
	assert_int_equal(s->total_ns, 20);
	assert_int_equal(s->max_ns, 20);
	s = site(&report, B, B, 0x1050 - 1);
	assert_true(s->is_inlined);
	assert_int_equal(s->total_ns, 10);
	s = site(&report, B, A, 0);
	assert_false(s->is_known);
	assert_int_equal(s->calls, 1);
	s = site(&report, A, 0, 0x111 - 1);
	assert_int_equal(s->self_ns, 200 - 10 - 20 - 30 - 1);
	assert_int_equal(report.rows[0].name->addr, A);
	assert_int_equal(report.sites[0].row, report.rows[0].row);
	csa_report_release(&report);
	clean();
}

static int stop(void *unused, const struct csa_call *calls, size_t count)
{
	(void)unused;
	(void)calls;
	(void)count;
	return CSA_E_IO;
}

TEST(a_sink_can_stop_the_pass)
{
	const struct csa_call_ops ops = { .calls = stop };
	const struct csa_report_options options = { .workers = 2, .calls = &ops };
	struct csa_report report;
	struct csa_err err = { 0 };

	T_UNUSED;
	begin();
	build_random(3, 300);
	t_trace_end(trace, true);
	assert_int_equal(csa_report_make(&report, dir, &options, &err), CSA_E_IO);
	assert_non_null(strstr(err.msg, "could not be handed on"));
	csa_report_release(&report);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(calls_come_in_order_with_their_times),
		CASE(frames_from_before_are_shown_but_are_no_calls),
		CASE(a_missing_block_is_said_where_it_is_missing),
		CASE(handlers_do_not_change_from_where_others_are_called),
		CASE(processes_share_one_time),
		CASE(no_time_goes_back_where_the_clock_does),
		CASE(the_promises_hold_at_every_cut_of_the_last_block),
		CASE(the_promises_hold_with_any_bit_flipped),
		CASE(calls_are_added_up_by_caller_and_call_site),
		CASE(a_sink_can_stop_the_pass),
	};

	return T_RUN(cases, argc, argv);
}
