/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup, setrlimit */
#include "hostile_samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "any_report.h"
#include "legacy.h"
#include "old_builder.h"
#include "summary_builder.h"
#include "test_files.h"
#include "trace_builder.h"

#define LIMIT_BYTES (64u << 20)

#define DEEP_EVENTS  200000u  /* half of them open one call more */
#define LARGE_EVENTS 3000000u /* 96 MB */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static void stop(const char *what)
{
	perror(what);
	exit(1);
}

static void read_file(struct t_sample *sample)
{
	FILE *file = fopen(sample->file, "rb");

	sample->count = t_file_bytes(sample->file);
	sample->bytes = malloc(sample->count + 1);
	if (!file || !sample->bytes ||
	    fread(sample->bytes, 1, sample->count, file) != sample->count)
		stop(sample->file);
	fclose(file);
}

/* Calls of two threads: every kind of record, blocks in the file and some in windows. */
static char *make_capture(const char *dir, bool has_modules, bool has_windows, const char *full)
{
	const struct t_trace_options options = { .full = full, .process_start = 1000 };
	struct t_trace *trace = t_trace_new(dir, &options);
	char *process = strdup(t_trace_dir(trace));
	const uint64_t words[2] = { 0x500000, 7 };

	if (has_modules) {
		t_trace_module(trace, 1000, 0x400000, 0x400000, 0x500000, "/nonexistent/app");
		t_trace_module(trace, 1000, 0x500000, 0x500000, 0x600000, "/nonexistent/a\\x1b");
		t_trace_module(trace, 9000000, 0, 0x500000, 0, NULL);
	}
	for (unsigned tid = 7; tid < 9; tid++) {
		struct t_thread *th = t_thread_new(trace, tid);
		uint64_t now = 2000;

		t_name(th, now, tid == 7 ? "main" : "worker\033[2J");
		t_enter(th, now, 0x401000);
		for (unsigned i = 0; i < 150; i++) {
			t_enter_at(th, now += 10, 0x402000 + 16 * (i % 20), 0x401010 + i);
			t_enter(th, now += 10, 0x510000);
			t_exit(th, now += 1000000 * (i % 2));
			if (i % 30 == 29)
				t_unwound(th, ++now, 1);
			else
				t_exit(th, ++now);
			if (i % 50 == 49)
				t_block(th, T_BLOCK_WRITTEN);
		}
		t_marker(th, ++now, CSF_MARKER_PAUSED, 0);
		t_marker(th, ++now, CSF_MARKER_RESUMED, 5);
		t_unmatched(th, ++now, 0x404000);
		t_extended(th, ++now, CSF_EXT_USER_MARK, CSF_NAME_VALUE, words, 2);
		for (unsigned i = 0; i < 60; i++)
			t_enter(th, ++now, 0x403000);
		t_block(th, full ? T_BLOCK_TWICE : T_BLOCK_WRITTEN);
		t_enter(th, ++now, 0x403000);
		if (!has_windows || tid == 7)
			t_block(th, has_windows ? T_BLOCK_PARTIAL : T_BLOCK_WRITTEN);
	}
	t_trace_end(trace, false);
	return process;
}

static char *make_summary(const char *dir)
{
	const struct t_trace_options options = { .mode = "summary", .process_start = 1000 };
	struct t_trace *trace = t_trace_new(dir, &options);
	char *process = strdup(t_trace_dir(trace));
	char *path = t_path(process, "summary.cst");
	struct t_summary s;

	t_trace_end(trace, false);
	t_summary_init(&s, CSF_MODE_SUMMARY);
	t_summary_slot(&s);
	for (unsigned i = 1; i < 20; i++) {
		struct csf_summary_row *row = t_summary_row(&s, 0x401000 + 16 * i);

		row->entered = 3;
		row->leaving = row->ended = 2;
		row->self = 100;
		row->total = 200;
		row->min = 50;
		row->max = 150;
		t_summary_octave(&s, 1)[3] = 2;
		t_summary_open(&s, 0x401000 + 16 * i, 2000 + i, 10);
	}
	t_summary_root(&s)->child_ticks = 200;
	t_summary_write(&s, path);
	free(path);
	return process;
}

/* Version 1, as no sample of a producer is. */
static void make_old(const char *dir, const char *name, bool is_summary)
{
	const struct t_old_header header = {
		.version = 1, .first_ns = 1000, .pid = 7, .span = 900
	};
	struct t_old old;

	if (is_summary)
		t_old_summary(&old, &header);
	else
		t_old_events(&old, &header);
	for (unsigned i = 1; i < 8 && is_summary; i++)
		t_old_row(&old, 0x1000 * i, i, 100, 100);
	for (unsigned i = 0; i < 200 && !is_summary; i++)
		t_old_record(&old, 5000 + i, 0x1000 + 16 * (i % 3 ? 1 : 0), i, 7, i & 1);
	t_old_write(&old, dir, name);
}

static void copy_golden(const char *dir, const char *folder, const char *name)
{
	char *from_dir = t_path(GOLDEN, folder);
	char *from = t_path(from_dir, name);
	char *to = t_path(dir, name);
	struct t_sample copy = { .file = from };

	read_file(&copy);
	t_write_file(to, copy.bytes, copy.count);
	free(copy.bytes);
	free(from_dir);
	free(from);
	free(to);
}

/* A recursion that did not end, and exits that have no enter below it. */
static void make_deep(const char *dir, const char *name)
{
	const struct t_old_header header = { .version = 2, .first_ns = 1000, .pid = 7 };
	struct t_old old;

	t_old_events(&old, &header);
	for (unsigned i = 0; i < DEEP_EVENTS / 2; i++)
		t_old_record(&old, 5000 + i, 0x1000, 0, 7, 0);
	for (unsigned i = 0; i < DEEP_EVENTS / 2; i++)
		t_old_record(&old, 900000 + i, 0x1100, 0, 7, 1);
	t_old_write(&old, dir, name);
}

/* Calls of 300 functions, up to nine one in another. */
static void make_large(const char *dir, const char *name)
{
	const struct t_old_header header = { .version = 2, .first_ns = 1000, .pid = 7 };
	uint64_t open[9] = { 0 };
	unsigned depth = 0;
	struct t_old old;

	t_old_events(&old, &header);
	for (unsigned i = 0; i < LARGE_EVENTS; i++) {
		bool is_enter = depth == 0 || (depth < 9 && i % 7 < 4);

		if (is_enter)
			open[depth++] = 0x1000 + 64 * (i % 300);
		t_old_record(&old, 5000 + 20ull * i, open[is_enter ? depth - 1 : --depth], i % 100,
			     7, !is_enter);
	}
	t_old_write(&old, dir, name);
}

struct kind {
	const char *name;
	const char *file;
	const char *golden; /* folder; NULL: made here */
	bool is_old;
	bool says_cuts;
	size_t header_bytes;
	size_t record_bytes;
	bool has_modules;
	bool has_windows;
	const char *full;
	uint64_t events;
	void (*make)(const char *dir, const char *name);
};

static const struct kind kinds[] = {
	{ .name = "deep",
	  .file = "trace.7.7.0.bin",
	  .is_old = true,
	  .events = DEEP_EVENTS,
	  .make = make_deep },
	{ .name = "large",
	  .file = "trace.7.7.0.bin",
	  .is_old = true,
	  .events = LARGE_EVENTS,
	  .make = make_large },
	{ .name = "blocks", .file = "blocks-0.0.cst", .says_cuts = true },
	{ .name = "live", .file = "live.cst", .has_windows = true },
	{ .name = "wrapped", .file = "live.cst", .has_windows = true, .full = "wrap" },
	{ .name = "summary", .file = "summary.cst" },
	{ .name = "modules", .file = "modules", .has_modules = true },
	{ .name = "process-json", .file = "process.json" },
	{ .name = "old-events",
	  .file = "trace.27291.27291.0.bin",
	  .golden = "x86-64-events",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 80,
	  .record_bytes = 32 },
	{ .name = "old-events-1",
	  .file = "trace.7.7.0.bin",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 16,
	  .record_bytes = 32 },
	{ .name = "old-big-endian",
	  .file = "trace.27293.27295.0.bin",
	  .golden = "powerpc32-be-events",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 80,
	  .record_bytes = 32 },
	{ .name = "old-32-bit",
	  .file = "trace.27296.27298.0.bin",
	  .golden = "armv7-le-events",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 80,
	  .record_bytes = 32 },
	{ .name = "old-capped",
	  .file = "trace.27315.27315.0.bin",
	  .golden = "x86-64-capped",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 80,
	  .record_bytes = 32 },
	{ .name = "old-summary",
	  .file = "trace.summary.27303.27303.bin",
	  .golden = "x86-64-summary",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 192,
	  .record_bytes = 744 },
	{ .name = "old-summary-1",
	  .file = "trace.summary.7.0.bin",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 192,
	  .record_bytes = 688 },
	{ .name = "old-summary-big-endian",
	  .file = "trace.summary.27305.27305.bin",
	  .golden = "powerpc32-be-summary",
	  .is_old = true,
	  .says_cuts = true,
	  .header_bytes = 192,
	  .record_bytes = 744 },
};

static char *make_process(const struct kind *kind, const char *dir)
{
	if (kind->golden)
		copy_golden(dir, kind->golden, kind->file);
	else if (kind->make)
		kind->make(dir, kind->file);
	else if (kind->is_old)
		make_old(dir, kind->file, kind->record_bytes > 32);
	else if (strcmp(kind->name, "summary") == 0)
		return make_summary(dir);
	else
		return make_capture(dir, kind->has_modules, kind->has_windows, kind->full);
	return strdup(dir);
}

bool t_sample_make(struct t_sample *sample, const char *name)
{
	char *process;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(kinds[i].name, name) != 0)
			continue;
		*sample = (struct t_sample){ .dir = t_temp_dir(),
					     .is_old = kinds[i].is_old,
					     .says_cuts = kinds[i].says_cuts,
					     .first_cut_bytes = kinds[i].header_bytes,
					     .record_bytes = kinds[i].record_bytes,
					     .events = kinds[i].events };
		process = make_process(&kinds[i], sample->dir);
		sample->file = t_path(process, kinds[i].file);
		free(process);
		read_file(sample);
		return true;
	}
	return false;
}

void t_sample_free(struct t_sample *sample)
{
	free(sample->file);
	free(sample->bytes);
	t_remove(sample->dir);
}

/* The process as it is, and 64 MB. */
static void limit_memory(void)
{
#ifndef HAS_SANITIZER
	static bool is_limited;
	unsigned long pages = 0;
	FILE *file = is_limited ? NULL : fopen("/proc/self/statm", "r");
	struct rlimit limit;

	if (is_limited)
		return;
	if (!file || fscanf(file, "%lu", &pages) != 1)
		stop("/proc/self/statm");
	fclose(file);
	limit.rlim_cur = limit.rlim_max =
		(rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + LIMIT_BYTES;
	if (setrlimit(RLIMIT_AS, &limit) != 0)
		stop("setrlimit");
	is_limited = true;
#endif
}

static void take_report(struct t_reading *reading, const struct csa_report *report)
{
	reading->events = report->summary.events;
	reading->damage = report->notes.total[CSA_NOTE_DAMAGE];
	for (size_t i = 0; i < report->notes.count && !reading->text[0]; i++) {
		if (report->notes.items[i].kind == CSA_NOTE_DAMAGE &&
		    strstr(report->notes.items[i].text, "offset "))
			snprintf(reading->text, sizeof(reading->text), "%s",
				 report->notes.items[i].text);
	}
}

static int read_old(const struct t_sample *sample, unsigned format, struct csa_report *report,
		    struct csa_err *err)
{
	struct csa_legacy legacy;
	char *made = t_temp_dir();
	int rc = csa_legacy_import(&legacy, made, sample->dir, NULL, err);
	const struct t_any_report choices = {
		.format = format,
		.process_dirs = (const char *const *)legacy.process_dirs,
		.process_dir_count = legacy.process_count,
	};

	*report = (struct csa_report){ 0 };
	if (rc == 0 && legacy.dir)
		rc = t_any_report(report, sample->dir, &choices, err);
	csa_legacy_close(&legacy);
	t_remove(made);
	return rc;
}

void t_sample_read(const struct t_sample *sample, unsigned format, struct t_reading *reading)
{
	const struct t_any_report choices = { .format = format, .is_filtered = format & 64 };
	struct csa_report report;
	struct csa_err err = { 0 };

	*reading = (struct t_reading){ 0 };
	limit_memory();
	if (sample->is_old)
		reading->rc = read_old(sample, format, &report, &err);
	else
		reading->rc = t_any_report(&report, sample->dir, &choices, &err);
	if (reading->rc < 0)
		snprintf(reading->text, sizeof(reading->text), "%s", err.msg);
	else
		take_report(reading, &report);
	csa_report_release(&report);
}
