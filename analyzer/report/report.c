/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup, strndup */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "capture_symbols.h"
#include "match_pipeline.h"
#include "report_markers.h"
#include "report_names.h"
#include "report_notes.h"
#include "report_rows.h"
#include "summary_rows.h"

/* One process while it is read. */
struct reading {
	struct csa_report *report;
	const struct csa_report_options *options;
	struct csa_capture capture;
	struct csa_symbols *symbols;
	struct csa_selection selection;
	struct csa_user_names *names;
	struct csa_match_output output;
};

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for the report");
}

/* Makes room for one more element of @size bytes behind @count. */
static void *grow(void *items, size_t count, size_t size)
{
	if ((count & (count - 1)) != 0)
		return items;
	return realloc(items, (count ? 2 * count : 1) * size);
}

static void note_missing(struct reading *r, const char *text, int length)
{
	csa_notes_add(&r->report->notes, CSA_NOTE_WARNING,
		      "%.*s; functions that are not selected may be in the report", length, text);
}

static int read_selection(struct reading *r)
{
	const char *path = r->capture.facts.selection;
	struct csa_err why = { 0 };
	struct csa_buf missing;
	int rc;

	if (!path)
		return 0;
	csa_buf_init(&missing);
	rc = csa_selection_add_index(&r->selection, path, &missing, &why);
	if (rc < 0 && rc != CSA_E_NOMEM)
		note_missing(r, why.msg, (int)strlen(why.msg));
	for (const char *line = missing.data; *line;) {
		size_t length = strcspn(line, "\n");

		note_missing(r, line, (int)length);
		line += length + (line[length] == '\n');
	}
	csa_buf_release(&missing);
	return rc == CSA_E_NOMEM ? rc : 0;
}

static char *join_command(const struct csa_process_facts *facts)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	for (size_t i = 0; i < facts->cmdline_count; i++) {
		if (i)
			csa_buf_add_char(&buf, ' ');
		csa_buf_add_str(&buf, facts->cmdline[i]);
	}
	return csa_buf_steal(&buf);
}

static void add_clock(struct csa_report_summary *sum, const struct csa_clock *clock)
{
	sum->clock_changes += clock->changes;
	sum->clock_left_out += clock->left_out;
	if (clock->drift_ns > sum->clock_drift_ns)
		sum->clock_drift_ns = clock->drift_ns;
}

static int add_process(struct reading *r)
{
	struct csa_report *report = r->report;
	struct csa_process_facts *facts = &r->capture.facts;
	struct csa_report_process *processes =
		grow(report->processes, report->process_count, sizeof(*processes));

	if (!processes)
		return CSA_E_NOMEM;
	report->processes = processes;
	add_clock(&report->summary, &r->capture.clock);
	processes[report->process_count++] = (struct csa_report_process){
		.dir = strdup(r->capture.dir),
		.exe = facts->exe ? strdup(facts->exe) : NULL,
		.command = facts->cmdline_count ? join_command(facts) : NULL,
		.pid = facts->pid,
		.ppid = facts->ppid,
		.start_realtime_ns = facts->start_realtime_ns,
		.start_monotonic_ns = facts->start_monotonic_ns,
		.last_monotonic_ns = facts->start_monotonic_ns,
		.has_ended = r->capture.has_live && r->capture.live.ended,
		.clock_source = facts->clock_source ? strdup(facts->clock_source) : NULL,
		.tick_hz = 1e9 * (double)(1ull << CSA_TICK_SHIFT) /
			   (double)r->capture.clock.rate.multiplier,
		.drift_ns = r->capture.clock.drift_ns,
		.arch = facts->arch ? strdup(facts->arch) : NULL,
		.cpus = facts->cpus,
		.mode = facts->mode ? strdup(facts->mode) : NULL,
		.hook_ns = facts->hook_ns,
		.events_hook_ns = facts->events_hook_ns,
		.selection = facts->selection ? strdup(facts->selection) : NULL,
		.block_bytes = csa_capture_block_bytes(&r->capture),
	};
	return 0;
}

static int add_thread(struct csa_report *report, const struct csa_lane *lane,
		      const struct csa_lane_numbers *n)
{
	size_t process = report->process_count - 1;
	struct csa_report_thread *t =
		report->thread_count ? &report->threads[report->thread_count - 1] : NULL;

	if (!t || t->process != process || t->serial != lane->thread_serial) {
		t = grow(report->threads, report->thread_count, sizeof(*t));
		if (!t)
			return CSA_E_NOMEM;
		report->threads = t;
		t += report->thread_count++;
		*t = (struct csa_report_thread){ .process = process,
						 .serial = lane->thread_serial,
						 .tid = lane->tid,
						 .first_ns = n->first_ns };
	}
	if (n->name[0] && !t->name)
		t->name = strdup(n->name);
	t->events += n->events;
	t->unmatched += n->unmatched;
	t->root_ns += n->root_ns;
	if (n->first_ns < t->first_ns)
		t->first_ns = n->first_ns;
	if (n->last_ns > t->last_ns)
		t->last_ns = n->last_ns;
	report->summary.events += n->events;
	report->summary.unmatched += n->unmatched;
	report->processes[process].events += n->events;
	report->summary.clock_steps += n->clock_steps;
	return 0;
}

/* ns count from the rate's base, which can lie before the start in a damaged capture. */
static uint64_t start_of(const struct csa_capture *c)
{
	return c->facts.known && c->facts.start_ticks >= c->clock.rate.base_ticks
		       ? csa_clock_ns(&c->clock, c->facts.start_ticks)
		       : 0;
}

static int add_lanes(struct reading *r)
{
	const struct csa_capture *c = &r->capture;
	struct csa_report_process *process = &r->report->processes[r->report->process_count - 1];
	uint64_t start_ns = start_of(c);
	int rc = 0;

	for (size_t i = 0; i < c->lane_count && rc == 0; i++) {
		const struct csa_lane_numbers *n = &r->output.lanes[i];
		bool is_merged = c->lanes[i].lane == 1 && n->last_ns == 0;
		uint64_t last_ns = n->last_ns > start_ns ? n->last_ns - start_ns : 0;

		/* What is in the blocks of lane 0 stands with them. */
		if (!is_merged)
			rc = add_thread(r->report, &c->lanes[i], n);
		if (process->start_monotonic_ns + last_ns > process->last_monotonic_ns)
			process->last_monotonic_ns = process->start_monotonic_ns + last_ns;
	}
	return rc;
}

static int add_markers(struct reading *r)
{
	struct csa_report *report = r->report;

	for (size_t i = 0; i < r->output.marker_count; i++) {
		const struct csa_marker_count *m = &r->output.markers[i];
		const struct csa_report_marker marker = { .process = report->process_count - 1,
							  .thread_serial = m->thread_serial,
							  .marker = m->marker,
							  .count = m->count,
							  .argument = m->argument };

		if (!csa_report_add_marker(report, &marker))
			return CSA_E_NOMEM;
	}
	return 0;
}

/* Adds what was matched to the report. */
static int collect(struct reading *r)
{
	struct csa_report *report = r->report;
	int rc;

	if (!csa_stats_take(&report->stats, &r->output.stats) ||
	    (r->options->wants_tree && !csa_tree_take(&report->tree, &r->output.tree)))
		return CSA_E_NOMEM;
	rc = add_lanes(r);
	if (rc == 0)
		rc = add_markers(r);
	if (rc == 0)
		rc = csa_report_add_names(report, r->names, &r->output.user,
					  r->capture.facts.start_monotonic_ns -
						  start_of(&r->capture));
	if (rc == 0 && r->capture.facts.hook_ns > 0) {
		uint64_t events = report->processes[report->process_count - 1].events;

		report->probe_weight += events;
		report->probe_sum_ns += r->capture.facts.hook_ns * (double)events;
	}
	return rc;
}

/* The names of a process; the calls of a sink have pointers to them, so the report keeps those. */
static int make_names(struct reading *r)
{
	struct csa_report *report = r->report;
	struct csa_user_names **kept;

	r->names = malloc(sizeof(*r->names));
	if (!r->names)
		return CSA_E_NOMEM;
	csa_user_names_init(r->names);
	if (!r->options->calls)
		return 0;
	kept = grow(report->process_names, report->process_names_count, sizeof(*kept));
	if (!kept)
		return CSA_E_NOMEM;
	report->process_names = kept;
	kept[report->process_names_count++] = r->names;
	return 0;
}

static void free_names(struct csa_user_names *names)
{
	if (names)
		csa_user_names_release(names);
	free(names);
}

/* From the times of a process to those of calls; nonsense stays within what times can be. */
static int64_t shift_of(const struct reading *r)
{
	const uint64_t limit = 1ull << 61;
	uint64_t zero = r->report->zero_monotonic_ns;
	uint64_t start = r->capture.facts.start_monotonic_ns;
	uint64_t late = start > zero ? start - zero : 0;
	uint64_t early = start < zero ? zero - start : 0;

	return (int64_t)(late < limit ? late : limit) - (int64_t)(early < limit ? early : limit) -
	       (int64_t)start_of(&r->capture);
}

static int match(struct reading *r, const struct csa_address_space *space, struct csa_err *err)
{
	struct csa_report *report = r->report;
	const struct csa_call_ops *ops = r->options->calls;
	const struct csa_call_feed feed = { .ops = ops,
					    .state = r->options->calls_state,
					    .process = report->process_count - 1,
					    .shift_ns = shift_of(r) };
	const struct csa_match_options options = { .workers = r->options->workers,
						   .wants_tree = r->options->wants_tree,
						   .feed = ops ? &feed : NULL };
	int rc = 0;

	report->process_symbols = r->symbols;
	if (ops && ops->begin_process)
		rc = ops->begin_process(feed.state, report, feed.process);
	if (rc < 0)
		return csa_fail(err, rc, "the calls of %s could not be handed on", r->capture.dir);
	rc = csa_match_capture(&r->capture, space, &report->table, &options, &r->output,
			       &report->notes, err);
	if (rc == 0)
		rc = collect(r);
	report->process_symbols = NULL;
	if (rc == 0 && ops && ops->end_process && (rc = ops->end_process(feed.state)) < 0)
		csa_fail(err, rc, "the calls of %s could not be handed on", r->capture.dir);
	return rc;
}

static int read_process(struct csa_report *report, const struct csa_report_options *options,
			const char *dir, struct csa_err *err)
{
	struct reading r = { .report = report, .options = options };
	struct csa_address_space space;
	int rc = csa_capture_open(&r.capture, dir, &report->notes, err);

	if (rc == 0)
		rc = make_names(&r);
	if (rc == 0)
		rc = read_selection(&r);
	if (rc == 0)
		rc = csa_capture_symbols(&r.symbols, &r.capture, &options->symbol_sources,
					 report->symbols, err);
	if (rc < 0)
		goto out;
	/* The first one stays: it keeps the names of all that share with it. */
	if (!report->symbols)
		report->symbols = r.symbols;
	space = (struct csa_address_space){ .modules = &r.capture.modules,
					    .symbols = r.symbols,
					    .selection = &r.selection,
					    .names = r.names };
	rc = add_process(&r);
	if (rc == 0)
		rc = match(&r, &space, err);
	if (rc == 0 && r.capture.summary)
		rc = csa_summary_add(report, &r.capture, &space);
	if (rc == 0)
		csa_note_process(report, &r.capture, r.output.hook_frame_blocks);
out:
	if (rc == CSA_E_NOMEM)
		no_memory(err);
	csa_match_output_release(&r.output);
	if (!report->process_names_count ||
	    report->process_names[report->process_names_count - 1] != r.names)
		free_names(r.names);
	csa_selection_release(&r.selection);
	if (r.symbols != report->symbols)
		csa_symbols_free(r.symbols);
	csa_capture_close(&r.capture);
	return rc;
}

static int finish(struct csa_report *report, enum csa_report_sort sort)
{
	uint64_t start = UINT64_MAX;
	uint64_t last = 0;

	report->summary.threads = report->thread_count + report->summary.shared_threads;
	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];

		start = p->start_monotonic_ns < start ? p->start_monotonic_ns : start;
		last = p->last_monotonic_ns > last ? p->last_monotonic_ns : last;
	}
	report->summary.duration_ns = last > start ? last - start : 0;
	if (csa_report_fill_rows(report, sort) < 0 || csa_report_fill_names(report, start) < 0)
		return CSA_E_NOMEM;
	csa_note_sums(report);
	return 0;
}

static void note_zero(struct csa_report *report, uint64_t start_monotonic_ns)
{
	if (start_monotonic_ns < report->zero_monotonic_ns)
		report->zero_monotonic_ns = start_monotonic_ns;
}

static int read_dirs(struct csa_report *report, const struct csa_report_options *options,
		     struct csa_err *err)
{
	int rc = 0;

	report->zero_monotonic_ns = UINT64_MAX;
	for (size_t i = 0; i < options->process_dir_count; i++) {
		struct csa_process_facts facts;

		(void)csa_process_facts_read(&facts, options->process_dirs[i], NULL);
		note_zero(report, facts.start_monotonic_ns);
		csa_process_facts_release(&facts);
	}
	for (size_t i = 0; i < options->process_dir_count && rc == 0; i++)
		rc = read_process(report, options, options->process_dirs[i], err);
	return rc;
}

/* Reads the newest run of @dir, or all. */
static int read_runs(struct csa_report *report, const char *dir,
		     const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_runs runs;
	int rc = csa_runs_find(&runs, dir, err);

	report->zero_monotonic_ns = UINT64_MAX;
	for (size_t i = 0; i < runs.count; i++) {
		if (options->all || runs.items[i].root == runs.newest)
			note_zero(report, runs.items[i].start_monotonic_ns);
	}
	for (size_t i = 0; i < runs.count && rc == 0; i++) {
		if (options->all || runs.items[i].root == runs.newest)
			rc = read_process(report, options, runs.items[i].dir, err);
	}
	if (rc == 0 && !options->all)
		csa_note_older_runs(report, &runs);
	csa_runs_release(&runs);
	return rc;
}

int csa_report_make(struct csa_report *report, const char *dir,
		    const struct csa_report_options *options, struct csa_err *err)
{
	int rc;

	*report = (struct csa_report){ 0 };
	csa_notes_init(&report->notes);
	csa_stats_init(&report->stats);
	csa_user_names_init(&report->user_names);
	rc = csa_rows_init(&report->table, err);
	if (rc < 0)
		return rc;
	if (options->wants_tree && !csa_tree_init(&report->tree))
		return no_memory(err);
	rc = options->process_dirs ? read_dirs(report, options, err)
				   : read_runs(report, dir, options, err);
	if (rc == 0 && finish(report, options->sort) < 0)
		rc = no_memory(err);
	return rc;
}

void csa_report_release(struct csa_report *report)
{
	free(report->rows);
	for (size_t i = 0; i < report->thread_count; i++)
		free(report->threads[i].name);
	free(report->threads);
	for (size_t i = 0; i < report->process_count; i++) {
		free(report->processes[i].dir);
		free(report->processes[i].exe);
		free(report->processes[i].command);
		free(report->processes[i].clock_source);
		free(report->processes[i].arch);
		free(report->processes[i].mode);
		free(report->processes[i].selection);
	}
	free(report->processes);
	free(report->markers);
	free(report->names);
	for (size_t i = 0; i < report->process_names_count; i++)
		free_names(report->process_names[i]);
	free(report->process_names);
	csa_user_stats_release(&report->user_stats);
	csa_user_names_release(&report->user_names);
	csa_notes_release(&report->notes);
	csa_tree_release(&report->tree);
	csa_stats_release(&report->stats);
	csa_rows_release(&report->table);
	csa_symbols_free(report->symbols);
	*report = (struct csa_report){ 0 };
}

const char *csa_report_why_empty(const struct csa_report *report)
{
	if (report->summary.calls == 0 && report->summary.dropped_events)
		return "trace.config selects none of the functions that were called";
	if (report->summary.events || report->name_count)
		return NULL;
	if (report->notes.total[CSA_NOTE_DAMAGE])
		return "no event can be read";
	if (report->summary.lost)
		return "every event was lost";
	return "the process was traced, but none of its hooks recorded a call";
}
