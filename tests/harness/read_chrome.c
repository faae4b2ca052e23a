/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
/*
 * Chrome trace JSON as its viewers read it: the whole file is JSON; events B and E only; sorted by ts
 * with the order of the file where it is equal, E closes the innermost B of (pid, tid).
 */
#include "export_spans.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct event {
	const json_t *json;
	char phase;
	uint64_t ns;
	size_t order;
	uint64_t pid;
	uint64_t tid;
};

static uint64_t number(const json_t *object, const char *key)
{
	return (uint64_t)json_integer_value(json_object_get(object, key));
}

static bool flag(const json_t *event, const char *key)
{
	return json_is_true(json_object_get(json_object_get(event, "args"), key));
}

static const char *text(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

static size_t find_thread(struct t_spans *spans, uint64_t pid, uint64_t tid)
{
	for (size_t i = spans->thread_count; i > 0; i--) {
		if (spans->threads[i - 1].pid == pid && spans->threads[i - 1].tid == tid)
			return i - 1;
	}
	t_spans_add_thread(spans, "", "");
	spans->threads[spans->thread_count - 1].pid = pid;
	spans->threads[spans->thread_count - 1].tid = tid;
	return spans->thread_count - 1;
}

static void rename_label(char **label, const char *name)
{
	free(*label);
	*label = strdup(name);
}

/* Names come where they like; each may come once. */
static bool name_process(struct t_spans *spans, const struct event *e)
{
	const json_t *args = json_object_get(e->json, "args");

	for (size_t i = 0; i < spans->thread_count; i++) {
		if (spans->threads[i].pid != e->pid)
			continue;
		if (spans->threads[i].process[0])
			return t_spans_fail(spans, "two processes are %" PRIu64, e->pid);
		rename_label(&spans->threads[i].process, text(args, "name"));
	}
	return true;
}

static bool name_thread(struct t_spans *spans, const struct event *e)
{
	const json_t *args = json_object_get(e->json, "args");
	size_t thread = find_thread(spans, e->pid, e->tid);

	for (size_t i = 0; i < spans->thread_count; i++) {
		if (i != thread && spans->threads[i].tid == e->tid)
			return t_spans_fail(spans, "threads of two processes are %" PRIu64, e->tid);
	}
	if (spans->threads[thread].name[0])
		return t_spans_fail(spans, "two threads are %" PRIu64, e->tid);
	rename_label(&spans->threads[thread].name, text(args, "name"));
	return true;
}

static bool read_begin(struct t_spans *spans, size_t thread, const struct event *e)
{
	struct t_span *span;

	if (!json_is_string(json_object_get(e->json, "name")))
		return t_spans_fail(spans, "a begin without a name");
	span = t_spans_enter(spans, thread, e->ns, text(e->json, "name"));
	if (span)
		span->began_before = flag(e->json, "began_before");
	return span != NULL;
}

static bool read_end(struct t_spans *spans, size_t thread, const struct event *e)
{
	struct t_span *span = t_spans_exit(spans, thread, e->ns);

	if (!span)
		return false;
	if (strcmp(span->name, text(e->json, "name")) != 0)
		return t_spans_fail(spans, "an end of another name");
	span->unwound = flag(e->json, "unwound");
	span->open = flag(e->json, "open");
	span->cut = flag(e->json, "cut");
	return true;
}

static bool read_instant(struct t_spans *spans, const struct event *e)
{
	const char *category = text(e->json, "cat");

	if (strcmp(text(e->json, "s"), "t") != 0)
		return t_spans_fail(spans, "an instant without scope");
	spans->marks += strcmp(category, "mark") == 0;
	spans->frames += strcmp(category, "frame") == 0;
	spans->capture_events += strcmp(category, "capture") == 0;
	return true;
}

static bool read_event(struct t_spans *spans, const struct event *e)
{
	const json_t *value;
	size_t thread;

	thread = find_thread(spans, e->pid, e->tid);
	switch (e->phase) {
	case 'B':
		return read_begin(spans, thread, e);
	case 'E':
		return read_end(spans, thread, e);
	case 'i':
		return read_instant(spans, e);
	case 'C':
		value = json_object_get(json_object_get(e->json, "args"), "value");
		if (!json_is_integer(value))
			return t_spans_fail(spans, "a counter without a number");
		spans->values++;
		spans->last_value = json_integer_value(value);
		return true;
	default:
		return t_spans_fail(spans, "phase %c is not of the one style", e->phase);
	}
}

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left;
	const struct event *b = right;

	if (a->ns != b->ns)
		return a->ns < b->ns ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static bool load_event(struct t_spans *spans, struct event *e, const json_t *json, size_t order)
{
	const char *phase = text(json, "ph");
	const json_t *ts = json_object_get(json, "ts");

	*e = (struct event){
		.json = json,
		.phase = phase[0],
		.order = order,
		.pid = number(json, "pid"),
		.tid = number(json, "tid"),
	};
	if (strlen(phase) != 1 || !e->pid || !e->tid)
		return t_spans_fail(spans, "event %zu has no phase, pid or tid", order);
	if (phase[0] == 'M') {
		e->ns = UINT64_MAX; /* names are looked at when all threads are known */
		return true;
	}
	if (!json_is_real(ts))
		return t_spans_fail(spans, "event %zu has no ts with decimals", order);
	e->ns = (uint64_t)llround(json_real_value(ts) * 1000);
	return true;
}

/* Threads first, then the processes of them. */
static bool read_metadata(struct t_spans *spans, const struct event *events, size_t count)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < count; i++) {
		if (events[i].phase == 'M' &&
		    strcmp(text(events[i].json, "name"), "thread_name") == 0)
			is_good = name_thread(spans, &events[i]);
	}
	for (size_t i = 0; is_good && i < count; i++) {
		if (events[i].phase == 'M' &&
		    strcmp(text(events[i].json, "name"), "process_name") == 0)
			is_good = name_process(spans, &events[i]);
	}
	return is_good;
}

static bool read_events(struct t_spans *spans, const json_t *array)
{
	size_t count = json_array_size(array);
	struct event *events = calloc(count + 1, sizeof(*events));
	bool is_good = events != NULL;

	for (size_t i = 0; is_good && i < count; i++)
		is_good = load_event(spans, &events[i], json_array_get(array, i), i);
	if (is_good)
		qsort(events, count, sizeof(*events), compare_events);
	for (size_t i = 0; is_good && i < count; i++)
		is_good = events[i].phase == 'M' || read_event(spans, &events[i]);
	is_good = is_good && read_metadata(spans, events, count);
	free(events);
	return is_good;
}

bool t_read_chrome(struct t_spans *spans, const char *bytes, size_t count)
{
	json_error_t error;
	json_t *root = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
	bool is_good;

	if (!root)
		return t_spans_fail(spans, "not JSON: line %d: %s", error.line, error.text);
	is_good = strcmp(text(root, "displayTimeUnit"), "ns") == 0 ||
		  t_spans_fail(spans, "displayTimeUnit is neither ms nor ns");
	is_good = is_good && (json_is_object(json_object_get(root, "otherData")) ||
			      t_spans_fail(spans, "no otherData"));
	is_good = is_good && read_events(spans, json_object_get(root, "traceEvents")) &&
		  t_spans_close(spans);
	t_spans_sort(spans);
	for (size_t i = 0; is_good && i < spans->thread_count; i++) {
		if (!spans->threads[i].name[0] || !spans->threads[i].process[0])
			is_good = t_spans_fail(spans, "thread %zu has no name", i);
	}
	json_decref(root);
	return is_good;
}
