/* SPDX-License-Identifier: MIT */
/* callsight merge: one report of partial ones. */
#include "cmd_analyze.h"
#include "cmd_paths.h"
#include "cmd_view.h"

static int run_merge(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_analyze_choices choices = CSA_ANALYZE_DEFAULTS;
	const char *files_from = NULL;
	bool no_pager = false;
	const struct csa_opt opts[] = {
		CSA_VIEW_OPTS(choices, no_pager),
		{ CSA_OPT_STRING, 0, "partial", "<file>",
		  "Write a partial report to <file>, to be merged again.", &choices.partial },
		CSA_PATHS_OPT(files_from),
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	struct csa_paths paths;
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	choices.is_paged = !no_pager;
	rc = csa_paths_read(&paths, argv, (size_t)operands, files_from, err);
	if (rc == 0 && paths.count == 0)
		rc = csa_fail(err, CSA_E_USAGE, "no partial report is given; see --help");
	choices.parts = (const char *const *)paths.items;
	choices.part_count = paths.count;
	if (rc == 0)
		rc = csa_analyze(cmd, &choices, "the parts", err);
	csa_paths_release(&paths);
	return rc;
}

const struct csa_cmd csa_cmd_merge = {
	.name = "merge",
	.summary = "Makes one report of partial ones.",
	.usage = "[options] <part>...",
	.details =
		"<part> is a file that analyze --partial wrote of some captures, or merge "
		"--partial of\n"
		"other parts. The report is that which one pass over all captures makes, in "
		"whatever\n"
		"order the parts are given. Formats that show single calls need the captures.\n\n"
		"Exit status: 0, or 3 when a part is missing, damaged or given twice.\n",
	.run = run_merge,
};
