/* SPDX-License-Identifier: MIT */
/* Which processes a report is about, modules over time, rates, and functions that are left out. */
#define _GNU_SOURCE /* readlink */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report_reader.h"
#include "trace_builder.h"

#define A 0x1000u
#define B 0x2000u
#define C 0x3000u

static struct csa_report report;

/* A process that calls @function once, from 2000 to 2000 + @ns. */
static void build_process(const char *dir, const char *name, const char *parent, unsigned pid,
			  unsigned ppid, unsigned start_s, uint64_t function, unsigned ns)
{
	const struct t_trace_options options = {
		.name = name,
		.parent = parent,
		.pid = pid,
		.ppid = ppid,
		.realtime_ns = 1795972517000000000u + start_s * 1000000000ull,
	};
	struct t_trace *trace = t_trace_new(dir, &options);
	struct t_thread *thread = t_thread_new(trace, pid);

	t_enter(thread, 2000, function);
	t_exit(thread, 2000 + ns);
	t_trace_end(trace, true);
}

static void read_dir(const char *dir, bool all)
{
	const struct csa_report_options options = { .all = all, .wants_tree = true };
	struct csa_err err = { 0 };

	if (csa_report_make(&report, dir, &options, &err) != 0)
		fail_msg("%s", err.msg);
	t_check_sums(&report);
}

TEST(the_newest_run_is_a_root_and_its_children)
{
	char *dir = t_temp_dir();
	char *one;

	T_UNUSED;
	build_process(dir, "old-5-1", NULL, 5, 1, 0, C, 7);
	build_process(dir, "app-7-2", NULL, 7, 1, 10, A, 10);
	build_process(dir, "app-8-3", "app-7-2", 8, 7, 11, A, 20);
	build_process(dir, "app-9-4", "app-8-3", 9, 8, 12, B, 30);
	read_dir(dir, false);
	t_check_row(&report, A, 2, 30, 30);
	t_check_row(&report, B, 1, 30, 30);
	assert_null(t_row(&report, C));
	assert_int_equal(report.process_count, 3);
	assert_int_equal(report.summary.threads, 3);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "old-5-1 (--all merges)"), 1);
	csa_report_release(&report);

	read_dir(dir, true);
	assert_int_equal(report.process_count, 4);
	t_check_row(&report, C, 1, 7, 7);
	assert_int_equal(report.notes.count, 0);
	csa_report_release(&report);

	one = t_path(dir, "app-8-3");
	read_dir(one, false);
	t_check_row(&report, A, 1, 20, 20);
	assert_int_equal(report.process_count, 1);
	csa_report_release(&report);
	free(one);
	t_remove(dir);
}

TEST(a_program_started_by_a_traced_one_belongs_to_its_run)
{
	char *dir = t_temp_dir();
	struct t_trace_options options = { .name = "sh-7-1", .pid = 7 };
	struct t_trace *trace = t_trace_new(dir, &options);
	struct t_thread *thread = t_thread_new(trace, 7);

	T_UNUSED;
	t_enter(thread, 2000, A);
	t_exit(thread, 9000);
	t_trace_end(trace, true);
	options = (struct t_trace_options){ .name = "tool-8-2",
					    .pid = 8,
					    .ppid = 7,
					    .start_ticks = 3000,
					    .realtime_ns = 1795972517000002000u };
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 8);
	t_enter(thread, 4000, B);
	t_exit(thread, 4001);
	t_trace_end(trace, true);
	/* The number 7 again, after process 7 had ended: another run. */
	options = (struct t_trace_options){ .name = "late-9-3",
					    .pid = 9,
					    .ppid = 7,
					    .start_ticks = 10000,
					    .realtime_ns = 1795972517000009000u };
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 9);
	t_enter(thread, 11000, C);
	t_exit(thread, 11001);
	t_trace_end(trace, true);
	read_dir(dir, false);
	assert_int_equal(report.process_count, 1);
	t_check_row(&report, C, 1, 1, 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "older run"), 1);
	csa_report_release(&report);
	t_remove(dir);
}

TEST(ticks_become_ns_by_one_line_from_first_to_last_pair)
{
	char *dir = t_temp_dir();
	const struct t_trace_options options = { .tick_hz = 2.5e9, .is_inexact = true };
	struct t_trace *trace = t_trace_new(dir, &options);
	struct t_thread *thread = t_thread_new(trace, 7);

	T_UNUSED;
	t_enter(thread, 1000 + 25000000, A);
	t_enter(thread, 1000 + 50000000, B);
	t_exit(thread, 1000 + 50000005);
	t_exit(thread, 1000 + 75000000);
	t_trace_end(trace, true);
	read_dir(dir, false);
	t_check_row(&report, A, 1, 20000000, 19999998);
	t_check_row(&report, B, 1, 2, 2);
	assert_int_equal(report.summary.duration_ns, 30000000);
	csa_report_release(&report);
	t_remove(dir);
}

/* Two processes of 1 s,  of the time of day after one another; the second's machine ran for . */
static void check_span(uint64_t late, uint64_t uptime, uint64_t duration_ns, unsigned notes)
{
	char *dir = t_temp_dir();

	for (unsigned i = 0; i < 2; i++) {
		uint64_t start = i ? uptime : 5000000000;
		const struct t_trace_options options = { .name = i ? "app-8-2" : "app-7-1",
							 .pid = 7 + i,
							 .start_ticks = start,
							 .realtime_ns =
								 1795972517000000000u + i * late };
		struct t_trace *trace = t_trace_new(dir, &options);
		struct t_thread *thread = t_thread_new(trace, 7);

		t_enter(thread, start + 1, A);
		t_exit(thread, start + 1000000000);
		t_trace_end(trace, true);
	}
	read_dir(dir, true);
	assert_int_equal(report.summary.duration_ns, duration_ns);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "only the time of day"), notes);
	csa_report_release(&report);
	t_remove(dir);
}

TEST(processes_of_several_machines_are_compared_by_the_time_of_day)
{
	const uint64_t s = 1000000000;

	T_UNUSED;
	check_span(30 * s, 35 * s, 31 * s, 0);
	/* The time of day was set by 20 s. */
	check_span(50 * s, 35 * s, 31 * s, 0);
	check_span(30 * s, 900000 * s, 31 * s, 1);
	check_span(3000 * s, 2 * s, 3001 * s, 1);
}

TEST(an_address_means_the_module_of_its_time)
{
	char *dir = t_temp_dir();
	struct t_trace *trace = t_trace_new(dir, NULL);
	struct t_thread *thread = t_thread_new(trace, 7);
	const uint64_t base = 0x7f1000000000;

	T_UNUSED;
	t_trace_module(trace, 1500, base, base, base + 0x10000, "/nonexistent/one.so");
	t_trace_module(trace, 3000, 0, base, 0, NULL);
	t_trace_module(trace, 3500, base, base, base + 0x10000, "/nonexistent/two.so");
	t_enter(thread, 2000, base + A);
	t_exit(thread, 2010);
	t_enter(thread, 4000, base + A);
	t_exit(thread, 4020);
	t_trace_end(trace, true);
	read_dir(dir, false);
	assert_int_equal(report.row_count, 2);
	assert_string_equal(report.rows[0].name->function, "two.so+0x1000");
	assert_int_equal(report.rows[0].incl_ns, 20);
	assert_string_equal(report.rows[1].name->function, "one.so+0x1000");
	assert_int_equal(report.rows[1].incl_ns, 10);
	assert_int_equal(report.rows[1].name->addr, A);
	/* Binaries that are not there: one line each, and the report is there all the same. */
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "/nonexistent/one.so"), 1);
	assert_int_equal(t_notes(&report, CSA_NOTE_DAMAGE, "/nonexistent/two.so"), 1);
	csa_report_release(&report);
	t_remove(dir);
}

/* Functions of this program that a selection leaves out. */
__attribute__((noinline)) void drop_me(void);
__attribute__((noinline)) void keep_me(void);
void drop_me(void)
{
	__asm__ volatile("");
}
void keep_me(void)
{
	__asm__ volatile("" ::: "memory");
}

static const struct {
	struct csf_name name;
	char texts[sizeof("drop_me\0" __FILE__)];
} drop_me_scope = { { { 0x7f, 'C', 'S', 'n', 'a', 'm', 'e', '1' }, 1, CSF_NAME_SCOPE },
		    "drop_me\0" __FILE__ };

TEST(functions_that_are_not_selected_are_their_callers)
{
	static const char selection[] = "callsight-selection\t2\ntarget\tt\n"
					"file\t" __FILE__ "\tkeep\n-\tdrop_me\n";
	char index[4096];
	char *dir = t_temp_dir();
	char *traces = t_path(dir, "traces");
	char *path = t_path(dir, "selection");
	char exe[4096] = { 0 };
	extern const char __executable_start;
	extern const char end;
	const uint64_t bias = (uint64_t)(uintptr_t)&__executable_start;
	const uint64_t keep = (uint64_t)(uintptr_t)keep_me;
	const uint64_t drop = (uint64_t)(uintptr_t)drop_me;
	const uint64_t scope = (uint64_t)(uintptr_t)&drop_me_scope;
	struct t_trace *trace;
	struct t_thread *thread;

	T_UNUSED;
	assert_true(readlink("/proc/self/exe", exe, sizeof(exe) - 1) > 0);
	t_write_file(path, selection, strlen(selection));
	assert_true(snprintf(index, sizeof(index), "callsight-selections\t2\ntarget\tt\t%s\n",
			     path) < (int)sizeof(index));
	free(path);
	path = t_path(dir, "index");
	t_write_file(path, index, strlen(index));
	trace = t_trace_new(traces, &(struct t_trace_options){
					    .selection = path,
					    .hook_ns = 1,
					    /* Not older than the file of this program. */
					    .realtime_ns = ((uint64_t)time(NULL) + 1) * 1000000000u,
					    .module = exe,
					    .module_start = bias,
					    .module_bytes = (uint64_t)(uintptr_t)&end - bias,
				    });
	thread = t_thread_new(trace, 7);
	t_enter(thread, 2000, keep);
	t_enter(thread, 2010, drop);
	t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 2020, keep);
	t_exit(thread, 2050);
	t_exit(thread, 2070);
	t_exit(thread, 2100);
	t_enter(thread, 2200, drop);
	t_enter(thread, 2210, keep);
	t_enter(thread, 2211, drop);
	t_exit(thread, 2212);
	t_exit(thread, 2215);
	t_unwound(thread, 2220, 0);
	/* A scope is what the program asked for, whatever the selection says of its name. */
	t_enter(thread, 2300, scope);
	t_exit(thread, 2301);
	t_trace_end(trace, true);
	read_dir(traces, false);
	assert_int_equal(report.row_count, 2);
	assert_string_equal(report.rows[1].name->function, "drop_me");
	assert_int_equal(report.rows[1].name->kind, CSA_SYMBOL_NAME);
	assert_null(report.rows[1].name->config_name);
	assert_int_equal(report.rows[1].calls, 1);
	assert_string_equal(report.rows[0].name->function, "keep_me");
	assert_int_equal(report.rows[0].calls, 3);
	assert_int_equal(report.rows[0].incl_ns, 105);
	assert_int_equal(report.rows[0].self_ns, 105);
	/* 3 calls, the one that another makes, and both hooks of the two dropped ones below. */
	assert_int_equal(report.rows[0].probe_ns, 3 + 1 + 2 + 2);
	assert_int_equal(report.summary.dropped_functions, 1);
	assert_int_equal(report.summary.dropped_events, 5);
	assert_int_equal(report.summary.unwound, 0);
	assert_int_equal(t_notes(&report, CSA_NOTE_INFO, "not selected by trace.config: 1"), 1);
	csa_report_release(&report);
	free(path);
	free(traces);
	t_remove(dir);
}

TEST(a_missing_selection_file_is_said)
{
	char *dir = t_temp_dir();
	struct t_trace *trace =
		t_trace_new(dir,
			    &(struct t_trace_options){ .selection = "/nonexistent/selection" });
	struct t_thread *thread = t_thread_new(trace, 7);

	T_UNUSED;
	t_enter(thread, 2000, A);
	t_exit(thread, 2010);
	t_trace_end(trace, true);
	read_dir(dir, false);
	assert_int_equal(t_notes(&report, CSA_NOTE_WARNING, "/nonexistent/selection"), 1);
	csa_report_release(&report);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_newest_run_is_a_root_and_its_children),
		CASE(a_program_started_by_a_traced_one_belongs_to_its_run),
		CASE(ticks_become_ns_by_one_line_from_first_to_last_pair),
		CASE(processes_of_several_machines_are_compared_by_the_time_of_day),
		CASE(an_address_means_the_module_of_its_time),
		CASE(functions_that_are_not_selected_are_their_callers),
		CASE(a_missing_selection_file_is_said),
	};

	return T_RUN(cases, argc, argv);
}
