/* SPDX-License-Identifier: MIT */
/* The report for people: facts, then what is missing, then the table. */
#define _GNU_SOURCE /* gmtime_r */
#include "out_format.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "function_columns.h"
#include "names_text.h"
#include "report_tables.h"
#include "terminal_text.h"
#include "text_table.h"

#define LABEL_WIDTH  10u /* "duration  " */
#define NARROW_WIDTH 30  /* below, lines are not broken: they would be single words */

/* Functions from here on are what a reader looks for. */
#define HOT_SHARE 0.1

/* What the cells of the functions' table are made of. */
struct function_table {
	const struct csa_report *report;
	struct csa_chosen_columns columns;
};

static void add_cell(struct csa_buf *buf, const void *data, size_t index, unsigned column)
{
	const struct function_table *t = data;

	csa_add_function_cell(buf, t->report, &t->report->rows[index], t->columns.numbers[column]);
}

static enum csa_style style_of(const void *data, size_t index, unsigned column)
{
	const struct function_table *t = data;
	const struct csa_report *report = t->report;
	const char *name = csa_function_columns[t->columns.numbers[column]].name;
	bool is_hot =
		(double)report->rows[index].self_ns >= HOT_SHARE * (double)report->summary.self_ns;

	if (strcmp(name, "file:line") == 0)
		return CSA_STYLE_WEAK;
	return is_hot && strcmp(name, "function") == 0 && report->summary.self_ns ? CSA_STYLE_STRONG
										  : CSA_STYLE_PLAIN;
}

static int print_functions(const struct function_table *functions, size_t rows,
			   const struct csa_out_options *options, FILE *out)
{
	const struct csa_text_table table = {
		.titles = functions->columns.titles,
		.columns = functions->columns.count,
		.rows = rows,
		.add = add_cell,
		.data = functions,
		.are_texts = functions->columns.are_texts,
		.ranks = functions->columns.ranks,
		.width = options->width,
		.has_styles = options->has_styles,
		.style = style_of,
	};

	return csa_print_table(&table, out);
}

/* How much of @text is one line of @width columns: up to a blank. */
static size_t line_length(const char *text, unsigned width)
{
	size_t end = 0;

	for (size_t i = 0; text[i] && width; i++) {
		if (text[i] == ' ')
			end = i;
		width -= ((unsigned char)text[i + 1] & 0xc0) != 0x80;
		if (!text[i + 1])
			return i + 1;
	}
	return end ? end : strcspn(text, " ");
}

/* A label that stands in @indent columns and a text, broken at blanks where the terminal ends. */
static void print_styled(const char *label, unsigned indent, enum csa_style style, const char *text,
			 const struct csa_out_options *options, FILE *out)
{
	struct csa_buf buf;
	const char *rest;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, text);
	rest = buf.data;
	fprintf(out, "%s%-*s%s", csa_style_begin(options->has_styles, style), (int)indent, label,
		csa_style_end(options->has_styles, style));
	while (options->width > NARROW_WIDTH && csa_text_width(rest) > options->width - indent) {
		size_t length = line_length(rest, options->width - indent);

		if (!rest[length])
			break;
		fprintf(out, "%.*s\n%*s", (int)length, rest, (int)indent, "");
		rest += length + 1;
	}
	fprintf(out, "%s\n", rest);
	csa_buf_release(&buf);
}

static void print_text(const char *label, const char *text, const struct csa_out_options *options,
		       FILE *out)
{
	print_styled(label, LABEL_WIDTH, CSA_STYLE_PLAIN, text, options, out);
}

static void print_start(const struct csa_report_process *p, FILE *out)
{
	time_t seconds = (time_t)(p->start_realtime_ns / 1000000000);
	struct tm tm;
	char text[32];

	if (!p->start_realtime_ns || !gmtime_r(&seconds, &tm) ||
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm) == 0)
		return;
	fprintf(out, "%-9s %s UTC\n", "started", text);
}

/* What the hooks cost, of all functions' time. */
static void add_probe(struct csa_buf *buf, const struct csa_report *report)
{
	const uint64_t self_ns = report->summary.self_ns;
	uint64_t probe_ns = 0;

	for (size_t i = 0; i < report->row_count; i++)
		probe_ns += report->rows[i].probe_ns;
	if (!probe_ns)
		return;
	if (probe_ns < self_ns / 100)
		csa_buf_add_str(buf, ", all less than 1% of the time in functions");
	else
		csa_buf_add_fmt(buf, ", all about %.0f%% of the time in functions",
				100.0 * (double)probe_ns / (double)self_ns);
}

static void print_clock(const struct csa_report *report, const struct csa_out_options *options,
			FILE *out)
{
	const struct csa_report_process *p = &report->processes[0];
	struct csa_buf text;

	if (!p->clock_source)
		return;
	csa_buf_init(&text);
	csa_buf_add_fmt(&text, "%s, %.6g MHz", p->clock_source, p->tick_hz / 1e6);
	if (p->drift_ns) {
		csa_buf_add_str(&text, ", at most ");
		csa_add_duration(&text, p->drift_ns);
		csa_buf_add_str(&text, " off");
	}
	if (p->hook_ns > 0) {
		csa_buf_add_fmt(&text, "; one hook costs about %.1f ns", p->hook_ns);
		add_probe(&text, report);
	}
	print_text("clock", text.data, options, out);
	csa_buf_release(&text);
	if (p->mode && strcmp(p->mode, "events") != 0)
		print_text("mode", p->mode, options, out);
}

static void print_facts(const struct csa_report *report, const struct csa_out_options *options,
			FILE *out)
{
	const struct csa_report_summary *sum = &report->summary;
	const struct csa_report_process *first = &report->processes[0];
	struct csa_buf duration;

	csa_buf_init(&duration);
	csa_add_duration(&duration, sum->duration_ns);
	if (first->exe)
		print_text("program", first->exe, options, out);
	if (first->command)
		print_text("command", first->command, options, out);
	print_start(first, out);
	if (sum->duration_ns) /* a process that counts only knows it at its end */
		fprintf(out, "%-9s %s\n", "duration", duration.data);
	fprintf(out, "%-9s %" PRIu64 " (%" PRIu64 " calls)\n", "events", sum->events, sum->calls);
	fprintf(out, "%-9s %" PRIu64, "threads", sum->threads);
	if (report->process_count > 1)
		fprintf(out, " in %zu processes", report->process_count);
	fputc('\n', out);
	print_clock(report, options, out);
	csa_buf_release(&duration);
}

static void print_notes(const struct csa_report *report, const struct csa_out_options *options,
			FILE *out)
{
	static const struct {
		const char *label;
		enum csa_style style;
	} kinds[CSA_NOTE_KINDS] = {
		[CSA_NOTE_INFO] = { "note", CSA_STYLE_PLAIN },
		[CSA_NOTE_WARNING] = { "warning", CSA_STYLE_WARNING },
		[CSA_NOTE_DAMAGE] = { "damaged", CSA_STYLE_DAMAGE },
	};
	const struct csa_notes *notes = &report->notes;
	uint64_t total = 0;

	for (int kind = CSA_NOTE_KINDS - 1; kind >= 0; kind--) {
		total += notes->total[kind];
		for (size_t i = 0; i < notes->count; i++) {
			if ((int)notes->items[i].kind == kind)
				print_styled(kinds[kind].label, LABEL_WIDTH, kinds[kind].style,
					     notes->items[i].text, options, out);
		}
	}
	if (total > notes->count)
		fprintf(out, "%-9s %" PRIu64 " more lines like these\n", "note",
			total - notes->count);
}

/* A mark, a blank and what it means. */
static void print_legend(const char *text, const struct csa_out_options *options, FILE *out)
{
	const char mark[] = { text[0], '\0' };

	print_styled(mark, 2, CSA_STYLE_PLAIN, text + 2, options, out);
}

/* Whether one of the percentiles that are shown is of too few calls. */
static bool has_unstable(const struct function_table *functions, size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		for (unsigned column = 0; column < functions->columns.count; column++) {
			if (csa_function_cell_is_unstable(&functions->report->rows[i],
							  functions->columns.numbers[column]))
				return true;
		}
	}
	return false;
}

static bool has_fewer_calls(const struct csa_report *report, size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		if (report->rows[i].is_at_least)
			return true;
	}
	return false;
}

static void print_foot(const struct function_table *functions, size_t rows,
		       const struct csa_out_options *options, FILE *out)
{
	const struct csa_report *report = functions->report;
	const bool is_cut = rows < report->row_count;
	const bool is_unstable = has_unstable(functions, rows);
	const bool has_at_least = has_fewer_calls(report, rows);

	if (is_cut || is_unstable || report->summary.unwound || report->summary.open ||
	    report->summary.lossy || has_at_least)
		fputc('\n', out);
	if (is_cut)
		fprintf(out, "%zu of %zu functions; --top 0 prints all.\n", rows,
			report->row_count);
	if (is_unstable)
		print_legend("~ too few calls for this percentile (p95 below 20, p99 below 100): "
			     "the next run may give another.",
			     options, out);
	if (report->summary.unwound)
		print_legend("* some calls ended without an exit: times are upper bounds.", options,
			     out);
	if (report->summary.open)
		print_legend("+ some calls were still open at the end of the capture.", options,
			     out);
	if (report->summary.lossy)
		print_legend(
			"! events were lost during some calls: of their own time a part is that of "
			"calls that are not here.",
			options, out);
	if (has_at_least)
		print_styled(">=", 3, CSA_STYLE_PLAIN,
			     "events were lost: there may have been more calls.", options, out);
}

static int choose(struct csa_chosen_columns *columns, const struct csa_out_options *options,
		  struct csa_err *err)
{
	return csa_columns_choose(columns, csa_function_columns,
				  options->columns ? options->columns
						   : CSA_FUNCTION_COLUMNS_DEFAULT,
				  err);
}

static int check_text(const struct csa_out_options *options, struct csa_err *err)
{
	struct csa_chosen_columns columns;

	return choose(&columns, options, err);
}

static int write_text(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out, struct csa_err *err)
{
	struct function_table functions = { .report = report };
	size_t rows = report->row_count;
	int rc = choose(&functions.columns, options, err);

	if (rc < 0)
		return rc;
	if (options->top && options->top < rows)
		rows = options->top;
	if (report->process_count)
		print_facts(report, options, out);
	print_notes(report, options, out);
	fputc('\n', out);
	rc = print_functions(&functions, rows, options, out);
	print_foot(&functions, rows, options, out);
	if (rc == 0)
		rc = csa_print_names(report, options, out);
	if (rc == 0)
		rc = csa_print_threads(report, options, out);
	if (rc == 0)
		rc = csa_print_modules(report, options, out);
	return rc < 0 ? csa_fail(err, rc, "no memory for the table") : 0;
}

const struct csa_out_format csa_out_text = {
	.name = "text",
	.has_notes = true,
	.default_top = 20,
	.check = check_text,
	.write = write_text,
};
