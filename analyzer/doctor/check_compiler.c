/* SPDX-License-Identifier: MIT */
/* Compilers: which they are, and whether they can put hooks into what they compile. */
#include "check_compiler.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "tool_run.h"

/* What CI runs with; others are used, and what they must be able to do is tried below. */
#define TESTED_GCC   12
#define TESTED_CLANG 14

#define LINE_BYTES 200

static const char source[] =
	"#define PLAIN __attribute__((no_instrument_function))\n"
	"int callsight_trial(int x);\n"
	"int callsight_trial(int x) { return x + 1; }\n"
	"int main(void) { return callsight_trial(-1); }\n"
	"#ifdef HOOKS\n"
	"void __wrap___cyg_profile_func_enter(void *f, void *site) PLAIN;\n"
	"void __wrap___cyg_profile_func_exit(void *f, void *site) PLAIN;\n"
	"void __wrap___cyg_profile_func_enter(void *f, void *site) { (void)f; (void)site; }\n"
	"void __wrap___cyg_profile_func_exit(void *f, void *site) { (void)f; (void)site; }\n"
	"#endif\n";

/* As "callsight select" writes them for a build with gcc. */
static const char options[] = "-O1\n-finstrument-functions\n-fno-omit-frame-pointer\n";
static const char specs[] =
	"*cc1:\n+ -finstrument-functions-exclude-function-list=callsight_trial,main\n\n";

const char *csa_compiler_complaint(const struct csa_compiler_seen *seen, char *line, size_t size)
{
	const struct csa_buf *output = &seen->trial.output;
	const char *error = strstr(output->data, "error");
	struct csa_buf part = *output;

	if (error) {
		while (error > output->data && error[-1] != '\n')
			error--;
		part.data = (char *)(uintptr_t)error;
	}
	csa_tool_line(&part, line, size);
	return line[0] ? line : "it says nothing";
}

/* What "#define NAME " is followed by, up to the end of the line; "" for a macro that is not there. */
static void macro_value(const struct csa_buf *macros, const char *name, char *value, size_t size)
{
	char wanted[64];
	const char *at;
	size_t length;

	snprintf(wanted, sizeof(wanted), "#define %s ", name);
	at = strstr(macros->data, wanted);
	value[0] = '\0';
	if (!at)
		return;
	at += strlen(wanted);
	length = strcspn(at, "\n");
	snprintf(value, size, "%.*s", (int)(length < size ? length : size - 1), at);
}

/* "12.2.0" of the macros of those @names; "" when there are none. */
static void read_version(const struct csa_buf *macros, const char *const names[3], char *version,
			 size_t size)
{
	char parts[3][16];

	for (unsigned i = 0; i < 3; i++)
		macro_value(macros, names[i], parts[i], sizeof(parts[i]));
	snprintf(version, size, "%s.%s.%s", parts[0], parts[1], parts[2]);
	if (!parts[0][0])
		version[0] = '\0';
}

static void say_tested(struct csa_findings *out, const struct csa_compiler_seen *seen,
		       const char *kind, const char *version, long tested)
{
	const char *path = seen->compiler.words[0];

	if (strtol(version, NULL, 10) >= tested) {
		csa_found(out, CSA_HEALTH_OK, "compiler", "%s %s, %s", kind, version, path);
		return;
	}
	csa_found(out, CSA_HEALTH_NOTE, "compiler",
		  "%s %s, %s: older than %s %ld, the oldest that is tested", kind, version, path,
		  kind, tested);
	csa_remedy(out, "apt install %s, and --cc; the checks below say whether this one will do",
		   kind);
}

/* By its macros: a name of a program says nothing (cc, c++, ccache). */
static bool look_at_kind(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	static const char *const clang[3] = { "__clang_major__", "__clang_minor__",
					      "__clang_patchlevel__" };
	static const char *const gnu[3] = { "__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__" };
	const char *const words[] = { "-dM", "-E", "-x", "c", "/dev/null", NULL };
	const struct csa_buf *macros = &seen->trial.output;
	char line[LINE_BYTES];
	char version[64];
	int status = csa_trial_run(&seen->trial, &seen->compiler, words);

	if (status != 0 || !strstr(macros->data, "#define __STDC__ ")) {
		csa_found(out, CSA_HEALTH_BROKEN, "compiler", "%s: is no C compiler: %s",
			  seen->compiler.words[0],
			  status == CSA_TOOL_NOT_RUN
				  ? strerror(errno)
				  : csa_compiler_complaint(seen, line, sizeof(line)));
		csa_remedy(out, "apt install gcc, and name it by --cc or CC");
		return false;
	}
	read_version(macros, clang, version, sizeof(version));
	if (version[0]) {
		say_tested(out, seen, "clang", version, TESTED_CLANG);
		return true;
	}
	read_version(macros, gnu, version, sizeof(version));
	if (version[0]) {
		seen->is_gcc = true;
		say_tested(out, seen, "gcc", version, TESTED_GCC);
		return true;
	}
	csa_found(out, CSA_HEALTH_NOTE, "compiler", "%s: neither gcc nor clang, which are tested",
		  seen->compiler.words[0]);
	csa_remedy(out, "apt install gcc, and --cc; the checks below say whether this one will do");
	return true;
}

/* Compiles the trial with @word, which says what to do, and looks for hooks in the object. */
static bool has_hooks(struct csa_compiler_seen *seen, const char *word, const char *more,
		      bool *is_compiled)
{
	const char *const words[] = { word, "-x",       "c",  "-c", CSA_TRIAL_WORD,
				      "-o", "%trial.o", more, NULL };

	*is_compiled = csa_trial_run(&seen->trial, &seen->compiler, words) == 0;
	return *is_compiled &&
	       csa_trial_holds(&seen->trial, "trial.o", "__cyg_profile_func_enter") &&
	       csa_trial_holds(&seen->trial, "trial.o", "__cyg_profile_func_exit");
}

static bool look_at_hooks(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	char line[LINE_BYTES];
	bool is_compiled;

	if (has_hooks(seen, "@%trial.rsp", NULL, &is_compiled)) {
		csa_found(out, CSA_HEALTH_OK, "hooks",
			  "-finstrument-functions works, from a response file as well");
		return true;
	}
	if (has_hooks(seen, "-finstrument-functions", NULL, &is_compiled)) {
		csa_found(out, CSA_HEALTH_BROKEN, "hooks",
			  "%s does not read options from a response file (@file)",
			  seen->compiler.words[0]);
	} else if (is_compiled) {
		csa_found(out, CSA_HEALTH_BROKEN, "hooks",
			  "%s takes -finstrument-functions and adds no hooks",
			  seen->compiler.words[0]);
	} else {
		csa_found(out, CSA_HEALTH_BROKEN, "hooks",
			  "%s does not compile with -finstrument-functions: %s",
			  seen->compiler.words[0],
			  csa_compiler_complaint(seen, line, sizeof(line)));
	}
	csa_remedy(out, "use gcc or clang: apt install gcc");
	return false;
}

static void look_at_specs(struct csa_compiler_seen *seen, struct csa_findings *out)
{
	bool is_compiled;

	if (!seen->is_gcc) {
		csa_found(out, CSA_HEALTH_OK, "exclude lists",
			  "not of this compiler: functions are left out after the link");
		return;
	}
	if (!has_hooks(seen, "@%trial.rsp", "-specs=%trial.specs", &is_compiled) && is_compiled) {
		csa_found(out, CSA_HEALTH_OK, "exclude lists", "-specs= reaches the compiler");
		return;
	}
	/* With gcc's exclude lists the build would not compile, or leave out nothing before the link. */
	csa_found(out, is_compiled ? CSA_HEALTH_NOTE : CSA_HEALTH_BROKEN, "exclude lists",
		  is_compiled ? "-specs= is ignored: functions are left out after the link only"
			      : "it does not compile with -specs=");
	csa_remedy(out, "use gcc itself, not a program that passes some of its options on");
}

static void look_at_one(const char *name, struct csa_findings *out)
{
	struct csa_compiler_seen seen = { 0 };
	struct csa_err err = { 0 };

	if (csa_trial_compiler_find(&seen.compiler, name, &err) < 0) {
		csa_found(out, CSA_HEALTH_BROKEN, "compiler", "%s", err.msg);
		csa_remedy(out, "apt install gcc, or name one by --cc or CC");
	} else if (!csa_trial_open(&seen.trial) ||
		   !csa_trial_write(&seen.trial, CSA_TRIAL_SOURCE, source) ||
		   !csa_trial_write(&seen.trial, "trial.rsp", options) ||
		   !csa_trial_write(&seen.trial, "trial.specs", specs)) {
		csa_found(out, CSA_HEALTH_BROKEN, "compiler", "no folder to try it in: %s",
			  strerror(errno));
		csa_remedy(out, "let TMPDIR name a folder that can be written to");
	} else if (look_at_kind(&seen, out) && look_at_hooks(&seen, out)) {
		look_at_specs(&seen, out);
		csa_linker_look(&seen, out);
	}
	csa_trial_close(&seen.trial);
	csa_trial_compiler_release(&seen.compiler);
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	const char *name = csa_doctor_variable(input, "CC");

	for (unsigned i = 0; i < input->compilers.count; i++)
		look_at_one(input->compilers.items[i], out);
	if (!input->compilers.count)
		look_at_one(name ? name : "cc", out);
}

const struct csa_check_group csa_check_compiler = { .name = "compiler", .look = look };
