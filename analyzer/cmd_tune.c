/* SPDX-License-Identifier: MIT */
/* callsight tune: which functions to leave out of a trace. */
#define _GNU_SOURCE /* basename */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cmd.h"
#include "config_append.h"
#include "json_string.h"
#include "report.h"
#include "terminal_text.h"
#include "tune.h"

#define DEFAULT_DIR "traces"
#define SCHEMA      1
#define NAME_MAX    48u /* columns of the table */

struct choices {
	const char *format;
	const char *write; /* trace.config, or NULL */
	unsigned top;
	struct csa_tune_options options;
};

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static const char *mode_of(const struct csa_report *report)
{
	const char *mode = report->processes[0].mode;

	return mode ? mode : "events";
}

/* --- The table --- */

static void add_name(struct csa_buf *buf, const char *name)
{
	csa_add_terminal_text(buf, name);
	if (csa_text_width(buf->data) > NAME_MAX) {
		while (csa_text_width(buf->data) > NAME_MAX - 2 ||
		       ((unsigned char)buf->data[buf->length - 1] & 0xc0) == 0x80)
			buf->data[--buf->length] = '\0';
		csa_buf_add_str(buf, "..");
	}
}

static void print_row(const struct csa_tune *tune, const struct csa_tune_proposal *p,
		      unsigned width)
{
	struct csa_buf name;
	struct csa_buf time;

	csa_buf_init(&name);
	csa_buf_init(&time);
	add_name(&name, p->name);
	csa_add_duration(&time, p->saves_ns);
	printf("%s%*s  %12" PRIu64 "  %12" PRIu64 "  %5.1f%%  %8s  %7.1f MB", name.data,
	       (int)(width - csa_text_width(name.data)), "", p->calls, p->events,
	       percent(p->events, tune->events), time.data, (double)p->saves_bytes / 1e6);
	if (p->has_times) {
		csa_buf_clear(&time);
		csa_add_duration(&time, p->own_ns / p->calls);
		printf("  %8s  %5.0f%%", time.data, 100 * p->cost_share);
	} else {
		printf("  %8s  %6s", "-", "-");
	}
	putchar('\n');
	csa_buf_release(&time);
	csa_buf_release(&name);
}

static unsigned name_width(const struct csa_tune *tune, size_t count)
{
	unsigned width = 8;

	for (size_t i = 0; i < count; i++) {
		struct csa_buf name;

		csa_buf_init(&name);
		add_name(&name, tune->items[i].name);
		if (csa_text_width(name.data) > width)
			width = csa_text_width(name.data);
		csa_buf_release(&name);
	}
	return width;
}

/* What a line of trace.config would not do, or do beyond the row. */
static void print_remarks(const struct csa_tune *tune, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct csa_tune_proposal *p = &tune->items[i];
		struct csa_buf text;

		csa_buf_init(&text);
		csa_add_terminal_text(&text, p->name);
		if (p->why_not)
			printf("\n%s is not excluded by --write: %s\n", text.data, p->why_not);
		else if (p->row_count > 1)
			printf("\n%s names %zu functions, all of them counted above:\n", text.data,
			       p->row_count);
		for (size_t j = 0; !p->why_not && p->row_count > 1 && j < p->row_count; j++) {
			const struct csa_row_name *name = p->rows[j]->name;

			csa_buf_clear(&text);
			csa_add_terminal_text(&text, name->function);
			printf("  %12" PRIu64 "  %s", p->rows[j]->calls, text.data);
			csa_buf_clear(&text);
			csa_add_terminal_text(&text, name->file ? name->file : "");
			if (name->file)
				printf("  %s:%u", text.data, name->line);
			putchar('\n');
		}
		csa_buf_release(&text);
	}
}

static void print_text(const struct csa_report *report, const struct csa_tune *tune, size_t count)
{
	unsigned width = name_width(tune, count);
	uint64_t events = 0;
	uint64_t ns = 0;
	struct csa_buf time;

	printf("%s capture of %" PRIu64 " calls: %" PRIu64
	       " events in a trace of events, where a hook costs %.1f ns and\nan event takes %.1f "
	       "bytes%s\n\n",
	       mode_of(report), tune->calls, tune->events, tune->hook_ns, tune->bytes_per_event,
	       tune->is_measured ? "" : " (usual; an events capture would tell)");
	if (tune->count == 0) {
		puts("nothing to exclude: no function has hooks that cost so much");
		return;
	}
	printf("%-*s  %12s  %12s  %6s  %8s  %10s  %8s  %6s\n", (int)width, "function", "calls",
	       "events", "share", "time", "bytes", "own", "hooks");
	for (size_t i = 0; i < count; i++) {
		print_row(tune, &tune->items[i], width);
		events += tune->items[i].events;
		ns += tune->items[i].saves_ns;
	}
	csa_buf_init(&time);
	csa_add_duration(&time, ns);
	printf("\ntogether %" PRIu64 " events, %.1f%%, and %s\n", events,
	       percent(events, tune->events), time.data);
	csa_buf_release(&time);
	if (count < tune->count)
		printf("%zu of %zu functions; --top 0 prints all\n", count, tune->count);
	if (tune->nameless)
		printf("%" PRIu64 " more without a name\n", tune->nameless);
	if (!tune->has_times)
		puts("what the functions do was not measured: TRACE_MODE=summary does");
	print_remarks(tune, count);
}

/* --- JSON --- */

static void write_proposal(const struct csa_report *report, const struct csa_tune *tune,
			   const struct csa_tune_proposal *p)
{
	fputs("{\"name\":", stdout);
	csa_json_string(stdout, p->name);
	fputs(",\"word\":", stdout);
	csa_json_string(stdout, p->word);
	fputs(",\"why_not\":", stdout);
	csa_json_string(stdout, p->why_not);
	printf(",\"calls\":%" PRIu64 ",\"events\":%" PRIu64
	       ",\"events_percent\":%.4f,\"saves_ns\":%" PRIu64 ",\"saves_bytes\":%" PRIu64,
	       p->calls, p->events, percent(p->events, tune->events), p->saves_ns, p->saves_bytes);
	fputs(",\"own_ns\":", stdout);
	if (p->has_times)
		printf("%" PRIu64, p->own_ns);
	else
		fputs("null", stdout);
	fputs(",\"hooks_percent\":", stdout);
	if (p->has_times)
		printf("%.4f", 100 * p->cost_share);
	else
		fputs("null", stdout);
	fputs(",\"functions\":[", stdout);
	for (size_t i = 0; i < p->row_count; i++) {
		const struct csa_row_name *name = p->rows[i]->name;
		struct csa_module_info module = { 0 };

		if (name->module != CSA_NO_MODULE)
			csa_symbols_module(report->symbols, name->module, &module);
		fputs(i ? "," : "", stdout);
		fputs("{\"function\":", stdout);
		csa_json_string(stdout, name->function);
		fputs(",\"module\":", stdout);
		csa_json_string(stdout, module.path);
		fputs(",\"file\":", stdout);
		csa_json_string(stdout, name->file);
		printf(",\"line\":%u,\"calls\":%" PRIu64 "}", name->line, p->rows[i]->calls);
	}
	fputs("]}", stdout);
}

static void print_json(const struct csa_report *report, const struct csa_tune *tune, size_t count)
{
	printf("{\"schema\":%d,\n\"capture\":{\"mode\":", SCHEMA);
	csa_json_string(stdout, mode_of(report));
	printf(",\"calls\":%" PRIu64 ",\"events\":%" PRIu64
	       ",\"hook_ns\":%.2f,\"bytes_per_event\":%.2f,\"bytes_measured\":%s,\"nameless\":"
	       "%" PRIu64 "},\n\"proposals\":[",
	       tune->calls, tune->events, tune->hook_ns, tune->bytes_per_event,
	       tune->is_measured ? "true" : "false", tune->nameless);
	for (size_t i = 0; i < count; i++) {
		fputs(i ? ",\n" : "\n", stdout);
		write_proposal(report, tune, &tune->items[i]);
	}
	fputs("]}\n", stdout);
}

/* --- trace.config --- */

static void add_heading(struct csa_buf *out, const struct csa_report *report,
			const struct csa_tune *tune)
{
	const char *exe = report->processes[0].exe;

	csa_buf_add_str(out, "callsight tune: hooks that cost more than they tell. ");
	csa_add_terminal_text(out, exe ? basename(exe) : "The program");
	csa_buf_add_fmt(out,
			" with TRACE_MODE=%s made\n%" PRIu64
			" calls; a hook of a trace of events costs %.1f ns there",
			mode_of(report), tune->calls, tune->hook_ns);
}

static char *comment_of(const struct csa_tune *tune, const struct csa_tune_proposal *p)
{
	struct csa_buf text;

	csa_buf_init(&text);
	csa_buf_add_fmt(&text, "%" PRIu64 " calls, %.1f%% of all events", p->calls,
			percent(p->events, tune->events));
	if (p->has_times) {
		csa_buf_add_str(&text, ", ");
		csa_add_duration(&text, p->own_ns / p->calls);
		csa_buf_add_str(&text, " a call without hooks");
	}
	return csa_buf_steal(&text);
}

static int write_config(const struct csa_cmd *cmd, const struct csa_report *report,
			const struct csa_tune *tune, size_t count, const char *path,
			struct csa_err *err)
{
	struct csa_config_line *lines = calloc(count + 1, sizeof(*lines));
	struct csa_buf heading;
	size_t used = 0;
	int rc = 0;

	if (!lines)
		return csa_fail(err, CSA_E_NOMEM, "no memory for lines");
	csa_buf_init(&heading);
	add_heading(&heading, report, tune);
	for (size_t i = 0; i < count && rc == 0; i++) {
		const struct csa_tune_proposal *p = &tune->items[i];

		if (!p->word)
			continue;
		lines[used].name = p->name;
		lines[used].word = p->word;
		lines[used].comment = comment_of(tune, p);
		if (!lines[used++].comment)
			rc = csa_fail(err, CSA_E_NOMEM, "no memory for lines");
	}
	if (rc == 0)
		rc = csa_config_append(path, heading.data, lines, used, err);
	if (rc > 0)
		csa_cmd_say(cmd, "%s: %d exclude-func line%s added", path, rc, rc == 1 ? "" : "s");
	else if (rc == 0)
		csa_cmd_say(cmd, "%s: nothing to add", path);
	for (size_t i = 0; i < used; i++)
		free((char *)(uintptr_t)lines[i].comment);
	free(lines);
	csa_buf_release(&heading);
	return rc < 0 ? rc : 0;
}

static int run_with_report(const struct csa_cmd *cmd, const struct csa_report *report,
			   const struct choices *choices, const char *dir, struct csa_err *err)
{
	const char *why = csa_report_why_empty(report);
	struct csa_tune tune;
	size_t count;
	int rc;

	for (size_t i = 0; i < report->notes.count; i++) {
		if (why || report->notes.items[i].kind != CSA_NOTE_INFO)
			csa_cmd_say(cmd, "%s", report->notes.items[i].text);
	}
	if (why)
		return csa_fail(err, CSA_E_ABSENT, "%s: nothing was recorded: %s", dir, why);
	rc = csa_tune_make(&tune, report, &choices->options, err);
	count = choices->top && choices->top < tune.count ? choices->top : tune.count;
	if (rc == 0 && strcmp(choices->format, "json") == 0)
		print_json(report, &tune, count);
	else if (rc == 0)
		print_text(report, &tune, count);
	if (rc == 0 && choices->write)
		rc = write_config(cmd, report, &tune, count, choices->write, err);
	csa_tune_release(&tune);
	if (rc < 0)
		return rc;
	return report->notes.total[CSA_NOTE_DAMAGE] ? 3 : 0;
}

static int run_tune(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct choices choices = { .format = "text",
				   .top = 20,
				   .options = { .min_save = 1, .min_cost = 50 } };
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 'w', "write", "<file>",
		  "Add what is listed to <file> as exclude-func lines.", &choices.write },
		{ CSA_OPT_CHOICE, 'f', "format", "text|json", "What to print; default text.",
		  &choices.format },
		{ CSA_OPT_UINT, 'n', "top", "<count>",
		  "At most <count> names; 0 = all. Default 20.", &choices.top },
		{ CSA_OPT_UINT, 0, "min-save", "<percent>",
		  "Names that save at least this part of all events; default 1.",
		  &choices.options.min_save },
		{ CSA_OPT_UINT, 0, "min-cost", "<percent>",
		  "Names whose hooks are at least this part of a call, if known; default 50.",
		  &choices.options.min_cost },
		{ 0 },
	};
	const struct csa_report_options options = { .sort = CSA_SORT_CALLS };
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	const char *dir = operands > 0 ? argv[0] : DEFAULT_DIR;
	struct csa_report report;
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 1)
		return csa_fail(err, CSA_E_USAGE, "'%s': only one folder; see --help", argv[1]);
	rc = csa_report_make(&report, dir, &options, err);
	if (rc == 0)
		rc = run_with_report(cmd, &report, &choices, dir, err);
	csa_report_release(&report);
	return rc;
}

const struct csa_cmd csa_cmd_tune = {
	.name = "tune",
	.summary = "Finds the functions whose hooks cost most against what they do.",
	.usage = "[options] [<folder>]",
	.details =
		"<folder> (default ./traces) holds a capture; the newest run counts. One made "
		"with\n"
		"TRACE_MODE=count says how often functions are called, one with summary also what\n"
		"they do, at little cost. Listed is what leaving a function out saves in a trace "
		"of\n"
		"events; own is the time of a call without hooks, hooks the part that they add.\n\n"
		"Exit status: 0, also when there is nothing to exclude; 3 when the capture or the\n"
		"configuration is missing or damaged.\n",
	.run = run_tune,
};
