/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include "played_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM      64     /* rows, processes, threads, names */
#define CALL_ROOM 200000 /* calls of a thread */

struct script {
	struct csa_call_thread thread;
	struct csa_call *calls;
	size_t count;
	struct {
		uint32_t row;
		unsigned flags;
		uint64_t ns;
		uint64_t children_ns;
	} stack[ROOM];
	unsigned depth;
};

struct t_feed {
	struct csa_report report;
	struct csa_row_name rows[ROOM];
	struct csa_report_process processes[ROOM];
	struct csa_report_thread threads[ROOM];
	struct csa_user_name names[ROOM];
	uint32_t name_count;
	struct script scripts[ROOM];
	struct t_spans spans;
};

struct t_feed *t_feed_new(void)
{
	struct t_feed *feed = calloc(1, sizeof(*feed));

	assert_non_null(feed);
	pthread_mutex_init(&feed->report.table.lock, NULL);
	feed->report.table.rows = feed->rows;
	feed->report.processes = feed->processes;
	feed->report.threads = feed->threads;
	csa_notes_init(&feed->report.notes);
	return feed;
}

void t_feed_free(struct t_feed *feed)
{
	for (size_t i = 0; i < feed->report.thread_count; i++)
		free(feed->scripts[i].calls);
	t_spans_release(&feed->spans);
	csa_notes_release(&feed->report.notes);
	pthread_mutex_destroy(&feed->report.table.lock);
	free(feed);
}

uint32_t t_feed_row(struct t_feed *feed, const char *function, const char *file, unsigned line)
{
	uint32_t row = feed->report.table.count++;

	assert_true(row < ROOM);
	feed->rows[row] = (struct csa_row_name){
		.function = function,
		.file = file,
		.line = line,
		.module = CSA_NO_MODULE,
		.addr = 0x1000 + 16 * row,
	};
	return row;
}

void t_feed_process(struct t_feed *feed, uint64_t pid, const char *exe, const char *command)
{
	assert_true(feed->report.process_count < ROOM);
	feed->processes[feed->report.process_count++] = (struct csa_report_process){
		.dir = (char *)"app-70-1",
		.exe = (char *)exe,
		.command = (char *)command,
		.pid = pid,
		.start_realtime_ns = 1700000000123456789,
	};
}

void t_feed_lane(struct t_feed *feed, uint32_t tid, const char *name, uint32_t lane)
{
	size_t process = feed->report.process_count - 1;
	size_t index = feed->report.thread_count++;
	uint32_t serial = 1;

	assert_true(index < ROOM);
	if (index && feed->threads[index - 1].process == process)
		serial = feed->threads[index - 1].serial + (lane == 0);
	feed->threads[index] = (struct csa_report_thread){
		.process = process,
		.serial = serial,
		.tid = tid,
		.name = (char *)name,
	};
	feed->scripts[index] = (struct script){
		.thread = { .process = process, .serial = serial, .tid = tid, .lane = lane },
		.calls = calloc(CALL_ROOM, sizeof(struct csa_call)),
	};
	assert_non_null(feed->scripts[index].calls);
	t_spans_add_thread(&feed->spans, "", name ? name : "");
}

void t_feed_thread(struct t_feed *feed, uint32_t tid, const char *name)
{
	t_feed_lane(feed, tid, name, 0);
}

static struct csa_call *add(struct t_feed *feed, uint64_t ns, uint8_t kind, unsigned flags)
{
	struct script *script = &feed->scripts[feed->report.thread_count - 1];
	struct csa_call *call = &script->calls[script->count++];

	assert_true(script->count <= CALL_ROOM);
	*call = (struct csa_call){ .ns = ns, .kind = kind, .flags = (uint8_t)flags };
	return call;
}

void t_feed_enter(struct t_feed *feed, uint64_t ns, uint32_t row, unsigned flags)
{
	size_t thread = feed->report.thread_count - 1;
	struct script *script = &feed->scripts[thread];
	struct csa_call *call = add(feed, ns, CSA_CALL_ENTER, flags);
	struct t_span *span;

	assert_true(script->depth < ROOM);
	script->stack[script->depth].row = row;
	script->stack[script->depth].flags = flags;
	script->stack[script->depth].ns = ns;
	script->stack[script->depth].children_ns = 0;
	call->row = row;
	call->depth = ++script->depth;
	span = t_spans_enter(&feed->spans, thread, ns, feed->rows[row].function);
	assert_non_null(span);
	span->began_before = flags & CSA_CALL_FOREIGN;
}

void t_feed_exit(struct t_feed *feed, uint64_t ns, unsigned flags)
{
	size_t thread = feed->report.thread_count - 1;
	struct script *script = &feed->scripts[thread];
	unsigned top = script->depth - 1;
	struct csa_call *call = add(feed, ns, CSA_CALL_EXIT, flags | script->stack[top].flags);
	struct t_span *span = t_spans_exit(&feed->spans, thread, ns);

	assert_non_null(span);
	span->unwound = flags & CSA_CALL_UNWOUND;
	span->open = flags & CSA_CALL_OPEN;
	span->cut = call->flags & CSA_CALL_CUT;
	call->row = script->stack[top].row;
	call->depth = script->depth--;
	call->exit.duration_ns = ns - script->stack[top].ns;
	call->exit.self_ns = call->exit.duration_ns - script->stack[top].children_ns;
	if (top)
		script->stack[top - 1].children_ns += call->exit.duration_ns;
}

static const struct csa_user_name *find_name(struct t_feed *feed, uint32_t kind, const char *name)
{
	uint32_t i = 0;

	while (i < feed->name_count &&
	       (feed->names[i].kind != kind || strcmp(feed->names[i].name, name) != 0))
		i++;
	assert_true(i < ROOM);
	if (i == feed->name_count)
		feed->names[feed->name_count++] =
			(struct csa_user_name){ .kind = kind, .name = name };
	return &feed->names[i];
}

void t_feed_user(struct t_feed *feed, uint64_t ns, uint32_t kind, const char *name, int64_t value)
{
	struct csa_call *call = add(feed, ns, CSA_CALL_USER, 0);

	call->user.name = find_name(feed, kind, name);
	call->user.value = value;
	feed->spans.marks += kind == CSF_NAME_MARK;
	feed->spans.frames += kind == CSF_NAME_FRAME;
	feed->spans.values += kind == CSF_NAME_VALUE;
	if (kind == CSF_NAME_VALUE)
		feed->spans.last_value = value;
}

void t_feed_marker(struct t_feed *feed, uint64_t ns, uint32_t marker, uint64_t argument)
{
	struct csa_call *call = add(feed, ns, CSA_CALL_MARKER, 0);

	call->marker.marker = marker;
	call->marker.argument = argument;
	feed->spans.capture_events++;
}

void t_feed_lost(struct t_feed *feed, uint64_t ns, uint64_t events, uint64_t blocks)
{
	struct csa_call *call = add(feed, ns, CSA_CALL_LOST, 0);

	call->lost.events = events;
	call->lost.blocks = blocks;
	feed->spans.capture_events++;
}

void t_feed_note(struct t_feed *feed, const char *text)
{
	csa_notes_add(&feed->report.notes, CSA_NOTE_WARNING, "%s", text);
}

/* In pieces of an odd size, as blocks end anywhere. */
static int play_thread(const struct csa_call_ops *ops, void *state, const struct script *script)
{
	int rc = ops->begin_thread ? ops->begin_thread(state, &script->thread) : 0;

	for (size_t i = 0; rc == 0 && i < script->count; i += 7) {
		size_t rest = script->count - i;

		rc = ops->calls(state, script->calls + i, rest < 7 ? rest : 7);
	}
	if (rc == 0 && ops->end_thread)
		rc = ops->end_thread(state);
	return rc;
}

static int play(const struct t_feed *feed, const struct csa_call_ops *ops, void *state)
{
	int rc = 0;

	for (size_t p = 0; rc == 0 && p < feed->report.process_count; p++) {
		if (ops->begin_process)
			rc = ops->begin_process(state, &feed->report, p);
		for (size_t i = 0; rc == 0 && i < feed->report.thread_count; i++) {
			if (feed->scripts[i].thread.process == p)
				rc = play_thread(ops, state, &feed->scripts[i]);
		}
		if (rc == 0 && ops->end_process)
			rc = ops->end_process(state);
	}
	return rc;
}

int t_feed_try(struct t_feed *feed, const struct csa_out_format *format, char **text, size_t *size)
{
	const struct csa_call_filter filter = { .to_ns = UINT64_MAX };
	const struct csa_out_options options = { .filter = &filter };
	void *state = NULL;
	FILE *out = open_memstream(text, size);
	int closed;
	int rc;

	assert_non_null(out);
	rc = format->open(&state, &options, out, NULL);
	if (rc == 0) {
		rc = play(feed, &format->calls, state);
		closed = format->close(state, rc == 0 ? &feed->report : NULL, NULL);
		rc = rc == 0 ? closed : rc;
	}
	fclose(out);
	if (rc != 0) {
		free(*text);
		*text = NULL;
	}
	return rc;
}

char *t_feed_write(struct t_feed *feed, const struct csa_out_format *format, size_t *size)
{
	char *text = NULL;

	assert_non_null(format);
	assert_int_equal(t_feed_try(feed, format, &text, size), 0);
	return text;
}

const struct t_spans *t_feed_spans(const struct t_feed *feed)
{
	return &feed->spans;
}
