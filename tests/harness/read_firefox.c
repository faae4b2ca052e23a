/* SPDX-License-Identifier: MIT */
/*
 * A processed profile as the Firefox Profiler reads it: columns of equal length, indexes into tables that
 * have them, stacks behind their prefix, samples sorted. The stack chart of a thread
 * (src/profile-logic/stack-timing.ts): a box stays open from sample to sample while it is an ancestor;
 * weights are the self times of the call tree. Markers of type "call" say what is special about a call.
 */
#define _GNU_SOURCE /* strdup */
#include "export_spans.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct profile {
	struct t_spans *spans;
	const json_t *stacks;
	const json_t *frames;
	const json_t *functions;
	const json_t *strings;
	const json_t *meta;
};

static const json_t *at(const json_t *table, const char *column, size_t index)
{
	return json_array_get(json_object_get(table, column), index);
}

static json_int_t integer(const json_t *table, const char *column, size_t index)
{
	return json_integer_value(at(table, column, index));
}

static uint64_t time_of(const json_t *table, const char *column, size_t index)
{
	return (uint64_t)llround(json_number_value(at(table, column, index)) * 1e6);
}

static size_t length_of(const json_t *table)
{
	return (size_t)json_integer_value(json_object_get(table, "length"));
}

/* Every column that the types name is there, and has as many elements as the table says. */
static bool check_columns(struct t_spans *spans, const json_t *table, const char *what,
			  const char *const *columns)
{
	if (!json_is_object(table) || !json_is_integer(json_object_get(table, "length")))
		return t_spans_fail(spans, "no table %s, or no length", what);
	for (; *columns; columns++) {
		const json_t *column = json_object_get(table, *columns);

		if (!json_is_array(column) || json_array_size(column) != length_of(table))
			return t_spans_fail(spans, "%s.%s has not %zu elements", what, *columns,
					    length_of(table));
	}
	return true;
}

/* All of a column are below @count. @null: how nothing is written, NULL: not allowed */
static bool check_range(struct t_spans *spans, const json_t *table, const char *column,
			size_t count, const char *null)
{
	const json_t *items = json_object_get(table, column);

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);
		json_int_t value = json_integer_value(item);

		if (null && (json_is_null(item) ? strcmp(null, "null") == 0
						: value == -1 && strcmp(null, "-1") == 0))
			continue;
		if (!json_is_integer(item) || value < 0 || (size_t)value >= count)
			return t_spans_fail(spans, "%s[%zu] is out of range", column, i);
	}
	return true;
}

static bool check_stacks(const struct profile *p)
{
	for (size_t i = 0; i < length_of(p->stacks); i++) {
		const json_t *prefix = at(p->stacks, "prefix", i);

		if (!json_is_null(prefix) && (size_t)json_integer_value(prefix) >= i)
			return t_spans_fail(p->spans, "stack %zu is before its prefix", i);
	}
	return true;
}

static bool check_strings(const struct profile *p)
{
	json_t *seen = json_object();
	bool is_good = true;

	for (size_t i = 0; is_good && i < json_array_size(p->strings); i++) {
		const char *text = json_string_value(json_array_get(p->strings, i));

		if (!text || json_object_get(seen, text))
			is_good = t_spans_fail(p->spans, "string %zu is there twice, or none", i);
		else
			json_object_set_new(seen, text, json_true());
	}
	json_decref(seen);
	return is_good;
}

static bool check_shared(struct profile *p, const json_t *shared)
{
	static const char *const stack[] = { "frame", "prefix", NULL };
	static const char *const frame[] = {
		"address",      "inlineDepth",   "category", "subcategory", "func",
		"nativeSymbol", "innerWindowID", "line",     "column",      NULL
	};
	static const char *const function[] = { "name",   "isJS",       "relevantForJS", "resource",
						"source", "lineNumber", "columnNumber",  NULL };
	static const char *const resource[] = { "lib", "name", "host", "type", NULL };
	static const char *const source[] = { "id",          "filename",     "startLine",
					      "startColumn", "sourceMapURL", NULL };
	static const char *const symbol[] = { "libIndex", "address", "name", "functionSize", NULL };
	const json_t *resources = json_object_get(shared, "resourceTable");
	const json_t *sources = json_object_get(shared, "sources");
	size_t strings = json_array_size(p->strings);
	size_t categories = json_array_size(json_object_get(p->meta, "categories"));
	struct t_spans *s = p->spans;

	return check_columns(s, p->stacks, "stackTable", stack) &&
	       check_columns(s, p->frames, "frameTable", frame) &&
	       check_columns(s, p->functions, "funcTable", function) &&
	       check_columns(s, resources, "resourceTable", resource) &&
	       check_columns(s, sources, "sources", source) &&
	       check_columns(s, json_object_get(shared, "nativeSymbols"), "nativeSymbols",
			     symbol) &&
	       check_range(s, p->stacks, "frame", length_of(p->frames), NULL) &&
	       check_range(s, p->stacks, "prefix", length_of(p->stacks), "null") &&
	       check_range(s, p->frames, "func", length_of(p->functions), NULL) &&
	       check_range(s, p->frames, "category", categories, NULL) &&
	       check_range(s, p->functions, "name", strings, NULL) &&
	       check_range(s, p->functions, "source", length_of(sources), "null") &&
	       check_range(s, p->functions, "resource", length_of(resources), "-1") &&
	       check_range(s, resources, "name", strings, NULL) &&
	       check_range(s, sources, "filename", strings, NULL) && check_stacks(p) &&
	       check_strings(p);
}

static const char *name_of(const struct profile *p, size_t stack)
{
	size_t function =
		(size_t)integer(p->frames, "func", (size_t)integer(p->stacks, "frame", stack));

	return json_string_value(
		json_array_get(p->strings, (size_t)integer(p->functions, "name", function)));
}

static size_t depth_of(const struct profile *p, json_int_t stack)
{
	size_t depth = 0;

	for (; stack >= 0; depth++) {
		const json_t *prefix = at(p->stacks, "prefix", (size_t)stack);

		stack = json_is_null(prefix) ? -1 : json_integer_value(prefix);
	}
	return depth;
}

static json_int_t prefix_of(const struct profile *p, json_int_t stack)
{
	const json_t *prefix = at(p->stacks, "prefix", (size_t)stack);

	return json_is_null(prefix) ? -1 : json_integer_value(prefix);
}

/* Open the boxes between @from, an ancestor or nothing, and @to. */
static bool open_boxes(const struct profile *p, size_t thread, json_int_t from, json_int_t to,
		       uint64_t ns)
{
	return to == from || (open_boxes(p, thread, from, prefix_of(p, to), ns) &&
			      t_spans_enter(p->spans, thread, ns, name_of(p, (size_t)to)));
}

/* -1: no stack. Either is above the other: otherwise calls could not be told apart. */
static bool change_stack(const struct profile *p, size_t thread, json_int_t from, json_int_t to,
			 uint64_t ns)
{
	size_t from_depth = depth_of(p, from);
	size_t to_depth = depth_of(p, to);
	json_int_t low = from;
	json_int_t high = to;

	for (size_t i = to_depth; i < from_depth; i++) {
		low = prefix_of(p, low);
		if (!t_spans_exit(p->spans, thread, ns))
			return false;
	}
	for (size_t i = from_depth; i < to_depth; i++)
		high = prefix_of(p, high);
	if (low != high)
		return t_spans_fail(p->spans, "neither stack is above the other: %d, %d", (int)from,
				    (int)to);
	return open_boxes(p, thread, low, to, ns);
}

static bool read_samples(const struct profile *p, size_t thread, const json_t *samples)
{
	static const char *const columns[] = { "stack", "time", "weight", NULL };
	const char *type = json_string_value(json_object_get(samples, "weightType"));
	size_t count = length_of(samples);
	json_int_t before = -1;

	if (!type || strcmp(type, "tracing-ms") != 0)
		return t_spans_fail(p->spans, "weightType is not tracing-ms");
	if (!check_columns(p->spans, samples, "samples", columns) ||
	    !check_range(p->spans, samples, "stack", length_of(p->stacks), "null"))
		return false;
	for (size_t i = 0; i < count; i++) {
		const json_t *stack = at(samples, "stack", i);
		json_int_t now = json_is_null(stack) ? -1 : json_integer_value(stack);
		uint64_t ns = time_of(samples, "time", i);
		uint64_t next = i + 1 < count ? time_of(samples, "time", i + 1) : ns;

		if (next < ns || time_of(samples, "weight", i) != next - ns)
			return t_spans_fail(p->spans, "sample %zu does not last until the next", i);
		if (!change_stack(p, thread, before, now, ns))
			return false;
		before = now;
	}
	return before == -1 || t_spans_fail(p->spans, "the last sample has a stack");
}

static bool has_schema(const struct profile *p, const char *type)
{
	const json_t *schemas = json_object_get(p->meta, "markerSchema");

	for (size_t i = 0; i < json_array_size(schemas); i++) {
		const json_t *schema = json_array_get(schemas, i);

		if (strcmp(json_string_value(json_object_get(schema, "name")), type) == 0)
			return json_is_array(json_object_get(schema, "display")) &&
			       json_is_array(json_object_get(schema, "fields"));
	}
	return false;
}

/* The call that a marker over its time tells of. */
static bool read_call(const struct profile *p, size_t thread, const json_t *markers, size_t i)
{
	const json_t *data = at(markers, "data", i);
	const char *why = json_string_value(json_object_get(data, "why"));
	const char *name =
		json_string_value(json_array_get(p->strings, (size_t)integer(markers, "name", i)));
	json_int_t depth = json_integer_value(json_object_get(data, "depth"));

	for (size_t k = 0; why && k < p->spans->count; k++) {
		struct t_span *s = &p->spans->items[k];

		if (s->thread != thread || s->begin_ns != time_of(markers, "startTime", i) ||
		    s->end_ns != time_of(markers, "endTime", i) || s->depth != (unsigned)depth ||
		    strcmp(s->name, name) != 0)
			continue;
		s->began_before = strstr(why, "began before");
		s->unwound = strstr(why, "without an exit");
		s->open = strstr(why, "still running");
		s->cut = strstr(why, "cut");
		return true;
	}
	return t_spans_fail(p->spans, "a marker tells of no call");
}

static bool read_marker(const struct profile *p, size_t thread, const json_t *markers, size_t i)
{
	const json_t *data = at(markers, "data", i);
	const char *type = json_string_value(json_object_get(data, "type"));
	bool is_interval = integer(markers, "phase", i) == 1;

	if (!type || !has_schema(p, type))
		return t_spans_fail(p->spans, "marker %zu has no schema", i);
	if (!json_is_number(at(markers, "startTime", i)) ||
	    json_is_null(at(markers, "endTime", i)) == is_interval)
		return t_spans_fail(p->spans, "marker %zu lacks a time, or has one too many", i);
	p->spans->marks += strcmp(type, "mark") == 0;
	p->spans->frames += strcmp(type, "frame") == 0;
	p->spans->capture_events += strcmp(type, "capture") == 0;
	if (strcmp(type, "value") == 0) {
		p->spans->values++;
		p->spans->last_value = json_integer_value(json_object_get(data, "value"));
	}
	return strcmp(type, "call") != 0 || read_call(p, thread, markers, i);
}

static bool read_markers(const struct profile *p, size_t thread, const json_t *markers)
{
	static const char *const columns[] = { "data",  "name",     "startTime", "endTime",
					       "phase", "category", NULL };
	size_t categories = json_array_size(json_object_get(p->meta, "categories"));
	bool is_good = check_columns(p->spans, markers, "markers", columns) &&
		       check_range(p->spans, markers, "name", json_array_size(p->strings), NULL) &&
		       check_range(p->spans, markers, "category", categories, NULL);

	for (size_t i = 0; is_good && i < length_of(markers); i++)
		is_good = read_marker(p, thread, markers, i);
	return is_good;
}

static bool read_thread(const struct profile *p, const json_t *json)
{
	const char *name = json_string_value(json_object_get(json, "name"));
	const char *process = json_string_value(json_object_get(json, "processName"));
	const char *pid = json_string_value(json_object_get(json, "pid"));
	const json_t *tid = json_object_get(json, "tid");
	struct t_span_thread *added;
	size_t thread;

	if (!name || !process || !pid || !json_is_integer(tid) ||
	    !json_is_boolean(json_object_get(json, "isMainThread")) ||
	    !json_is_number(json_object_get(json, "registerTime")))
		return t_spans_fail(p->spans, "a thread without name, pid, tid or times");
	thread = t_spans_add_thread(p->spans, process, name);
	added = &p->spans->threads[thread];
	added->pid = strtoull(pid, NULL, 10);
	added->tid = (uint64_t)json_integer_value(tid);
	for (size_t i = 0; i < thread; i++) {
		if (p->spans->threads[i].tid == added->tid)
			return t_spans_fail(p->spans, "two threads of one tid");
	}
	return read_samples(p, thread, json_object_get(json, "samples")) &&
	       t_spans_close(p->spans) && read_markers(p, thread, json_object_get(json, "markers"));
}

/* What the profiler cannot do without, or would go looking for. */
static bool check_meta(const struct profile *p)
{
	static const char *const keys[] = {
		"interval",   "startTime",    "processType", "product", "stackwalk", "version",
		"categories", "markerSchema", "sampleUnits", "extra",   NULL
	};

	if (json_integer_value(json_object_get(p->meta, "preprocessedProfileVersion")) != 61)
		return t_spans_fail(p->spans, "not version 61");
	if (!json_is_true(json_object_get(p->meta, "symbolicated")))
		return t_spans_fail(p->spans, "the profiler would look for symbols");
	for (const char *const *key = keys; *key; key++) {
		if (!json_object_get(p->meta, *key))
			return t_spans_fail(p->spans, "meta has no %s", *key);
	}
	return true;
}

bool t_read_firefox(struct t_spans *spans, const char *bytes, size_t count)
{
	json_error_t error;
	json_t *root = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
	const json_t *shared = json_object_get(root, "shared");
	const json_t *threads = json_object_get(root, "threads");
	struct profile p = {
		.spans = spans,
		.stacks = json_object_get(shared, "stackTable"),
		.frames = json_object_get(shared, "frameTable"),
		.functions = json_object_get(shared, "funcTable"),
		.strings = json_object_get(shared, "stringArray"),
		.meta = json_object_get(root, "meta"),
	};
	bool is_good;

	if (!root)
		return t_spans_fail(spans, "not JSON: line %d: %s", error.line, error.text);
	is_good = check_meta(&p) && check_shared(&p, shared);
	for (size_t i = 0; is_good && i < json_array_size(threads); i++)
		is_good = read_thread(&p, json_array_get(threads, i));
	t_spans_sort(spans);
	json_decref(root);
	return is_good;
}
