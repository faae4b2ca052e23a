/* SPDX-License-Identifier: MIT */
/* callsight analyze: the report of a capture. */
#define _GNU_SOURCE /* fileno, isatty */
#include "cmd_analyze.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture_runs.h"
#include "cmd_estimate.h"
#include "cmd_follow.h"
#include "cmd_output.h"
#include "cmd_paths.h"
#include "cmd_progress.h"
#include "cmd_view.h"
#include "legacy.h"
#include "out_format.h"
#include "partial.h"

#define DEFAULT_DIR  "traces"
#define OTHERS_NAMED 10u

static void say_notes(const struct csa_cmd *cmd, const struct csa_report *report)
{
	for (size_t i = 0; i < report->notes.count; i++)
		csa_cmd_say(cmd, "%s", report->notes.items[i].text);
}

static unsigned top_of(const struct csa_analyze_choices *choices,
		       const struct csa_out_format *format)
{
	return choices->top == CSA_ANALYZE_TOP_OF_FORMAT ? format->default_top : choices->top;
}

/* One call of analyze, from the choices to what is written. */
struct job {
	const struct csa_cmd *cmd;
	const struct csa_analyze_choices *choices;
	const char *dir;
	const struct csa_out_format *format;
	struct csa_out_options options;
	struct csa_output output;
	void *state; /* of a format that is written while the capture is read */
};

/* Return: 0, or why there is nothing to write. */
static int check_report(const struct job *job, const struct csa_report *report, struct csa_err *err)
{
	const unsigned stacks = CSA_OUT_WANTS_TREE | CSA_OUT_WANTS_SITES | CSA_OUT_WANTS_CALLS;
	const unsigned wants = job->format->wants | job->options.with;
	const char *why = csa_report_why_empty(report);

	if (why || !job->format->has_notes || job->choices->output)
		say_notes(job->cmd, report);
	if (why)
		return csa_fail(err, CSA_E_ABSENT, "%s: nothing was recorded: %s", job->dir, why);
	if ((wants & stacks) && !job->format->takes_sums && report->stackless)
		return csa_fail(
			err, CSA_E_ABSENT,
			"%s: --format %s needs stacks, which only TRACE_MODE=events records",
			job->dir, job->format->name);
	if ((report->is_filtered || report->has_no_overhead) && report->stackless)
		return csa_fail(err, CSA_E_ABSENT,
				"%s: only TRACE_MODE=events records single calls to choose from "
				"or to subtract from",
				job->dir);
	if (report->is_filtered && report->row_count == 0)
		return csa_fail(err, CSA_E_ABSENT, "%s: no call is left of %" PRIu64 " events",
				job->dir, report->summary.events);
	return 0;
}

/* Everything, whatever it is: also of a capture without calls somebody may want the sum. */
static int write_partial(struct job *job, const struct csa_report *report, struct csa_err *err)
{
	int rc = csa_output_open(&job->output, job->choices->partial, false, err);

	say_notes(job->cmd, report);
	if (rc == 0)
		rc = csa_partial_write(report, fileno(job->output.file), err);
	return csa_output_close(&job->output, rc, err);
}

/* To a terminal the format writes as wide as that is. */
static int open_output(struct job *job, struct csa_err *err)
{
	int rc = csa_output_open(&job->output, job->choices->output, job->choices->is_paged, err);

	job->options.width = job->output.terminal.columns;
	job->options.has_styles = job->output.terminal.has_styles;
	return rc;
}

static int write_report(struct job *job, const struct csa_report *report, struct csa_err *err)
{
	int rc = check_report(job, report, err);

	if (rc < 0)
		return rc;
	rc = open_output(job, err);
	if (rc == 0)
		rc = job->format->write(report, &job->options, job->output.file, err);
	return csa_output_close(&job->output, rc, err);
}

/* Makes the report; what is written meanwhile and the line of progress do not share a terminal. */
static int make_report(struct job *job, struct csa_report *report,
		       const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_report_options watched = *options;
	struct csa_watch watch;
	int rc;

	if (job->choices->parts)
		return csa_partial_merge(report, job->choices->parts, job->choices->part_count,
					 options, err);
	csa_watch_init(&watch, !options->calls || !job->output.terminal.is_terminal);
	watched.watch = &watch.report;
	rc = csa_report_make(report, job->dir, &watched, err);
	csa_watch_end(&watch);
	return rc;
}

/* A format that is written while the capture is read: the output is open before that. */
static int stream_report(struct job *job, struct csa_report *report,
			 const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_report_options with_calls = *options;
	int rc;

	if (!job->options.top)
		csa_say_estimate(job->cmd, job->format, job->dir, options);
	rc = open_output(job, err);

	*report = (struct csa_report){ 0 };
	if (rc == 0)
		rc = job->format->open(&job->state, &job->options, job->output.file, err);
	if (rc < 0)
		return csa_output_close(&job->output, rc, err);
	with_calls.calls = &job->format->calls;
	with_calls.calls_state = job->state;
	rc = make_report(job, report, &with_calls, err);
	if (rc == 0)
		rc = check_report(job, report, err);
	if (rc == 0)
		rc = job->format->close(job->state, report, err);
	else
		(void)job->format->close(job->state, NULL, err);
	return csa_output_close(&job->output, rc, err);
}

/* Return: the enum csa_out_wants of a part of JSON, 0: there is no such part. */
static unsigned part_of(const char *name)
{
	if (strcmp(name, "sites") == 0)
		return CSA_OUT_WANTS_SITES;
	return strcmp(name, "tree") == 0 ? CSA_OUT_WANTS_TREE : 0;
}

static unsigned parts_of(const struct csa_opt_list *names)
{
	unsigned parts = 0;

	for (unsigned i = 0; i < names->count; i++)
		parts |= part_of(names->items[i]);
	return parts;
}

static int check_parts(const struct job *job, struct csa_err *err)
{
	const struct csa_opt_list *names = &job->choices->with;

	for (unsigned i = 0; i < names->count; i++) {
		if (!part_of(names->items[i]))
			return csa_fail(err, CSA_E_USAGE, "--with: '%s' is not one of sites|tree",
					names->items[i]);
	}
	if (names->count && strcmp(job->format->name, "json") != 0)
		return csa_fail(err, CSA_E_USAGE, "--with is for --format json");
	return 0;
}

static enum csa_report_sort sort_of(const char *name)
{
	if (strcmp(name, "incl") == 0)
		return CSA_SORT_INCL;
	return strcmp(name, "calls") == 0 ? CSA_SORT_CALLS : CSA_SORT_SELF;
}

static int read_percent(double *percent, const char *text, struct csa_err *err)
{
	char *end;

	*percent = strtod(text, &end);
	if (end == text || *end || !(*percent >= 0 && *percent <= 100))
		return csa_fail(err, CSA_E_USAGE,
				"--min-percent: '%s' is not a number from 0 to 100", text);
	return 0;
}

/* Of parts: what they hold, and what is made of captures. */
static int check_partial(const struct job *job, struct csa_err *err)
{
	if (job->choices->partial && job->choices->output)
		return csa_fail(err, CSA_E_USAGE,
				"--partial and --output: a partial report has a file of its own");
	if (job->choices->parts && !job->choices->partial && job->format->open)
		return csa_fail(
			err, CSA_E_USAGE,
			"--format %s shows single calls, which are only in captures: callsight "
			"analyze writes it",
			job->format->name);
	return 0;
}

/* What is wrong with the choices is said before a large capture is read. */
static int check_choices(struct job *job, struct csa_err *err)
{
	const struct csa_out_format *format = job->format;
	const struct csa_call_filter *filter = job->options.filter;
	int rc = read_percent(&job->options.min_percent, job->choices->min_percent, err);

	if (rc == 0)
		rc = check_parts(job, err);
	if (rc == 0)
		rc = check_partial(job, err);
	if (rc < 0)
		return rc;
	if (format->is_binary && !job->choices->output && isatty(STDOUT_FILENO))
		return csa_fail(err, CSA_E_USAGE,
				"--format %s is no text: write it to a file with --output",
				format->name);
	if (filter->to_ns <= filter->from_ns)
		return csa_fail(err, CSA_E_USAGE,
				"--to: nothing lies between --from and this time");
	if (job->choices->is_followed && format->open)
		return csa_fail(err, CSA_E_USAGE,
				"--follow: --format %s is written once; text, json, csv, tree and "
				"others are written again and again",
				format->name);
	if (format->check)
		return format->check(&job->options, err);
	if (job->choices->columns)
		return csa_fail(err, CSA_E_USAGE, "--columns: --format %s has no columns to choose",
				format->name);
	return 0;
}

/* What is written behind it is of the whole. */
static int follow(struct job *job, const struct csa_report_options *options, struct csa_err *err)
{
	const struct csa_follow_choices choices = { .output = job->choices->output,
						    .interval_ns = job->choices->interval_ns };

	return csa_follow(job->cmd, &choices, job->format, &job->options, job->dir, options, err);
}

int csa_analyze(const struct csa_cmd *cmd, const struct csa_analyze_choices *choices,
		const char *dir, struct csa_err *err)
{
	const struct csa_out_format *format = csa_out_find(choices->format);
	const unsigned all = choices->partial ? CSA_OUT_WANTS_TREE | CSA_OUT_WANTS_SITES : 0;
	const unsigned wants = format->wants | parts_of(&choices->with) | all;
	const struct csa_report_options options = {
		.all = choices->all,
		.sort = sort_of(choices->sort),
		.wants_tree = wants & CSA_OUT_WANTS_TREE,
		.wants_sites = wants & CSA_OUT_WANTS_SITES,
		.filter = csa_filter_of(&choices->filter),
		.subtracts_overhead = choices->subtracts_overhead,
		.dirs = choices->dirs,
		.dir_count = choices->dir_count,
		.process_dirs = choices->process_dirs,
		.process_dir_count = choices->process_dir_count,
		.symbol_sources = csa_symbol_sources_of(&choices->symbols),
	};
	struct job job = { .cmd = cmd,
			   .choices = choices,
			   .dir = dir,
			   .format = format,
			   .options = { .top = top_of(choices, format),
					.filter = &options.filter,
					.columns = choices->columns,
					.with = parts_of(&choices->with),
					.merged = choices->merged } };
	struct csa_report report = { 0 };
	int rc = check_choices(&job, err);

	if (rc < 0)
		return rc;
	if (choices->is_followed)
		rc = follow(&job, &options, err);
	if (rc < 0)
		return rc;
	if (format->open && !choices->partial) {
		rc = stream_report(&job, &report, &options, err);
	} else {
		rc = make_report(&job, &report, &options, err);
		if (rc == 0)
			rc = choices->partial ? write_partial(&job, &report, err)
					      : write_report(&job, &report, err);
	}
	if (rc == 0 && report.notes.total[CSA_NOTE_DAMAGE])
		rc = 3;
	csa_report_release(&report);
	return rc;
}

/* It is the newest one of a server's folder @dir: which others are there? */
static void say_others(const struct csa_cmd *cmd, const struct csa_legacy *legacy, const char *dir)
{
	struct csa_runs runs;
	size_t left = OTHERS_NAMED;

	(void)csa_runs_find(&runs, dir, NULL);
	csa_cmd_say(cmd, "%s: the newest capture in %s, of an earlier client", legacy->path, dir);
	for (size_t i = runs.count; i-- > 0 && left;) {
		if (runs.items[i].root != i)
			continue;
		csa_cmd_say(cmd, "older run not in this report: %s", runs.items[i].dir);
		left--;
	}
	for (size_t i = runs.old_count; i-- > 0 && left;) {
		if (strcmp(runs.old[i].dir, legacy->path) == 0)
			continue;
		csa_cmd_say(cmd, "capture of an earlier client, not in this report: %s",
			    runs.old[i].dir);
		left--;
	}
	csa_runs_release(&runs);
}

/* @choices: which processes of the files are reported is chosen here */
static int analyze_legacy(const struct csa_cmd *cmd, struct csa_analyze_choices *choices,
			  const struct csa_legacy *legacy, const char *dir, struct csa_err *err)
{
	size_t first = choices->all ? 0 : legacy->newest;

	if (legacy->path)
		say_others(cmd, legacy, dir);
	choices->process_dirs = (const char *const *)legacy->process_dirs + first;
	choices->process_dir_count = legacy->process_count - first;
	if (first)
		csa_cmd_say(cmd,
			    "processes of older runs, which are not in this report: %zu "
			    "(--all merges)",
			    first);
	return csa_analyze(cmd, choices, dir, err);
}

static bool has_runs(const char *dir)
{
	struct csa_runs runs;
	bool answer = csa_runs_find(&runs, dir, NULL) == 0;

	csa_runs_release(&runs);
	return answer;
}

static int analyze_any(const struct csa_cmd *cmd, struct csa_analyze_choices *choices,
		       const char *exe, const char *dir, struct csa_err *err)
{
	struct csa_legacy legacy;
	int rc = csa_legacy_open(&legacy, dir, exe, err);

	/* What is merged are captures of version 3, where there are any. */
	if (rc == 0 && legacy.dir && !(choices->all && legacy.path && has_runs(dir)))
		rc = analyze_legacy(cmd, choices, &legacy, dir, err);
	else if (rc == 0 && exe)
		rc = csa_fail(
			err, CSA_E_USAGE,
			"--exe is for files of older formats; this capture names its programs");
	else if (rc == 0)
		rc = csa_analyze(cmd, choices, dir, err);
	csa_legacy_close(&legacy);
	return rc;
}

/* Several folders are one report; files of older formats are read one folder at a time. */
static int analyze_paths(const struct csa_cmd *cmd, struct csa_analyze_choices *choices,
			 const char *exe, const struct csa_paths *paths, struct csa_err *err)
{
	if (paths->count < 2)
		return analyze_any(cmd, choices, exe, paths->count ? paths->items[0] : DEFAULT_DIR,
				   err);
	if (exe)
		return csa_fail(err, CSA_E_USAGE, "--exe: only with one folder or file");
	choices->dirs = (const char *const *)paths->items;
	choices->dir_count = paths->count;
	return csa_analyze(cmd, choices, paths->items[0], err);
}

static int run_analyze(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_analyze_choices choices = CSA_ANALYZE_DEFAULTS;
	const char *exe = NULL;
	bool no_pager = false;
	const char *files_from = NULL;
	const struct csa_opt opts[] = {
		CSA_VIEW_OPTS(choices, no_pager),
		{ CSA_OPT_FLAG, 0, "merged", NULL,
		  "The calls of all threads by time, not thread by thread.", &choices.merged },
		{ CSA_OPT_FLAG, 0, "all", NULL,
		  "Merge all runs of the folder, not only the newest.", &choices.all },
		{ CSA_OPT_STRING, 0, "partial", "<file>",
		  "Write a partial report to <file>, for callsight merge.", &choices.partial },
		CSA_PATHS_OPT(files_from),
		{ CSA_OPT_FLAG, 0, "follow", NULL,
		  "Report again and again while the processes run, then at the end.",
		  &choices.is_followed },
		{ CSA_OPT_DURATION, 0, "interval", "<time>",
		  "With --follow: from one report to the next; default 250ms.",
		  &choices.interval_ns },
		CSA_SYMBOL_OPTS(choices.symbols),
		{ CSA_OPT_STRING, 0, "exe", "<file>",
		  "The program that made files of an older format.", &exe },
		CSA_FILTER_OPTS(choices.filter),
		{ CSA_OPT_FLAG, 0, "subtract-overhead", NULL,
		  "Functions, stacks and threads without the estimated time of hooks.",
		  &choices.subtracts_overhead },
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	struct csa_paths paths;
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	csa_symbol_choices_check(cmd, &choices.symbols);
	choices.is_paged = !no_pager && !choices.is_followed;
	rc = csa_paths_read(&paths, argv, (size_t)operands, files_from, err);
	if (rc == 0 && paths.count == 0 && files_from)
		rc = csa_fail(err, CSA_E_ABSENT, "%s names no folder", files_from);
	if (rc == 0)
		rc = analyze_paths(cmd, &choices, exe, &paths, err);
	csa_paths_release(&paths);
	return rc;
}

const struct csa_cmd csa_cmd_analyze = {
	.name = "analyze",
	.summary = "Reports the calls of a capture.",
	.usage = "[options] [<folder>...]",
	.details =
		"<folder> (default ./traces) holds the process folders of one or more runs; the\n"
		"newest run is reported. A process folder can be given itself; several folders are "
		"one\n"
		"report. Event and summary files of older formats are read as well, a folder of "
		"them\n"
		"or one file.\n\n"
		"incl is the time from enter to exit, of recursive calls the outermost; self is "
		"it\n"
		"without the functions called that have hooks; probe is the estimated part of "
		"self\n"
		"that the hooks cost. The reference describes the keys of JSON output. Numbers of\n"
		"folded stacks are ns of self time.\n\n"
		"Exit status: 0, or 3 when the capture is missing, empty or damaged; what can be\n"
		"read is still reported.\n",
	.run = run_analyze,
};
