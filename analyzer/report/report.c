/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "report_calls.h"
#include "report_names.h"
#include "report_notes.h"
#include "report_order.h"
#include "report_process.h"
#include "report_rows.h"
#include "report_sites.h"
#include "report_sources.h"
#include "report_span.h"

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for the report");
}

/* What was added up from single calls. */
static int take_calls(struct csa_report *report, struct csa_report_calls *calls)
{
	if (calls->has_sums &&
	    (!csa_stats_take(&report->stats, &calls->sums.stats) ||
	     (calls->options->wants_tree && !csa_tree_take(&report->tree, &calls->sums.tree))))
		return CSA_E_NOMEM;
	report->has_no_overhead = calls->options->subtracts_overhead;
	report->overhead_ns = calls->overhead.taken_ns;
	report->has_sites = calls->options->wants_sites;
	report->sites = csa_site_sums_take(&calls->sites, &report->site_count);
	return csa_report_calls_filtered(report, calls);
}

static int fill(struct csa_report *report, enum csa_report_sort sort)
{
	uint64_t start = csa_report_measure(report);

	report->summary.threads = report->thread_count + report->summary.shared_threads;
	csa_report_compose_notes(report);
	csa_note_span(report);
	csa_note_filter(report);
	csa_note_overhead(report);
	if (csa_report_fill_rows(report, sort) < 0 || csa_report_fill_names(report, start) < 0 ||
	    csa_report_fill_modules(report) < 0 || csa_report_fill_sites(report) < 0)
		return CSA_E_NOMEM;
	csa_note_sums(report);
	return 0;
}

static void note_zero(struct csa_report *report, uint64_t start_monotonic_ns)
{
	if (start_monotonic_ns < report->zero_monotonic_ns)
		report->zero_monotonic_ns = start_monotonic_ns;
}

/* What was said while a process was read stays with it: parts can be put together in any order. */
static int read_source(struct csa_report *report, struct csa_report_calls *calls,
		       const struct csa_report_source *source, struct csa_err *err)
{
	int rc = csa_report_read_process(report, calls, source->dir, err);

	if (rc == 0) {
		struct csa_report_process *p = &report->processes[report->process_count - 1];

		p->order_ns = source->order_ns;
		csa_report_keep_notes(&p->notes, &report->notes);
	}
	return rc;
}

static int read_all(struct csa_report *report, const char *dir, struct csa_report_calls *calls,
		    struct csa_err *err)
{
	const struct csa_report_watch *watch = calls->options->watch;
	struct csa_report_sources sources;
	uint64_t bytes = 0;
	int rc = csa_report_sources_find(&sources, report, dir, calls->options, err);

	report->zero_monotonic_ns = UINT64_MAX;
	for (size_t i = 0; i < sources.count; i++) {
		note_zero(report, sources.items[i].start_monotonic_ns);
		bytes += watch ? csa_watch_bytes(sources.items[i].dir) : 0;
	}
	if (watch && rc == 0)
		watch->begin(watch->state, bytes);
	for (size_t i = 0; i < sources.count && rc == 0; i++)
		rc = read_source(report, calls, &sources.items[i], err);
	csa_report_sources_release(&sources);
	return rc;
}

/* @report has a table, and perhaps symbols. */
static int begin(struct csa_report *report, bool wants_tree, struct csa_err *err)
{
	csa_notes_init(&report->notes);
	csa_stats_init(&report->stats);
	csa_user_names_init(&report->user_names);
	return wants_tree && !csa_tree_init(&report->tree) ? no_memory(err) : 0;
}

int csa_report_begin(struct csa_report *report, bool wants_tree, struct csa_err *err)
{
	int rc;

	*report = (struct csa_report){ 0 };
	rc = csa_rows_init(&report->table, err);
	return rc < 0 ? rc : begin(report, wants_tree, err);
}

int csa_report_finish(struct csa_report *report, enum csa_report_sort sort, struct csa_err *err)
{
	int rc = csa_report_put_in_order(report, err);

	if (rc == 0 && fill(report, sort) < 0)
		rc = no_memory(err);
	return rc;
}

/* @report has begun. */
static int make(struct csa_report *report, const char *dir,
		const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_report_calls calls;
	int rc;

	if (csa_report_calls_init(&calls, options) < 0)
		rc = no_memory(err);
	else
		rc = read_all(report, dir, &calls, err);
	if (rc == 0 && take_calls(report, &calls) < 0)
		rc = no_memory(err);
	if (rc == 0)
		rc = csa_report_finish(report, options->sort, err);
	csa_report_calls_release(&calls);
	return rc;
}

int csa_report_make(struct csa_report *report, const char *dir,
		    const struct csa_report_options *options, struct csa_err *err)
{
	int rc = csa_report_begin(report, options->wants_tree, err);

	return rc < 0 ? rc : make(report, dir, options, err);
}

/* All but the table and the symbols. */
static void clear(struct csa_report *report)
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
		free(report->processes[i].modules);
		csa_notes_release(&report->processes[i].notes);
	}
	free(report->processes);
	for (size_t i = 0; i < report->folder_count; i++) {
		free(report->folders[i].dir);
		csa_notes_release(&report->folders[i].notes);
	}
	free(report->folders);
	free(report->filter_words);
	free(report->markers);
	free(report->names);
	free(report->sites);
	free(report->modules);
	for (size_t i = 0; i < report->process_names_count; i++)
		csa_report_free_names(report->process_names[i]);
	free(report->process_names);
	csa_user_stats_release(&report->user_stats);
	csa_user_names_release(&report->user_names);
	csa_notes_release(&report->notes);
	csa_tree_release(&report->tree);
	csa_stats_release(&report->stats);
}

int csa_report_make_again(struct csa_report *report, const char *dir,
			  const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_report kept = { .table = report->table, .symbols = report->symbols };
	int rc;

	clear(report);
	*report = kept;
	rc = begin(report, options->wants_tree, err);
	return rc < 0 ? rc : make(report, dir, options, err);
}

void csa_report_release(struct csa_report *report)
{
	clear(report);
	csa_rows_release(&report->table);
	csa_symbols_free(report->symbols);
	csa_text_pool_release(&report->texts);
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
	return "the process was traced, but none of its hooks recorded a call; callsight info "
	       "shows its settings, as TRACE_THREADS and TRACE_MAX";
}
