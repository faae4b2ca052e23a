/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "report_calls.h"
#include "report_names.h"
#include "report_notes.h"
#include "report_process.h"
#include "report_rows.h"
#include "report_sites.h"

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
	csa_note_filter(report, calls);
	csa_note_overhead(report, calls);
	return 0;
}

static int finish(struct csa_report *report, struct csa_report_calls *calls)
{
	enum csa_report_sort sort = calls->options->sort;
	uint64_t start = UINT64_MAX;
	uint64_t last = 0;

	report->summary.threads = report->thread_count + report->summary.shared_threads;
	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];

		start = p->start_monotonic_ns < start ? p->start_monotonic_ns : start;
		last = p->last_monotonic_ns > last ? p->last_monotonic_ns : last;
	}
	report->summary.duration_ns = last > start ? last - start : 0;
	if (take_calls(report, calls) < 0 || csa_report_fill_rows(report, sort) < 0 ||
	    csa_report_fill_names(report, start) < 0)
		return CSA_E_NOMEM;
	if (csa_report_fill_modules(report) < 0 ||
	    (calls->options->wants_sites && csa_report_fill_sites(report, &calls->sites) < 0))
		return CSA_E_NOMEM;
	csa_note_sums(report);
	return 0;
}

static void note_zero(struct csa_report *report, uint64_t start_monotonic_ns)
{
	if (start_monotonic_ns < report->zero_monotonic_ns)
		report->zero_monotonic_ns = start_monotonic_ns;
}

static int read_dirs(struct csa_report *report, struct csa_report_calls *calls, struct csa_err *err)
{
	const struct csa_report_options *options = calls->options;
	uint64_t bytes = 0;
	int rc = 0;

	report->zero_monotonic_ns = UINT64_MAX;
	for (size_t i = 0; i < options->process_dir_count; i++) {
		struct csa_process_facts facts;

		(void)csa_process_facts_read(&facts, options->process_dirs[i], NULL);
		note_zero(report, facts.start_monotonic_ns);
		bytes += options->watch ? csa_watch_bytes(options->process_dirs[i]) : 0;
		csa_process_facts_release(&facts);
	}
	if (options->watch)
		options->watch->begin(options->watch->state, bytes);
	for (size_t i = 0; i < options->process_dir_count && rc == 0; i++)
		rc = csa_report_read_process(report, calls, options->process_dirs[i], err);
	return rc;
}

/* Reads the newest run of @dir, or all. */
static int read_runs(struct csa_report *report, const char *dir, struct csa_report_calls *calls,
		     struct csa_err *err)
{
	const struct csa_report_options *options = calls->options;
	struct csa_runs runs;
	uint64_t bytes = 0;
	int rc = csa_runs_find(&runs, dir, err);

	report->zero_monotonic_ns = UINT64_MAX;
	for (size_t i = 0; i < runs.count; i++) {
		if (!options->all && runs.items[i].root != runs.newest)
			continue;
		note_zero(report, runs.items[i].start_monotonic_ns);
		bytes += options->watch ? csa_watch_bytes(runs.items[i].dir) : 0;
	}
	if (options->watch && rc == 0)
		options->watch->begin(options->watch->state, bytes);
	for (size_t i = 0; i < runs.count && rc == 0; i++) {
		if (options->all || runs.items[i].root == runs.newest)
			rc = csa_report_read_process(report, calls, runs.items[i].dir, err);
	}
	if (rc == 0 && !options->all)
		csa_note_older_runs(report, &runs);
	csa_runs_release(&runs);
	return rc;
}

/* @report has a table, and perhaps symbols. */
static int fill(struct csa_report *report, const char *dir,
		const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_report_calls calls;
	int rc;

	csa_notes_init(&report->notes);
	csa_stats_init(&report->stats);
	csa_user_names_init(&report->user_names);
	if (csa_report_calls_init(&calls, options) < 0 ||
	    (options->wants_tree && !csa_tree_init(&report->tree)))
		rc = no_memory(err);
	else
		rc = options->process_dirs ? read_dirs(report, &calls, err)
					   : read_runs(report, dir, &calls, err);
	if (rc == 0 && finish(report, &calls) < 0)
		rc = no_memory(err);
	csa_report_calls_release(&calls);
	return rc;
}

int csa_report_make(struct csa_report *report, const char *dir,
		    const struct csa_report_options *options, struct csa_err *err)
{
	int rc;

	*report = (struct csa_report){ 0 };
	rc = csa_rows_init(&report->table, err);
	return rc < 0 ? rc : fill(report, dir, options, err);
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
	}
	free(report->processes);
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

	clear(report);
	*report = kept;
	return fill(report, dir, options, err);
}

void csa_report_release(struct csa_report *report)
{
	clear(report);
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
