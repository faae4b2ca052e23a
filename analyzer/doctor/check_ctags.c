/* SPDX-License-Identifier: MIT */
/* Universal Ctags, the second opinion of the selection. */
#include "check_ctags.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ctags_run.h"
#include "program_path.h"
#include "tool_run.h"
#include "trial.h"

#define PACKAGE "apt install universal-ctags"

char *csa_ctags_path(const struct csa_doctor_input *input)
{
	static const char *const names[] = { "ctags-universal", "universal-ctags", "ctags" };
	char *first = NULL;
	char *path = NULL;
	char version[8];

	if (input->ctags) {
		if (input->ctags[0])
			csa_program_find(input->ctags, &path, NULL);
		return path;
	}
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (csa_program_find(names[i], &path, NULL) < 0)
			continue;
		if (csa_ctags_is_universal(path, version, sizeof(version))) {
			free(first);
			return path;
		}
		if (first)
			free(path);
		else
			first = path;
	}
	return first;
}

bool csa_ctags_is_universal(const char *path, char *version, size_t size)
{
	const char *const argv[] = { path, "--version", NULL };
	struct csa_buf output;
	bool is_universal;

	csa_buf_init(&output);
	is_universal = csa_tool_run(argv, &output) == 0 && strstr(output.data, "Universal Ctags");
	csa_tool_line(&output, version, size);
	csa_buf_release(&output);
	return is_universal;
}

/* Asks it what the selection asks. Return: false and @err when its answer is none. */
static bool finds_function(const char *path, struct csa_err *err)
{
	struct csa_trial trial;
	struct csa_ctags_run run;
	struct csa_buf tags;
	char file[512];
	bool is_found = false;

	csa_buf_init(&tags);
	if (csa_trial_open(&trial) &&
	    csa_trial_write(&trial, "trial.c", "int trial(void)\n{\n}\n")) {
		csa_ctags_begin(&run, path);
		csa_ctags_feed(&run, csa_trial_path(&trial, "trial.c", file), false);
		is_found = csa_ctags_end(&run, &tags, err) == 0 && strstr(tags.data, "line:1") &&
			   strncmp(tags.data, "trial\t", 6) == 0;
		if (!is_found)
			csa_fail(err, CSA_E_FORMAT,
				 "it does not find a function in a file of three lines");
	} else {
		csa_fail(err, CSA_E_SYSTEM, "no folder to try it in: %s", strerror(errno));
	}
	csa_trial_close(&trial);
	csa_buf_release(&tags);
	return is_found;
}

static void look_at_program(const struct csa_doctor_input *input, const char *path,
			    struct csa_findings *out)
{
	bool is_asked_for = input->ctags && input->ctags[0];
	struct csa_err err = { 0 };
	char version[120];

	if (!csa_ctags_is_universal(path, version, sizeof(version))) {
		csa_found(out, is_asked_for ? CSA_HEALTH_BROKEN : CSA_HEALTH_NOTE, "ctags",
			  "%s is not Universal Ctags (%s): CallSight's own scanner finds functions "
			  "alone",
			  path, version[0] ? version : "it does not run");
		csa_remedy(out, PACKAGE);
	} else if (!finds_function(path, &err)) {
		csa_found(out, CSA_HEALTH_BROKEN, "ctags", "%s: %s", path, err.msg);
		csa_remedy(out, PACKAGE ", or do without: CALLSIGHT_CTAGS in CMake, --ctags \"\"");
	} else {
		version[strcspn(version, ",")] = '\0';
		csa_found(out, CSA_HEALTH_OK, "ctags", "%s, %s", version, path);
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	char *path = csa_ctags_path(input);

	if (path) {
		look_at_program(input, path, out);
	} else if (input->ctags && input->ctags[0]) {
		csa_found(out, CSA_HEALTH_BROKEN, "ctags", "%s is not there, or cannot be run",
			  input->ctags);
		csa_remedy(out, PACKAGE);
	} else {
		csa_found(out, CSA_HEALTH_NOTE, "ctags",
			  "not there: CallSight's own scanner finds functions alone");
		csa_remedy(out, PACKAGE);
	}
	free(path);
}

const struct csa_check_group csa_check_ctags = { .name = "ctags", .look = look };
