/* SPDX-License-Identifier: MIT */
/* One report, every format: shape, and sums that are equal to the ns. */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <jansson.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "out_format.h"
#include "report_reader.h"
#include "trace_builder.h"

static struct csa_report report;
static char *dir;

static void build(void)
{
	struct t_trace *trace;
	struct t_thread *thread;
	uint64_t ticks = 2000;

	dir = t_temp_dir();
	trace = t_trace_new(dir, &(struct t_trace_options){ .tick_hz = 2.6e9, .is_inexact = true });
	thread = t_thread_new(trace, 70);
	t_name(thread, ticks, "w\x01\xff");
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
	t_report(&report, dir, 1);
	t_check_sums(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

static char *write_format(const char *name, unsigned top)
{
	const struct csa_call_filter all = { .to_ns = UINT64_MAX };
	const struct csa_out_options options = { .top = top, .filter = &all };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(csa_out_find(name)->write(&report, &options, out, NULL), 0);
	fclose(out);
	return text;
}

/* Also checks the form of every line. */
static uint64_t sum_folded(char *text, size_t *lines)
{
	uint64_t sum = 0;
	regex_t form;

	assert_int_equal(regcomp(&form, "^[^;]+(;[^;]+)* [1-9][0-9]*$", REG_EXTENDED | REG_NOSUB),
			 0);
	*lines = 0;
	for (char *line = strtok_r(text, "\n", &text); line; line = strtok_r(NULL, "\n", &text)) {
		if (regexec(&form, line, 0, NULL, 0) != 0)
			fail_msg("not a folded line: %s", line);
		sum += strtoull(strrchr(line, ' '), NULL, 10);
		(*lines)++;
	}
	regfree(&form);
	return sum;
}

TEST(folded_lines_have_their_form_and_the_sum_of_self)
{
	char *text;
	size_t lines;

	T_UNUSED;
	build();
	text = write_format("folded", 0);
	assert_int_equal(sum_folded(text, &lines), report.summary.self_ns);
	assert_true(lines > 100);
	free(text);
	text = write_format("folded", 7);
	assert_true(sum_folded(text, &lines) < report.summary.self_ns);
	assert_int_equal(lines, 7);
	free(text);
	clean();
}

TEST(folded_output_is_the_same_with_any_number_of_workers)
{
	char *one;
	char *two;

	T_UNUSED;
	build();
	one = write_format("folded", 0);
	csa_report_release(&report);
	t_report(&report, dir, 4);
	two = write_format("folded", 0);
	assert_string_equal(one, two);
	free(one);
	free(two);
	clean();
}

TEST(names_cannot_break_folded_lines)
{
	struct csa_row_name *name;
	char *text;
	size_t lines;

	T_UNUSED;
	build();
	name = &report.table.rows[report.rows[0].row];
	name->function = "a;b\nc 7\xff;";
	text = write_format("folded", 0);
	assert_non_null(strstr(text, "a:b?c 7\xef\xbf\xbd: "));
	assert_int_equal(sum_folded(text, &lines), report.summary.self_ns);
	free(text);
	name->function = "";
	text = write_format("folded", 0);
	assert_int_equal(sum_folded(text, &lines), report.summary.self_ns);
	free(text);
	clean();
}

TEST(stacks_of_the_same_names_are_one_line)
{
	const char *wanted = "same;same 40\n";
	struct t_trace *trace;
	struct t_thread *thread;
	char *text;

	T_UNUSED;
	dir = t_temp_dir();
	trace = t_trace_new(dir, NULL);
	thread = t_thread_new(trace, 70);
	for (unsigned i = 0; i < 4; i++) {
		t_enter(thread, 2000 + 100 * i, i % 2 ? 0x1000 : 0x2000);
		t_enter(thread, 2000 + 100 * i, i / 2 ? 0x1000 : 0x2000);
		t_exit(thread, 2010 + 100 * i);
		t_exit(thread, 2010 + 100 * i);
	}
	t_trace_end(trace, true);
	t_report(&report, dir, 1);
	for (uint32_t i = 0; i < report.table.count; i++)
		report.table.rows[i].function = "same";
	text = write_format("folded", 0);
	assert_string_equal(text, wanted);
	free(text);
	clean();
}

static void check_keys(const json_t *object, const char *const *keys)
{
	size_t count = 0;

	for (; keys[count]; count++) {
		if (!json_object_get(object, keys[count]))
			fail_msg("no key %s", keys[count]);
	}
	assert_int_equal(json_object_size(object), count);
}

TEST(json_has_the_documented_keys_and_the_sum_of_self)
{
	static const char *const top[] = { "schema",    "summary", "filter",  "rows",
					   "processes", "threads", "modules", "markers",
					   "marks",     "frames",  "values",  NULL };
	static const char *const summary[] = { "events",         "calls",          "threads",
					       "unmatched",      "unwound",        "open",
					       "lost",           "lossy",          "pauses",
					       "paused",         "clock_steps",    "clock_changes",
					       "clock_left_out", "clock_drift_ns", NULL };
	static const char *const row[] = { "function", "kind",    "module",  "file",   "line",
					   "address",  "size",    "avg_ns",  "calls",  "resumes",
					   "incl_ns",  "self_ns", "min_ns",  "p50_ns", "p90_ns",
					   "p95_ns",   "p99_ns",  "p999_ns", "max_ns", "probe_ns",
					   "at_least", "lossy",   NULL };
	char *text;
	json_t *root;
	json_t *rows;
	json_int_t sum = 0;

	T_UNUSED;
	build();
	text = write_format("json", 0);
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	check_keys(root, top);
	check_keys(json_object_get(root, "summary"), summary);
	rows = json_object_get(root, "rows");
	assert_int_equal(json_array_size(rows), report.row_count);
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *r = json_array_get(rows, i);
		json_int_t least = json_integer_value(json_object_get(r, "min_ns"));
		json_int_t most = json_integer_value(json_object_get(r, "max_ns"));
		json_int_t before = least;

		check_keys(r, row);
		sum += json_integer_value(json_object_get(r, "self_ns"));
		for (size_t k = 13; k <= 17; k++) { /* p50_ns to p999_ns */
			json_int_t q = json_integer_value(json_object_get(r, row[k]));

			assert_true(q >= before && q <= most);
			before = q;
		}
	}
	assert_int_equal(sum, report.summary.self_ns);
	assert_int_equal(json_integer_value(json_object_get(
				 json_array_get(json_object_get(root, "markers"), 0), "argument")),
			 28);
	json_decref(root);
	free(text);
	clean();
}

TEST(text_puts_what_is_wrong_above_the_table)
{
	static const char *const order[] = { "events ", "the disk is full", "unmatched exits: 1",
					     "\nfunction", "functions; --top 0 prints all." };
	char *text;
	const char *at;

	T_UNUSED;
	build();
	text = write_format("text", 3);
	at = text;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		at = strstr(at, order[i]);
		if (!at)
			fail_msg("'%s' is not there or too early:\n%s", order[i], text);
	}
	free(text);
	clean();
}

TEST(unknown_formats_are_not_found)
{
	T_UNUSED;
	assert_null(csa_out_find("xml"));
	assert_non_null(csa_out_find("text"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(folded_lines_have_their_form_and_the_sum_of_self),
		CASE(folded_output_is_the_same_with_any_number_of_workers),
		CASE(names_cannot_break_folded_lines),
		CASE(stacks_of_the_same_names_are_one_line),
		CASE(json_has_the_documented_keys_and_the_sum_of_self),
		CASE(text_puts_what_is_wrong_above_the_table),
		CASE(unknown_formats_are_not_found),
	};

	return T_RUN(cases, argc, argv);
}
