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
#include "trace_builder.h"

static void build(const char *dir)
{
	struct t_trace *trace = t_trace_new(dir, &(struct t_trace_options){ .hook_ns = 1 });
	struct t_thread *thread = t_thread_new(trace, 70);

	t_trace_module(trace, 1500, 0x10000, 0x10000, 0x20000, "/nonexistent/one.so");
	t_name(thread, 2000, "worker");
	for (unsigned i = 0; i < 700; i++)
		t_enter(thread, 2000 + 10 * i, 0x10000 + 16 * i);
	t_block(thread, T_BLOCK_WRITTEN);
	t_unwound(thread, 10000, 300);
	t_block(thread, T_BLOCK_MISSING);
	t_marker(thread, 10010, CSF_MARKER_MAX_BYTES, 1);
	for (unsigned i = 0; i < 200; i++)
		t_exit(thread, 10020 + i);
	t_trace_end(trace, false);
}

TEST(every_allocation_may_fail)
{
	const struct csa_report_options options = { .workers = 1, .wants_tree = true };
	char *dir = t_temp_dir();
	unsigned failures = 0;

	T_UNUSED;
	build(dir);
	for (unsigned n = 0; n < 100000; n++) {
		struct csa_report report;
		struct csa_err err = { 0 };
		bool has_failed;
		int rc;

		t_fail_after(n);
		rc = csa_report_make(&report, dir, &options, &err);
		has_failed = t_never_fail();
		if (rc < 0) {
			failures++;
			assert_int_equal(rc, CSA_E_NOMEM);
			assert_int_equal(err.code, CSA_E_NOMEM);
			assert_true(err.msg[0]);
		} else {
			assert_int_equal(report.summary.calls, 700);
		}
		csa_report_release(&report);
		if (!has_failed)
			break;
	}
	assert_true(failures > 50);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(every_allocation_may_fail) };

	return T_RUN(cases, argc, argv);
}
