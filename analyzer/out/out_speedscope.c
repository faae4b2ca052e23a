/* SPDX-License-Identifier: MIT */
/*
 * A file for speedscope: one evented profile for each thread that has calls, times in ns. After
 * jlfwong/speedscope, src/lib/file-format-spec.ts (its file-format-schema.json) and what
 * src/lib/file-format.ts reads: events in the order of time, every O closed by its C, innermost first.
 *
 * Keys of a JSON object have no order: frames are written last, when all of them are known, and so are
 * the ends of a profile. The key "callsight" holds what speedscope has no place for; it skips it.
 */
#define _GNU_SOURCE /* fwrite_unlocked */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decimal_text.h"
#include "export_facts.h"
#include "json_string.h"
#include "viewer_ids.h"

#define FIRST_ROWS   1024
#define BEGAN_BEFORE " (began before)"

struct speedscope {
	FILE *out;
	const char *process; /* of the process begun last: its program */
	uint64_t pid;
	struct csa_buf thread; /* name of the thread begun last */
	bool is_open;          /* a profile of it was begun */
	uint64_t first_ns;
	uint64_t last_ns;
	uint64_t profiles;
	uint32_t *frames; /* by key: frame + 1, 0: not seen yet */
	uint32_t row_capacity;
	uint32_t *rows; /* keys by frame: row * 2, + 1 of a call that began before the capture */
	uint32_t frame_count;
	uint64_t others; /* marks and the like */
	const char *separator;
};

static void put(struct speedscope *s, const char *text)
{
	fwrite_unlocked(text, 1, strlen(text), s->out);
}

static bool grow(struct speedscope *s, uint32_t row)
{
	uint32_t capacity = row < FIRST_ROWS / 2 ? FIRST_ROWS : 2 * row;
	uint32_t *frames = realloc(s->frames, capacity * sizeof(*frames));
	uint32_t *rows;

	if (!frames)
		return false;
	s->frames = frames;
	rows = realloc(s->rows, capacity * sizeof(*rows));
	if (!rows)
		return false;
	s->rows = rows;
	memset(frames + s->row_capacity, 0, (capacity - s->row_capacity) * sizeof(*frames));
	s->row_capacity = capacity;
	return true;
}

/* A call that began before the capture is none: its frame has a name of its own. */
static bool find_frame(struct speedscope *s, const struct csa_call *call, uint32_t *frame)
{
	uint32_t key = 2 * call->row + ((call->flags & CSA_CALL_FOREIGN) != 0);

	if (key >= s->row_capacity && !grow(s, key))
		return false;
	if (s->frames[key] == 0) {
		s->rows[s->frame_count++] = key;
		s->frames[key] = s->frame_count;
	}
	*frame = s->frames[key] - 1;
	return true;
}

static void begin_profile(struct speedscope *s, uint64_t ns)
{
	put(s, s->profiles++ ? ",\n" : "\n");
	put(s, "{\"type\":\"evented\",\"unit\":\"nanoseconds\",\"name\":");
	csa_json_string(s->out, s->thread.data);
	put(s, ",\"events\":[");
	s->separator = "\n";
	s->is_open = true;
	s->first_ns = ns;
}

static int put_call(struct speedscope *s, const struct csa_call *call)
{
	char line[3 * CSA_DECIMAL_CHARS + 64];
	char *at = line;
	uint32_t frame;

	if (call->kind != CSA_CALL_ENTER && call->kind != CSA_CALL_EXIT) {
		s->others++;
		return 0;
	}
	if (!s->is_open)
		begin_profile(s, call->ns);
	if (!find_frame(s, call, &frame))
		return CSA_E_NOMEM;
	s->last_ns = call->ns;
	at = stpcpy(at, s->separator);
	at = stpcpy(at, call->kind == CSA_CALL_ENTER ? "{\"type\":\"O\",\"frame\":"
						     : "{\"type\":\"C\",\"frame\":");
	at = csa_put_uint(at, frame);
	at = stpcpy(at, ",\"at\":");
	at = csa_put_uint(at, call->ns);
	*at++ = '}';
	fwrite_unlocked(line, 1, (size_t)(at - line), s->out);
	s->separator = ",\n";
	return 0;
}

static int write_calls(void *state, const struct csa_call *calls, size_t count)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = put_call(state, &calls[i]);
	return rc;
}

static int begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct speedscope *s = state;

	s->process = csa_viewer_process_label(&report->processes[process]);
	s->pid = report->processes[process].pid;
	return 0;
}

static int begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct speedscope *s = state;
	char *name = thread->name ? strdup(thread->name) : NULL;
	const struct csa_viewer_thread label = { .kernel_tid = thread->tid,
						 .lane = thread->lane,
						 .name = name };

	if (thread->name && !name)
		return CSA_E_NOMEM;
	csa_buf_clear(&s->thread);
	csa_viewer_thread_label(&s->thread, &label);
	csa_buf_add_fmt(&s->thread, " (%s %" PRIu64 ", tid %" PRIu32 ")", s->process, s->pid,
			thread->tid);
	free(name);
	s->is_open = false;
	return s->thread.failed ? CSA_E_NOMEM : 0;
}

static int end_thread(void *state)
{
	struct speedscope *s = state;

	if (s->is_open)
		fprintf(s->out, "],\"startValue\":%" PRIu64 ",\"endValue\":%" PRIu64 "}",
			s->first_ns, s->last_ns);
	s->is_open = false;
	return 0;
}

static int put_frames(struct speedscope *s, const struct csa_report *report)
{
	struct csa_buf name;
	int rc = 0;

	csa_buf_init(&name);
	for (uint32_t i = 0; rc == 0 && i < s->frame_count; i++) {
		const struct csa_row_name *row = &report->table.rows[s->rows[i] / 2];

		csa_buf_clear(&name);
		csa_buf_add_str(&name, row->function);
		csa_buf_add_str(&name, s->rows[i] % 2 ? BEGAN_BEFORE : "");
		rc = name.failed ? CSA_E_NOMEM : 0;
		put(s, i ? ",\n{\"name\":" : "\n{\"name\":");
		csa_json_string(s->out, name.data);
		if (row->file) {
			put(s, ",\"file\":");
			csa_json_string(s->out, row->file);
		}
		if (row->file && row->line)
			fprintf(s->out, ",\"line\":%u", row->line);
		put(s, "}");
	}
	csa_buf_release(&name);
	return rc;
}

static void put_fact(void *state, const char *sentence)
{
	struct speedscope *s = state;

	put(s, s->separator);
	csa_json_string(s->out, sentence);
	s->separator = ",\n";
}

static int put_facts(struct speedscope *s, const struct csa_report *report)
{
	struct csa_buf text;
	bool has_failed;
	int rc;

	csa_buf_init(&text);
	csa_add_export_title(&text, report);
	put(s, "\n]},\n\"exporter\":\"" CSA_EXPORTER "\",\"name\":");
	csa_json_string(s->out, text.data);
	has_failed = text.failed;
	csa_buf_clear(&text);
	csa_add_export_start(&text, report);
	put(s, ",\n\"callsight\":{\"start\":");
	csa_json_string(s->out, text.data);
	has_failed |= text.failed;
	put(s, ",\"facts\":[");
	s->separator = "\n";
	if (s->others) {
		csa_buf_clear(&text);
		csa_buf_add_fmt(&text,
				"%" PRIu64 " marks, frames, values, markers and losses have no "
				"place in this format",
				s->others);
		has_failed |= text.failed;
		put_fact(s, text.data);
	}
	rc = csa_export_facts(report, put_fact, s);
	put(s, "]}}\n");
	if (has_failed)
		rc = CSA_E_NOMEM;
	csa_buf_release(&text);
	return rc;
}

static int open_speedscope(void **state, const struct csa_out_options *options, FILE *out,
			   struct csa_err *err)
{
	struct speedscope *s = calloc(1, sizeof(*s));

	(void)options;
	*state = s;
	if (!s)
		return csa_fail(err, CSA_E_NOMEM, "no memory for an export");
	s->out = out;
	csa_buf_init(&s->thread);
	put(s,
	    "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n\"profiles\":[");
	return 0;
}

static int close_speedscope(void *state, const struct csa_report *report, struct csa_err *err)
{
	struct speedscope *s = state;
	int rc = 0;

	if (report) {
		put(s, "],\n\"shared\":{\"frames\":[");
		rc = put_frames(s, report);
		if (rc == 0)
			rc = put_facts(s, report);
	}
	csa_buf_release(&s->thread);
	free(s->frames);
	free(s->rows);
	free(s);
	return rc < 0 ? csa_fail(err, rc, "no memory for an export") : 0;
}

const struct csa_out_format csa_out_speedscope = {
	.name = "speedscope",
	.wants = CSA_OUT_WANTS_CALLS,
	.bytes_per_call = 90,
	.open = open_speedscope,
	.calls = {
		.begin_process = begin_process,
		.begin_thread = begin_thread,
		.calls = write_calls,
		.end_thread = end_thread,
	},
	.close = close_speedscope,
};
