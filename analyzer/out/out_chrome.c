/* SPDX-License-Identifier: MIT */
/*
 * Chrome trace JSON, object form, for Perfetto's viewer, chrome://tracing and others. After the
 * "Trace Event Format" of the catapult project (document 1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU)
 * and what google/perfetto, src/trace_processor/importers/json, reads.
 *
 * Calls are events B and E only, never X beside them: readers sort by ts, and of events with the same
 * ts the order of the file is kept, so an enter is before what it calls and an exit behind it. ts is
 * in us with three decimals: nothing is rounded. Within a thread ts never goes back; threads follow
 * one another. An E has the name of its B: the format could do without, speedscope cannot.
 */
#define _GNU_SOURCE /* fwrite_unlocked, open_memstream */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decimal_text.h"
#include "export_facts.h"
#include "json_string.h"
#include "viewer_ids.h"
#include "word_reader.h"

#define LINE_MAX_CHARS 256 /* of what is not a name */

struct chrome {
	FILE *out;
	const struct csa_report *report; /* of the process begun last */
	struct csa_viewer_ids ids;
	char **names; /* by row, made when it is seen first: "name":"..." */
	uint32_t name_count;
	char place[64]; /* of the current thread: "pid":1,"tid":2,"ts": */
	size_t place_length;
	const char *separator;
};

static void put(struct chrome *c, const char *text, size_t length)
{
	fwrite_unlocked(text, 1, length, c->out);
}

static void put_text(struct chrome *c, const char *text)
{
	put(c, text, strlen(text));
}

/* NULL: no memory. */
static char *make_name(const struct chrome *c, uint32_t row)
{
	char *text = NULL;
	size_t size;
	FILE *out;

	out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	fputs(",\"name\":", out);
	csa_json_string(out, c->report->table.rows[row].function);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

static const char *name_of(struct chrome *c, uint32_t row)
{
	if (row >= c->name_count) {
		uint32_t count = row < 512 ? 1024 : 2 * row;
		char **grown = realloc(c->names, count * sizeof(*grown));

		if (!grown)
			return NULL;
		memset(grown + c->name_count, 0, (count - c->name_count) * sizeof(*grown));
		c->names = grown;
		c->name_count = count;
	}
	if (!c->names[row])
		c->names[row] = make_name(c, row);
	return c->names[row];
}

/* The part that all events have; behind it comes what the kind has. */
static void begin_event(struct chrome *c, char phase, uint64_t ns)
{
	char line[LINE_MAX_CHARS];
	char *at = line;
	size_t length = strlen(c->separator);

	memcpy(at, c->separator, length);
	at += length;
	memcpy(at, "{\"ph\":\" \"", 9);
	at[7] = phase;
	at += 9;
	memcpy(at, c->place, c->place_length);
	at = csa_put_thousandths(at + c->place_length, ns);
	put(c, line, (size_t)(at - line));
	c->separator = ",\n";
}

/* What is special about a call. */
static void put_flags(struct chrome *c, const struct csa_call *call)
{
	static const struct {
		uint8_t flag;
		bool at_exit;
		const char *text;
	} words[] = {
		{ CSA_CALL_FOREIGN, false, "\"began_before\":true" },
		{ CSA_CALL_RESUME, false, "\"resume\":true" },
		{ CSA_CALL_UNWOUND, true, "\"unwound\":true" },
		{ CSA_CALL_OPEN, true, "\"open\":true" },
		{ CSA_CALL_CUT, true, "\"cut\":true" },
		{ CSA_CALL_LOSSY, true, "\"events_lost\":true" },
	};
	const char *before = ",\"args\":{";
	bool is_exit = call->kind == CSA_CALL_EXIT;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!(call->flags & words[i].flag) || words[i].at_exit != is_exit)
			continue;
		put_text(c, before);
		put_text(c, words[i].text);
		before = ",";
	}
	if (*before == ',' && before[1] == '\0')
		put(c, "}", 1);
}

static void put_user(struct chrome *c, const struct csa_call *call)
{
	const struct csa_user_name *name = call->user.name;
	bool is_value = name->kind == CSF_NAME_VALUE;

	begin_event(c, is_value ? 'C' : 'i', call->ns);
	put_text(c, ",\"name\":");
	csa_json_string(c->out, name->name);
	if (is_value)
		fprintf(c->out, ",\"args\":{\"value\":%" PRId64 "}", call->user.value);
	else
		fprintf(c->out, ",\"s\":\"t\",\"cat\":\"%s\"",
			name->kind == CSF_NAME_FRAME ? "frame" : "mark");
}

/* The argument as text: it can be beyond what a double holds. */
static void put_marker(struct chrome *c, const struct csa_call *call)
{
	const char *text = csa_marker_text(call->marker.marker);

	begin_event(c, 'i', call->ns);
	put_text(c, ",\"s\":\"t\",\"cat\":\"capture\",\"name\":");
	csa_json_string(c->out, text ? text : csa_marker_kind(call->marker.marker));
	fprintf(c->out, ",\"args\":{\"kind\":\"%s\",\"argument\":\"%" PRIu64 "\"}",
		csa_marker_kind(call->marker.marker), call->marker.argument);
}

static void put_lost(struct chrome *c, const struct csa_call *call)
{
	begin_event(c, 'i', call->ns);
	fprintf(c->out,
		",\"s\":\"t\",\"cat\":\"capture\",\"name\":\"something is missing here\","
		"\"args\":{\"events\":%" PRIu64 ",\"blocks\":%" PRIu64 "}",
		call->lost.events, call->lost.blocks);
}

static int put_call(struct chrome *c, const struct csa_call *call)
{
	const char *name;

	switch (call->kind) {
	case CSA_CALL_ENTER:
	case CSA_CALL_EXIT:
		name = name_of(c, call->row);
		if (!name)
			return CSA_E_NOMEM;
		begin_event(c, call->kind == CSA_CALL_ENTER ? 'B' : 'E', call->ns);
		put_text(c, name);
		break;
	case CSA_CALL_USER:
		put_user(c, call);
		break;
	case CSA_CALL_MARKER:
		put_marker(c, call);
		break;
	case CSA_CALL_LOST:
		put_lost(c, call);
		break;
	default:
		return 0;
	}
	if (call->flags && call->kind <= CSA_CALL_EXIT)
		put_flags(c, call);
	put(c, "}", 1);
	return 0;
}

static int write_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct chrome *c = state;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = put_call(c, &calls[i]);
	return rc;
}

static int begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct chrome *c = state;

	c->report = report;
	return csa_viewer_ids_process(&c->ids, report, process) ? 0 : CSA_E_NOMEM;
}

static int begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct chrome *c = state;
	const struct csa_viewer_thread *added = csa_viewer_ids_thread(&c->ids, thread);

	if (!added)
		return CSA_E_NOMEM;
	c->place_length =
		(size_t)snprintf(c->place, sizeof(c->place),
				 ",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",\"ts\":", added->pid,
				 added->tid);
	return 0;
}

/* The name and the place in the list of a process or thread. */
static void put_metadata(struct chrome *c, const char *kind, uint32_t pid, uint32_t tid,
			 const char *name, uint64_t order)
{
	fprintf(c->out,
		"%s{\"ph\":\"M\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",\"name\":\"%s_name\",",
		c->separator, pid, tid, kind);
	fputs("\"args\":{\"name\":", c->out);
	csa_json_string(c->out, name);
	fprintf(c->out,
		"}},\n{\"ph\":\"M\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32
		",\"name\":\"%s_sort_index\",\"args\":{\"sort_index\":%" PRIu64 "}}",
		pid, tid, kind, order);
	c->separator = ",\n";
}

static int put_names(struct chrome *c, const struct csa_report *report)
{
	struct csa_buf label;
	int rc = 0;

	csa_buf_init(&label);
	for (uint32_t i = 0; i < c->ids.processes.count; i++) {
		const struct csa_viewer_process *p = &c->ids.processes.items[i];

		put_metadata(c, "process", p->pid, p->pid,
			     csa_viewer_process_label(&report->processes[p->process]), i);
	}
	for (uint32_t i = 0; rc == 0 && i < c->ids.threads.count; i++) {
		const struct csa_viewer_thread *t = &c->ids.threads.items[i];

		csa_buf_clear(&label);
		csa_viewer_thread_label(&label, t);
		put_metadata(c, "thread", t->pid, t->tid, label.data, t->serial);
		rc = label.failed ? CSA_E_NOMEM : 0;
	}
	csa_buf_release(&label);
	return rc;
}

static void put_processes(const struct chrome *c, const struct csa_report *report)
{
	fputs("\"processes\":[", c->out);
	for (uint32_t i = 0; i < c->ids.processes.count; i++) {
		const struct csa_viewer_process *p = &c->ids.processes.items[i];
		const struct csa_report_process *process = &report->processes[p->process];

		fprintf(c->out,
			"%s\n{\"id\":%" PRIu32 ",\"pid\":%" PRIu64 ",\"command\":", i ? "," : "",
			p->pid, p->kernel_pid);
		csa_json_string(c->out, process->command);
		fputs(",\"folder\":", c->out);
		csa_json_string(c->out, process->dir);
		fputc('}', c->out);
	}
	fputc(']', c->out);
}

static void put_fact(void *state, const char *sentence)
{
	struct chrome *c = state;

	fputs(c->separator, c->out);
	csa_json_string(c->out, sentence);
	c->separator = ",\n";
}

static int put_other(struct chrome *c, const struct csa_report *report)
{
	struct csa_buf start;
	int rc;

	csa_buf_init(&start);
	csa_add_export_start(&start, report);
	rc = start.failed ? CSA_E_NOMEM : 0;
	put_text(c, "\n],\n\"otherData\":{\"exporter\":\"" CSA_EXPORTER "\",\"start\":");
	csa_json_string(c->out, start.data);
	put_text(c, ",\n");
	put_processes(c, report);
	put_text(c, ",\n\"facts\":[");
	c->separator = "\n";
	if (rc == 0)
		rc = csa_export_facts(report, put_fact, c);
	put_text(c, "]}}\n");
	csa_buf_release(&start);
	return rc;
}

static void release(struct chrome *c)
{
	for (uint32_t i = 0; i < c->name_count; i++)
		free(c->names[i]);
	free(c->names);
	csa_viewer_ids_release(&c->ids);
	free(c);
}

static int open_chrome(void **state, const struct csa_out_options *options, FILE *out,
		       struct csa_err *err)
{
	struct chrome *c = calloc(1, sizeof(*c));

	(void)options;
	*state = c;
	if (!c || !csa_viewer_ids_init(&c->ids)) {
		free(c);
		*state = NULL;
		return csa_fail(err, CSA_E_NOMEM, "no memory for an export");
	}
	c->out = out;
	c->separator = "\n";
	put_text(c, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
	return 0;
}

static int close_chrome(void *state, const struct csa_report *report, struct csa_err *err)
{
	struct chrome *c = state;
	int rc = 0;

	if (!report)
		goto out;
	rc = csa_viewer_ids_finish(&c->ids, report) ? put_names(c, report) : CSA_E_NOMEM;
	if (rc == 0)
		rc = put_other(c, report);
	if (rc < 0)
		csa_fail(err, rc, "no memory for an export");
out:
	release(c);
	return rc;
}

const struct csa_out_format csa_out_chrome = {
	.name = "chrome",
	.wants = CSA_OUT_WANTS_CALLS,
	.bytes_per_call = 180,
	.open = open_chrome,
	.calls = {
		.begin_process = begin_process,
		.begin_thread = begin_thread,
		.calls = write_calls,
	},
	.close = close_chrome,
};
