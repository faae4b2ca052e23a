/* SPDX-License-Identifier: MIT */
/*
 * What it costs to read a capture: events a second of the report and of each export, memory, and the
 * same program recorded and reported by uftrace, where that is installed.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "bench_json.h"
#include "bench_options.h"
#include "bench_run.h"
#include "bench_stats.h"

struct options {
	const char *programs;
	const char *callsight;
	const char *work;
	const char *output;
	const char *uftrace; /* NULL: it is not installed */
	bool quick;
};

/* A capture that is read more than once. */
struct trace {
	char *folder;
	long long events;
	long long bytes;
};

struct row {
	const char *format;
	struct bench_series rate[2]; /* events a second on one and on two processors */
	long peak_kb;
};

static struct row rows[] = {
	{ .format = "text" },       { .format = "json" },   { .format = "csv" },
	{ .format = "folded" },     { .format = "tree" },   { .format = "callers" },
	{ .format = "html" },       { .format = "chrome" }, { .format = "perfetto" },
	{ .format = "speedscope" }, { .format = "pprof" },  { .format = "callgrind" },
	{ .format = "firefox" },    { .format = "calls" },
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static void fail(const char *what, const struct bench_result *result)
{
	fprintf(stderr, "bench: %s: status %d, said '%s'\n", what, result->status, result->output);
	exit(1);
}

static long long count_events(const struct options *options, const char *traces)
{
	char *report = bench_text("%s%s", options->work, "/report.json");
	const char *const argv[] = { options->callsight, "analyze", traces, "--format", "json",
				     "--output",         report,    NULL };
	struct bench_result result = bench_run(argv, NULL, 2);
	json_t *root = json_load_file(report, 0, NULL);
	long long count =
		json_integer_value(json_object_get(json_object_get(root, "summary"), "events"));

	if (result.status != 0 || count == 0)
		fail("analyze --format json", &result);
	json_decref(root);
	free(report);
	return count;
}

static struct trace record(const struct options *options, const char *name, const char *program,
			   const char *events)
{
	struct trace trace = { .folder = bench_text("%s/%s", options->work, name) };
	char *path = bench_text("%s/%s", options->programs, program);
	char *folder = bench_text("TRACE_DIR=%s%s", trace.folder, "");
	const char *const make[] = { path, events, NULL };
	const char *environment[] = { "TRACE_ENABLE=1", "TRACE_MAX_MB=0", folder, NULL };
	struct bench_result result;

	bench_remove_tree(trace.folder);
	result = bench_run(make, environment, 1);
	if (result.status != 0)
		fail("making the events", &result);
	trace.events = count_events(options, trace.folder);
	trace.bytes = bench_file_bytes(trace.folder, "blocks-*");
	free(path);
	free(folder);
	return trace;
}

static void drop(struct trace *trace)
{
	bench_remove_tree(trace->folder);
	free(trace->folder);
}

static void measure(const struct options *options, const struct trace *trace, struct row *row,
		    unsigned cpus)
{
	const char *const argv[] = { options->callsight, "analyze",  trace->folder, "--format",
				     row->format,        "--output", "/dev/null",   NULL };
	struct bench_result result = bench_run(argv, NULL, cpus);

	if (result.status != 0)
		fail(row->format, &result);
	bench_add(&row->rate[cpus - 1], (double)trace->events / result.wall_ns * 1e9);
	if (result.peak_kb > row->peak_kb)
		row->peak_kb = result.peak_kb;
}

/* 5 000 functions: peak memory must not follow the number of events. Return: kB, for few and many. */
static void measure_memory(const struct options *options, long peaks[2])
{
	static const char *const counts[2][2] = { { "50000000", "200000000" },
						  { "100000", "300000" } };

	for (unsigned i = 0; i < 2; i++) {
		struct row row = { .format = "text" };
		struct trace trace =
			record(options, "wide", "bench_wide_tree", counts[options->quick][i]);

		measure(options, &trace, &row, 2);
		peaks[i] = row.peak_kb;
		drop(&trace);
	}
}

/* Events a second of uftrace report, of the same program. */
static void measure_uftrace(const struct options *options, unsigned rounds,
			    struct bench_series *rate)
{
	char *folder = bench_text("%s%s", options->work, "/uftrace");
	char *program = bench_text("%s/%s", options->programs, "bench_foreign_tree");
	const char *count = options->quick ? "100000" : "5000000";
	const char *const make[] = { options->uftrace, "record", "--no-libcall", "-d",
				     folder,           program,  count,          NULL };
	const char *const report[] = { options->uftrace, "report", "-d", folder, NULL };
	struct bench_result result;
	long long bytes;

	bench_remove_tree(folder);
	result = bench_run(make, NULL, 2);
	bytes = bench_file_bytes(folder, "*.dat");
	if (result.status != 0 || bytes < 16)
		fail("uftrace record", &result);
	for (unsigned round = 0; round < rounds; round++) {
		result = bench_run(report, NULL, 1);
		if (result.status != 0)
			fail("uftrace report", &result);
		bench_add(rate, (double)bytes / 16 / result.wall_ns * 1e9); /* 16 bytes a record */
	}
	bench_remove_tree(folder);
	free(folder);
	free(program);
}

static json_t *report_rows(void)
{
	json_t *formats = json_object();

	printf("%-28s %9s %9s %9s\n", "M events/s", "one core", "two", "peak MB");
	for (size_t i = 0; i < ROWS; i++) {
		struct row *row = &rows[i];

		printf("%-28s %9.1f %9.1f %9.1f\n", row->format, bench_median(&row->rate[0]) / 1e6,
		       bench_median(&row->rate[1]) / 1e6, (double)row->peak_kb / 1024);
		json_object_set_new(formats, row->format,
				    json_pack("{s:o,s:o,s:I}", "one_core",
					      bench_json_series(&row->rate[0]), "two_cores",
					      bench_json_series(&row->rate[1]), "peak_kb",
					      (json_int_t)row->peak_kb));
	}
	return formats;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	const struct bench_option words[] = {
		{ "--programs", &options.programs, false },
		{ "--callsight", &options.callsight, false },
		{ "--work", &options.work, false },
		{ "--output", &options.output, false },
		{ "--uftrace", &options.uftrace, true },
		{ NULL, NULL, false },
	};
	struct bench_series foreign = { 0 };
	long peaks[2];
	unsigned rounds;
	struct trace trace;
	json_t *formats;

	if (!bench_options_parse(words, argc, argv, &options.quick))
		return 2;
	mkdir(options.work, 0700);
	rounds = options.quick ? 1 : 5;
	trace = record(&options, "tree", "bench_tree", options.quick ? "300000" : "50000000");
	for (unsigned round = 0; round < rounds; round++) {
		for (size_t i = 0; i < ROWS; i++) {
			measure(&options, &trace, &rows[i], 1);
			measure(&options, &trace, &rows[i], 2);
		}
	}
	if (options.uftrace)
		measure_uftrace(&options, rounds, &foreign);
	measure_memory(&options, peaks);
	formats = report_rows();
	printf("%-28s %9.2f\n", "bytes an event", (double)trace.bytes / (double)trace.events);
	printf("%-28s %9ld kB, of four times the events %ld kB\n", "memory, 5000 functions",
	       peaks[0], peaks[1]);
	if (options.uftrace)
		printf("%-28s %9.1f M events/s, %.1f times less\n", "uftrace report",
		       bench_median(&foreign) / 1e6,
		       bench_median(&rows[0].rate[0]) / bench_median(&foreign));
	else
		puts("uftrace is not installed: not compared");
	json_t *root =
		json_pack("{s:i,s:I,s:f,s:o,s:o,s:{s:I,s:I}}", "schema", 1, "events",
			  (json_int_t)trace.events, "bytes_per_event",
			  (double)trace.bytes / (double)trace.events, "formats", formats, "uftrace",
			  options.uftrace ? bench_json_series(&foreign) : json_null(), "wide",
			  "peak_kb", (json_int_t)peaks[0], "peak_kb_fourfold",
			  (json_int_t)peaks[1]);
	drop(&trace);
	return bench_json_write(root, options.output) ? 0 : 1;
}
