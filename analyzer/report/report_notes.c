/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "report_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "report_losses.h"
#include "report_order.h"
#include "snapshot_copy.h"
#include "stream_file.h"
#include "word_reader.h"

#define OLDER_RUNS_NAMED 10u
#define MANY_OPEN        10000u /* more than threads can be recorded */

static void note_window(struct csa_report *report, const struct csa_capture *c)
{
	uint64_t base = csa_clock_ns(&c->clock, c->facts.start_ticks);
	uint64_t from = c->older_blocks ? csa_clock_ns(&c->clock, c->window_ticks) : base;
	unsigned long long pid = (unsigned long long)c->facts.pid;

	if (c->older_blocks)
		csa_notes_add(
			&report->notes, CSA_NOTE_INFO,
			"process %llu: TRACE_FULL=wrap kept the newest %zu blocks of %llu; of "
			"all threads what happened from %.6f s after the start on; calls that "
			"began before are not counted",
			pid, c->block_count, (unsigned long long)c->block_count + c->older_blocks,
			from > base ? (double)(from - base) / 1e9 : 0.0);
	if (c->has_live && c->facts.max_mb &&
	    c->live.window_count > c->facts.max_mb * (1048576 / CSF_BLOCK_BYTES))
		csa_notes_add(&report->notes, CSA_NOTE_INFO,
			      "process %llu: TRACE_MAX_MB=%llu has not a window for each thread at "
			      "the same time: there are %u, of 64 KiB",
			      pid, (unsigned long long)c->facts.max_mb, c->live.window_count);
}

static void note_snapshot(struct csa_notes *notes, const struct csa_capture *c)
{
	const struct csa_snapshot_facts *s = &c->facts.snapshot;
	const char *end = "calls that were open end at the last event of their thread";

	if (s->function)
		csa_notes_add(
			notes, CSA_NOTE_INFO,
			"snapshot %llu of process %llu, which went on: a call of %s took %.3f "
			"ms; %s",
			(unsigned long long)s->number, (unsigned long long)c->facts.pid,
			s->function, (double)s->duration_ns / 1e6, end);
	else
		csa_notes_add(notes, CSA_NOTE_INFO,
			      "snapshot %llu of process %llu, which went on; %s",
			      (unsigned long long)s->number, (unsigned long long)c->facts.pid, end);
}

static void note_one_of(struct csa_notes *notes, const char *dir,
			const struct csa_snapshot_name *name)
{
	struct csa_process_facts facts;
	char *path = csa_path_join(dir, name->name);

	if (!path)
		return;
	(void)csa_process_facts_read(&facts, path, NULL);
	if (name->is_part)
		csa_notes_add(notes, CSA_NOTE_WARNING, "snapshot %s is not finished", path);
	else if (facts.snapshot.function)
		csa_notes_add(notes, CSA_NOTE_INFO, "snapshot %s: a call of %s took %.3f ms", path,
			      facts.snapshot.function, (double)facts.snapshot.duration_ns / 1e6);
	else
		csa_notes_add(notes, CSA_NOTE_INFO, "snapshot %s: %s", path,
			      facts.snapshot.reason ? facts.snapshot.reason : "without a reason");
	csa_process_facts_release(&facts);
	free(path);
}

/* Of a snapshot why it was made; of a process each of its snapshots, and those that are not there. */
static void note_snapshots(struct csa_report *report, const struct csa_capture *c)
{
	struct csa_snapshot_list list;

	if (c->facts.imported.known)
		return; /* there were none */
	if (c->facts.snapshot.known) {
		note_snapshot(&report->notes, c);
		return;
	}
	(void)csa_snapshots_find(&list, c->dir);
	for (size_t i = 0; i < list.count; i++)
		note_one_of(&report->notes, c->dir, &list.items[i]);
	csa_snapshots_release(&list);
	if (c->has_live && c->live.snapshots_skipped)
		csa_notes_add(
			&report->notes, CSA_NOTE_WARNING,
			"process %llu: snapshots that TRACE_TRIGGER asked for and that were not "
			"written: %u%s%s",
			(unsigned long long)c->facts.pid, c->live.snapshots_skipped,
			c->live.snapshot_error ? "; " : "",
			c->live.snapshot_error ? strerror((int)c->live.snapshot_error) : "");
}

/* Of one that callsight serve received. */
static void note_stream(struct csa_notes *notes, const struct csa_capture *c)
{
	struct csa_stream_file stream;

	csa_stream_file_read(&stream, c->dir);
	if (stream.known && !csa_stream_file_is_whole(&stream))
		csa_notes_add(notes,
			      csa_stream_file_is_open(&stream) ? CSA_NOTE_INFO : CSA_NOTE_WARNING,
			      "%s: the stream from %s has not ended: %s", c->dir,
			      stream.peer ? stream.peer : "?", csa_stream_file_why(&stream));
	csa_stream_file_release(&stream);
}

void csa_note_process(struct csa_report *report, const struct csa_capture *c,
		      uint64_t hook_frame_blocks)
{
	struct csa_notes *notes = &report->notes;
	uint64_t lost_threads = c->has_live ? c->live.lost_threads : c->facts.snapshot.lost_threads;

	report->summary.lost += c->lost_events;
	csa_note_losses(report, c);
	if (c->is_wrap)
		note_window(report, c);
	if (lost_threads)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "%s: threads that could not be recorded: %llu", c->dir,
			      (unsigned long long)lost_threads);
	note_snapshots(report, c);
	if (c->has_live && !c->live.ended)
		csa_notes_add(notes, CSA_NOTE_INFO,
			      "process %llu has not ended or was killed; calls that were open end "
			      "at the last event of their thread",
			      (unsigned long long)c->facts.pid);
	note_stream(notes, c);
	if (hook_frame_blocks)
		csa_notes_add(
			notes, CSA_NOTE_INFO,
			"process %llu: frames are compared by the hook's own frame; nesting is "
			"approximate",
			(unsigned long long)c->facts.pid);
}

static void note_modules(struct csa_report *report)
{
	unsigned count = report->symbols ? csa_symbols_module_count(report->symbols) : 0;

	for (unsigned i = 0; i < count; i++) {
		struct csa_module_info info;

		csa_symbols_module(report->symbols, i, &info);
		if (!info.warning)
			continue;
		/* A binary that is not there is missing input; one of another build is not. */
		csa_notes_add(&report->notes, info.is_missing ? CSA_NOTE_DAMAGE : CSA_NOTE_WARNING,
			      "%s", info.warning);
	}
}

/* @first: of the markers of a thread. Return: the first one of the next thread. */
static size_t add_pauses(const struct csa_report *report, size_t first,
			 struct csa_report_summary *sum, uint64_t *ended)
{
	const struct csa_report_marker *of = &report->markers[first];
	uint64_t pauses = 0;
	uint64_t resumes = 0;
	size_t i = first;

	for (; i < report->marker_count; i++) {
		const struct csa_report_marker *m = &report->markers[i];

		if (m->process != of->process || m->thread_serial != of->thread_serial)
			break;
		if (m->marker == CSF_MARKER_PAUSED)
			pauses += m->count;
		if (m->marker != CSF_MARKER_RESUMED)
			continue;
		resumes += m->count;
		sum->paused += m->argument;
	}
	sum->pauses += pauses;
	sum->open_pauses += pauses > resumes ? pauses - resumes : 0;
	*ended += resumes;
	return i;
}

/* One line for all: a program can pause a million times, in each of its threads. */
static void note_pauses(struct csa_report *report)
{
	struct csa_report_summary *sum = &report->summary;
	uint64_t ended = 0;

	/* By thread: what is left of one can begin with the end of a pause. */
	for (size_t i = 0; i < report->marker_count;)
		i = add_pauses(report, i, sum, &ended);
	if (sum->pauses || ended)
		csa_notes_add(
			&report->notes, CSA_NOTE_INFO,
			"hooks not recorded while the program was paused: %llu (pauses: %llu)",
			(unsigned long long)sum->paused, (unsigned long long)sum->pauses);
	if (sum->open_pauses)
		csa_notes_add(&report->notes, CSA_NOTE_INFO,
			      "pauses to the end of the capture: %llu; how many hooks were not "
			      "recorded in them is not known",
			      (unsigned long long)sum->open_pauses);
}

/* One line for all; which they were is said where their folders are found. */
static void note_snapshot_writing(struct csa_report *report)
{
	uint64_t count = 0;

	for (size_t i = 0; i < report->marker_count; i++) {
		if (report->markers[i].marker == CSF_MARKER_SNAPSHOT)
			count += report->markers[i].count;
	}
	if (count)
		csa_notes_add(&report->notes, CSA_NOTE_INFO,
			      "snapshots that threads of the program wrote: %llu; the time it took "
			      "is in the calls around",
			      (unsigned long long)count);
}

static void note_sums(struct csa_report *report)
{
	const struct csa_report_summary *sum = &report->summary;
	struct csa_notes *notes = &report->notes;

	if (sum->unmatched)
		csa_notes_add(
			notes, CSA_NOTE_WARNING,
			"unmatched exits: %llu; their calls began before the capture, or were "
			"stacks switched?",
			(unsigned long long)sum->unmatched);
	if (sum->unwound)
		csa_notes_add(
			notes, CSA_NOTE_INFO,
			"calls that ended without an exit: %llu (longjmp, exceptions, exit in a "
			"signal handler, lost events); their times are upper bounds",
			(unsigned long long)sum->unwound);
	if (sum->lossy)
		csa_notes_add(
			notes, CSA_NOTE_INFO,
			"calls during which events were lost: %llu; what was called in them is "
			"missing, and its time is in theirs",
			(unsigned long long)sum->lossy);
	if (sum->clock_steps)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "steps back of the clock: %llu; calls across one last as long as the "
			      "calls that they made",
			      (unsigned long long)sum->clock_steps);
	if (sum->dropped_functions)
		csa_notes_add(
			notes, CSA_NOTE_INFO,
			"functions left out, not selected by trace.config: %llu (%llu events); "
			"their time is %s",
			(unsigned long long)sum->dropped_functions,
			(unsigned long long)sum->dropped_events,
			report->stackless ? "in no row" : "their callers'");
	if (report->tree.nodes && report->tree.nodes[CSA_TREE_REST].calls)
		csa_notes_add(&report->notes, CSA_NOTE_WARNING,
			      "more than %u different stacks, or some deeper than %u; the "
			      "others are one line",
			      CSA_TREE_NODES_MAX, CSA_TREE_DEPTH_MAX);
}

/* What a stack overflow leaves behind. */
static void note_deep(struct csa_report *report)
{
	for (size_t i = 0; i < report->row_count; i++) {
		const struct csa_report_row *row = &report->rows[i];

		if (row->open >= MANY_OPEN)
			csa_notes_add(
				&report->notes, CSA_NOTE_INFO,
				"%s: %llu calls of it were open at the end; did the stack "
				"overflow? A function with hooks does not end in a tail call, "
				"so recursion takes more of it",
				row->name->function, (unsigned long long)row->open);
	}
}

static void note_marker_lines(struct csa_report *report)
{
	for (size_t i = 0; i < report->marker_count; i++) {
		const struct csa_report_marker *m = &report->markers[i];
		const char *text = csa_marker_text(m->marker);
		unsigned long long pid = (unsigned long long)report->processes[m->process].pid;
		char times[40] = "";

		if (m->marker == CSF_MARKER_PAUSED || m->marker == CSF_MARKER_RESUMED ||
		    m->marker == CSF_MARKER_SNAPSHOT)
			continue; /* one line for all of a kind */
		if (m->count > 1)
			snprintf(times, sizeof(times), ", %llu times",
				 (unsigned long long)m->count);
		if (text)
			csa_notes_add(&report->notes, CSA_NOTE_WARNING,
				      "process %llu, thread %u: %s (%llu)%s", pid, m->thread_serial,
				      text, (unsigned long long)m->argument, times);
		else
			csa_notes_add(&report->notes, CSA_NOTE_WARNING,
				      "process %llu, thread %u: unknown marker %u (%llu)", pid,
				      m->thread_serial, m->marker, (unsigned long long)m->argument);
	}
}

void csa_note_sums(struct csa_report *report)
{
	note_marker_lines(report);
	note_pauses(report);
	note_snapshot_writing(report);
	note_sums(report);
	note_deep(report);
	note_modules(report);
}

static int add_folder(struct csa_report *report, const char *dir, struct csa_notes *notes)
{
	size_t count = report->folder_count;
	struct csa_report_folder *folders = report->folders;

	if ((count & (count - 1)) == 0) /* capacities are powers of two */
		folders = realloc(folders, (count ? 2 * count : 1) * sizeof(*folders));
	if (!folders) {
		csa_notes_release(notes);
		return CSA_E_NOMEM;
	}
	report->folders = folders;
	folders[report->folder_count] = (struct csa_report_folder){ .dir = strdup(dir) };
	csa_report_keep_notes(&folders[report->folder_count].notes, notes);
	return folders[report->folder_count++].dir ? 0 : CSA_E_NOMEM;
}

static void note_old_captures(struct csa_notes *notes, const struct csa_runs *runs)
{
	size_t left = OLDER_RUNS_NAMED;

	for (size_t i = runs->old_count; i-- > 0 && left; left--)
		csa_notes_add(notes, CSA_NOTE_INFO,
			      "capture of an earlier client, not in this report: %s",
			      runs->old[i].dir);
	if (runs->old_count > OLDER_RUNS_NAMED)
		csa_notes_add(notes, CSA_NOTE_INFO,
			      "captures of earlier clients, not in this report: %zu more",
			      runs->old_count - OLDER_RUNS_NAMED);
}

/* A line for each of the newest ones that are left out: old ones must not bury the report. */
int csa_note_older_runs(struct csa_report *report, const char *dir, const struct csa_runs *runs,
			bool all)
{
	struct csa_notes notes;
	size_t count = 0;
	size_t left = OLDER_RUNS_NAMED;

	csa_notes_init(&notes);
	note_old_captures(&notes, runs);
	for (size_t i = runs->count; i-- > 0 && !all;) {
		if (runs->items[i].root != i || i == runs->newest)
			continue;
		count++;
		if (left == 0)
			continue;
		left--;
		csa_notes_add(&notes, CSA_NOTE_INFO,
			      "older run not in this report: %s (--all merges)",
			      runs->items[i].dir);
	}
	if (count > OLDER_RUNS_NAMED)
		csa_notes_add(&notes, CSA_NOTE_INFO, "older runs not in this report: %zu more",
			      count - OLDER_RUNS_NAMED);
	return count || runs->old_count ? add_folder(report, dir, &notes) : 0;
}
