/* SPDX-License-Identifier: MIT */
/* callsight select: the selection step of a build, and questions about the call graph. */
#include <stdio.h>

#include "cmd.h"
#include "select/build.h"
#include "select/config.h"

/* Errors in a trace.config and warnings begin with their place, as a compiler's do. */
static int finish(int rc, struct csa_buf *notes, const struct csa_err *err)
{
	if (notes->length)
		fputs(notes->data, stderr);
	csa_buf_release(notes);
	if (rc != CSA_E_CONFIG)
		return rc;
	fprintf(stderr, "%s\n", err->msg);
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
	struct csa_buf notes;
	int rc;

	csa_buf_init(&notes);
	rc = csa_build_select(plan, depfile, stamp, &notes, err);
	return finish(rc, &notes, err);
}

static int run_select(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	const char *plan = NULL;
	const char *depfile = NULL;
	const char *stamp = NULL;
	const char *config = NULL;
	const struct csa_opt opts[] = {
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
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);

	if (operands == CSA_CMD_HELPED)
		return 0;
	if (operands < 0)
		return operands;
	if (config)
		return check_config(config, err);
	if (plan)
		return run_build(plan, depfile, stamp, err);
	return csa_fail(err, CSA_E_USAGE, "give --plan, --check-config or --function");
}

const struct csa_cmd csa_cmd_select = {
	.name = "select",
	.summary = "Choose the functions to trace, and say what a function calls.",
	.usage = "--plan FILE | --check-config FILE | --function NAME PATH...",
	.run = run_select,
};
