/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "report_process.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "capture_symbols.h"
#include "lane_names.h"
#include "match_pipeline.h"
#include "report_follow.h"
#include "report_markers.h"
#include "report_names.h"
#include "report_notes.h"
#include "report_rows.h"
#include "summary_rows.h"

/* One process while it is read. */
struct reading {
	struct csa_report *report;
	const struct csa_report_options *options;
	struct csa_report_calls *calls;
	struct csa_process_source *source;
	struct csa_match_output output;
	char (*lane_names)[CSA_LANE_NAME_BYTES]; /* NULL: nobody asks for them */
	int64_t shift_ns;                        /* from the process's time to that of calls */
};

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
	const char *path = r->source->capture.facts.selection;
	struct csa_err why = { 0 };
	struct csa_buf missing;
	int rc;

	if (!path)
		return 0;
	csa_buf_init(&missing);
	rc = csa_selection_add_index(&r->source->selection, path, &missing, &why);
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
	struct csa_process_facts *facts = &r->source->capture.facts;
	struct csa_report_process *processes =
		grow(report->processes, report->process_count, sizeof(*processes));

	if (!processes)
		return CSA_E_NOMEM;
	report->processes = processes;
	add_clock(&report->summary, &r->source->capture.clock);
	processes[report->process_count++] = (struct csa_report_process){
		.dir = strdup(r->source->capture.dir),
		.exe = facts->exe ? strdup(facts->exe) : NULL,
		.command = facts->cmdline_count ? join_command(facts) : NULL,
		.pid = facts->pid,
		.ppid = facts->ppid,
		.start_realtime_ns = facts->start_realtime_ns,
		.start_monotonic_ns = facts->start_monotonic_ns,
		.last_monotonic_ns = facts->start_monotonic_ns,
		.has_ended = r->source->capture.has_live && r->source->capture.live.ended,
		.clock_source = facts->clock_source ? strdup(facts->clock_source) : NULL,
		.tick_hz = 1e9 * (double)(1ull << CSA_TICK_SHIFT) /
			   (double)r->source->capture.clock.rate.multiplier,
		.drift_ns = r->source->capture.clock.drift_ns,
		.arch = facts->arch ? strdup(facts->arch) : NULL,
		.cpus = facts->cpus,
		.mode = facts->mode ? strdup(facts->mode) : NULL,
		.hook_ns = facts->hook_ns,
		.events_hook_ns = facts->events_hook_ns,
		.selection = facts->selection ? strdup(facts->selection) : NULL,
		.block_bytes = csa_capture_block_bytes(&r->source->capture),
	};
	return 0;
}

/* In the order of their lines, which is that of their numbers where they are new. */
static int list_modules(struct reading *r)
{
	struct csa_report_process *p = &r->report->processes[r->report->process_count - 1];
	const struct csa_modules *list = &r->source->capture.modules;

	for (size_t i = 0; i < list->count; i++) {
		const struct csa_module *m = &list->items[i];
		unsigned module =
			csa_symbols_module_at(r->source->symbols, m->start_ip, m->load_ticks);
		uint32_t known = 0;
		unsigned *modules;

		while (known < p->module_count && p->modules[known] != module)
			known++;
		if (module == CSA_NO_MODULE || known < p->module_count)
			continue;
		modules = grow(p->modules, p->module_count, sizeof(*modules));
		if (!modules)
			return CSA_E_NOMEM;
		p->modules = modules;
		p->modules[p->module_count++] = module;
	}
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
	t->lost += lane->lost_events;
	t->root_ns += n->root_ns;
	if (n->first_ns < t->first_ns)
		t->first_ns = n->first_ns;
	if (n->last_ns > t->last_ns)
		t->last_ns = n->last_ns;
	return 0;
}

/* ns count from the rate's base, which can lie before the start in a damaged capture. */
static uint64_t start_of(const struct csa_capture *c)
{
	return c->facts.known && c->facts.start_ticks >= c->clock.rate.base_ticks
		       ? csa_clock_ns(&c->clock, c->facts.start_ticks)
		       : 0;
}

/* With a filter: of its thread what is shown, if anything is. */
static int add_lane(struct reading *r, const struct csa_lane *lane,
		    const struct csa_lane_numbers *numbers)
{
	struct csa_report *report = r->report;
	struct csa_lane_numbers n = *numbers;
	const struct csa_shown_thread *shown;

	report->summary.events += n.events;
	report->summary.unmatched += n.unmatched;
	report->summary.clock_steps += n.clock_steps;
	report->processes[report->process_count - 1].events += n.events;
	if (!r->calls->has_sums)
		return add_thread(report, lane, &n);
	shown = csa_report_calls_thread(r->calls, lane);
	if (!shown)
		return 0;
	n.root_ns = shown->root_ns;
	n.first_ns = shown->first_ns - (uint64_t)r->shift_ns;
	n.last_ns = shown->last_ns - (uint64_t)r->shift_ns;
	return add_thread(report, lane, &n);
}

static int add_lanes(struct reading *r)
{
	const struct csa_capture *c = &r->source->capture;
	struct csa_report_process *process = &r->report->processes[r->report->process_count - 1];
	uint64_t start_ns = start_of(c);
	int rc = 0;

	for (size_t i = 0; i < c->lane_count && rc == 0; i++) {
		const struct csa_lane_numbers *n = &r->output.lanes[i];
		bool is_merged = c->lanes[i].lane == 1 && n->last_ns == 0;
		uint64_t last_ns = n->last_ns > start_ns ? n->last_ns - start_ns : 0;

		/* What is in the blocks of lane 0 stands with them. */
		if (!is_merged)
			rc = add_lane(r, &c->lanes[i], n);
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

/* Of functions that are not selected there are no calls to filter. */
static int take_left_out(struct reading *r)
{
	for (uint32_t i = 0; i < r->report->table.count; i++) {
		const struct csa_row_stats *from = csa_stats_borrow(&r->output.stats, i);
		struct csa_row_stats *to;

		if (!from || !from->calls || !from->is_transparent)
			continue;
		to = csa_stats_row(&r->report->stats, i);
		if (!to)
			return CSA_E_NOMEM;
		to->is_transparent = true;
		to->calls += from->calls;
		to->unwound += from->unwound;
		to->open += from->open;
	}
	return 0;
}

/* Anything may have been called in what is lost. */
static void mark_rows(struct csa_stats *stats, const struct csa_capture *capture)
{
	if (csa_capture_has_losses(capture))
		csa_stats_mark_at_least(stats);
}

/* Adds what was matched to the report. */
static int collect(struct reading *r)
{
	struct csa_report *report = r->report;
	int rc = 0;

	mark_rows(&r->output.stats, &r->source->capture);
	if (r->calls->has_sums)
		rc = take_left_out(r);
	else if (!csa_stats_take(&report->stats, &r->output.stats) ||
		 (r->options->wants_tree && !csa_tree_take(&report->tree, &r->output.tree)))
		rc = CSA_E_NOMEM;
	if (rc == 0)
		rc = add_lanes(r);
	if (rc == 0)
		rc = add_markers(r);
	if (rc == 0)
		rc = csa_report_add_names(report, r->source->names, &r->output.user,
					  r->source->capture.facts.start_monotonic_ns -
						  start_of(&r->source->capture));
	if (rc == 0 && r->source->capture.facts.hook_ns > 0)
		csa_report_add_probe(report, r->source->capture.facts.hook_ns,
				     report->processes[report->process_count - 1].events);
	return rc;
}

/* The names of a process; the calls of a sink have pointers to them, so the report keeps those. */
static int make_names(struct reading *r)
{
	struct csa_report *report = r->report;
	struct csa_user_names **kept;

	r->source->names = malloc(sizeof(*r->source->names));
	if (!r->source->names)
		return CSA_E_NOMEM;
	csa_user_names_init(r->source->names);
	if (!r->options->calls)
		return 0;
	kept = grow(report->process_names, report->process_names_count, sizeof(*kept));
	if (!kept)
		return CSA_E_NOMEM;
	report->process_names = kept;
	kept[report->process_names_count++] = r->source->names;
	return 0;
}

void csa_report_free_names(struct csa_user_names *names)
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
	uint64_t start = r->source->capture.facts.start_monotonic_ns;
	uint64_t late = start > zero ? start - zero : 0;
	uint64_t early = start < zero ? zero - start : 0;

	return (int64_t)(late < limit ? late : limit) - (int64_t)(early < limit ? early : limit) -
	       (int64_t)start_of(&r->source->capture);
}

/* What the sink of calls said. */
static int no_hand_on(const struct reading *r, int rc, struct csa_err *err)
{
	return rc < 0 ? csa_fail(err, rc, "the calls of %s could not be handed on",
				 r->source->capture.dir)
		      : 0;
}

static int match(struct reading *r, const struct csa_address_space *space, struct csa_err *err)
{
	struct csa_report *report = r->report;
	struct csa_report_calls *calls = r->calls;
	struct csa_call_feed feed = { .process = report->process_count - 1,
				      .shift_ns = shift_of(r) };
	const struct csa_match_options options = { .workers = r->options->workers,
						   .wants_tree = r->options->wants_tree &&
								 !calls->has_sums,
						   .feed = calls->is_needed ? &feed : NULL,
						   .needs_no_sums = calls->has_sums,
						   .watch = r->options->watch };
	int rc = 0;

	r->shift_ns = feed.shift_ns;
	report->process_symbols = r->source->symbols;
	if (calls->options->filter.thread_count)
		rc = csa_lane_names_find(&r->lane_names, &r->source->capture);
	feed.lane_names = (const char(*)[CSA_LANE_NAME_BYTES])r->lane_names;
	if (rc == 0 && calls->is_needed)
		rc = no_hand_on(r,
				csa_report_calls_begin(calls, report, &r->source->capture, &feed),
				err);
	if (rc == 0 && r->options->follow && !calls->is_needed && !r->source->capture.is_wrap)
		rc = csa_match_grown(&r->source->grown, &r->source->capture, space, &report->table,
				     &options, &r->output, &report->notes, err);
	else if (rc == 0)
		rc = csa_match_capture(&r->source->capture, space, &report->table, &options,
				       &r->output, &report->notes, err);
	if (rc == 0)
		rc = collect(r);
	if (rc == 0 && calls->is_needed)
		rc = no_hand_on(r, csa_report_calls_end(calls, r->source->symbols), err);
	report->process_symbols = NULL;
	return rc;
}

static int open_source(struct reading *r, const char *dir, struct csa_err *err)
{
	struct csa_process_source *source = r->source;
	struct csa_report *report = r->report;
	int rc = csa_capture_open(&source->capture, dir, &report->notes, err);

	if (rc == 0)
		rc = make_names(r);
	if (rc == 0)
		rc = read_selection(r);
	if (rc == 0)
		rc = csa_capture_symbols(&source->symbols, &source->capture,
					 &r->options->symbol_sources, report->symbols, err);
	source->module_count = source->capture.modules.count;
	source->is_open = rc == 0;
	return rc;
}

/* A process that has loaded something since the last report has another list of modules. */
static int refresh_symbols(struct reading *r, struct csa_err *err)
{
	struct csa_process_source *source = r->source;
	struct csa_symbols *newer = NULL;
	int rc;

	if (source->capture.modules.count == source->module_count)
		return 0;
	rc = csa_capture_symbols(&newer, &source->capture, &r->options->symbol_sources,
				 r->report->symbols, err);
	if (rc < 0) {
		csa_symbols_free(newer);
		return rc;
	}
	if (source->symbols != r->report->symbols)
		csa_symbols_free(source->symbols);
	source->symbols = newer;
	source->module_count = source->capture.modules.count;
	return 0;
}

static int refresh_source(struct reading *r, struct csa_err *err)
{
	int rc = csa_capture_refresh(&r->source->capture, &r->report->notes, err);

	return rc < 0 ? rc : refresh_symbols(r, err);
}

static int read_source(struct reading *r, struct csa_err *err)
{
	struct csa_process_source *source = r->source;
	const struct csa_address_space space = { .modules = &source->capture.modules,
						 .symbols = source->symbols,
						 .selection = &source->selection,
						 .names = source->names };
	int rc = add_process(r);

	if (rc == 0)
		rc = list_modules(r);
	if (rc == 0)
		rc = match(r, &space, err);
	if (rc == 0 && source->capture.summary)
		rc = csa_summary_add(r->report, &source->capture, &space);
	if (rc == 0)
		csa_note_process(r->report, &source->capture, r->output.hook_frame_blocks);
	return rc;
}

static void count_idle(const struct csa_report *report, struct csa_process_source *source)
{
	uint64_t events = report->processes[report->process_count - 1].events;

	source->idle_reports = events == source->events ? source->idle_reports + 1 : 0;
	source->events = events;
}

int csa_report_read_process(struct csa_report *report, struct csa_report_calls *calls,
			    const char *dir, struct csa_err *err)
{
	const struct csa_report_options *options = calls->options;
	struct csa_process_source once = { 0 };
	struct reading r = { .report = report, .options = options, .calls = calls };
	int rc;

	r.source = options->follow ? csa_follow_source(options->follow, dir) : &once;
	if (!r.source)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the report");
	csa_follow_look_again(r.source, report->symbols);
	rc = r.source->is_open ? refresh_source(&r, err) : open_source(&r, dir, err);
	/* The first one stays: it keeps the names of all that share with it. */
	if (rc == 0 && !report->symbols)
		report->symbols = r.source->symbols;
	if (rc == 0)
		rc = read_source(&r, err);
	if (rc == 0)
		count_idle(report, r.source);
	if (rc == CSA_E_NOMEM)
		csa_fail(err, rc, "no memory for the report");
	csa_match_output_release(&r.output);
	free(r.lane_names);
	if (report->process_names_count &&
	    report->process_names[report->process_names_count - 1] == once.names)
		once.names = NULL;
	csa_process_source_close(&once, report->symbols);
	return rc;
}
