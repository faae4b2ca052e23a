/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "check_compiler.h"
#include "link_step.h"

#define LINE_BYTES 200
#define WRAP       "-Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit"

static void look_at_kind(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	static const char *const names[] = { "GNU gold", "GNU ld", "LLD ", "mold " };
	const char *const words[] = { "-Wl,--version", NULL };
	const struct csa_buf *output = &seen->trial.output;

	csa_trial_run(&seen->trial, &seen->compiler, words);
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *at = strstr(output->data, names[i]);

		if (!at)
			continue;
		while (at > output->data && at[-1] != '\n')
			at--;
		csa_found(out, CSA_HEALTH_OK, "linker", "%.*s", (int)strcspn(at, "\n"), at);
		return;
	}
	csa_found(out, CSA_HEALTH_NOTE, "linker",
		  "does not say that it is GNU ld, gold or lld, which are tested");
	csa_remedy(out, "-fuse-ld=bfd (Debian package binutils), if the build fails");
}

/* With the hooks the trial must link, without them it must not: a missing runtime is an error then. */
static bool look_at_wrap(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	const char *const with[] = { "-DHOOKS", "-g",           "@%trial.rsp", "-x",
				     "c",       CSA_TRIAL_WORD, "-x",          "none",
				     "-o",      "%linked",      WRAP,          NULL };
	const char *const without[] = { "@%trial.rsp", "-x", "c",        CSA_TRIAL_WORD, "-x",
					"none",        "-o", "%missing", WRAP,           NULL };
	char line[LINE_BYTES];

	if (csa_trial_run(&seen->trial, &seen->compiler, with) != 0) {
		csa_found(out, CSA_HEALTH_BROKEN, "wrap", "a program with --wrap does not link: %s",
			  csa_compiler_complaint(seen, line, sizeof(line)));
		csa_remedy(out, "apt install binutils libc6-dev; -fuse-ld=bfd where another linker "
				"is in use");
		return false;
	}
	if (csa_trial_run(&seen->trial, &seen->compiler, without) == 0) {
		csa_found(out, CSA_HEALTH_BROKEN, "wrap",
			  "the linker ignores --wrap: hooks would lead nowhere, without a word");
		csa_remedy(out, "-fuse-ld=bfd (Debian package binutils)");
		return false;
	}
	csa_found(out, CSA_HEALTH_OK, "wrap", "--wrap renames the hooks");
	return true;
}

static void look_at_step(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	static const char nothing[] =
		"callsight-selection\t2\ntarget\ttrial\nsystem\tout\nrest\tdrop\n";
	struct csa_link_result result = { 0 };
	struct csa_selection selection;
	struct csa_err err = { 0 };
	char path[512];
	int rc = 0;

	csa_selection_init(&selection);
	if (!csa_trial_write(&seen->trial, "selection", nothing))
		rc = csa_fail(&err, CSA_E_IO, "no room for a file");
	if (rc == 0)
		rc = csa_selection_add_file(&selection,
					    csa_trial_path(&seen->trial, "selection", path), &err);
	if (rc == 0)
		rc = csa_link_step(csa_trial_path(&seen->trial, "linked", path), &selection,
				   &result, &err);
	if (rc == 0 && result.counts.silenced > 0 && result.counts.kept == 0) {
		csa_found(out, CSA_HEALTH_OK, "link step",
			  "functions that are not selected lose their hooks after the link");
	} else {
		csa_found(out, CSA_HEALTH_NOTE, "link step",
			  "functions that are not selected keep their hooks, which cost time, and "
			  "reports leave them out: %s",
			  rc < 0 ? err.msg : "not all hook calls were found");
		csa_remedy(out,
			   "leave out whole files in trace.config rather than single functions");
	}
	csa_selection_release(&selection);
}

void csa_linker_look(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	look_at_kind(seen, out);
	if (look_at_wrap(seen, out))
		look_at_step(seen, out);
}
