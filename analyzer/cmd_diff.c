/* SPDX-License-Identifier: MIT */
/* callsight diff: what changed between two reports, function by function. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "buf.h"
#include "cmd.h"
#include "cmd_pager.h"
#include "cmd_symbols.h"
#include "compare.h"
#include "legacy.h"
#include "partial.h"
#include "report.h"
#include "terminal.h"

#define BYTES_MAX (1u << 30) /* of a JSON report: some 3 million functions */

struct choices {
	const char *key;
	const char *format;
	struct csa_opt_list threshold;
	struct csa_opt_list fail_over;
	unsigned min_calls;
	unsigned top;
	bool all;
	bool no_pager;
	struct csa_symbol_choices symbols;
};

/* @report was made with @rc. */
static int take_report(struct csa_side *side, struct csa_report *report, const char *path, int rc,
		       struct csa_err *err)
{
	const char *why = rc == 0 ? csa_report_why_empty(report) : NULL;

	if (why)
		rc = csa_fail(err, CSA_E_ABSENT, "%s: nothing was recorded: %s", path, why);
	if (rc == 0)
		rc = csa_side_from_report(side, report, err);
	csa_report_release(report);
	return rc;
}

/* @legacy: whose processes are read instead; NULL: those of @dir */
static int read_capture(struct csa_side *side, const char *dir, const struct csa_legacy *legacy,
			const struct choices *choices, struct csa_err *err)
{
	const size_t first = legacy && !choices->all ? legacy->newest : 0;
	const struct csa_report_options options = {
		.all = choices->all,
		.wants_tree = true,
		.process_dirs = legacy ? (const char *const *)legacy->process_dirs + first : NULL,
		.process_dir_count = legacy ? legacy->process_count - first : 0,
		.symbol_sources = csa_symbol_sources_of(&choices->symbols),
	};
	struct csa_report report;
	int rc = csa_report_make(&report, dir, &options, err);

	return take_report(side, &report, dir, rc, err);
}

static int read_part(struct csa_side *side, const char *path, struct csa_err *err)
{
	const struct csa_report_options options = { .wants_tree = true };
	struct csa_report report;
	int rc = csa_partial_merge(&report, &path, 1, &options, err);

	return take_report(side, &report, path, rc, err);
}

/* A pipe has no size: whatever comes is read. */
static int read_stream(struct csa_buf *text, FILE *in, struct csa_err *err)
{
	char bytes[65536];
	size_t count;

	while ((count = fread(bytes, 1, sizeof(bytes), in)) > 0) {
		if (text->length + count > BYTES_MAX)
			return csa_fail(err, CSA_E_FORMAT, "more than %u bytes", BYTES_MAX);
		csa_buf_add(text, bytes, count);
	}
	if (ferror(in))
		return csa_fail(err, CSA_E_IO, "%s", strerror(errno));
	return text->failed ? csa_fail(err, CSA_E_NOMEM, "no memory for it") : 0;
}

/* gzip's first bytes: no JSON begins with them. */
static bool is_part(const struct csa_buf *text)
{
	return text->length >= 2 && memcmp(text->data, "\x1f\x8b", 2) == 0;
}

static int read_report(struct csa_side *side, const char *path, struct csa_err *err)
{
	FILE *in = fopen(path, "re");
	struct csa_buf text;
	int rc;

	if (!in)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", path,
				strerror(errno));
	csa_buf_init(&text);
	rc = read_stream(&text, in, err);
	if (rc == 0 && !is_part(&text))
		rc = csa_side_from_json(side, text.data, text.length, err);
	if (rc < 0)
		csa_err_context(err, "%s", path);
	fclose(in);
	if (rc == 0 && is_part(&text))
		rc = read_part(side, path, err);
	csa_buf_release(&text);
	return rc;
}

static int read_side(struct csa_side *side, const char *path, const struct choices *choices,
		     struct csa_err *err)
{
	struct csa_legacy legacy;
	struct stat st;
	int rc = csa_legacy_open(&legacy, path, NULL, err);

	if (rc == 0 && legacy.dir)
		rc = read_capture(side, path, &legacy, choices, err);
	else if (rc == 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		rc = read_capture(side, path, NULL, choices, err);
	else if (rc == 0)
		rc = read_report(side, path, err);
	csa_legacy_close(&legacy);
	return rc;
}

static int read_limits(struct csa_limits *limits, const struct csa_opt_list *words,
		       const char *option, enum csa_value_id key, struct csa_err *err)
{
	int rc = 0;

	for (unsigned i = 0; i < words->count && rc == 0; i++)
		rc = csa_limits_add(limits, words->items[i], err);
	if (rc == 0)
		rc = csa_limits_fit(limits, key != CSA_VALUE_CALLS, err);
	if (rc < 0)
		csa_err_context(err, "--%s", option);
	return rc;
}

static int print_text(const struct csa_compare *compare, struct csa_compare_view *view,
		      bool is_paged, struct csa_err *err)
{
	struct csa_terminal terminal;
	struct csa_pager pager;
	FILE *out;
	int rc;

	csa_terminal_look(&terminal, stdout);
	view->width = terminal.columns;
	view->has_styles = terminal.has_styles;
	out = csa_pager_open(&pager, is_paged ? &terminal : NULL);
	rc = csa_compare_text(compare, view, out, err);
	csa_pager_close(&pager);
	return rc;
}

static int print(const struct csa_cmd *cmd, const struct csa_compare *compare,
		 const struct choices *choices, const char *const *sides, struct csa_err *err)
{
	struct csa_compare_view view = { .a = sides[0], .b = sides[1], .top = choices->top };
	bool is_json = strcmp(choices->format, "json") == 0;
	int rc;

	if (is_json)
		rc = csa_compare_json(compare, &view, stdout, err);
	else
		rc = print_text(compare, &view, !choices->no_pager, err);
	for (size_t i = 0; i < compare->notes.count && is_json; i++)
		csa_cmd_say(cmd, "%s", compare->notes.items[i].text);
	if (rc < 0)
		return rc;
	if (compare->notes.total[CSA_NOTE_DAMAGE])
		return 3;
	return compare->worse || compare->is_total_worse ? 1 : 0;
}

static int diff(const struct csa_cmd *cmd, const struct choices *choices, const char *const *sides,
		const struct csa_compare_options *options, struct csa_err *err)
{
	struct csa_compare compare = { 0 };
	struct csa_side a;
	struct csa_side b;
	int rc;

	csa_side_init(&a);
	csa_side_init(&b);
	rc = read_side(&a, sides[0], choices, err);
	if (rc == 0)
		rc = read_side(&b, sides[1], choices, err);
	if (rc == 0)
		rc = csa_compare_make(&compare, &a, &b, options, err);
	if (rc == 0)
		rc = print(cmd, &compare, choices, sides, err);
	csa_compare_release(&compare);
	csa_side_release(&b);
	csa_side_release(&a);
	return rc;
}

static int run_diff(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct choices choices = { .key = "self_ns", .format = "text", .top = UINT32_MAX };
	struct csa_compare_options options = { 0 };
	const struct csa_opt opts[] = {
		{ CSA_OPT_CHOICE, 'k', "key", CSA_VALUE_NAMES,
		  "What is compared and sorted by; default self_ns.", &choices.key },
		{ CSA_OPT_LIST, 't', "threshold", "<limit>",
		  "A change up to it is none: 5%, 100us or both as 5%,100us.", &choices.threshold },
		{ CSA_OPT_LIST, 0, "fail-over", "<limit>",
		  "Exit status 1 when something got worse by more than this.", &choices.fail_over },
		{ CSA_OPT_UINT, 0, "min-calls", "<count>",
		  "Functions that were called less often on both sides are unchanged.",
		  &choices.min_calls },
		{ CSA_OPT_CHOICE, 'f', "format", "text|json", "What to print; default text.",
		  &choices.format },
		{ CSA_OPT_UINT, 'n', "top", "<count>",
		  "At most <count> functions a table; 0 = all. Default 20 as text, else all.",
		  &choices.top },
		{ CSA_OPT_FLAG, 0, "all", NULL, "Merge all runs of a folder, not only the newest.",
		  &choices.all },
		{ CSA_OPT_FLAG, 0, "no-pager", NULL, "Write to the terminal itself.",
		  &choices.no_pager },
		CSA_SYMBOL_OPTS(choices.symbols),
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands != 2)
		return csa_fail(err, CSA_E_USAGE,
				"two folders or reports are compared, not %d; see "
				"--help",
				operands);
	csa_symbol_choices_check(cmd, &choices.symbols);
	options.key = csa_value_find(choices.key);
	options.min_calls = choices.min_calls;
	if (choices.top == UINT32_MAX)
		choices.top = strcmp(choices.format, "text") == 0 ? 20 : 0;
	rc = read_limits(&options.threshold, &choices.threshold, "threshold", options.key, err);
	if (rc == 0)
		rc = read_limits(&options.fail_over, &choices.fail_over, "fail-over", options.key,
				 err);
	return rc < 0 ? rc : diff(cmd, &choices, (const char *const *)argv, &options, err);
}

const struct csa_cmd csa_cmd_diff = {
	.name = "diff",
	.summary = "Compares two captures or reports, function by function.",
	.usage = "[options] <A> <B>",
	.details =
		"<A> and <B> are folders of captures, or files that analyze wrote as JSON or as a\n"
		"part. A function is the same when its name and its module's are, wherever it\n"
		"lies; what only its name tells apart was renamed. Of limits all that are given\n"
		"must be passed. A new function's time is a part of all time of A.\n\n"
		"Exit status: 0; 1 when something got worse by more than --fail-over; 3 when a\n"
		"side is missing or damaged.\n",
	.run = run_diff,
};
