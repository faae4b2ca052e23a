/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* open_memstream, sigaction */
#include "cmd_follow.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd_output.h"
#include "report_follow.h"
#include "terminal.h"

static volatile sig_atomic_t is_asked_to_end;

static void ask_to_end(int number)
{
	(void)number;
	is_asked_to_end = 1;
}

/* One run of csa_follow(). */
struct view {
	const struct csa_cmd *cmd;
	const struct csa_follow_choices *choices;
	const struct csa_out_format *format;
	struct csa_out_options *options;
	const char *dir;
	struct csa_terminal terminal;
	bool is_screen;  /* a terminal whose cursor can be moved */
	bool has_waited; /* and said so */
};

/* The cursor goes home and what is left of the report before is wiped; a line too many would scroll. */
static void show_on_screen(const struct view *view, const char *text)
{
	fputs("\033[H", stdout);
	for (unsigned row = 1; *text && row < view->terminal.rows; row++) {
		size_t length = strcspn(text, "\n");

		fwrite(text, 1, length, stdout);
		fputs("\033[K\n", stdout);
		text += length + (text[length] == '\n');
	}
	fputs("\033[J", stdout);
}

static int write_to_memory(const struct view *view, const struct csa_report *report, char **text,
			   struct csa_err *err)
{
	size_t length;
	FILE *memory = open_memstream(text, &length);
	int rc;

	if (!memory)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a report");
	rc = view->format->write(report, view->options, memory, err);
	if (fclose(memory) != 0 && rc == 0)
		rc = csa_fail(err, CSA_E_NOMEM, "no memory for a report");
	return rc;
}

static int write_to_file(const struct view *view, const struct csa_report *report,
			 struct csa_err *err)
{
	struct csa_output output;
	int rc = csa_output_open(&output, view->choices->output, false, err);

	if (rc == 0)
		rc = view->format->write(report, view->options, output.file, err);
	return csa_output_close(&output, rc, err);
}

static int show(struct view *view, const struct csa_report *report, struct csa_err *err)
{
	char *text = NULL;
	int rc;

	if (view->choices->output)
		return write_to_file(view, report, err);
	rc = write_to_memory(view, report, &text, err);
	if (rc == 0 && view->is_screen)
		show_on_screen(view, text);
	else if (rc == 0)
		fputs(text, stdout);
	free(text);
	if (rc == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		rc = csa_fail(err, CSA_E_IO, "writing to standard output: %s", strerror(errno));
	return rc;
}

static void pause_for(uint64_t ns)
{
	struct timespec rest = { .tv_sec = (time_t)(ns / 1000000000),
				 .tv_nsec = (long)(ns % 1000000000) };

	/* A signal ends the wait: it is the one to end by, or the terminal's new size. */
	nanosleep(&rest, NULL);
}

/* There is no run yet, or nothing in it. */
static void say_waiting(struct view *view)
{
	if (!view->has_waited)
		csa_cmd_say(view->cmd, "waiting for a process that records into %s", view->dir);
	view->has_waited = true;
}

/* Return: 1 to go on, 0 at the end, or what failed. */
static int step(struct view *view, struct csa_report *report,
		const struct csa_report_options *options, struct csa_err *err)
{
	int rc = csa_report_make_again(report, view->dir, options, err);

	if (rc == CSA_E_ABSENT) {
		*err = (struct csa_err){ 0 };
		say_waiting(view);
		return 1;
	}
	if (rc < 0)
		return rc;
	/* What is reported below the last is the caller's. */
	if (csa_follow_is_over(options->follow))
		return 0;
	if (csa_report_why_empty(report)) {
		say_waiting(view);
		return 1;
	}
	if (!view->choices->output) {
		csa_terminal_look(&view->terminal, stdout);
		view->options->width = view->terminal.columns;
	}
	rc = show(view, report, err);
	return rc < 0 ? rc : 1;
}

int csa_follow(const struct csa_cmd *cmd, const struct csa_follow_choices *choices,
	       const struct csa_out_format *format, struct csa_out_options *options,
	       const char *dir, const struct csa_report_options *report_options,
	       struct csa_err *err)
{
	const struct sigaction end = { .sa_handler = ask_to_end };
	struct sigaction before[2];
	struct csa_report_follow follow = { 0 };
	struct csa_report_options with_follow = *report_options;
	struct csa_report report = { 0 };
	struct view view = {
		.cmd = cmd, .choices = choices, .format = format, .options = options, .dir = dir
	};
	int rc = csa_rows_init(&report.table, err);

	if (!choices->output)
		csa_terminal_look(&view.terminal, stdout);
	view.is_screen = view.terminal.is_terminal && !view.terminal.is_dumb;
	options->has_styles = view.terminal.has_styles;
	with_follow.follow = &follow;
	sigaction(SIGINT, &end, &before[0]);
	sigaction(SIGTERM, &end, &before[1]);
	rc = rc < 0 ? rc : 1;
	while (rc == 1 && !is_asked_to_end) {
		rc = step(&view, &report, &with_follow, err);
		if (rc == 1 && !is_asked_to_end)
			pause_for(choices->interval_ns);
	}
	sigaction(SIGINT, &before[0], NULL);
	sigaction(SIGTERM, &before[1], NULL);
	if (view.is_screen)
		fputs("\033[H\033[J", stdout);
	csa_follow_release(&follow, report.symbols);
	csa_report_release(&report);
	return rc < 0 ? rc : 0;
}
