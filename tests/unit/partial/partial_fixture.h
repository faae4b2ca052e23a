/* SPDX-License-Identifier: MIT */
/* Captures of several processes, and what is printed of them and of their parts. */
#ifndef T_PARTIAL_FIXTURE_H
#define T_PARTIAL_FIXTURE_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "out_format.h"
#include "partial.h"
#include "summary_builder.h"
#include "test.h"
#include "trace_builder.h"

#define T_PROCESSES 6

static const char *const t_names[T_PROCESSES] = { "app-1-100", "app-2-200", "app-3-300",
						  "sum-4-400", "cnt-5-500", "sum-6-600" };

/* One process of events, with @n as what is different in it. */
static inline void t_build_events(const char *dir, unsigned n)
{
	struct t_trace *trace =
		t_trace_new(dir, &(struct t_trace_options){ .name = t_names[n],
							    .pid = n + 1,
							    .start_ticks = 1000 + 100 * n,
							    .realtime_ns = 1795972517000000000u + n,
							    .hook_ns = 1.5 + n / 3.0,
							    .stripes = 2 });

	t_trace_module(trace, 1000, 0x10000, 0x10000, 0x20000, n ? "/none/one.so" : "/none/two.so");
	t_trace_module(trace, 1000, 0x30000, 0x30000, 0x40000, "/none/two.so");
	for (unsigned tid = 0; tid < 2 + n; tid++) {
		struct t_thread *thread = t_thread_new(trace, 70 + tid);
		const uint64_t words[] = { 0x38000 + 16 * tid, 5 + n };

		if (tid)
			t_name(thread, 2000, tid % 2 ? "worker" : "other\xff");
		for (unsigned i = 0; i < 20 + 7 * n; i++) {
			t_enter_at(thread, 2000 + 1000 * i, 0x10100 + 16 * (i % 3), 0x10208);
			t_enter_at(thread, 2100 + 1000 * i, 0x30100 + 16 * (i % (2 + n)), 0x10110);
			t_exit(thread, 2200 + 1000 * i + 37 * i * (n + 1));
			t_exit(thread, 2900 + 1000 * i);
		}
		/* Two callers that cannot be told apart by their times, the second one first. */
		for (unsigned i = 0; i < 2; i++) {
			t_enter(thread, 80000 + 1000 * i, 0x10400 - 256 * i);
			t_enter(thread, 80100 + 1000 * i, 0x30a00);
			t_exit(thread, 80200 + 1000 * i);
			t_exit(thread, 80300 + 1000 * i);
		}
		t_extended(thread, 90000 + n, CSF_EXT_USER_MARK, CSF_NAME_FRAME, words, 1);
		t_extended(thread, 91000 + 7 * n, CSF_EXT_USER_MARK, CSF_NAME_FRAME, words, 1);
		t_extended(thread, 92000, CSF_EXT_USER_MARK, CSF_NAME_VALUE, words, 2);
		t_unmatched(thread, 93000, 0x30100);
		t_enter(thread, 94000, 0x30900);
		t_enter(thread, 95000, 0x30900);
		t_unwound(thread, 96000, 1);
		t_marker(thread, 97000, CSF_MARKER_PAUSED, 0);
		t_marker(thread, 97500, CSF_MARKER_RESUMED, 10 + n);
	}
	t_trace_lose(trace, n, 3 * n);
	t_trace_end(trace, n != 1);
}

static inline void t_build_summary(const char *dir, unsigned n, bool is_count)
{
	struct t_trace *trace =
		t_trace_new(dir, &(struct t_trace_options){ .name = t_names[n],
							    .pid = n + 1,
							    .mode = is_count ? "count" : "summary",
							    .realtime_ns = 1795972517000000000u + n,
							    .hook_ns = 2 });
	char *path = t_path(t_trace_dir(trace), "summary.cst");
	struct t_summary summary;

	t_trace_module(trace, 1000, 0x10000, 0x10000, 0x20000, "/none/one.so");
	t_summary_init(&summary, is_count ? CSF_MODE_COUNT : CSF_MODE_SUMMARY);
	for (unsigned slot = 0; slot < 2; slot++) {
		struct csf_table *table = t_summary_slot(&summary);

		table->last_ticks = 9000 + slot;
		if (is_count) {
			t_summary_count(&summary, 0x10100)->calls = 5 + slot;
			continue;
		}
		for (unsigned i = 0; i < 3; i++) {
			struct csf_summary_row *row = t_summary_row(&summary, 0x10100 + 16 * i);

			row->entered = row->leaving = row->ended = 10;
			row->total = row->self = 1000 + i + slot;
			row->min = 7;
			row->max = 777 + i;
			t_summary_octave(&summary, 1)[20 + i - n - slot] = 10;
		}
	}
	t_summary_write(&summary, path);
	free(path);
	t_trace_end(trace, true);
}

/* @events_only: the modes without stacks are left out. */
static inline char *t_build_captures(bool events_only)
{
	char *dir = t_temp_dir();

	for (unsigned n = 0; n < 3; n++)
		t_build_events(dir, n);
	if (!events_only) {
		t_build_summary(dir, 3, false);
		t_build_summary(dir, 4, true);
		t_build_summary(dir, 5, false);
	}
	return dir;
}

static const struct csa_report_options t_options = {
	.all = true, .wants_tree = true, .wants_sites = true, .filter = { .to_ns = UINT64_MAX }
};

static inline void t_make_report(struct csa_report *report, const char *dir)
{
	struct csa_err err = { 0 };

	if (csa_report_make(report, dir, &t_options, &err) != 0)
		fail_msg("%s", err.msg);
}

static inline void t_write_part(const struct csa_report *report, const char *path)
{
	struct csa_err err = { 0 };
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	if (csa_partial_write(report, fd, &err) != 0)
		fail_msg("%s", err.msg);
	close(fd);
}

/* All that every format prints of a report, one after the other: NULs are written as blanks. Freed by the caller. */
static inline char *t_print(const struct csa_report *report)
{
	static const char *const formats[] = { "text", "json",    "csv",       "folded",
					       "tree", "callers", "callgrind", "pprof" };
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	struct csa_err err = { 0 };

	assert_non_null(out);
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		const struct csa_out_format *format = csa_out_find(formats[i]);
		const struct csa_call_filter filter = { .to_ns = UINT64_MAX };
		const struct csa_out_options options = { .filter = &filter };

		if (!format)
			continue;
		fprintf(out, "== %s\n", formats[i]);
		assert_int_equal(format->write(report, &options, out, &err), 0);
	}
	for (size_t i = 0; i < report->notes.count; i++)
		fprintf(out, "%d %s\n", (int)report->notes.items[i].kind,
			report->notes.items[i].text);
	fclose(out);
	for (size_t i = 0; i < length; i++)
		text[i] = text[i] ? text[i] : ' ';
	return text;
}

/* A binary file or text as it is. */
static inline char *t_slurp(const char *path, size_t *length)
{
	FILE *in = fopen(path, "rb");
	char *bytes;

	*length = t_file_bytes(path);
	bytes = malloc(*length + 1);
	assert_true(in && bytes);
	assert_int_equal(fread(bytes, 1, *length, in), *length);
	bytes[*length] = '\0';
	fclose(in);
	return bytes;
}

#endif
