/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* setenv, dup */
#include "cmd_gate_runs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "file_text.h"
#include "gate_code.h"
#include "gate_reference.h"
#include "hook_check.h"
#include "private_folder.h"
#include "report.h"
#include "run_folder.h"
#include "terminal.h"

#define OUTPUT       "gate-output.txt"
#define OUTPUT_SHOWN 4000u /* last bytes of what a program wrote that failed */

/* A descriptor that was closed is closed again. */
static void put_back(int fd, int kept)
{
	if (kept >= 0)
		(void)dup2(kept, fd);
	close(kept >= 0 ? kept : fd);
}

/* Where an earlier gate recorded: only what has the file that we write is removed. */
static void remove_old(const char *dir)
{
	char path[4096];

	for (unsigned run = 1; run <= CSA_GATE_RUNS_MAX; run++) {
		snprintf(path, sizeof(path), "%s/run-%02u/" OUTPUT, dir, run);
		if (access(path, F_OK) != 0)
			continue;
		snprintf(path, sizeof(path), "%s/run-%02u", dir, run);
		csa_folder_remove(path);
	}
}

/* The program's output goes into a file: ten times the same hides the verdict. */
static int run_quietly(const struct csa_gate_runs *runs, const char *output,
		       struct csa_child_result *child, struct csa_err *err)
{
	int to = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int from = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int kept[3];
	int rc;

	for (int i = 0; i < 3; i++)
		kept[i] = fcntl(i, F_DUPFD_CLOEXEC, 3);
	if (to < 0 || from < 0) {
		rc = csa_fail(err, CSA_E_IO, "%s: %s", output, strerror(errno));
	} else {
		fflush(NULL);
		(void)dup2(from, 0);
		(void)dup2(to, 1);
		(void)dup2(to, 2);
		rc = csa_child_run(runs->path, runs->argv, runs->timeout_s, child, err);
	}
	for (int i = 0; i < 3; i++)
		put_back(i, kept[i]);
	if (to >= 0)
		close(to);
	if (from >= 0)
		close(from);
	return rc;
}

static void show_output(const char *path)
{
	struct csa_buf text;
	size_t from;

	csa_buf_init(&text);
	if (csa_file_text_read(&text, path, NULL) == 0) {
		from = text.length > OUTPUT_SHOWN ? text.length - OUTPUT_SHOWN : 0;
		fwrite(text.data + from, 1, text.length - from, stderr);
	}
	csa_buf_release(&text);
}

static int check_end(const struct csa_gate_runs *runs, const struct csa_child_result *child,
		     const char *output, struct csa_err *err)
{
	if (child->status == 0 && !child->timed_out)
		return 0;
	show_output(output);
	if (child->timed_out)
		return csa_fail(err, CSA_E_SYSTEM, "run %u: the program still ran after %u s",
				runs->count + 1, runs->timeout_s);
	if (child->signal_number)
		return csa_fail(err, CSA_E_SYSTEM,
				"run %u: the program was ended by signal %d (%s)", runs->count + 1,
				child->signal_number, strsignal(child->signal_number));
	return csa_fail(err, CSA_E_SYSTEM, "run %u: the program failed with status %d",
			runs->count + 1, child->status);
}

/* What is missing in a run would be fewer calls and less time. */
static int check_report(const struct csa_gate_runs *runs, const struct csa_report *report,
			struct csa_err *err)
{
	const char *why = csa_report_why_empty(report);

	if (why)
		return csa_fail(err, CSA_E_ABSENT, "run %u: nothing was recorded: %s",
				runs->count + 1, why);
	if (report->summary.lost)
		return csa_fail(err, CSA_E_FORMAT,
				"run %u lost %llu events: --mode summary loses none, TRACE_MAX_MB "
				"sets how much events may take",
				runs->count + 1, (unsigned long long)report->summary.lost);
	for (size_t i = 0; i < report->row_count; i++) {
		const struct csa_row_name *name = report->rows[i].name;

		if (!name->has_name && name->function[0] == '(')
			return csa_fail(err, CSA_E_FORMAT, "run %u has %s: give it more room",
					runs->count + 1, name->function);
	}
	for (size_t i = 0; i < report->notes.count; i++) {
		if (report->notes.items[i].kind == CSA_NOTE_DAMAGE)
			return csa_fail(err, CSA_E_FORMAT, "run %u: %s", runs->count + 1,
					report->notes.items[i].text);
	}
	return 0;
}

static int make_side(struct csa_gate_runs *runs, const struct csa_run_folder *folder,
		     struct csa_err *err)
{
	const struct csa_report_options options = {
		.process_dirs = (const char *const *)folder->processes,
		.process_dir_count = folder->process_count,
		.symbol_sources = runs->symbol_sources,
	};
	struct csa_side *side = &runs->sides[runs->count];
	struct csa_report report;
	int rc = csa_report_make(&report, folder->dir, &options, err);

	if (rc == 0)
		rc = check_report(runs, &report, err);
	if (rc == 0) {
		csa_side_init(side);
		rc = csa_side_from_report(side, &report, err);
		/* The program is the same in every run. */
		if (rc == 0 && runs->count == 0)
			rc = csa_gate_code_read(side, &report, &runs->symbol_sources, err);
		runs->run[runs->count].hook_ns = side->facts.hook_ns;
		runs->count++; /* also a side that is not whole: it is released */
	}
	csa_report_release(&report);
	return rc;
}

static int nothing_recorded(const struct csa_gate_runs *runs, struct csa_err *err)
{
	struct csa_buf reason;
	int rc;

	csa_buf_init(&reason);
	csa_hook_explain(runs->path, &reason);
	rc = csa_fail(err, CSA_E_ABSENT, "nothing was recorded: %s", reason.data);
	csa_buf_release(&reason);
	return rc;
}

static int record(struct csa_gate_runs *runs, struct csa_run_folder *folder, const char *output,
		  struct csa_err *err)
{
	struct csa_child_result child = { 0 };
	uint64_t around[2];
	int rc;

	if (!folder->path || setenv("TRACE_ENABLE", "1", 1) != 0 ||
	    setenv("TRACE_DIR", folder->path, 1) != 0 || setenv("TRACE_MODE", runs->mode, 1) != 0)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	around[0] = runs->no_reference ? 0 : csa_gate_reference();
	rc = run_quietly(runs, output, &child, err);
	around[1] = runs->no_reference ? 0 : csa_gate_reference();
	if (rc == 0)
		rc = check_end(runs, &child, output, err);
	if (rc == 0)
		rc = csa_run_folder_collect(folder, err);
	if (rc == 0 && folder->process_count == 0)
		rc = nothing_recorded(runs, err);
	if (rc == 0 && folder->running_count)
		rc = csa_fail(err, CSA_E_FORMAT,
			      "run %u: %zu of its processes still run: their numbers are not final",
			      runs->count + 1, folder->running_count);
	runs->run[runs->count].reference_ns = around[0] < around[1] ? around[0] : around[1];
	return rc == 0 ? make_side(runs, folder, err) : rc;
}

static int run_once(struct csa_gate_runs *runs, struct csa_err *err)
{
	struct csa_run_folder folder = { 0 };
	struct csa_buf dir;
	struct csa_buf output;
	int rc;

	csa_buf_init(&dir);
	csa_buf_init(&output);
	csa_buf_add_fmt(&dir, "%s/run-%02u", runs->dir, runs->count + 1);
	csa_buf_add_fmt(&output, "%s/" OUTPUT, dir.data);
	rc = dir.failed || output.failed ? csa_fail(err, CSA_E_NOMEM, "out of memory")
					 : csa_run_folder_create(&folder, dir.data, err);
	if (rc == 0)
		rc = record(runs, &folder, output.data, err);
	csa_run_folder_discard(&folder);
	csa_run_folder_release(&folder);
	csa_buf_release(&output);
	csa_buf_release(&dir);
	return rc;
}

/* Runs take long and say nothing. */
static bool is_watched(void)
{
	struct csa_terminal terminal;

	csa_terminal_look(&terminal, stderr);
	return terminal.is_terminal && !terminal.is_dumb;
}

int csa_gate_runs_add(struct csa_gate_runs *runs, unsigned count, struct csa_err *err)
{
	bool shows = is_watched();
	int rc = 0;

	if (runs->count == 0)
		remove_old(runs->dir);
	for (unsigned i = 0; i < count && rc == 0; i++) {
		if (shows)
			fprintf(stderr, "\rrun %u of %u%s\033[K", i + 1, count,
				runs->count > i ? ", second round" : "");
		rc = run_once(runs, err);
	}
	if (shows)
		fputs("\r\033[K", stderr);
	return rc;
}

void csa_gate_runs_release(struct csa_gate_runs *runs)
{
	for (unsigned i = 0; i < runs->count; i++)
		csa_side_release(&runs->sides[i]);
	runs->count = 0;
}
