/* SPDX-License-Identifier: MIT */
/* callsight run: runs a program with tracing on and reports what it did. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "capture_records.h"
#include "child.h"
#include "cmd_analyze.h"
#include "cmd_run_stream.h"
#include "hook_check.h"
#include "out_format.h"
#include "program_path.h"
#include "run_folder.h"

#define STATUS_TIMED_OUT 124 /* these two as timeout(1) and env(1) have them */
#define STATUS_FAILED    125

struct run_options {
	const char *dir;
	const char *mode;
	unsigned timeout_s;
	bool no_report;
	struct csa_run_stream stream;
	struct csa_analyze_choices report;
};

/* Says it, and takes the place of main's error line: the status is 125, not 3. */
static int fail(const struct csa_cmd *cmd, const struct csa_err *err)
{
	csa_cmd_say(cmd, "%s", err->msg);
	return STATUS_FAILED;
}

static int set_environment(const struct run_options *options, const struct csa_run_folder *folder,
			   struct csa_err *err)
{
	if (setenv("TRACE_ENABLE", "1", 1) != 0 || setenv("TRACE_DIR", folder->path, 1) != 0 ||
	    (options->mode && setenv("TRACE_MODE", options->mode, 1) != 0))
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	return 0;
}

static void say_end(const struct csa_cmd *cmd, const struct csa_child_result *child,
		    const struct run_options *options)
{
	if (child->timed_out)
		csa_cmd_say(cmd, "the program still ran after %u s: sent SIGTERM%s",
			    options->timeout_s, child->was_killed ? ", then SIGKILL" : "");
	else if (child->signal_number)
		csa_cmd_say(cmd, "the program was ended by signal %d (%s)", child->signal_number,
			    strsignal(child->signal_number));
}

static void say_nothing_recorded(const struct csa_cmd *cmd, const char *path)
{
	struct csa_buf reason;

	csa_buf_init(&reason);
	csa_hook_explain(path, &reason);
	csa_cmd_say(cmd, "nothing was recorded: %s", reason.data);
	csa_buf_release(&reason);
}

/* What comes after a program that was sent. Return: as conclude(). */
static int conclude_stream(const struct csa_cmd *cmd, const char *path, struct run_options *options,
			   struct csa_run_folder *folder, struct csa_err *err)
{
	bool was_made;
	bool is_good = csa_run_stream_finish(cmd, &options->stream, &was_made);
	int rc = csa_run_folder_collect(folder, err);

	if (rc < 0) {
		csa_cmd_say(cmd, "%s", err->msg);
		return rc;
	}
	if (folder->process_count)
		csa_cmd_say(cmd,
			    "%zu processes were not sent: a line of theirs says why, and their "
			    "captures are in %s",
			    folder->process_count,
			    folder->running_count ? folder->path : folder->dir);
	else if (!was_made)
		say_nothing_recorded(cmd, path);
	return is_good && folder->process_count == 0 ? 0 : CSA_E_ABSENT;
}

/* Did one of its processes record anything? What still runs may do so later. */
static int has_records(const struct csa_run_folder *folder, struct csa_err *err)
{
	int answer = folder->running_count != 0;

	for (size_t i = 0; !answer && i < folder->process_count; i++)
		answer = csa_capture_has_records(folder->processes[i], err);
	return answer;
}

/* What comes after the program. Return: 0, or anything else when it went wrong; all is said. */
static int conclude(const struct csa_cmd *cmd, const char *path, const struct run_options *options,
		    struct csa_run_folder *folder, struct csa_err *err)
{
	struct csa_analyze_choices choices = options->report;
	int rc = csa_run_folder_collect(folder, err);

	if (rc < 0) {
		csa_cmd_say(cmd, "%s", err->msg);
		return rc;
	}
	if (folder->process_count == 0) {
		csa_run_folder_discard(folder);
		say_nothing_recorded(cmd, path);
		return CSA_E_ABSENT;
	}
	if (folder->running_count)
		csa_cmd_say(cmd, "%zu of %zu processes still run: their captures stay in %s",
			    folder->running_count, folder->process_count, folder->path);
	/* Without any the report is why. */
	rc = options->no_report ? has_records(folder, err) : 0;
	if (rc > 0)
		return 0;
	choices.process_dirs = (const char *const *)folder->processes;
	choices.process_dir_count = folder->process_count;
	if (rc == 0)
		rc = csa_analyze(cmd, &choices, folder->dir, err);
	if (rc < 0)
		csa_cmd_say(cmd, "%s", err->msg);
	return rc;
}

/* Return: the exit status of the command. */
static int run_program(const struct csa_cmd *cmd, const char *path, char **argv,
		       struct run_options *options, struct csa_err *err)
{
	struct csa_run_folder folder;
	struct csa_child_result child;
	int status = STATUS_FAILED;
	bool is_sent = options->stream.address;
	int rc = is_sent ? csa_run_folder_name(&folder, options->dir, err)
			 : csa_run_folder_create(&folder, options->dir, err);

	if (rc == 0)
		rc = set_environment(options, &folder, err);
	if (rc == 0 && is_sent)
		rc = csa_run_stream_start(&options->stream, err);
	if (rc == 0) {
		rc = csa_child_run(path, argv, options->timeout_s, &child, err);
		if (rc != 0 && is_sent)
			csa_run_stream_abandon(&options->stream);
	}
	if (rc != 0) {
		status = fail(cmd, err);
		csa_run_folder_discard(&folder);
		goto out;
	}
	say_end(cmd, &child, options);
	rc = is_sent ? conclude_stream(cmd, path, options, &folder, err)
		     : conclude(cmd, path, options, &folder, err);
	status = child.timed_out ? STATUS_TIMED_OUT : child.status;
	if (status == 0 && rc != 0)
		status = STATUS_FAILED;
out:
	csa_run_folder_release(&folder);
	return status;
}

/* Does what was asked for go together? */
static int check_stream(const struct run_options *options, struct csa_err *err)
{
	const struct csa_run_stream *stream = &options->stream;

	if (!stream->address && (stream->client || stream->options.count))
		return csa_fail(err, CSA_E_USAGE,
				"--stream-option and --stream-client need --stream");
	if (stream->address && options->mode && strcmp(options->mode, "events") != 0)
		return csa_fail(err, CSA_E_USAGE, "--stream carries events: --mode %s stays here",
				options->mode);
	if (stream->address && options->report.output)
		return csa_fail(err, CSA_E_USAGE,
				"--stream leaves no report here to write into a file: the server "
				"has the capture");
	return 0;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct run_options options = { .dir = "traces",
				       .stream = { .patience_s = 60 },
				       .report = CSA_ANALYZE_DEFAULTS };
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 'd', "dir", "<folder>",
		  "Record into this folder (default: traces).", &options.dir },
		{ CSA_OPT_UINT, 't', "timeout", "<seconds>",
		  "Stop the program after this time; 0: never.", &options.timeout_s },
		{ CSA_OPT_CHOICE, 0, "mode", "events|summary|count",
		  "What is recorded; default TRACE_MODE, else events.", &options.mode },
		{ CSA_OPT_CHOICE, 'f', "format", CSA_OUT_NAMES, "How to report; default text.",
		  &options.report.format },
		{ CSA_OPT_STRING, 'o', "output", "<file>",
		  "Write the report to <file> instead of standard output.",
		  &options.report.output },
		{ CSA_OPT_UINT, 'n', "top", "<count>",
		  "At most <count> functions or stacks; 0 = all. Default 20 as text, else all.",
		  &options.report.top },
		{ CSA_OPT_FLAG, 0, "no-report", NULL, "Only record.", &options.no_report },
		{ CSA_OPT_STRING, 0, "stream", "<address>",
		  "Send it to callsight serve at <host>:<port> or unix:<path> instead of writing "
		  "files.",
		  &options.stream.address },
		{ CSA_OPT_LIST, 0, "stream-option", "<option>",
		  "Give this to callsight-stream, as --stream-option=--key-file=<file>; "
		  "repeatable.",
		  &options.stream.options },
		{ CSA_OPT_STRING, 0, "stream-client", "<file>",
		  "The callsight-stream to use; default: beside callsight, or in PATH.",
		  &options.stream.client },
		{ CSA_OPT_UINT, 0, "stream-wait", "<seconds>",
		  "After the program, give up when nothing could be sent for this time; default "
		  "60.",
		  &options.stream.patience_s },
		{ 0 },
	};
	char **program_argv;
	char *path;
	int count = csa_cmd_parse(cmd, opts, CSA_OPT_STOP_AT_OPERAND, argc, argv, err);
	int status;

	if (count < 0)
		return count == CSA_CMD_HELPED ? 0 : count;
	if (count == 0)
		return csa_fail(err, CSA_E_USAGE, "no program given; see --help");
	if (check_stream(&options, err) < 0)
		return CSA_E_USAGE;
	program_argv = calloc((size_t)count + 1, sizeof(*program_argv));
	if (!program_argv)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	memcpy(program_argv, argv, (size_t)count * sizeof(*program_argv));
	if (csa_program_find(program_argv[0], &path, err) < 0)
		status = fail(cmd, err);
	else
		status = run_program(cmd, path, program_argv, &options, err);
	free(path);
	free(program_argv);
	return status;
}

const struct csa_cmd csa_cmd_run = {
	.name = "run",
	.summary = "Runs a program with tracing on and reports what it did.",
	.usage = "[options] [--] <program> [<argument>...]",
	.details = "The exit status is the program's own, 128 + n when signal n ended it, 124 "
		   "after a\n"
		   "timeout, and 125 when callsight could not do its part: the program cannot be\n"
		   "started, or it succeeded and nothing was recorded, with --no-report too. A "
		   "timeout\n"
		   "sends SIGTERM to the program and to what it started, and SIGKILL 5 seconds "
		   "later.\n\n"
		   "With --stream nothing is reported: the capture is where the server puts it.\n",
	.run = run,
};
