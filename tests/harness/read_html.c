/* SPDX-License-Identifier: MIT */
/* The page of the html format, as its own scripts read it; and what a browser must not see in it. */
#define _GNU_SOURCE /* memmem, strndup */
#include "export_spans.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "call_stream.h"

/* A call, in the order of ends; its callees are what came before it since the last one of its depth. */
struct record {
	uint64_t begin_ns;
	uint64_t end_ns;
	uint64_t row;
	uint64_t depth;
	unsigned flags;
};

struct records {
	struct record *items;
	size_t count;
	size_t track;
};

/* What stands between the tags of a script element with this id; false: there is none. */
static bool find_block(const char *bytes, size_t count, const char *id, const char **text,
		       size_t *length)
{
	char tag[64];
	const char *at;
	const char *end;
	int tag_length = snprintf(tag, sizeof(tag), " id=\"%s\">", id);

	at = memmem(bytes, count, tag, (size_t)tag_length);
	if (!at)
		return false;
	at += tag_length;
	end = memmem(at, count - (size_t)(at - bytes), "</script", 8);
	*text = at;
	*length = end ? (size_t)(end - at) : 0;
	return end != NULL;
}

static int digit_of(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* NULL: not base64. The caller frees it. */
static uint8_t *decode(const char *text, size_t length, size_t *count)
{
	uint8_t *bytes = malloc(length + 1);
	uint32_t bits = 0;
	unsigned waiting = 0;

	*count = 0;
	for (size_t i = 0; bytes && i < length && text[i] != '='; i++) {
		if (digit_of(text[i]) < 0 || length % 4) {
			free(bytes);
			return NULL;
		}
		bits = bits << 6 | (uint32_t)digit_of(text[i]);
		waiting += 6;
		if (waiting >= 8) {
			waiting -= 8;
			bytes[(*count)++] = (uint8_t)(bits >> waiting);
		}
	}
	return bytes;
}

/* 0 at the end. */
static uint64_t take(const uint8_t **p, const uint8_t *end)
{
	uint64_t value = 0;

	for (unsigned shift = 0; *p < end; shift += 7) {
		uint8_t byte = *(*p)++;

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			break;
	}
	return value;
}

static void read_record(const uint8_t **p, const uint8_t *end, uint64_t *depth, uint64_t *ns,
			struct record *r)
{
	uint64_t head = take(p, end);

	*depth += head & 2 ? 0 - (head >> 2) : head >> 2;
	r->flags = 0;
	if (head & 1 && *p < end)
		r->flags = *(*p)++;
	*ns += take(p, end);
	r->end_ns = *ns;
	r->begin_ns = *ns - take(p, end);
	r->row = take(p, end);
	if (r->flags & 0x80) /* its duration */
		take(p, end);
	r->depth = *depth;
}

static bool show(struct t_spans *spans, const struct records *records, json_t *functions, size_t i);

/* The calls that @i made, in order: those behind the last record of its depth or less. */
static bool show_callees(struct t_spans *spans, const struct records *records, json_t *functions,
			 size_t i)
{
	const struct record *r = records->items;
	size_t first = i;

	while (first > 0 && r[first - 1].depth > r[i].depth)
		first--;
	for (; first < i; first++) {
		if (r[first].depth == r[i].depth + 1 && !show(spans, records, functions, first))
			return false;
	}
	return true;
}

static bool show(struct t_spans *spans, const struct records *records, json_t *functions, size_t i)
{
	const struct record *r = &records->items[i];
	json_t *function = json_array_get(functions, r->row);
	json_t *name = json_object_get(function, "name");
	struct t_span *span;

	if (!json_is_string(name))
		return t_spans_fail(spans, "a call of row %zu, which has no name", (size_t)r->row);
	span = t_spans_enter(spans, records->track, r->begin_ns, json_string_value(name));
	if (!span)
		return false;
	span->began_before = r->flags & CSA_CALL_FOREIGN;
	span->unwound = r->flags & CSA_CALL_UNWOUND;
	span->open = r->flags & CSA_CALL_OPEN;
	span->cut = r->flags & CSA_CALL_CUT;
	return show_callees(spans, records, functions, i) &&
	       t_spans_exit(spans, records->track, r->end_ns) != NULL;
}

static bool read_calls(struct t_spans *spans, size_t track, const uint8_t *bytes, size_t count,
		       json_t *functions)
{
	struct records records = { .items = calloc(count + 1, sizeof(*records.items)),
				   .track = track };
	const uint8_t *p = bytes;
	uint64_t depth = 0;
	uint64_t ns = 0;
	bool ok = records.items != NULL;

	while (p < bytes + count)
		read_record(&p, bytes + count, &depth, &ns, &records.items[records.count++]);
	for (size_t i = 0; ok && i < records.count; i++)
		ok = records.items[i].depth != 1 || show(spans, &records, functions, i);
	free(records.items);
	return ok;
}

static void read_marks(struct t_spans *spans, json_t *marks)
{
	json_t *mark;
	size_t i;

	json_array_foreach(marks, i, mark)
	{
		const char *kind = json_string_value(json_object_get(mark, "kind"));

		spans->marks += strcmp(kind, "mark") == 0;
		spans->frames += strcmp(kind, "frame") == 0;
		spans->capture_events += strcmp(kind, "lost") == 0 || strcmp(kind, "marker") == 0;
		if (strcmp(kind, "value") == 0) {
			spans->values++;
			spans->last_value =
				strtoll(json_string_value(json_object_get(mark, "value")), NULL,
					10);
		}
	}
}

static bool read_track(struct t_spans *spans, const char *bytes, size_t count, json_t *facts,
		       json_t *track, size_t number)
{
	json_t *name = json_object_get(track, "name");
	const char *text;
	size_t length;
	size_t decoded = 0;
	uint8_t *calls;
	char id[32];
	bool ok;

	t_spans_add_thread(spans, "", json_is_string(name) ? json_string_value(name) : "");
	snprintf(id, sizeof(id), "calls-%zu", number);
	if (!find_block(bytes, count, id, &text, &length))
		return t_spans_fail(spans, "no block %s", id);
	calls = decode(text, length, &decoded);
	if (!calls)
		return t_spans_fail(spans, "%s is not base64", id);
	ok = read_calls(spans, number, calls, decoded, json_object_get(facts, "functions"));
	free(calls);
	read_marks(spans, json_object_get(track, "marks"));
	return ok;
}

/* The tree has the time of all outermost calls, as the sum of what each function spent itself. */
static bool check_tree(struct t_spans *spans, const char *bytes, size_t count, json_t *facts)
{
	json_t *rest = json_object_get(json_object_get(facts, "other_stacks"), "self");
	uint64_t sum = (uint64_t)json_integer_value(rest);
	const char *text;
	size_t length;
	size_t decoded = 0;
	const uint8_t *p;
	uint8_t *tree;

	if (!find_block(bytes, count, "tree", &text, &length))
		return t_spans_fail(spans, "no block tree");
	tree = decode(text, length, &decoded);
	if (!tree)
		return t_spans_fail(spans, "the tree is not base64");
	for (p = tree; p < tree + decoded;) {
		take(&p, tree + decoded); /* parent */
		take(&p, tree + decoded); /* row */
		take(&p, tree + decoded); /* calls */
		sum += take(&p, tree + decoded);
	}
	free(tree);
	for (size_t i = 0; i < spans->count; i++) {
		if (spans->items[i].depth == 1)
			sum -= spans->items[i].end_ns - spans->items[i].begin_ns;
	}
	return sum == 0 || t_spans_fail(spans, "the tree's time is not that of the calls");
}

/* Only the page's own tags: nothing that came from the capture begins one. */
static bool check_tags(struct t_spans *spans, const char *bytes, size_t count, size_t tracks)
{
	const char *end = bytes + count;
	size_t opened = 0;
	size_t closed = 0;

	for (const char *p = bytes; (p = memchr(p, '<', (size_t)(end - p))); p++) {
		opened += (size_t)(end - p) > 8 && strncasecmp(p, "<script", 7) == 0;
		closed += (size_t)(end - p) > 8 && strncasecmp(p, "</script", 8) == 0;
	}
	/* facts, tree, code, and a block a track */
	if (opened != tracks + 3 || closed != opened)
		return t_spans_fail(spans, "%zu script elements begin, %zu end", opened, closed);
	return true;
}

bool t_read_html(struct t_spans *spans, const char *bytes, size_t count)
{
	json_t *facts = NULL;
	json_t *tracks;
	json_t *track;
	json_error_t error = { 0 };
	const char *text;
	size_t length;
	size_t i;
	bool ok = true;

	if (!find_block(bytes, count, "facts", &text, &length))
		return t_spans_fail(spans, "no block facts");
	if (memchr(text, '<', length))
		return t_spans_fail(spans, "a '<' among the facts");
	facts = json_loadb(text, length, 0, &error);
	if (!facts)
		return t_spans_fail(spans, "facts:%d: %s", error.line, error.text);
	tracks = json_object_get(facts, "tracks");
	json_array_foreach(tracks, i, track) ok =
		ok && read_track(spans, bytes, count, facts, track, i);
	ok = ok && check_tags(spans, bytes, count, json_array_size(tracks)) &&
	     check_tree(spans, bytes, count, facts) && t_spans_close(spans);
	json_decref(facts);
	return ok;
}
