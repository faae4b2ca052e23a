/* SPDX-License-Identifier: MIT */
/*
 * Every allocation of a report fails once, in turn: the report fails with a message or is made
 * without what could not be kept, and nothing is leaked or touched (the sanitizers look for that).
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "report_reader.h"
#include "summary_builder.h"
#include "trace_builder.h"

static void build(const char *dir)
{
	struct t_trace *trace = t_trace_new(dir, &(struct t_trace_options){ .hook_ns = 1 });
	struct t_thread *thread = t_thread_new(trace, 70);

	t_trace_module(trace, 1500, 0x10000, 0x10000, 0x20000, "/nonexistent/one.so");
	t_name(thread, 2000, "worker");
	for (unsigned i = 0; i < 700; i++)
		t_enter(thread, 2000 + 10 * i, 0x10000 + 16 * i);
	for (unsigned i = 0; i < 300; i++) { /* frames and values of 75 names each */
		const uint64_t words[] = { 0x18000 + 16 * (i % 75), i };

		t_extended(thread, 9000 + 2 * i, CSF_EXT_USER_MARK, CSF_NAME_FRAME, words, 1);
		t_extended(thread, 9001 + 2 * i, CSF_EXT_USER_MARK, CSF_NAME_VALUE, words, 2);
	}
	t_block(thread, T_BLOCK_WRITTEN);
	t_unwound(thread, 10000, 300);
	t_block(thread, T_BLOCK_MISSING);
	t_marker(thread, 10010, CSF_MARKER_MAX_BYTES, 1);
	for (unsigned i = 0; i < 200; i++)
		t_exit(thread, 10020 + i);
	t_trace_end(trace, false);
}

static void build_summary(const char *dir)
{
	struct t_trace *trace = t_trace_new(dir, &(struct t_trace_options){ .mode = "summary" });
	struct t_summary summary;
	char *path = t_path(t_trace_dir(trace), "summary.cst");

	t_trace_module(trace, 1500, 0x10000, 0x10000, 0x20000, "/nonexistent/one.so");
	t_summary_init(&summary, CSF_MODE_SUMMARY);
	t_summary_slot(&summary);
	for (unsigned i = 1; i <= 10; i++) {
		struct csf_summary_row *row = t_summary_row(&summary, 0x10000 + 16 * i);

		row->entered = 70;
		row->leaving = row->ended = 69;
		row->total = row->self = row->max = 1000;
		row->min = 1;
		t_summary_octave(&summary, 1)[i] = 69;
		t_summary_open(&summary, 0x10000 + 16 * i, 3000 + i, 0);
	}
	t_summary_write(&summary, path);
	free(path);
	t_trace_end(trace, false);
}

static void fail_each(void (*build_capture)(const char *dir),
		      const struct csa_report_options *options, uint64_t calls)
{
	char *dir = t_temp_dir();
	unsigned failures = 0;

	build_capture(dir);
	for (unsigned n = 0; n < 100000; n++) {
		struct csa_report report;
		struct csa_err err = { 0 };
		bool has_failed;
		int rc;

		t_fail_after(n);
		rc = csa_report_make(&report, dir, options, &err);
		has_failed = t_never_fail();
		if (rc < 0) {
			failures++;
			assert_int_equal(rc, CSA_E_NOMEM);
			assert_int_equal(err.code, CSA_E_NOMEM);
			assert_true(err.msg[0]);
		} else {
			assert_int_equal(report.summary.calls, calls);
		}
		csa_report_release(&report);
		if (!has_failed)
			break;
	}
	assert_true(failures > 30);
	t_remove(dir);
}

TEST(every_allocation_may_fail)
{
	T_UNUSED;
	fail_each(build, &(struct csa_report_options){ .workers = 1, .wants_tree = true }, 700);
}

static int take_calls(void *state, const struct csa_call *calls, size_t count)
{
	(void)calls;
	*(size_t *)state += count;
	return 0;
}

TEST(every_allocation_of_calls_may_fail)
{
	const char *const threads[] = { "*" };
	const struct csa_call_ops ops = { .calls = take_calls };
	size_t count = 0;
	struct csa_report_options options = {
		.workers = 1,
		.wants_tree = true,
		.wants_sites = true,
		.filter = { .to_ns = 9000, .threads = threads, .thread_count = 1 },
		.calls = &ops,
		.calls_state = &count
	};

	T_UNUSED;
	fail_each(build, &options, 700);
	assert_true(count > 0);
}

TEST(every_allocation_of_a_summary_may_fail)
{
	T_UNUSED;
	fail_each(build_summary, &(struct csa_report_options){ .workers = 1 }, 700);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(every_allocation_may_fail),
					    CASE(every_allocation_of_calls_may_fail),
					    CASE(every_allocation_of_a_summary_may_fail) };

	return T_RUN(cases, argc, argv);
}
