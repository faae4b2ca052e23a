/* SPDX-License-Identifier: MIT */
/* callsight select: the selection step of a build, and questions about the call graph. */
#include <stdio.h>

#include "cmd.h"
#include "select/build.h"
#include "select/config.h"
#include "select/explore.h"
#include "terminal_text.h"

/* Errors in a trace.config and warnings begin with their place, as a compiler's do. */
static int finish(int rc, struct csa_buf *notes, const struct csa_err *err)
{
	if (notes->length)
		csa_print_terminal_text(stderr, notes->data);
	csa_buf_release(notes);
	if (rc != CSA_E_CONFIG)
		return rc;
	csa_print_terminal_text(stderr, err->msg);
	fputc('\n', stderr);
	return csa_err_exit_status(rc);
}

static int check_config(const char *path, struct csa_err *err)
{
	struct csa_config config;
	struct csa_buf notes;
	int rc;

	csa_buf_init(&notes);
	rc = csa_config_read(&config, path, &notes, err);
	csa_config_release(&config);
	return finish(rc, &notes, err);
}

static int run_build(const char *plan, const char *depfile, const char *stamp, struct csa_err *err)
{
	const struct csa_emit_files files = { .depfile = depfile, .stamp = stamp };
	struct csa_buf notes;
	int rc;

	csa_buf_init(&notes);
	rc = csa_build_select(plan, &files, &notes, err);
	return finish(rc, &notes, err);
}

static int run_explore(const struct csa_explore_input *input, struct csa_err *err)
{
	struct csa_buf out;
	struct csa_buf notes;
	int rc;

	csa_buf_init(&out);
	csa_buf_init(&notes);
	rc = csa_explore(input, &out, &notes, err);
	csa_print_terminal_text(stdout, out.data);
	csa_buf_release(&out);
	return finish(rc, &notes, err);
}

/* Exactly one of the three, and files with questions only. */
static int check_mode(const char *plan, const char *config, const struct csa_explore_input *explore,
		      int operands, struct csa_err *err)
{
	bool explores = explore->function || explore->is_threads;

	if ((plan != NULL) + (config != NULL) + explores != 1)
		return csa_fail(err, CSA_E_USAGE,
				"expected one of --function, --plan and --check-config");
	if (explores && operands == 0)
		return csa_fail(err, CSA_E_USAGE, "%s: no file or folder given",
				explore->function ? "--function" : "--threads");
	if (explore->why && !explore->function)
		return csa_fail(err, CSA_E_USAGE, "--why needs --function");
	if (!explores && operands > 0)
		return csa_fail(err, CSA_E_USAGE, "only --function takes files or folders");
	return 0;
}

static int run_select(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_explore_input explore = { .depth = UINT32_MAX, .ctags = "ctags" };
	const char *plan = NULL;
	const char *depfile = NULL;
	const char *stamp = NULL;
	const char *config = NULL;
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 'f', "function", "NAME", "Print what NAME calls, as a tree.",
		  &explore.function },
		{ CSA_OPT_UINT, 'd', "depth", "COUNT", "Follow at most COUNT calls.",
		  &explore.depth },
		{ CSA_OPT_FLAG, 'l', "list", NULL, "Print one line a function instead of a tree.",
		  &explore.is_list },
		{ CSA_OPT_STRING, 'w', "why", "NAME", "Print the shortest path to NAME.",
		  &explore.why },
		{ CSA_OPT_FLAG, 't', "threads", NULL,
		  "Print the functions that threads begin with instead.", &explore.is_threads },
		{ CSA_OPT_STRING, 0, "ctags", "PROGRAM",
		  "Universal Ctags; \"\" does without. Default: ctags.", &explore.ctags },
		{ CSA_OPT_STRING, 0, "plan", "FILE", "Build step: read what to do from FILE.",
		  &plan },
		{ CSA_OPT_STRING, 0, "depfile", "FILE",
		  "Build step: write what was read, for make.", &depfile },
		{ CSA_OPT_STRING, 0, "stamp", "FILE", "Build step: touch FILE at the end.",
		  &stamp },
		{ CSA_OPT_STRING, 0, "check-config", "FILE", "Only check the trace.config FILE.",
		  &config },
		{ 0 },
	};
	int rc;
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);

	if (operands == CSA_CMD_HELPED)
		return 0;
	if (operands < 0)
		return operands;
	rc = check_mode(plan, config, &explore, operands, err);
	if (rc < 0)
		return rc;
	if (config)
		return check_config(config, err);
	if (plan)
		return run_build(plan, depfile, stamp, err);
	explore.paths = (const char *const *)argv;
	explore.count = (uint32_t)operands;
	return run_explore(&explore, err);
}

const struct csa_cmd csa_cmd_select = {
	.name = "select",
	.summary = "Chooses the functions to trace, and says what a function calls.",
	.usage = "--function NAME [--depth COUNT] [--list] [--why NAME] [--threads] PATH...",
	.details = "Each function stands once, below the one that it is nearest to. Names may be\n"
		   "qualified as far as wanted (f, C::f, ns::C::f; ::f is exactly that one), '*'\n"
		   "stands for anything. With --why, status 1 says that NAME is not reached.\n"
		   "--threads prints the functions that threads begin with, without --function\n"
		   "all of them.\n\n"
		   "--plan is the selection step of a build and --check-config its first half:\n"
		   "what callsight_instrument() runs.\n",
	.run = run_select,
};
