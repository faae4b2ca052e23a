/* SPDX-License-Identifier: MIT */
/*
 * Every call in the order in which they began, indented below its caller, with its duration; marks and
 * what is missing stand where they were. Thread by thread, or all by time with --merged. The calls wait
 * in a spool (call_spool.h) until their thread has ended, or all have.
 */
#define _GNU_SOURCE /* strdup */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "call_lines.h"
#include "call_merge.h"
#include "short_name.h"
#include "terminal_text.h"
#include "vec.h"
#include "viewer_ids.h"

#define READ_ITEMS 1024u

struct calls {
	FILE *out;
	struct csa_out_options options;
	struct csa_call_lines lines;
	struct csa_call_spool spool;
	const struct csa_report *report;
	struct csa_call_thread thread; /* begun last; without its name */
	char *name;
	uint64_t threads_printed;
	uint64_t calls_printed; /* of a merge */
	struct {
		struct csa_merge_thread *items;
		uint32_t count;
		uint32_t capacity;
	} threads; /* for a merge */
	struct csa_err err;
};

static int open_calls(void **state, const struct csa_out_options *options, FILE *out,
		      struct csa_err *err)
{
	struct calls *c = calloc(1, sizeof(*c));
	int rc;

	*state = c;
	if (!c)
		return csa_fail(err, CSA_E_NOMEM, "no memory for calls");
	c->out = out;
	c->options = *options;
	rc = csa_call_lines_init(&c->lines, options, err);
	if (rc == 0 && csa_call_spool_init(&c->spool, options->top) < 0)
		rc = csa_fail(err, CSA_E_NOMEM, "no memory for calls");
	return rc;
}

static int begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct calls *c = state;

	(void)process;
	c->report = report;
	return 0;
}

static int begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct calls *c = state;

	c->thread = *thread;
	free(c->name);
	c->name = thread->name ? strdup(thread->name) : NULL;
	csa_call_spool_begin_thread(&c->spool, c->options.merged);
	return thread->name && !c->name ? CSA_E_NOMEM : 0;
}

static int take_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct calls *c = state;
	int rc = 0;

	/* Nobody reads any more: the pager was left, the disk is full. */
	if (ferror(c->out))
		return 0;
	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = csa_call_spool_add(&c->spool, &calls[i], &c->err);
	return rc;
}

static const char *process_label(const struct calls *c, size_t process)
{
	return csa_viewer_process_label(&c->report->processes[process]);
}

/* Threads of a pool have one name: the number is what tells them apart. */
static void add_thread_label(struct csa_buf *buf, const struct csa_call_thread *thread,
			     const char *name)
{
	if (name) {
		csa_add_terminal_text(buf, name);
		csa_buf_add_char(buf, '/');
	}
	csa_buf_add_fmt(buf, "%" PRIu32 "%s", thread->tid, thread->lane ? " (signals)" : "");
}

static void print_more(uint64_t left_out, FILE *out)
{
	if (left_out)
		fprintf(out, "%" PRIu64 " more calls; --top 0 prints all.\n", left_out);
}

static void print_thread_head(struct calls *c, const char *label)
{
	const bool has_styles = c->options.has_styles;
	struct csa_buf text;
	struct csa_buf shown;

	csa_buf_init(&text);
	csa_buf_init(&shown);
	csa_buf_add_fmt(&text, "thread %s, process %" PRIu64 " (", label,
			c->report->processes[c->thread.process].pid);
	csa_add_terminal_text(&text, process_label(c, c->thread.process));
	csa_buf_add_char(&text, ')');
	csa_add_shortened(&shown, text.data, c->options.width ? c->options.width : UINT32_MAX);
	fprintf(c->out, "%s%s%s%s\n", c->threads_printed++ ? "\n" : "",
		csa_style_begin(has_styles, CSA_STYLE_STRONG), shown.data,
		csa_style_end(has_styles, CSA_STYLE_STRONG));
	csa_buf_release(&text);
	csa_buf_release(&shown);
	csa_line_titles(&c->lines.columns, "call", c->out);
}

/* All that the spool has of the thread. */
static int print_thread(struct calls *c, const char *label)
{
	const struct csa_line_thread thread = {
		.label = label,
		.tid = c->thread.tid,
		.pid = c->report->processes[c->thread.process].pid,
	};
	struct csa_spooled *items = calloc(READ_ITEMS, sizeof(*items));
	int rc = items ? 0 : CSA_E_NOMEM;

	print_thread_head(c, label);
	for (uint64_t at = 0; rc == 0 && at < c->spool.count && !ferror(c->out); at += READ_ITEMS) {
		uint64_t left = c->spool.count - at;
		size_t count = left < READ_ITEMS ? (size_t)left : READ_ITEMS;

		rc = csa_call_spool_read(&c->spool, at, count, items, &c->err);
		for (size_t i = 0; rc == 0 && i < count; i++)
			rc = csa_call_lines_print(&c->lines, c->report, &thread, &items[i], c->out);
	}
	print_more(c->spool.left_out, c->out);
	free(items);
	return rc;
}

/* Remembers where its calls are. */
static int keep_thread(struct calls *c, const char *label)
{
	struct csa_merge_thread *thread;

	if (!CSA_VEC_ROOM(&c->threads, 1))
		return CSA_E_NOMEM;
	thread = &c->threads.items[c->threads.count];
	*thread = (struct csa_merge_thread){
		.next = c->spool.thread_begin,
		.end = c->spool.count,
		.tid = c->thread.tid,
		.pid = c->report->processes[c->thread.process].pid,
		.label = strdup(label),
	};
	if (!thread->label)
		return CSA_E_NOMEM;
	c->threads.count++;
	return 0;
}

static int end_thread(void *state)
{
	struct calls *c = state;
	struct csa_buf label;
	int rc = 0;

	if (c->spool.count == c->spool.thread_begin)
		return 0;
	csa_buf_init(&label);
	add_thread_label(&label, &c->thread, c->name);
	rc = c->options.merged ? keep_thread(c, label.data) : print_thread(c, label.data);
	csa_buf_release(&label);
	return rc;
}

static int print_merged(struct calls *c, struct csa_err *err)
{
	uint64_t lines = c->options.top ? c->options.top : UINT64_MAX;
	struct csa_merge merge;
	int rc = csa_merge_open(&merge, &c->spool, c->threads.items, c->threads.count, err);
	const struct csa_merge_thread *from;
	const struct csa_spooled *item;

	csa_line_titles(&c->lines.columns, "call", c->out);
	while (rc == 0 && lines && !ferror(c->out) && (item = csa_merge_next(&merge, &from, err))) {
		const struct csa_line_thread thread = { .label = from->label,
							.tid = from->tid,
							.pid = from->pid };

		rc = csa_call_lines_print(&c->lines, c->report, &thread, item, c->out);
		c->calls_printed +=
			item->kind == CSA_CALL_ENTER && !(item->flags & CSA_CALL_FOREIGN);
		lines--;
	}
	if (rc == 0)
		rc = merge.rc;
	csa_merge_close(&merge);
	return rc;
}

static int close_calls(void *state, const struct csa_report *report, struct csa_err *err)
{
	struct calls *c = state;
	int rc = 0;

	if (!c)
		return 0;
	if (c->err.code && err)
		*err = c->err; /* the cause of what others have said since */
	if (report && c->options.merged) {
		c->report = report;
		rc = print_merged(c, err);
		if (c->options.top)
			print_more(report->summary.calls - c->calls_printed, c->out);
	}
	for (uint32_t i = 0; i < c->threads.count; i++)
		free(c->threads.items[i].label);
	free(c->threads.items);
	free(c->name);
	csa_call_spool_release(&c->spool);
	csa_call_lines_release(&c->lines);
	free(c);
	return rc;
}

static int check_calls(const struct csa_out_options *options, struct csa_err *err)
{
	struct csa_call_lines lines;
	int rc = csa_call_lines_init(&lines, options, err);

	csa_call_lines_release(&lines);
	return rc;
}

const struct csa_out_format csa_out_calls = {
	.name = "calls",
	.wants = CSA_OUT_WANTS_CALLS,
	.bytes_per_call = 80,
	.check = check_calls,
	.open = open_calls,
	.calls = { .begin_process = begin_process,
		   .begin_thread = begin_thread,
		   .calls = take_calls,
		   .end_thread = end_thread },
	.close = close_calls,
};
