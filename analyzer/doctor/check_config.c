/* SPDX-License-Identifier: MIT */
/* trace.config: can it be read, and does each of its lines name something. */
#define _GNU_SOURCE /* strdup, realpath */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "check_ctags.h"
#include "file_text.h"
#include "path_text.h"
#include "source_walk.h"
#include "trial.h"

#define DEFAULT_CONFIG "trace.config"

struct config_look {
	const struct csa_doctor_input *input;
	struct csa_findings *out;
	char here[PATH_MAX];  /* the current folder */
	struct csa_buf notes; /* of the plan that is looked at */
	struct csa_buf said;  /* notes of earlier ones: several plans say the same */
};

/* A config of a build is in several plans, which say the same of it. */
static bool is_new(struct config_look *l, const char *text)
{
	size_t length = strlen(text);

	for (const char *at = l->said.data; *at; at += strcspn(at, "\n") + 1) {
		if (strncmp(at, text, length) == 0 && at[length] == '\n')
			return false;
	}
	csa_buf_add_str(&l->said, text);
	csa_buf_add_char(&l->said, '\n');
	return true;
}

/* @text begins with a path, which is shown as the user would type it. */
static void say(struct config_look *l, enum csa_health health, const char *text, const char *remedy)
{
	csa_found(l->out, health, "trace.config", "%s", csa_path_shown(text, l->here));
	if (remedy)
		csa_remedy(l->out, "%s", remedy);
}

/* "FILE:LINE: warning: text" becomes "FILE:LINE: text". Return: whether it was a line of @path. */
static bool say_note(struct config_look *l, const char *path, const char *line, size_t length)
{
	static const char mark[] = "warning: ";
	size_t path_length = strlen(path);
	const char *warning = strstr(line, mark);
	struct csa_buf text;

	if (!warning || warning >= line + length || strncmp(line, path, path_length) != 0 ||
	    line[path_length] != ':')
		return false;
	csa_buf_init(&text);
	csa_buf_add(&text, line, (size_t)(warning - line));
	warning += strlen(mark);
	csa_buf_add(&text, warning, (size_t)(line + length - warning));
	if (is_new(l, text.data))
		say(l, CSA_HEALTH_NOTE, text.data,
		    "correct or remove the line; callsight scan lists files and functions");
	csa_buf_release(&text);
	return true;
}

static bool say_notes(struct config_look *l, const char *path)
{
	bool is_any = false;

	for (const char *line = l->notes.data; *line;) {
		size_t length = strcspn(line, "\n");

		is_any |= say_note(l, path, line, length);
		line += length + (line[length] == '\n');
	}
	return is_any;
}

static void say_broken(struct config_look *l, const struct csa_err *err)
{
	static const char mark[] = "error: ";
	const char *error = strstr(err->msg, mark);
	struct csa_buf text;

	csa_buf_init(&text);
	csa_buf_add(&text, err->msg, error ? (size_t)(error - err->msg) : strlen(err->msg));
	csa_buf_add_str(&text, error ? error + strlen(mark) : "");
	if (is_new(l, text.data))
		say(l, CSA_HEALTH_BROKEN, text.data,
		    error ? "correct the line; docs/reference/config.md has the directives"
			  : "name a file that is there and can be read");
	csa_buf_release(&text);
}

static void say_choice(struct config_look *l, const struct csa_build *build, uint32_t target)
{
	const char *path = build->plan.targets.items[target].config;
	const struct csa_choice *choice = &build->choices[target];
	bool has_notes = say_notes(l, path);
	uint32_t functions = 0;
	uint32_t selected = 0;
	struct csa_buf text;

	if (!is_new(l, path) || has_notes)
		return;
	for (uint32_t i = 0; i < build->project.defs.count; i++) {
		if (build->project.defs.items[i].kind != CSA_DEF_FUNCTION ||
		    !csa_graph_is_node(&build->graph, i))
			continue;
		functions++;
		selected += (choice->marks[i] & CSA_CHOICE_SELECTED) != 0;
	}
	csa_buf_init(&text);
	csa_buf_add_fmt(&text, "%s: selects %u of %u functions", path, selected, functions);
	say(l, selected ? CSA_HEALTH_OK : CSA_HEALTH_NOTE, text.data,
	    selected ? NULL : "callsight scan says which line decided over each function");
	csa_buf_release(&text);
}

static void say_none(struct config_look *l, const char *target)
{
	struct csa_buf text;

	csa_buf_init(&text);
	csa_buf_add_fmt(&text, "none for target %s: every function of it is selected", target);
	if (is_new(l, text.data))
		say(l, CSA_HEALTH_OK, text.data, NULL);
	csa_buf_release(&text);
}

/* @has_warnings: this plan knows every source of its targets */
static void look_at_plan(struct config_look *l, const char *path, bool has_warnings)
{
	struct csa_build build;
	struct csa_err err = { 0 };
	int rc;

	csa_buf_clear(&l->notes);
	rc = csa_build_open(&build, path, &l->notes, &err);
	if (!has_warnings)
		csa_buf_clear(&l->notes);
	if (rc < 0)
		say_broken(l, &err);
	for (uint32_t i = 0; rc == 0 && i < build.plan.targets.count; i++) {
		if (build.first_alike[i] < i)
			continue;
		if (csa_build_config(&build, i))
			say_choice(l, &build, i);
		else
			say_none(l, build.plan.targets.items[i].name);
	}
	csa_build_close(&build);
}

static int is_plan(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 5 && strcmp(entry->d_name + length - 5, ".plan") == 0;
}

/* As "callsight scan" does: what only generated sources have is known to their plans alone. */
static void look_at_build(struct config_look *l)
{
	char path[4096];
	struct dirent **entries = NULL;
	int count;

	snprintf(path, sizeof(path), "%s/_callsight/select/sources.plan", l->input->build);
	if (access(path, R_OK) != 0) {
		csa_found(l->out, CSA_HEALTH_BROKEN, "trace.config",
			  "%s: no build folder with callsight_instrument() and "
			  "CALLSIGHT_INSTRUMENT on",
			  l->input->build);
		csa_remedy(l->out, "cmake -B %s -DCALLSIGHT_INSTRUMENT=ON", l->input->build);
		return;
	}
	snprintf(path, sizeof(path), "%s/_callsight/select/generated", l->input->build);
	count = scandir(path, &entries, is_plan, alphasort);
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/_callsight/select/generated/%s", l->input->build,
			 entries[i]->d_name);
		look_at_plan(l, path, true);
		free(entries[i]);
	}
	free(entries);
	snprintf(path, sizeof(path), "%s/_callsight/select/sources.plan", l->input->build);
	look_at_plan(l, path, count <= 0);
}

/* A plan of every source beside and below the file, as far as the file system tells. */
static bool write_plan(const struct csa_trial *trial, const char *config, const char *ctags,
		       struct csa_err *err)
{
	struct csa_walked walked = { 0 };
	struct csa_buf folder;
	struct csa_buf plan;
	char path[512];
	bool is_written;

	csa_buf_init(&folder);
	csa_buf_init(&plan);
	csa_buf_init(&walked.defines);
	csa_buf_add(&folder, config, (size_t)(strrchr(config, '/') - config));
	if (!folder.length)
		csa_buf_add_char(&folder, '/');
	csa_buf_add_fmt(
		&plan,
		"callsight-plan\t2\ncompiler\tGNU\nfolder\t%s\nctags\t%s\ntarget\tall\t%s\t\n",
		folder.data, ctags ? ctags : "", config);
	is_written = csa_source_walk(&walked, folder.data, err) == 0;
	csa_source_walk_end(&walked);
	for (uint32_t i = 0; i < walked.count; i++) {
		if (!csa_source_is_header(walked.paths[i]))
			csa_buf_add_fmt(&plan, "source\t%s\t\t%s\n", walked.paths[i],
					walked.languages[i] == CSA_LANGUAGE_C ? "C" : "CXX");
	}
	if (is_written && csa_file_text_keep(csa_trial_path(trial, "plan", path), &plan, err) < 0)
		is_written = false;
	csa_walked_release(&walked);
	csa_buf_release(&plan);
	csa_buf_release(&folder);
	return is_written;
}

static void look_at_file(struct config_look *l, const char *given)
{
	struct csa_trial trial;
	struct csa_config config = { 0 };
	struct csa_err err = { 0 };
	char *path = realpath(given, NULL);
	char *ctags = csa_ctags_path(l->input);
	char version[8];
	char plan[512];

	csa_buf_clear(&l->notes);
	if (!path || csa_config_read(&config, path, &l->notes, &err) < 0) {
		if (!path)
			csa_fail(&err, CSA_E_ABSENT, "%s: %s", given, strerror(errno));
		say_broken(l, &err);
	} else {
		if (ctags && !csa_ctags_is_universal(ctags, version, sizeof(version)))
			ctags[0] = '\0';
		if (csa_trial_open(&trial) && write_plan(&trial, path, ctags, &err))
			look_at_plan(l, csa_trial_path(&trial, "plan", plan), true);
		else
			say_broken(l, &err);
		csa_trial_close(&trial);
	}
	csa_config_release(&config);
	free(ctags);
	free(path);
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	struct config_look l = { .input = input, .out = out };

	if (!getcwd(l.here, sizeof(l.here)))
		l.here[0] = '\0';
	csa_buf_init(&l.notes);
	csa_buf_init(&l.said);
	for (unsigned i = 0; i < input->configs.count; i++)
		look_at_file(&l, input->configs.items[i]);
	if (input->build)
		look_at_build(&l);
	else if (!input->configs.count && access(DEFAULT_CONFIG, F_OK) == 0)
		look_at_file(&l, DEFAULT_CONFIG);
	else if (!input->configs.count)
		csa_found(
			out, CSA_HEALTH_OK, "trace.config",
			"none in this folder: every function of what is instrumented is selected");
	csa_buf_release(&l.notes);
	csa_buf_release(&l.said);
}

const struct csa_check_group csa_check_config = { .name = "config", .look = look };
