/* SPDX-License-Identifier: MIT */
/* callsight gate: does a program call or take more than its baseline says? */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd_gate_file.h"
#include "cmd_gate_runs.h"
#include "cmd_symbols.h"
#include "compare_limits.h"
#include "gate_judge.h"
#include "gate_noise.h"
#include "gate_text.h"
#include "private_folder.h"
#include "program_path.h"
#include "terminal.h"
#include "terminal_text.h"
#include "version.h"

#define STATUS_SKIPPED 77 /* CTest's: nothing that was asked could be judged */

struct choices {
	const char *baseline;
	const char *metrics;
	unsigned repeat;
	const char *max_regression;
	uint64_t min_ns;
	unsigned min_calls;
	const char *mode;
	const char *dir;
	const char *record;
	unsigned timeout_s;
	bool any_machine;
	bool no_reference;
	struct csa_opt_list facts;
	struct csa_symbol_choices symbols;
	bool update;
	unsigned top;
	struct csa_gate_options options;
};

/* What the program's runs and the baseline are, while the command lasts. */
struct gate {
	const struct csa_cmd *cmd;
	const struct choices *choices;
	struct csa_gate_runs *runs;
	struct csa_gate_set before;
	struct csa_gate_set now;
	struct csa_gate_verdict verdict;
	bool has_baseline;
};

/* Arguments as they are on every machine: an absolute path is its last part. */
static bool describe_command(struct gate *gate)
{
	struct csa_buf text;

	csa_buf_init(&text);
	for (char **word = gate->runs->argv; *word; word++) {
		const char *slash = strrchr(*word, '/');
		bool is_path = word == gate->runs->argv || **word == '/';

		csa_buf_add_str(&text, word == gate->runs->argv ? "" : " ");
		csa_buf_add_str(&text, slash && is_path ? slash + 1 : *word);
	}
	gate->now.facts.command = csa_text_pool_add_buf(&gate->now.side.pool, &text);
	csa_buf_release(&text);
	return gate->now.facts.command;
}

static int add_facts(struct gate *gate, struct csa_err *err)
{
	struct csa_gate_facts *facts = &gate->now.facts;
	struct csa_text_pool *pool = &gate->now.side.pool;
	const struct csa_opt_list *given = &gate->choices->facts;
	bool ok = csa_gate_machine(facts, pool) && describe_command(gate);
	const char *arch = gate->runs->count ? gate->runs->sides[0].facts.arch : NULL;

	if (ok && arch) { /* an emulated program is not of this machine */
		facts->arch = csa_text_pool_add(pool, arch, strlen(arch));
		ok = facts->arch;
	}
	facts->version = CSA_VERSION;
	facts->mode = gate->choices->mode;
	for (unsigned i = 0; ok && i < given->count; i++) {
		char *key = strdup(given->items[i]);
		char *value = key ? strchr(key, '=') : NULL;

		if (value)
			*value++ = '\0';
		ok = value && csa_gate_fact_add(facts, pool, key, value);
		free(key);
	}
	return ok ? 0 : csa_fail(err, CSA_E_NOMEM, "out of memory");
}

/* The runs so far as a set. */
static int make_set(struct gate *gate, struct csa_err *err)
{
	int rc;

	csa_gate_set_release(&gate->now);
	csa_gate_set_init(&gate->now);
	rc = csa_gate_set_fill(&gate->now, gate->runs->sides, gate->runs->count, err);
	if (rc == 0 && gate->now.side.count == 0)
		rc = csa_fail(
			err, CSA_E_ABSENT,
			"no function that was called has a name: the program was stripped, and "
			"--symbols does not say where its debug files are");
	memcpy(gate->now.run, gate->runs->run, sizeof(gate->now.run));
	return rc == 0 ? add_facts(gate, err) : rc;
}

static int judge(struct gate *gate, unsigned rounds, struct csa_err *err)
{
	int rc = make_set(gate, err);

	csa_gate_verdict_release(&gate->verdict);
	if (rc == 0)
		rc = csa_gate_judge(&gate->verdict, &gate->before, &gate->now, rounds,
				    &gate->choices->options, err);
	return rc;
}

/* CTest sets one of the two, depending on how it was started itself. */
static bool is_ctest(void)
{
	return getenv("DASHBOARD_TEST_FROM_CTEST") || getenv("CTEST_INTERACTIVE_DEBUG_MODE");
}

/* What the reports say that can explain a difference: names that are missing, another build. */
static void add_notes(struct gate *gate)
{
	const struct csa_notes *notes = &gate->runs->sides[0].notes;

	for (size_t i = 0; i < notes->count; i++)
		csa_notes_add(&gate->verdict.notes, notes->items[i].kind, "%s",
			      notes->items[i].text);
}

static int print(struct gate *gate, struct csa_err *err)
{
	struct csa_terminal terminal;
	struct csa_gate_view view = {
		.baseline = gate->choices->baseline,
		.options = &gate->choices->options,
		.before = &gate->before,
		.now = &gate->now,
		.top = gate->choices->top,
		.is_update = gate->choices->update,
	};
	int rc;

	add_notes(gate);
	csa_terminal_look(&terminal, stdout);
	view.width = terminal.columns;
	view.has_styles = terminal.has_styles;
	rc = csa_gate_text(&gate->verdict, &view, stdout, err);
	if (rc == 0 && !gate->choices->update && is_ctest())
		csa_gate_measurements(&gate->verdict, &gate->now, stdout);
	return rc;
}

static int check_baseline(const struct gate *gate, struct csa_err *err)
{
	const char *mode = gate->before.facts.mode;

	if (strcmp(mode, gate->choices->mode) != 0)
		return csa_fail(err, CSA_E_ABSENT,
				"%s was recorded with --mode %s, which takes other times than %s; "
				"--update records it again",
				gate->choices->baseline, mode, gate->choices->mode);
	return 0;
}

/* Return: the exit status, or a negative code. */
static int compare(struct gate *gate, struct csa_err *err)
{
	unsigned repeat = gate->choices->repeat;
	int rc = check_baseline(gate, err);

	if (rc == 0)
		rc = csa_gate_runs_add(gate->runs, repeat, err);
	if (rc == 0)
		rc = judge(gate, 1, err);
	/* Calls that regressed exactly are an answer whatever the number of runs. */
	if (rc == 0 && !gate->verdict.of_kind[CSA_GATE_REGRESSED])
		rc = csa_gate_check_runs(&gate->verdict, gate->before.runs, repeat, err);
	if (rc == 0 && csa_gate_wants_round(&gate->verdict)) {
		rc = csa_gate_runs_add(gate->runs, repeat, err);
		if (rc == 0)
			rc = judge(gate, 2, err);
	}
	if (rc == 0 && gate->choices->record)
		rc = csa_gate_file_write(&gate->now, gate->choices->options.metrics,
					 gate->choices->record, err);
	if (rc == 0)
		rc = print(gate, err);
	if (rc < 0)
		return rc;
	if (gate->verdict.of_kind[CSA_GATE_REGRESSED])
		return 1;
	return gate->verdict.judged ? 0 : STATUS_SKIPPED;
}

static void say_written(const struct gate *gate)
{
	struct csa_buf text;

	csa_buf_init(&text);
	csa_add_terminal_text(&text, gate->choices->baseline);
	csa_buf_add_str(&text, gate->has_baseline ? ": written anew, " : ": written, ");
	csa_gate_add_count(&text, gate->now.side.count, "function");
	csa_buf_add_str(&text, " of ");
	csa_gate_add_count(&text, gate->now.runs, "run");
	puts(text.data);
	if (gate->now.unnamed)
		printf("  functions without a name, which another build cannot have, were left "
		       "out: %u\n",
		       (unsigned)gate->now.unnamed);
	if (csa_gate_noise(&gate->now) > CSA_GATE_NOISE_MAX)
		printf("  runs differ by %.0f%%, and smaller changes will be missed: record it "
		       "with nothing "
		       "else running\n",
		       csa_gate_noise(&gate->now));
	csa_buf_release(&text);
}

static int update(struct gate *gate, struct csa_err *err)
{
	const struct choices *c = gate->choices;
	int rc = csa_gate_runs_add(gate->runs, c->repeat, err);

	if (rc == 0)
		rc = make_set(gate, err);
	if (rc == 0 && gate->has_baseline && strcmp(gate->before.facts.mode, c->mode) == 0 &&
	    csa_gate_judge(&gate->verdict, &gate->before, &gate->now, 1, &c->options, NULL) == 0)
		rc = print(gate, err);
	if (rc == 0)
		rc = csa_gate_file_write(&gate->now, c->options.metrics, c->baseline, err);
	if (rc == 0)
		say_written(gate);
	return rc;
}

static int run_gate(const struct csa_cmd *cmd, struct choices *choices, char **argv,
		    struct csa_err *err)
{
	struct csa_private_folder folder = { .alive = -1, .child = -1 };
	struct csa_gate_runs *runs = calloc(1, sizeof(*runs));
	struct gate gate = { .cmd = cmd, .choices = choices, .runs = runs };
	char *path = NULL;
	int rc;

	if (!runs)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	csa_gate_set_init(&gate.before);
	csa_gate_set_init(&gate.now);
	rc = csa_gate_file_read(cmd, &gate.before, choices->baseline, choices->update, err);
	gate.has_baseline = rc > 0;
	if (rc > 0)
		rc = 0;
	if (rc == 0)
		rc = csa_program_find(argv[0], &path, err);
	if (rc == 0 && !choices->dir)
		rc = csa_private_folder_make(&folder, err);
	runs->path = path;
	runs->argv = argv;
	runs->dir = choices->dir ? choices->dir : folder.path;
	runs->mode = choices->mode;
	runs->timeout_s = choices->timeout_s;
	runs->no_reference = choices->no_reference;
	runs->symbol_sources = csa_symbol_sources_of(&choices->symbols);
	if (rc == 0)
		rc = choices->update ? update(&gate, err) : compare(&gate, err);
	csa_private_folder_remove(&folder);
	csa_gate_verdict_release(&gate.verdict);
	csa_gate_set_release(&gate.now);
	csa_gate_set_release(&gate.before);
	csa_gate_runs_release(runs);
	free(runs);
	free(path);
	return rc;
}

static int check_facts(const struct choices *choices, struct csa_err *err)
{
	for (unsigned i = 0; i < choices->facts.count; i++) {
		const char *equal = strchr(choices->facts.items[i], '=');

		if (!equal || equal == choices->facts.items[i])
			return csa_fail(err, CSA_E_USAGE, "--fact: '%s' is not KEY=VALUE",
					choices->facts.items[i]);
	}
	return 0;
}

static int check(struct choices *choices, struct csa_err *err)
{
	struct csa_limits limits = { 0 };
	bool is_count = strcmp(choices->mode, "count") == 0;
	const char *metrics = is_count ? "calls" : "calls,self_time";
	int rc = csa_limits_add(&limits, choices->max_regression, err);

	if (rc < 0 || !limits.has_percent || limits.has_ns || limits.has_count) {
		csa_err_context(err, "--max-regression");
		return csa_fail(err, CSA_E_USAGE,
				"--max-regression: '%s' is no percentage such as 5%%",
				choices->max_regression);
	}
	rc = csa_gate_metrics_parse(choices->metrics ? choices->metrics : metrics,
				    &choices->options.metrics, err);
	if (rc < 0)
		return rc;
	if (is_count && choices->options.metrics != 1u << CSA_GATE_CALLS)
		return csa_fail(err, CSA_E_USAGE, "--mode count records no times: --metrics calls");
	if (choices->repeat < 1 || choices->repeat > CSA_GATE_REPEAT_MAX)
		return csa_fail(err, CSA_E_USAGE, "--repeat is %u, expected 1 to %u",
				choices->repeat, CSA_GATE_REPEAT_MAX);
	if (!choices->baseline)
		return csa_fail(err, CSA_E_USAGE, "--baseline is missing");
	choices->options.max_percent = limits.percent;
	choices->options.min_ns = choices->min_ns;
	choices->options.min_calls = choices->min_calls;
	choices->options.any_machine = choices->any_machine;
	return check_facts(choices, err);
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct choices c = {
		.repeat = 10, .max_regression = "5%", .min_ns = 100000, .mode = "summary", .top = 20
	};
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 'b', "baseline", "<file>", "What the program is compared with.",
		  &c.baseline },
		{ CSA_OPT_FLAG, 'u', "update", NULL, "Write the baseline, and say what it changes.",
		  &c.update },
		{ CSA_OPT_STRING, 'm', "metrics", "<names>",
		  "Any of calls, self_time, incl_time and p99; default calls,self_time.",
		  &c.metrics },
		{ CSA_OPT_UINT, 'r', "repeat", "<count>", "Runs of a round; default 10.",
		  &c.repeat },
		{ CSA_OPT_STRING, 0, "max-regression", "<percent>",
		  "A change of a time up to it is none; default 5%.", &c.max_regression },
		{ CSA_OPT_DURATION, 0, "min-time", "<time>",
		  "Nor is one of less in a run, all calls together; default 100us.", &c.min_ns },
		{ CSA_OPT_UINT, 0, "min-calls", "<count>",
		  "Times of functions with fewer calls in a run are not judged.", &c.min_calls },
		{ CSA_OPT_CHOICE, 0, "mode", "summary|events|count",
		  "What is recorded; default summary.", &c.mode },
		{ CSA_OPT_STRING, 'd', "dir", "<folder>",
		  "Keep the captures there, a folder each run.", &c.dir },
		{ CSA_OPT_STRING, 0, "record", "<file>",
		  "Keep what the runs of all rounds took, as a baseline.", &c.record },
		{ CSA_OPT_UINT, 't', "timeout", "<seconds>",
		  "Stop a run after this time, which is a failure; 0: never.", &c.timeout_s },
		{ CSA_OPT_FLAG, 0, "any-machine", NULL,
		  "Judge times also when the baseline is of another machine.", &c.any_machine },
		{ CSA_OPT_FLAG, 0, "no-reference", NULL,
		  "Do not measure this machine beside a run: the program runs on another.",
		  &c.no_reference },
		{ CSA_OPT_LIST, 0, "fact", "<key>=<value>",
		  "Note this in the baseline, as compiler=...; say when it differs; repeatable.",
		  &c.facts },
		{ CSA_OPT_UINT, 'n', "top", "<count>",
		  "At most <count> rows of a table; 0: all. Default 20.", &c.top },
		CSA_SYMBOL_OPTS(c.symbols),
		{ 0 },
	};
	char **program;
	int count = csa_cmd_parse(cmd, opts, CSA_OPT_STOP_AT_OPERAND, argc, argv, err);
	int rc;

	if (count < 0)
		return count == CSA_CMD_HELPED ? 0 : count;
	if (count == 0)
		return csa_fail(err, CSA_E_USAGE, "no program given; see --help");
	rc = check(&c, err);
	if (rc < 0)
		return rc;
	csa_symbol_choices_check(cmd, &c.symbols);
	program = calloc((size_t)count + 1, sizeof(*program));
	if (!program)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	memcpy(program, argv, (size_t)count * sizeof(*program));
	rc = run_gate(cmd, &c, program, err);
	free(program);
	return rc;
}

const struct csa_cmd csa_cmd_gate = {
	.name = "gate",
	.summary = "Fails when functions are called more often or take more time than before.",
	.usage = "[options] --baseline <file> [--] <program> [<argument>...]",
	.details =
		"Runs the program again and again under tracing and compares it with a baseline,\n"
		"which --update writes. One call more is a regression. A time is one when it\n"
		"changed by more than both limits, the runs of both sides do not overlap by\n"
		"chance, and a second round of runs says the same.\n\n"
		"Exit status: 0; 1 when something regressed; 3 when there is no baseline or it\n"
		"cannot be read, the program failed or recorded nothing; 77 when nothing could\n"
		"be judged: only times were asked for, and the baseline is of another machine.\n",
	.run = run,
};
