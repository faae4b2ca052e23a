/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
/*
 * A speedscope file as src/lib/file-format-spec.ts and its importer want it: frames of a profile are in
 * the shared list, "at" never goes back and lies between startValue and endValue, C closes the
 * innermost O and names its frame, nothing is open at the end.
 */
#include "export_spans.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct profile {
	const json_t *json;
	const json_t *frames;
	size_t *stack;
	size_t depth;
	size_t thread;
	json_int_t end;
};

static const char *text(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

static json_int_t number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* What a name says besides: the call began before the capture. */
static bool enter(struct t_spans *spans, size_t thread, uint64_t ns, const char *name)
{
	static const char before[] = " (began before)";
	char *function = strdup(name);
	size_t length = strlen(name);
	struct t_span *span;
	bool began_before;

	if (!function)
		abort();
	began_before = length >= sizeof(before) - 1 &&
		       strcmp(name + length - (sizeof(before) - 1), before) == 0;
	if (began_before)
		function[length - (sizeof(before) - 1)] = '\0';
	span = t_spans_enter(spans, thread, ns, function);
	if (span)
		span->began_before = began_before;
	free(function);
	return span != NULL;
}

static bool read_event(struct t_spans *spans, struct profile *p, const json_t *event)
{
	json_int_t frame = number(event, "frame");
	json_int_t at = number(event, "at");
	const json_t *named = json_array_get(p->frames, frame < 0 ? SIZE_MAX : (size_t)frame);

	if (!named || !json_is_string(json_object_get(named, "name")))
		return t_spans_fail(spans, "there is no frame %lld", (long long)frame);
	if (at < number(p->json, "startValue") || at > p->end)
		return t_spans_fail(spans, "an event outside its profile");
	if (strcmp(text(event, "type"), "O") == 0) {
		p->stack[p->depth++] = (size_t)frame;
		return enter(spans, p->thread, (uint64_t)at, text(named, "name"));
	}
	if (strcmp(text(event, "type"), "C") != 0 || p->depth == 0 ||
	    p->stack[--p->depth] != (size_t)frame)
		return t_spans_fail(spans, "a close of what is not the innermost frame");
	return t_spans_exit(spans, p->thread, (uint64_t)at);
}

/* "<thread> (<program> <pid>, tid <tid>)" */
static void add_thread(struct t_spans *spans, const char *name)
{
	const char *end = strstr(name, " (");
	char *thread = strdup(name);

	for (const char *next = end; next; next = strstr(next + 1, " ("))
		end = next;
	if (!thread)
		abort();
	if (end)
		thread[end - name] = '\0';
	t_spans_add_thread(spans, end ? end + 2 : "", thread);
	free(thread);
}

static bool read_profile(struct t_spans *spans, const json_t *json, const json_t *frames)
{
	const json_t *events = json_object_get(json, "events");
	struct profile p = { .json = json,
			     .frames = frames,
			     .thread = spans->thread_count,
			     .end = number(json, "endValue") };
	bool is_good = true;

	if (strcmp(text(json, "type"), "evented") != 0 ||
	    strcmp(text(json, "unit"), "nanoseconds") != 0 || !text(json, "name")[0] ||
	    number(json, "startValue") < 0 || p.end < number(json, "startValue"))
		return t_spans_fail(spans, "not an evented profile in ns");
	add_thread(spans, text(json, "name"));
	p.stack = calloc(json_array_size(events) + 1, sizeof(*p.stack));
	if (!p.stack)
		abort();
	for (size_t i = 0; is_good && i < json_array_size(events); i++)
		is_good = read_event(spans, &p, json_array_get(events, i));
	free(p.stack);
	return is_good;
}

bool t_read_speedscope(struct t_spans *spans, const char *bytes, size_t count)
{
	json_error_t error;
	json_t *root = json_loadb(bytes, count, JSON_ALLOW_NUL, &error);
	const json_t *frames = json_object_get(json_object_get(root, "shared"), "frames");
	const json_t *profiles = json_object_get(root, "profiles");
	bool is_good = json_is_array(frames) && json_is_array(profiles);

	if (!root)
		return t_spans_fail(spans, "%s", error.text);
	if (!is_good ||
	    strcmp(text(root, "$schema"), "https://www.speedscope.app/file-format-schema.json") !=
		    0 ||
	    strncmp(text(root, "exporter"), "callsight@", 10) != 0 || !text(root, "name")[0])
		is_good = t_spans_fail(spans, "not a speedscope file");
	for (size_t i = 0; is_good && i < json_array_size(profiles); i++)
		is_good = read_profile(spans, json_array_get(profiles, i), frames);
	json_decref(root);
	return is_good && t_spans_close(spans);
}
