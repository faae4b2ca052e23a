/* SPDX-License-Identifier: MIT */
/*
 * A processed profile of the Firefox Profiler, version 61. After firefox-devtools/profiler,
 * docs-developer/CHANGELOG-formats.md, src/types/profile.ts, src/types/markers.ts; how its views read
 * samples: src/profile-logic/stack-timing.ts and call-tree.ts. Later versions of the profiler take older
 * profiles as they are.
 *
 * Calls are samples with weights in ms ("tracing-ms"), see firefox_threads.h. Times and weights have six
 * decimals, so nothing is rounded. Columns of a thread stand one after the other and names of threads are
 * known last: what comes while calls are read is kept on disk until the end.
 */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>

#include "decimal_text.h"
#include "firefox_tables.h"
#include "firefox_threads.h"
#include "json_string.h"
#include "viewer_ids.h"
#include "word_reader.h"

struct firefox {
	FILE *out;
	struct csa_viewer_ids ids;
	struct csa_firefox_threads threads;
};

static void put_ms(FILE *out, uint64_t ns)
{
	char text[CSA_DECIMAL_CHARS];

	fwrite(text, 1, (size_t)(csa_put_millionths(text, ns) - text), out);
}

enum sample_column { SAMPLE_STACK, SAMPLE_TIME, SAMPLE_WEIGHT };

/* @number: the sample's time, @next: that of the one behind it */
static void put_sample(FILE *out, enum sample_column column, uint32_t node, uint64_t number,
		       uint64_t next)
{
	if (column == SAMPLE_TIME)
		put_ms(out, number);
	else if (column == SAMPLE_WEIGHT)
		put_ms(out, next - number);
	else if (node == CSA_TREE_ROOT)
		fputs("null", out);
	else
		fprintf(out, "%" PRIu32, csa_firefox_stack(node));
}

static bool put_samples(struct firefox *f, const struct csa_firefox_thread *thread,
			enum sample_column column)
{
	struct csa_number_spool *spool = &f->threads.samples;
	uint32_t node = 0;
	uint64_t ns = 0;

	if (!csa_spool_seek(spool, thread->samples_at))
		return false;
	for (uint64_t i = 0; i <= thread->sample_count; i++) {
		bool is_last = i == thread->sample_count;
		uint32_t next_node = is_last ? 0 : (uint32_t)csa_spool_get(spool);
		uint64_t next = ns + (is_last ? 0 : csa_spool_get(spool));

		if (i > 0) {
			put_sample(f->out, column, node, ns, next);
			fputs(is_last ? "" : ",", f->out);
		}
		node = next_node;
		ns = next;
	}
	return true;
}

/* One marker as it lies in the spool. */
struct mark {
	enum csa_firefox_mark kind;
	uint64_t ns;
	uint64_t numbers[4];
};

static void get_mark(struct csa_number_spool *spool, struct mark *mark)
{
	static const unsigned counts[] = {
		[CSA_FIREFOX_MARK] = 1,   [CSA_FIREFOX_FRAME] = 1, [CSA_FIREFOX_VALUE] = 2,
		[CSA_FIREFOX_MARKER] = 2, [CSA_FIREFOX_LOST] = 2,  [CSA_FIREFOX_CALL] = 4,
	};

	mark->kind = (enum csa_firefox_mark)(csa_spool_get(spool) % 6);
	mark->ns = csa_spool_get(spool);
	for (unsigned i = 0; i < counts[mark->kind]; i++)
		mark->numbers[i] = csa_spool_get(spool);
}

enum mark_column { MARK_NAME, MARK_START, MARK_END, MARK_PHASE, MARK_CATEGORY, MARK_DATA };

static void put_why(FILE *out, uint64_t flags)
{
	static const struct {
		uint64_t flag;
		const char *text;
	} words[] = {
		{ CSA_CALL_FOREIGN, "began before" },
		{ CSA_CALL_UNWOUND, "left without an exit hook" },
		{ CSA_CALL_OPEN, "still running at the end" },
		{ CSA_CALL_CUT, "cut at an edge of the time shown" },
		{ CSA_CALL_LOSSY, "events were lost meanwhile" },
	};
	const char *before = "";

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (flags & words[i].flag) {
			fprintf(out, "%s%s", before, words[i].text);
			before = ", ";
		}
	}
}

static void put_data(FILE *out, const struct mark *mark)
{
	switch (mark->kind) {
	case CSA_FIREFOX_MARK:
	case CSA_FIREFOX_FRAME:
		fprintf(out, "{\"type\":\"%s\"}",
			mark->kind == CSA_FIREFOX_MARK ? "mark" : "frame");
		break;
	case CSA_FIREFOX_VALUE:
		fprintf(out, "{\"type\":\"value\",\"value\":%" PRId64 "}",
			(int64_t)mark->numbers[1]);
		break;
	case CSA_FIREFOX_MARKER:
		fprintf(out, "{\"type\":\"capture\",\"argument\":\"%" PRIu64 "\"}",
			mark->numbers[1]);
		break;
	case CSA_FIREFOX_LOST:
		fprintf(out, "{\"type\":\"capture\",\"events\":%" PRIu64 ",\"blocks\":%" PRIu64 "}",
			mark->numbers[0], mark->numbers[1]);
		break;
	case CSA_FIREFOX_CALL:
		fprintf(out, "{\"type\":\"call\",\"depth\":%" PRIu64 ",\"why\":\"",
			mark->numbers[3]);
		put_why(out, mark->numbers[2]);
		fputs("\"}", out);
		break;
	}
}

static uint32_t name_of(struct firefox *f, const struct csa_report *report, const struct mark *mark)
{
	uint32_t marker = (uint32_t)mark->numbers[0];

	switch (mark->kind) {
	case CSA_FIREFOX_MARKER:
		return csa_string_index_add(&f->threads.strings, csa_marker_text(marker)
									 ? csa_marker_text(marker)
									 : csa_marker_kind(marker));
	case CSA_FIREFOX_LOST:
		return csa_string_index_add(&f->threads.strings, "something is missing here");
	case CSA_FIREFOX_CALL:
		return csa_string_index_add(&f->threads.strings,
					    report->table.rows[mark->numbers[0]].function);
	default:
		return (uint32_t)mark->numbers[0];
	}
}

static void put_mark(struct firefox *f, const struct csa_report *report, const struct mark *mark,
		     enum mark_column column)
{
	bool is_call = mark->kind == CSA_FIREFOX_CALL;

	switch (column) {
	case MARK_NAME:
		fprintf(f->out, "%" PRIu32, name_of(f, report, mark));
		break;
	case MARK_START:
		put_ms(f->out, is_call ? mark->ns - mark->numbers[1] : mark->ns);
		break;
	case MARK_END:
		if (is_call)
			put_ms(f->out, mark->ns);
		else
			fputs("null", f->out);
		break;
	case MARK_PHASE: /* MarkerPhase in src/types/gecko-profile.ts: 0 instant, 1 interval */
		fputs(is_call ? "1" : "0", f->out);
		break;
	case MARK_CATEGORY:
		fputs("0", f->out);
		break;
	case MARK_DATA:
		put_data(f->out, mark);
		break;
	}
}

static bool put_marks(struct firefox *f, const struct csa_report *report,
		      const struct csa_firefox_thread *thread, enum mark_column column)
{
	struct mark mark;

	if (!csa_spool_seek(&f->threads.marks, thread->marks_at))
		return false;
	for (uint64_t i = 0; i < thread->mark_count; i++) {
		get_mark(&f->threads.marks, &mark);
		fputs(i ? "," : "", f->out);
		put_mark(f, report, &mark, column);
	}
	return true;
}

static bool put_columns(struct firefox *f, const struct csa_report *report,
			const struct csa_firefox_thread *thread)
{
	static const char *const sample_keys[] = { "stack", "time", "weight" };
	static const char *const mark_keys[] = { "name",  "startTime", "endTime",
						 "phase", "category",  "data" };
	bool is_good = true;

	fputs("\"samples\":{\"weightType\":\"tracing-ms\",\n", f->out);
	for (unsigned i = SAMPLE_STACK; is_good && i <= SAMPLE_WEIGHT; i++) {
		fprintf(f->out, "\"%s\":[", sample_keys[i]);
		is_good = put_samples(f, thread, (enum sample_column)i);
		fputs("],\n", f->out);
	}
	fprintf(f->out, "\"length\":%" PRIu64 "},\n\"markers\":{", thread->sample_count);
	for (unsigned i = MARK_NAME; is_good && i <= MARK_DATA; i++) {
		fprintf(f->out, "\"%s\":[", mark_keys[i]);
		is_good = put_marks(f, report, thread, (enum mark_column)i);
		fputs("],\n", f->out);
	}
	fprintf(f->out, "\"length\":%" PRIu64 "}}", thread->mark_count);
	return is_good;
}

static int put_thread(struct firefox *f, const struct csa_report *report, uint32_t index,
		      struct csa_err *err)
{
	const struct csa_viewer_thread *ids = &f->ids.threads.items[index];
	const struct csa_firefox_thread *thread = &f->threads.list.items[index];
	const struct csa_report_process *process = &report->processes[ids->process];
	struct csa_buf label;
	int rc;

	csa_buf_init(&label);
	csa_viewer_thread_label(&label, ids);
	fputs("{\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,"
	      "\"pausedRanges\":[],\n\"name\":",
	      f->out);
	csa_json_string(f->out, label.data);
	fputs(",\"processName\":", f->out);
	csa_json_string(f->out, csa_viewer_process_label(process));
	fprintf(f->out,
		",\"isMainThread\":%s,\"pid\":\"%" PRIu32 "\",\"tid\":%" PRIu32
		",\"registerTime\":",
		ids->tid == ids->pid ? "true" : "false", ids->pid, ids->tid);
	put_ms(f->out, thread->first_ns);
	fputs(",\"unregisterTime\":", f->out);
	put_ms(f->out, thread->last_ns);
	fputs(",\n", f->out);
	rc = label.failed ? CSA_E_NOMEM : 0;
	csa_buf_release(&label);
	if (!put_columns(f, report, thread))
		return csa_fail(err, CSA_E_IO, "a temporary file cannot be written");
	return rc;
}

static int put_profile(struct firefox *f, const struct csa_report *report, struct csa_err *err)
{
	int rc = csa_viewer_ids_finish(&f->ids, report) ? 0 : CSA_E_NOMEM;

	fputs("{\"libs\":[],\"pages\":[],\n\"threads\":[", f->out);
	for (uint32_t i = 0; rc == 0 && i < f->ids.threads.count; i++) {
		fputs(i ? ",\n" : "\n", f->out);
		rc = put_thread(f, report, i, err);
	}
	fputs("],\n", f->out);
	if (rc == 0)
		rc = csa_firefox_shared(&f->threads, report, f->out);
	if (rc == 0)
		rc = csa_firefox_meta(report, f->out);
	fputs("\"counters\":[]}\n", f->out);
	if (rc < 0)
		csa_fail(err, rc, "no memory for an export");
	return rc;
}

static int begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct firefox *f = state;

	return csa_viewer_ids_process(&f->ids, report, process) ? 0 : CSA_E_NOMEM;
}

static int begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct firefox *f = state;

	return csa_viewer_ids_thread(&f->ids, thread) ? csa_firefox_begin(&f->threads)
						      : CSA_E_NOMEM;
}

static int write_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct firefox *f = state;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = csa_firefox_call(&f->threads, &calls[i]);
	return rc;
}

static int end_thread(void *state)
{
	struct firefox *f = state;

	csa_firefox_end(&f->threads);
	return 0;
}

static void release(struct firefox *f)
{
	csa_firefox_threads_release(&f->threads);
	csa_viewer_ids_release(&f->ids);
	free(f);
}

static int open_firefox(void **state, const struct csa_out_options *options, FILE *out,
			struct csa_err *err)
{
	struct firefox *f = calloc(1, sizeof(*f));
	int rc;

	(void)options;
	*state = NULL;
	if (!f)
		return csa_fail(err, CSA_E_NOMEM, "no memory for an export");
	f->out = out;
	rc = csa_firefox_threads_init(&f->threads, err);
	if (!csa_viewer_ids_init(&f->ids))
		rc = csa_fail(err, CSA_E_NOMEM, "no memory for an export");
	if (rc < 0)
		release(f);
	else
		*state = f;
	return rc;
}

static int close_firefox(void *state, const struct csa_report *report, struct csa_err *err)
{
	int rc = report ? put_profile(state, report, err) : 0;

	release(state);
	return rc;
}

const struct csa_out_format csa_out_firefox = {
	.name = "firefox",
	.wants = CSA_OUT_WANTS_CALLS,
	.bytes_per_call = 50,
	.open = open_firefox,
	.calls = {
		.begin_process = begin_process,
		.begin_thread = begin_thread,
		.calls = write_calls,
		.end_thread = end_thread,
	},
	.close = close_firefox,
};
