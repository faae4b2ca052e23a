/* SPDX-License-Identifier: MIT */
/*
 * What the reader of an export has found in it: threads, their calls, and how many other events. Calls
 * stand in the order in which they began, thread by thread in the order of the file.
 *
 * Each t_read_<format>() reimplements the rules of the viewers of its format and fails where one is
 * broken; it knows nothing of how the export was written.
 */
#ifndef T_EXPORT_SPANS_H
#define T_EXPORT_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t_span {
	char *name;
	size_t thread;
	unsigned depth; /* 1: no caller */
	uint64_t begin_ns;
	uint64_t end_ns;
	bool began_before;
	bool unwound;
	bool open;
	bool cut;
	bool has_ended;
	size_t outer; /* while it is read: its caller + 1 */
};

struct t_span_thread {
	char *process; /* label */
	char *name;
	uint64_t pid;
	uint64_t tid;
	size_t open; /* while it is read: innermost span + 1 */
	uint64_t last_ns;
};

struct t_spans {
	struct t_span *items;
	size_t count;
	size_t capacity;
	struct t_span_thread *threads;
	size_t thread_count;
	size_t marks;
	size_t frames;
	size_t values;
	int64_t last_value;
	size_t capture_events; /* markers and losses */
	char error[256];
};

void t_spans_release(struct t_spans *spans);

/** t_spans_fail() - keeps the first reason. Return: false. */
bool t_spans_fail(struct t_spans *spans, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** Return: its index. Strings are copied. */
size_t t_spans_add_thread(struct t_spans *spans, const char *process, const char *name);

/**
 * t_spans_enter() - a call of a thread begins. @name: copied
 * t_spans_exit() - its innermost one ends.
 *
 * Return: the call, valid until the next enter; NULL: against the rules, said in error.
 */
struct t_span *t_spans_enter(struct t_spans *spans, size_t thread, uint64_t ns, const char *name);
struct t_span *t_spans_exit(struct t_spans *spans, size_t thread, uint64_t ns);

/** t_spans_close() - Return: false: a call has no end. */
bool t_spans_close(struct t_spans *spans);

/** t_spans_sort() - threads that were read in pieces: calls by thread, then as they began. */
void t_spans_sort(struct t_spans *spans);

/** Duration without the calls below, of each call in the order of items; the caller frees it. */
uint64_t *t_spans_self(const struct t_spans *spans);

/** Return: false: not a correct file, or not what a viewer takes; spans->error says why. */
bool t_read_chrome(struct t_spans *spans, const char *bytes, size_t count);
bool t_read_perfetto(struct t_spans *spans, const char *bytes, size_t count);
bool t_read_firefox(struct t_spans *spans, const char *bytes, size_t count);
bool t_read_html(struct t_spans *spans, const char *bytes, size_t count);
bool t_read_speedscope(struct t_spans *spans, const char *bytes, size_t count);

#endif
