/* SPDX-License-Identifier: MIT */
/* callsight doctor: what stands in the way of a trace here, and what to do about it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "doctor.h"
#include "json_string.h"
#include "terminal.h"
#include "terminal_text.h"

#define SCHEMA 1

extern char **environ;

static enum csa_style style_of(enum csa_health health)
{
	if (health == CSA_HEALTH_BROKEN)
		return CSA_STYLE_DAMAGE;
	return health == CSA_HEALTH_NOTE ? CSA_STYLE_WARNING : CSA_STYLE_PLAIN;
}

static void print_text(const struct csa_findings *findings)
{
	struct csa_terminal terminal;
	struct csa_buf line;

	csa_terminal_look(&terminal, stdout);
	csa_buf_init(&line);
	for (uint32_t i = 0; i < findings->count; i++) {
		const struct csa_finding *f = &findings->items[i];
		const char *name = csa_health_name(f->health);

		csa_buf_clear(&line);
		csa_add_terminal_text(&line, f->text);
		if (f->remedy) {
			csa_buf_add_str(&line, "  -> ");
			csa_add_terminal_text(&line, f->remedy);
		}
		printf("%s%s%s%*s  %-14s  %s\n",
		       csa_style_begin(terminal.has_styles, style_of(f->health)), name,
		       csa_style_end(terminal.has_styles, style_of(f->health)),
		       (int)(6 - strlen(name)), "", f->what, line.data);
	}
	csa_buf_release(&line);
	printf("\n%" PRIu32 " ok, %" PRIu32 " to note, %" PRIu32 " broken\n",
	       csa_findings_count(findings, CSA_HEALTH_OK),
	       csa_findings_count(findings, CSA_HEALTH_NOTE),
	       csa_findings_count(findings, CSA_HEALTH_BROKEN));
}

static void print_json(const struct csa_findings *findings)
{
	printf("{\"schema\":%d,\n\"ok\":%" PRIu32 ",\"note\":%" PRIu32 ",\"broken\":%" PRIu32
	       ",\n\"checks\":[",
	       SCHEMA, csa_findings_count(findings, CSA_HEALTH_OK),
	       csa_findings_count(findings, CSA_HEALTH_NOTE),
	       csa_findings_count(findings, CSA_HEALTH_BROKEN));
	for (uint32_t i = 0; i < findings->count; i++) {
		const struct csa_finding *f = &findings->items[i];

		fputs(i ? ",\n" : "\n", stdout);
		fputs("{\"health\":", stdout);
		csa_json_string(stdout, csa_health_name(f->health));
		fputs(",\"group\":", stdout);
		csa_json_string(stdout, f->group);
		fputs(",\"what\":", stdout);
		csa_json_string(stdout, f->what);
		fputs(",\"finding\":", stdout);
		csa_json_string(stdout, f->text);
		fputs(",\"remedy\":", stdout);
		csa_json_string(stdout, f->remedy);
		fputc('}', stdout);
	}
	fputs("]}\n", stdout);
}

static int look(const struct csa_doctor_input *input, bool is_json, struct csa_err *err)
{
	struct csa_findings findings;
	bool is_broken;
	int rc;

	csa_findings_init(&findings);
	rc = csa_doctor_look(input, &findings, err);
	is_broken = csa_findings_count(&findings, CSA_HEALTH_BROKEN) > 0;
	if (rc == 0 && is_json)
		print_json(&findings);
	else if (rc == 0)
		print_text(&findings);
	csa_findings_release(&findings);
	return rc < 0 ? rc : is_broken;
}

static struct csa_names_given given(const struct csa_opt_list *list)
{
	return (struct csa_names_given){ .items = list->items, .count = list->count };
}

static int run_doctor(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_doctor_input input = { .environment = (const char *const *)environ,
					  .probes = &csa_doctor_probes_here };
	struct csa_opt_list compilers = { .count = 0 };
	struct csa_opt_list configs = { .count = 0 };
	struct csa_opt_list programs = { .count = 0 };
	bool is_json = false;
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 'd', "dir", "FOLDER",
		  "Where captures go. Default: TRACE_DIR, or traces.", &input.dir },
		{ CSA_OPT_LIST, 'c', "config", "FILE",
		  "A trace.config; may be given again. Default: trace.config here.", &configs },
		{ CSA_OPT_LIST, 0, "cc", "COMPILER",
		  "A compiler, with options behind it; may be given again. Default: $CC, or cc.",
		  &compilers },
		{ CSA_OPT_STRING, 0, "ctags", "PROGRAM",
		  "Universal Ctags. Default: looked for in PATH.", &input.ctags },
		{ CSA_OPT_STRING, 0, "build", "FOLDER",
		  "A build folder: its trace.config files, against its sources.", &input.build },
		{ CSA_OPT_LIST, 'p', "program", "FILE",
		  "A program or library to be traced, @FILE: a list; may be given again.",
		  &programs },
		{ CSA_OPT_FLAG, 'j', "json", NULL, "Write JSON.", &is_json },
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);

	if (operands == CSA_CMD_HELPED)
		return 0;
	if (operands < 0)
		return operands;
	if (operands > 0)
		return csa_fail(err, CSA_E_USAGE, "'%s': expected options only; --program %s?",
				argv[0], argv[0]);
	input.compilers = given(&compilers);
	input.configs = given(&configs);
	input.programs = given(&programs);
	return look(&input, is_json, err);
}

const struct csa_cmd csa_cmd_doctor = {
	.name = "doctor",
	.summary =
		"Says what stands in the way of a trace on this machine, and what to do about it.",
	.usage = "[--build FOLDER] [--program FILE]... [--json]",
	.details =
		"One line a check: ok, note or broken, what, what was found, and behind \"->\" "
		"the\n"
		"remedy. Status 1 when something is broken. Nothing is changed; small files are\n"
		"compiled in a folder of their own.\n",
	.run = run_doctor,
};
