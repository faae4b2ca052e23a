/* SPDX-License-Identifier: MIT */
/* callsight link: the step around a link, which silences the hooks of what is not selected. */
#define _POSIX_C_SOURCE 200809L /* st_mtim */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "child.h"
#include "cmd.h"
#include "link_step.h"
#include "program_path.h"
#include "selection.h"

struct link_options {
	struct csa_opt_list appended; /* to the command, when it links */
	struct csa_opt_list selections;
	bool is_quiet;
};

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* One line, so that the output of a build stays readable. */
static void say_result(const struct csa_cmd *cmd, const char *path,
		       const struct csa_link_result *result)
{
	const struct csa_silence_counts *counts = &result->counts;
	struct csa_buf line;

	csa_buf_init(&line);
	csa_buf_add_fmt(&line, "%s: hooks in %zu %s", base_of(path), counts->traced,
			counts->traced == 1 ? "function" : "functions");
	if (counts->silenced)
		csa_buf_add_fmt(&line, ", silenced in %zu", counts->silenced);
	if (counts->kept)
		csa_buf_add_fmt(&line, ", left to the report in %zu", counts->kept);
	if (result->missing)
		csa_buf_add_fmt(&line, ", none in %zu selected", result->missing);
	csa_cmd_say(cmd, "%s", line.data);
	csa_buf_release(&line);
}

static int read_selections(struct csa_selection *selection, const struct link_options *options,
			   struct csa_err *err)
{
	for (unsigned i = 0; i < options->selections.count; i++) {
		int rc = csa_selection_add_file(selection, options->selections.items[i], err);

		if (rc < 0)
			return rc;
	}
	return 0;
}

/* The link has succeeded; whatever happens here does not change that. */
static void patch(const struct csa_cmd *cmd, const char *path, const struct link_options *options)
{
	struct csa_link_result result = { 0 };
	struct csa_selection selection;
	struct csa_err err = { 0 };
	int rc;

	csa_selection_init(&selection);
	rc = read_selections(&selection, options, &err);
	if (rc == 0)
		rc = csa_link_step(path, &selection, &result, &err);
	if (rc < 0)
		csa_cmd_say(cmd,
			    "%s: %s; left as it was linked: functions that are not selected "
			    "keep their hooks, and reports leave them out",
			    path, err.msg);
	else if (result.has_hooks && !options->is_quiet)
		say_result(cmd, path, &result);
	csa_selection_release(&selection);
}

/* A configure check's /dev/null, and a file that the command left alone, are no outputs of a link. */
static bool is_made(const char *path, const struct stat *before)
{
	struct stat after;

	if (stat(path, &after) != 0)
		return true; /* said when it is read */
	return S_ISREG(after.st_mode) &&
	       (after.st_dev != before->st_dev || after.st_ino != before->st_ino ||
		after.st_size != before->st_size ||
		after.st_mtim.tv_sec != before->st_mtim.tv_sec ||
		after.st_mtim.tv_nsec != before->st_mtim.tv_nsec ||
		after.st_ctim.tv_sec != before->st_ctim.tv_sec ||
		after.st_ctim.tv_nsec != before->st_ctim.tv_nsec);
}

static int run_link(const struct csa_cmd *cmd, char **command, const struct link_options *options,
		    struct csa_err *err)
{
	struct csa_child_result child = { 0 };
	const char *output = csa_link_output_path(command);
	char *path = NULL;
	struct stat before = { 0 };
	int rc = csa_program_find(command[0], &path, err);

	if (output && stat(output, &before) != 0)
		before = (struct stat){ 0 };
	if (rc == 0)
		rc = csa_child_run(path, command, 0, &child, err);
	free(path);
	if (rc < 0)
		return rc;
	if (child.status == 0 && output && is_made(output, &before))
		patch(cmd, output, options);
	return child.status;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct link_options options = { 0 };
	const struct csa_opt opts[] = {
		{ CSA_OPT_LIST, 's', "selection", "<file>",
		  "What is selected, of one target; may be given again.", &options.selections },
		{ CSA_OPT_LIST, 0, "append", "<word>",
		  "Put this at the end of a command that links; may be given again.",
		  &options.appended },
		{ CSA_OPT_FLAG, 'q', "quiet", NULL, "Only say what went wrong.",
		  &options.is_quiet },
		{ 0 },
	};
	char **command;
	int count = csa_cmd_parse(cmd, opts, CSA_OPT_STOP_AT_OPERAND, argc, argv, err);
	int status;

	if (count < 0)
		return count == CSA_CMD_HELPED ? 0 : count;
	if (count == 0)
		return csa_fail(err, CSA_E_USAGE, "no command given; see --help");
	command = calloc((size_t)count + options.appended.count + 1, sizeof(*command));
	if (!command)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	memcpy(command, argv, (size_t)count * sizeof(*command));
	if (csa_link_output_path(command))
		memcpy(command + count, options.appended.items,
		       options.appended.count * sizeof(*command));
	status = run_link(cmd, command, &options, err);
	free(command);
	return status;
}

const struct csa_cmd csa_cmd_link = {
	.name = "link",
	.summary = "Links, and silences the hooks of functions that are not selected.",
	.usage = "[--selection <file>]... [--append <word>]... [--quiet] [--] <linker> "
		 "[<argument>...]",
	.details = "Runs the command, which is a compiler that links, and patches what it made. "
		   "The\n"
		   "exit status is the command's own. A file that cannot be patched stays as it "
		   "is:\n"
		   "one line says so, and reports leave out what is not selected.\n"
		   "callsight_instrument() puts this around the links of a build.\n",
	.run = run,
};
