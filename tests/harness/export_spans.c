/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "export_spans.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grow(void *items, size_t size)
{
	void *grown = realloc(items, size);

	if (!grown)
		abort();
	return grown;
}

static char *copy(const char *text)
{
	char *copied = strdup(text);

	if (!copied)
		abort();
	return copied;
}

void t_spans_release(struct t_spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		free(spans->items[i].name);
	for (size_t i = 0; i < spans->thread_count; i++) {
		free(spans->threads[i].process);
		free(spans->threads[i].name);
	}
	free(spans->items);
	free(spans->threads);
	*spans = (struct t_spans){ 0 };
}

bool t_spans_fail(struct t_spans *spans, const char *fmt, ...)
{
	va_list ap;

	if (spans->error[0])
		return false;
	va_start(ap, fmt);
	vsnprintf(spans->error, sizeof(spans->error), fmt, ap);
	va_end(ap);
	return false;
}

size_t t_spans_add_thread(struct t_spans *spans, const char *process, const char *name)
{
	spans->threads = grow(spans->threads, (spans->thread_count + 1) * sizeof(*spans->threads));
	spans->threads[spans->thread_count] = (struct t_span_thread){
		.process = copy(process),
		.name = copy(name),
	};
	return spans->thread_count++;
}

static bool is_later(struct t_spans *spans, size_t thread, uint64_t ns)
{
	struct t_span_thread *t = &spans->threads[thread];

	if (ns < t->last_ns)
		return t_spans_fail(spans, "thread %zu goes back from %" PRIu64 " to %" PRIu64,
				    thread, t->last_ns, ns);
	t->last_ns = ns;
	return true;
}

struct t_span *t_spans_enter(struct t_spans *spans, size_t thread, uint64_t ns, const char *name)
{
	size_t outer = spans->threads[thread].open;
	struct t_span *span;

	if (!is_later(spans, thread, ns))
		return NULL;
	if (spans->count == spans->capacity) {
		spans->capacity = spans->capacity ? 2 * spans->capacity : 1024;
		spans->items = grow(spans->items, spans->capacity * sizeof(*spans->items));
	}
	span = &spans->items[spans->count++];
	*span = (struct t_span){
		.name = copy(name),
		.thread = thread,
		.begin_ns = ns,
		.depth = outer ? spans->items[outer - 1].depth + 1 : 1,
		.outer = outer,
	};
	spans->threads[thread].open = spans->count;
	return span;
}

struct t_span *t_spans_exit(struct t_spans *spans, size_t thread, uint64_t ns)
{
	size_t open = spans->threads[thread].open;
	struct t_span *span;

	if (!open) {
		t_spans_fail(spans, "thread %zu: an end without a begin", thread);
		return NULL;
	}
	if (!is_later(spans, thread, ns))
		return NULL;
	span = &spans->items[open - 1];
	span->end_ns = ns;
	span->has_ended = true;
	spans->threads[thread].open = span->outer;
	return span;
}

bool t_spans_close(struct t_spans *spans)
{
	for (size_t i = 0; i < spans->thread_count; i++) {
		if (spans->threads[i].open)
			return t_spans_fail(spans, "thread %zu: '%s' has no end", i,
					    spans->items[spans->threads[i].open - 1].name);
	}
	return true;
}

static int compare_spans(const void *left, const void *right)
{
	const struct t_span *a = left;
	const struct t_span *b = right;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->begin_ns != b->begin_ns)
		return a->begin_ns < b->begin_ns ? -1 : 1;
	return 0;
}

/* Stable: merge sort, which glibc's qsort() is only while memory is there. */
static void merge_sort(struct t_span *items, struct t_span *scratch, size_t count)
{
	size_t half = count / 2;
	size_t a = 0;
	size_t b = half;

	if (count < 2)
		return;
	merge_sort(items, scratch, half);
	merge_sort(items + half, scratch, count - half);
	for (size_t i = 0; i < count; i++) {
		if (b == count || (a < half && compare_spans(&items[a], &items[b]) <= 0))
			scratch[i] = items[a++];
		else
			scratch[i] = items[b++];
	}
	memcpy(items, scratch, count * sizeof(*items));
}

void t_spans_sort(struct t_spans *spans)
{
	struct t_span *scratch = grow(NULL, (spans->count + 1) * sizeof(*scratch));

	merge_sort(spans->items, scratch, spans->count);
	free(scratch);
}

uint64_t *t_spans_self(const struct t_spans *spans)
{
	uint64_t *self = grow(NULL, (spans->count + 1) * sizeof(*self));
	size_t *callers = NULL;
	size_t room = 0;

	for (size_t i = 0; i < spans->count; i++) {
		const struct t_span *s = &spans->items[i];

		if (s->depth >= room) {
			room = 2 * (size_t)s->depth + 16;
			callers = grow(callers, room * sizeof(*callers));
		}
		self[i] = s->end_ns - s->begin_ns;
		callers[s->depth] = i;
		if (s->depth > 1)
			self[callers[s->depth - 1]] -= self[i];
	}
	free(callers);
	return self;
}
