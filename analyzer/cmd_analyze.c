/* SPDX-License-Identifier: MIT */
/* callsight analyze: the report of a capture. */
#define _GNU_SOURCE /* asprintf, mkstemp, realpath */
#include "cmd_analyze.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd_pager.h"
#include "out_format.h"
#include "terminal.h"

#define DEFAULT_DIR "traces"

static void say_notes(const struct csa_cmd *cmd, const struct csa_report *report)
{
	for (size_t i = 0; i < report->notes.count; i++)
		csa_cmd_say(cmd, "%s", report->notes.items[i].text);
}

/* Where a report is written to. */
struct output {
	FILE *file;
	char *path;
	char *temporary; /* becomes path at the end; NULL: the file of that path is written itself */
};

/* Symbolic links stay: what they lead to is replaced. */
static char *find_target(const char *path)
{
	char *target = realpath(path, NULL);

	return target ? target : strdup(path);
}

/*
 * A reader of the file never sees half of it: it is written beside and then renamed. A device or a
 * pipe cannot be replaced, it is written to.
 */
static int open_output(struct output *output, const char *path, struct csa_err *err)
{
	bool is_special;
	mode_t mask;
	struct stat st;
	int fd;

	is_special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
	*output = (struct output){ .path = is_special ? strdup(path) : find_target(path) };
	if (!output->path ||
	    (!is_special && asprintf(&output->temporary, "%s.XXXXXX", output->path) < 0)) {
		output->temporary = NULL;
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	}
	fd = is_special ? open(path, O_WRONLY | O_CLOEXEC) : mkstemp(output->temporary);
	if (fd >= 0)
		output->file = fdopen(fd, "w");
	if (!output->file)
		return csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	if (!is_special) {
		mask = umask(0);
		umask(mask);
		fchmod(fd, 0666 & ~mask);
	}
	return 0;
}

/* @rc: of what was written. Return: @rc, or what went wrong at the end. */
static int close_output(struct output *output, int rc, const char *path, struct csa_err *err)
{
	if (output->file && rc == 0 && (fflush(output->file) != 0 || ferror(output->file)))
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	if (output->file && fclose(output->file) != 0 && rc == 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	if (output->temporary && rc == 0 && rename(output->temporary, output->path) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	if (output->temporary && output->file && rc < 0)
		unlink(output->temporary);
	free(output->temporary);
	free(output->path);
	return rc;
}

static int write_file(const struct csa_report *report, const struct csa_out_format *format,
		      const struct csa_out_options *options, const char *path, struct csa_err *err)
{
	struct output output;
	int rc = open_output(&output, path, err);

	if (rc == 0)
		rc = format->write(report, options, output.file, err);
	return close_output(&output, rc, path, err);
}

/* On a terminal as wide as it is, and through a pager when that is wanted. */
static int write_stdout(const struct csa_report *report, const struct csa_out_format *format,
			struct csa_out_options *options, bool is_paged, struct csa_err *err)
{
	struct csa_terminal terminal;
	struct csa_pager pager;
	FILE *out;
	int rc;

	csa_terminal_look(&terminal, stdout);
	options->width = terminal.columns;
	options->has_styles = terminal.has_styles;
	out = csa_pager_open(&pager, is_paged ? &terminal : NULL);
	rc = format->write(report, options, out, err);
	csa_pager_close(&pager);
	return rc;
}

static unsigned top_of(const struct csa_analyze_choices *choices,
		       const struct csa_out_format *format)
{
	return choices->top == CSA_ANALYZE_TOP_OF_FORMAT ? format->default_top : choices->top;
}

static int print(const struct csa_cmd *cmd, const struct csa_report *report,
		 const struct csa_analyze_choices *choices, const char *dir, struct csa_err *err)
{
	const struct csa_out_format *format = csa_out_find(choices->format);
	struct csa_out_options options = { .top = top_of(choices, format),
					   .columns = choices->columns };
	const char *why = csa_report_why_empty(report);
	int rc;

	if (why || !format->has_notes || choices->output)
		say_notes(cmd, report);
	if (why)
		return csa_fail(err, CSA_E_ABSENT, "%s: nothing was recorded: %s", dir, why);
	if ((format->wants & CSA_OUT_WANTS_TREE) && report->stackless)
		return csa_fail(
			err, CSA_E_ABSENT,
			"%s: --format %s needs stacks, which only TRACE_MODE=events records", dir,
			format->name);
	if (choices->output)
		rc = write_file(report, format, &options, choices->output, err);
	else
		rc = write_stdout(report, format, &options, choices->is_paged, err);
	if (rc < 0)
		return rc;
	return report->notes.total[CSA_NOTE_DAMAGE] ? 3 : 0;
}

static enum csa_report_sort sort_of(const char *name)
{
	if (strcmp(name, "incl") == 0)
		return CSA_SORT_INCL;
	return strcmp(name, "calls") == 0 ? CSA_SORT_CALLS : CSA_SORT_SELF;
}

/* What is wrong with the choices is said before a large capture is read. */
static int check(const struct csa_analyze_choices *choices, struct csa_err *err)
{
	const struct csa_out_format *format = csa_out_find(choices->format);
	const struct csa_out_options options = { .columns = choices->columns };

	if (format->check)
		return format->check(&options, err);
	if (choices->columns)
		return csa_fail(err, CSA_E_USAGE, "--columns: --format %s has no columns to choose",
				format->name);
	return 0;
}

int csa_analyze(const struct csa_cmd *cmd, const struct csa_analyze_choices *choices,
		const char *dir, struct csa_err *err)
{
	const struct csa_report_options options = {
		.all = choices->all,
		.sort = sort_of(choices->sort),
		.wants_tree = csa_out_find(choices->format)->wants & CSA_OUT_WANTS_TREE,
		.process_dirs = choices->process_dirs,
		.process_dir_count = choices->process_dir_count,
		.symbol_sources = csa_symbol_sources_of(&choices->symbols),
	};
	struct csa_report report;
	int rc = check(choices, err);

	if (rc < 0)
		return rc;
	rc = csa_report_make(&report, dir, &options, err);
	if (rc == 0)
		rc = print(cmd, &report, choices, dir, err);
	csa_report_release(&report);
	return rc;
}

static int run_analyze(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_analyze_choices choices = CSA_ANALYZE_DEFAULTS;
	bool no_pager = false;
	const struct csa_opt opts[] = {
		{ CSA_OPT_CHOICE, 'f', "format", CSA_OUT_NAMES, "What to write; default text.",
		  &choices.format },
		{ CSA_OPT_STRING, 'o', "output", "<file>",
		  "Write to <file> instead of standard output.", &choices.output },
		{ CSA_OPT_UINT, 'n', "top", "<count>",
		  "At most <count> functions or stacks; 0 = all. Default 20 as text, else all.",
		  &choices.top },
		{ CSA_OPT_CHOICE, 's', "sort", "self|incl|calls",
		  "Order of functions; default self.", &choices.sort },
		{ CSA_OPT_STRING, 'c', "columns", "<names>",
		  "Columns of a table for people, as 'calls,self,p95'; a wrong one lists all.",
		  &choices.columns },
		{ CSA_OPT_FLAG, 0, "no-pager", NULL, "Write to the terminal itself.", &no_pager },
		{ CSA_OPT_FLAG, 0, "all", NULL,
		  "Merge all runs of the folder, not only the newest.", &choices.all },
		CSA_SYMBOL_OPTS(choices.symbols),
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	const char *dir = operands > 0 ? argv[0] : DEFAULT_DIR;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 1)
		return csa_fail(err, CSA_E_USAGE, "'%s': only one folder; see --help", argv[1]);
	choices.is_paged = !no_pager;
	return csa_analyze(cmd, &choices, dir, err);
}

const struct csa_cmd csa_cmd_analyze = {
	.name = "analyze",
	.summary = "Reports the calls of a capture.",
	.usage = "[options] [<folder>]",
	.details =
		"<folder> (default ./traces) holds the process folders of one or more runs; the\n"
		"newest run is reported. A process folder can be given itself.\n\n"
		"incl is the time from enter to exit, of recursive calls the outermost; self is "
		"it\n"
		"without the functions called that have hooks; probe is the estimated part of "
		"self\n"
		"that the hooks cost. The reference describes the keys of JSON output.\n\n"
		"Exit status: 0, or 3 when the capture is missing, empty or damaged; what can be\n"
		"read is still reported.\n",
	.run = run_analyze,
};
