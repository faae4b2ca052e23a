/* SPDX-License-Identifier: MIT */
/* callsight scan: what a trace.config selects, function by function, with the line that decided. */
#define _GNU_SOURCE /* alphasort, scandir */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "cmd.h"
#include "cmd_scan_linked.h"
#include "select/build.h"
#include "select/decisions.h"
#include "terminal_text.h"

struct scan {
	const char *plan;
	const char *target;
	const char *linked;            /* a file or a target; NULL: the functions are listed */
	struct csa_linked_hooks hooks; /* of it */
	bool is_selected;
	char folder[PATH_MAX]; /* the current one */
	struct csa_buf out;
	struct csa_buf notes;
	int shown; /* targets */
};

/* Several plans of a build say the same of the sources that they share. */
static void print_notes(const struct csa_buf *notes)
{
	for (const char *line = notes->data; *line;) {
		size_t length = strcspn(line, "\n");
		const char *first = notes->data;

		length += line[length] == '\n';
		while (strncmp(first, line, length) != 0)
			first = strchr(first, '\n') + 1;
		if (first == line) {
			char *text = strndup(line, length);

			csa_print_terminal_text(stderr, text ? text : "out of memory\n");
			free(text);
		}
		line += length;
	}
}

static int compare_linked(struct scan *s, const struct csa_build *build, struct csa_err *err)
{
	const struct csa_scan_linked_input input = {
		.hooks = &s->hooks, .build = build, .target = s->target, .folder = s->folder
	};

	return csa_scan_linked_print(&input, &s->out, err);
}

/* A file of that name, or else what the target of that name was linked into. */
static int open_linked(struct scan *s, const char *folder, struct csa_err *err)
{
	struct csa_buf path;
	int rc = 0;

	csa_buf_init(&path);
	csa_buf_add_str(&path, s->linked);
	if (access(s->linked, F_OK) != 0)
		rc = csa_scan_linked_find(folder, s->linked, &path, err);
	if (rc == 0)
		rc = csa_linked_hooks_read(&s->hooks, path.data, err);
	if (rc == 0)
		csa_scan_linked_totals(&s->hooks, path.data, &s->out);
	csa_buf_release(&path);
	return rc;
}

static int scan_plan(struct scan *s, const char *path, bool has_notes, struct csa_err *err)
{
	struct csa_decisions_input input = { .target = s->target,
					     .folder = s->folder,
					     .is_selected = s->is_selected };
	struct csa_build build;
	struct csa_buf unwanted;
	int rc;

	csa_buf_init(&unwanted);
	input.build = &build;
	rc = csa_build_open(&build, path, has_notes ? &s->notes : &unwanted, err);
	if (rc == 0 && s->linked)
		rc = compare_linked(s, &build, err);
	else if (rc == 0)
		rc = csa_decisions_print(&input, &s->out, err);
	if (rc > 0)
		s->shown += rc;
	csa_build_close(&build);
	csa_buf_release(&unwanted);
	return rc < 0 ? rc : 0;
}

static int is_plan(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 5 && strcmp(entry->d_name + length - 5, ".plan") == 0;
}

/* The plans of targets with generated sources. Return: how many there are. */
static int scan_generated(struct scan *s, const char *folder, struct csa_err *err)
{
	struct dirent **entries = NULL;
	struct csa_buf path;
	int rc = 0;
	int count;

	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/generated", folder);
	count = scandir(path.data, &entries, is_plan, alphasort);
	for (int i = 0; i < count; i++) {
		csa_buf_clear(&path);
		csa_buf_add_fmt(&path, "%s/generated/%s", folder, entries[i]->d_name);
		if (rc == 0)
			rc = path.failed ? csa_fail(err, CSA_E_NOMEM, "out of memory")
					 : scan_plan(s, path.data, true, err);
		free(entries[i]);
	}
	free(entries);
	csa_buf_release(&path);
	if (rc < 0)
		return rc;
	return count > 0 ? count : 0;
}

static int scan_folder(struct scan *s, const char *folder, struct csa_err *err)
{
	struct csa_buf select;
	struct csa_buf plan;
	int rc;

	csa_buf_init(&select);
	csa_buf_init(&plan);
	csa_buf_add_fmt(&select, "%s/_callsight/select", folder);
	csa_buf_add_fmt(&plan, "%s/sources.plan", select.data);
	if (select.failed || plan.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else if (access(plan.data, F_OK) != 0)
		rc = csa_fail(err, CSA_E_ABSENT,
			      "%s: no build folder of a project with callsight_instrument() and "
			      "CALLSIGHT_INSTRUMENT on: there is no _callsight/select/sources.plan",
			      folder);
	else
		rc = scan_generated(s, select.data, err);
	/* The plan of all other sources: what only generated ones have is not missing there. */
	if (rc >= 0)
		rc = scan_plan(s, plan.data, rc == 0, err);
	csa_buf_release(&select);
	csa_buf_release(&plan);
	return rc;
}

static int finish(struct scan *s, int rc, struct csa_err *err)
{
	if (rc == 0 && s->shown == 0 && !s->linked)
		rc = csa_fail(err, CSA_E_ABSENT, "no instrumented target%s%s",
			      s->target ? " is named " : "", s->target ? s->target : "");
	print_notes(&s->notes);
	if (rc == 0 && s->linked)
		csa_scan_linked_marked(&s->hooks, s->folder, &s->out);
	if (rc == 0 && s->out.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	if (rc == 0)
		csa_print_terminal_text(stdout, s->out.data);
	csa_linked_hooks_release(&s->hooks);
	csa_buf_release(&s->out);
	csa_buf_release(&s->notes);
	if (rc != CSA_E_CONFIG)
		return rc;
	/* As a compiler's: the place comes first. */
	csa_print_terminal_text(stderr, err->msg);
	fputc('\n', stderr);
	return csa_err_exit_status(rc);
}

static int run_scan(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct scan s = { 0 };
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 't', "target", "NAME", "Only the target NAME.", &s.target },
		{ CSA_OPT_FLAG, 's', "selected", NULL, "Only functions that are selected.",
		  &s.is_selected },
		{ CSA_OPT_STRING, 0, "linked", "FILE|TARGET",
		  "Say which selected functions have no hook in this linked file.", &s.linked },
		{ CSA_OPT_STRING, 0, "plan", "FILE",
		  "Read this plan instead of those of a build folder.", &s.plan },
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	const char *folder;
	int rc;

	if (operands == CSA_CMD_HELPED)
		return 0;
	if (operands < 0)
		return operands;
	if (operands > 1 || (operands == 1 && s.plan))
		return csa_fail(err, CSA_E_USAGE, "one build folder or --plan FILE, not both");
	if (!getcwd(s.folder, sizeof(s.folder)))
		s.folder[0] = '\0';
	csa_buf_init(&s.out);
	csa_buf_init(&s.notes);
	folder = operands ? argv[0] : ".";
	rc = s.linked ? open_linked(&s, folder, err) : 0;
	if (rc == 0)
		rc = s.plan ? scan_plan(&s, s.plan, true, err) : scan_folder(&s, folder, err);
	return finish(&s, rc, err);
}

const struct csa_cmd csa_cmd_scan = {
	.name = "scan",
	.summary = "Says which line of trace.config decided over each function.",
	.usage = "[--target NAME] [--selected] [--linked FILE|TARGET] [BUILD-FOLDER]",
	.details = "BUILD-FOLDER is that of a CMake project with callsight_instrument(); default: "
		   "the\n"
		   "current folder. Sources are read as they are now; nothing is written.\n",
	.run = run_scan,
};
