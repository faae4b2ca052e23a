/* SPDX-License-Identifier: MIT */
/*
 * Formats with sums of functions: what a reader of each format finds is what the report has, to the call
 * and the nanosecond, whatever names and stacks are.
 */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "function_sums.h"
#include "json_string.h"
#include "line_text.h"
#include "out_format.h"
#include "report_reader.h"
#include "trace_builder.h"

static const struct {
	const char *name;
	bool (*read)(struct t_sums *sums, const char *bytes, size_t count);
	bool has_lines; /* names stay on one */
	char from;      /* what the format writes otherwise in names */
	char to;
} formats[] = {
	{ "json", t_read_json, false, '\0', '\0' },
	{ "csv", t_read_csv, true, '\0', '\0' },
	{ "folded", t_read_folded, true, ';', ':' },
	{ "callgrind", t_read_callgrind, true, '\0', '\0' },
	{ "pprof", t_read_pprof, false, '\0', '\0' },
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(formats[0]))

static struct csa_report report;
static char *dir;

static void make_report(void)
{
	const struct csa_report_options options = { .wants_tree = true, .wants_sites = true };

	assert_int_equal(csa_report_make(&report, dir, &options, NULL), 0);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

/* A capture of  functions at 0x1000, 0x2000 and so on; the n-th is called once, for n * 10 ns. */
static void report_calls(unsigned count)
{
	struct t_trace *trace;
	struct t_thread *thread;

	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
	for (unsigned i = 1; i <= count; i++) {
		t_enter(thread, 2000 + 100 * i, 0x1000 * i);
		t_exit(thread, 2000 + 100 * i + 10 * i);
	}
	t_trace_end(trace, true);
	make_report();
}

static char *write_format(const char *name, unsigned top, size_t *size)
{
	const struct csa_call_filter all = { .to_ns = UINT64_MAX };
	const struct csa_out_options options = { .top = top, .filter = &all };
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	assert_int_equal(csa_out_find(name)->write(&report, &options, out, NULL), 0);
	fclose(out);
	return text;
}

/* As the format has it. */
static void add_name(struct csa_buf *name, const char *text, size_t format)
{
	/* Readers skip spaces behind the number of a name. */
	if (strcmp(formats[format].name, "callgrind") == 0)
		text += strspn(text, " ");
	if (formats[format].has_lines) {
		csa_add_line_text(name, text, formats[format].from, formats[format].to);
		return;
	}
	while (*text) {
		unsigned length = csa_utf8_length(text);

		csa_buf_add(name, length ? text : "\xef\xbf\xbd", length ? length : 3);
		text += length ? length : 1;
	}
}

/* Every format finds the report's rows. */
static void check_formats(void)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		struct t_sums sums = { 0 };
		size_t size;
		char *text = write_format(formats[i].name, 0, &size);
		uint64_t self_ns = 0;

		if (!formats[i].read(&sums, text, size))
			fail_msg("%s: %s", formats[i].name, sums.error);
		for (size_t k = 0; k < sums.count; k++)
			self_ns += sums.items[k].self_ns;
		assert_int_equal(self_ns, report.summary.self_ns);
		for (size_t k = 0; k < report.row_count; k++) {
			const struct csa_report_row *row = &report.rows[k];
			struct csa_buf name;
			const struct t_sum *sum;

			csa_buf_init(&name);
			add_name(&name, row->name->function, i);
			sum = t_sums_get(&sums, name.data);
			if (sum->self_ns != row->self_ns ||
			    (sums.has_calls && sum->calls != row->calls) ||
			    (sums.has_incl && sum->incl_ns != row->incl_ns))
				fail_msg("%s: '%s' is another function", formats[i].name,
					 name.data);
			csa_buf_release(&name);
		}
		t_sums_release(&sums);
		free(text);
	}
}

/* The folded stacks are those of pprof, which also has stacks without time of their own. */
static void check_stacks(void)
{
	struct t_sums folded = { .by_stack = true };
	struct t_sums pprof = { .by_stack = true };
	size_t size;
	char *text = write_format("folded", 0, &size);

	assert_true(t_read_folded(&folded, text, size));
	free(text);
	text = write_format("pprof", 0, &size);
	assert_true(t_read_pprof(&pprof, text, size));
	free(text);
	assert_true(folded.count > 100 && folded.count <= pprof.count);
	for (size_t i = 0; i < pprof.count; i++)
		assert_int_equal(t_sums_get(&folded, pprof.items[i].name)->self_ns,
				 pprof.items[i].self_ns);
	t_sums_release(&folded);
	t_sums_release(&pprof);
}

TEST(every_format_finds_the_rows_of_a_long_capture)
{
	struct t_trace *trace;
	struct t_thread *thread;
	uint64_t ticks = 2000;

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, &(struct t_trace_options){ .tick_hz = 2.6e9, .is_inexact = true });
	thread = t_thread_new(trace, 70);
	for (unsigned i = 0; i < 3000; i++) {
		ticks += 7 * (i % 11);
		if (t_depth(thread) > 8 || (t_depth(thread) && i * 7 % 5 < 2))
			t_exit(thread, ticks);
		else
			t_enter(thread, ticks, 0x1000 + 16 * (i * 5 % 23));
	}
	t_exit_of(thread, ticks + 5000000, 0x9999);
	t_marker(thread, ticks + 5000000, CSF_MARKER_NO_SPACE, 28);
	t_trace_end(trace, true);
	make_report();
	t_check_sums(&report);
	check_formats();
	check_stacks();
	clean();
}

TEST(every_format_finds_the_rows_of_a_capture_with_losses)
{
	struct t_trace *trace;
	struct t_thread *thread;
	struct t_thread *lane1;
	uint64_t ticks = 2000;

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
	lane1 = t_thread_lane1(thread);
	for (unsigned i = 0; i < 3000; i++) {
		ticks += 1 + 7 * (i % 11);
		if (t_depth(thread) > 40 || (t_depth(thread) && i * 7 % 15 < 7))
			t_exit(thread, ticks);
		else
			t_enter(thread, ticks, 0x1000 + 16 * (i * 5 % 23));
		if (i % 50 == 7) {
			t_enter_at(lane1, ticks, 0x9000, 1);
			t_block(lane1, i % 100 == 7 ? T_BLOCK_DROPPED : T_BLOCK_WRITTEN);
			t_exit(lane1, ++ticks);
		}
		if (i % 37 == 0) {
			t_block(lane1, T_BLOCK_WRITTEN);
			t_block(thread, i % 3 ? T_BLOCK_WRITTEN : T_BLOCK_DROPPED);
		}
	}
	t_trace_end(trace, true);
	make_report();
	assert_true(report.summary.lost > 500 && report.summary.lossy > 50);
	assert_int_equal(report.summary.unmatched, 0);
	t_check_sums(&report);
	check_formats();
	check_stacks();
	clean();
}

/* a calls b calls a calls b: 600, 400, 200 and 10 ns. */
static void recurse(struct t_thread *thread, uint64_t ticks)
{
	t_enter(thread, ticks, 0xa0);
	t_enter(thread, ticks + 100, 0xb0);
	t_enter(thread, ticks + 200, 0xa0);
	t_enter(thread, ticks + 300, 0xb0);
	t_exit(thread, ticks + 310);
	t_exit(thread, ticks + 400);
	t_exit(thread, ticks + 500);
	t_exit(thread, ticks + 600);
}

TEST(mutual_recursion_of_two_threads_counts_once_each)
{
	struct t_trace *trace;

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	recurse(t_thread_new(trace, 70), 2000);
	recurse(t_thread_new(trace, 71), 2050);
	t_trace_end(trace, true);
	make_report();
	t_check_row(&report, 0xa0, 4, 1200, 780);
	t_check_row(&report, 0xb0, 4, 800, 420);
	check_formats();
	clean();
}

TEST(names_of_any_kind_reach_every_reader)
{
	static const char *const names[] = { "foo 12",
					     "op;x",
					     "std::map<int, char>::find",
					     "operator\"\" _kg",
					     "operator,",
					     "a\"b\"",
					     "two\nlines\x01",
					     "not utf-8 \xff\xc3",
					     "(12) not compressed",
					     "",
					     ";",
					     " 7 ",
					     "fn=(1)",
					     "# no comment",
					     "</script>" };
	const size_t count = sizeof(names) / sizeof(names[0]);
	struct t_trace *trace;
	struct t_thread *thread;

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
	for (size_t i = 0; i < count; i++)
		t_enter(thread, 2000 + 10 * i, 0x1000 + 16 * i);
	for (size_t i = 0; i < count; i++)
		t_exit(thread, 3000 + i);
	t_trace_end(trace, true);
	make_report();
	for (uint32_t i = 0; i < report.table.count; i++)
		report.table.rows[i].function = names[i];
	report.table.rows[1].file = "odd;file\"\n\xff";
	check_formats();
	clean();
}

TEST(spreadsheets_find_no_formula)
{
	size_t size;
	char *text;

	T_UNUSED;
	report_calls(1);
	report.table.rows[0].function = "=1+1\"";
	report.table.rows[0].file = "@file";
	text = write_format("csv", 0, &size);
	assert_non_null(strstr(text,
			       "\r\n\"'=1+1\"\"\",function,,\"'@file\",0,0x1000,,1,0,10,10,10,10,"
			       "10,10,10,10,10,10,0,false,0\r\n"));
	free(text);
	clean();
}

TEST(stacks_that_were_too_many_are_one_function)
{
	struct t_sums sums = { 0 };
	size_t size;
	char *text;

	T_UNUSED;
	report_calls(1);
	report.tree.nodes[CSA_TREE_REST].self_ns = 7;
	report.tree.nodes[CSA_TREE_REST].calls = 3;
	text = write_format("pprof", 0, &size);
	assert_true(t_read_pprof(&sums, text, size));
	assert_int_equal(sums.count, 2);
	assert_int_equal(t_sums_get(&sums, "[other stacks]")->self_ns, 7);
	assert_int_equal(t_sums_get(&sums, "[other stacks]")->calls, 3);
	t_sums_release(&sums);
	free(text);
	clean();
}

TEST(the_heaviest_stacks_are_taken)
{
	struct t_sums sums = { 0 };
	size_t size;
	char *text;

	T_UNUSED;
	report_calls(9);
	text = write_format("pprof", 2, &size);
	assert_true(t_read_pprof(&sums, text, size));
	assert_int_equal(sums.count, 2);
	assert_int_equal(t_sums_get(&sums, "0x9000")->self_ns, 90);
	assert_int_equal(t_sums_get(&sums, "0x8000")->self_ns, 80);
	t_sums_release(&sums);
	free(text);
	clean();
}

TEST(memory_that_runs_out_is_said)
{
	const struct csa_out_options options = { 0 };
	struct t_trace *trace;

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	recurse(t_thread_new(trace, 70), 2000);
	t_trace_end(trace, false);
	make_report();
	for (size_t i = 1; i < FORMAT_COUNT; i++) {
		FILE *out = fopen("/dev/null", "w");
		int rc = CSA_E_NOMEM;
		unsigned n;

		assert_non_null(out);
		setvbuf(out, NULL, _IONBF, 0);
		for (n = 0; rc != 0; n++) {
			t_fail_after(n);
			rc = csa_out_find(formats[i].name)->write(&report, &options, out, NULL);
			assert_int_equal(rc, t_never_fail() ? CSA_E_NOMEM : 0);
		}
		assert_true(n > 2);
		fclose(out);
	}
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_format_finds_the_rows_of_a_long_capture),
		CASE(every_format_finds_the_rows_of_a_capture_with_losses),
		CASE(mutual_recursion_of_two_threads_counts_once_each),
		CASE(names_of_any_kind_reach_every_reader),
		CASE(spreadsheets_find_no_formula),
		CASE(stacks_that_were_too_many_are_one_function),
		CASE(the_heaviest_stacks_are_taken),
		CASE(memory_that_runs_out_is_said),
	};

	return T_RUN(cases, argc, argv);
}
