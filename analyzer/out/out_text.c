/* SPDX-License-Identifier: MIT */
/* The report for people: facts, then what is missing, then the table. */
#define _GNU_SOURCE /* gmtime_r */
#include "out_format.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "names_text.h"
#include "terminal_text.h"
#include "text_table.h"

enum column {
	COLUMN_FUNCTION,
	COLUMN_CALLS,
	COLUMN_INCL,
	COLUMN_SELF,
	COLUMN_SHARE,
	COLUMN_MIN,
	COLUMN_AVG,
	COLUMN_P50,
	COLUMN_P99,
	COLUMN_MAX,
	COLUMN_PROBE,
	COLUMN_PLACE,
	COLUMNS
};

static const char *const titles[COLUMNS] = {
	[COLUMN_FUNCTION] = "function", [COLUMN_CALLS] = "calls", [COLUMN_INCL] = "incl",
	[COLUMN_SELF] = "self",         [COLUMN_SHARE] = "self%", [COLUMN_MIN] = "min",
	[COLUMN_AVG] = "avg",           [COLUMN_P50] = "p50",     [COLUMN_P99] = "p99",
	[COLUMN_MAX] = "max",           [COLUMN_PROBE] = "probe", [COLUMN_PLACE] = "file:line",
};

static void add_function(struct csa_buf *buf, const struct csa_report_row *row)
{
	csa_add_short_name(buf, row->name->function);
	if (row->resumes)
		csa_buf_add_fmt(buf, " (%" PRIu64 " resumes)", row->resumes);
	if (row->unwound)
		csa_buf_add_str(buf, " *");
	if (row->open)
		csa_buf_add_str(buf, " +");
}

static void add_place(struct csa_buf *buf, const struct csa_report *report,
		      const struct csa_row_name *name)
{
	struct csa_module_info module;

	if (name->file) {
		csa_add_terminal_text(buf, csa_short_path(name->file));
		csa_buf_add_fmt(buf, ":%u", name->line);
	} else if (name->module != CSA_NO_MODULE && name->has_name) {
		csa_symbols_module(report->symbols, name->module, &module);
		csa_buf_add_str(buf, "in ");
		csa_add_terminal_text(buf, csa_short_path(module.path));
	}
}

static void add_share(struct csa_buf *buf, uint64_t part, uint64_t whole)
{
	csa_buf_add_fmt(buf, "%.1f", whole ? 100.0 * (double)part / (double)whole : 0.0);
}

/* Whether it was measured what stands in the column. */
static bool is_known(const struct csa_report_row *row, enum column column)
{
	if (column == COLUMN_P50 || column == COLUMN_P99)
		return row->has_quantiles;
	return column == COLUMN_FUNCTION || column == COLUMN_CALLS || column == COLUMN_PLACE ||
	       row->has_times;
}

/* @data: the report */
static void add_cell(struct csa_buf *buf, const void *data, size_t index, unsigned column)
{
	const struct csa_report *report = data;
	const struct csa_report_row *row = &report->rows[index];

	if (!is_known(row, column)) {
		csa_buf_add_char(buf, '-');
		return;
	}
	switch ((enum column)column) {
	case COLUMN_FUNCTION:
		add_function(buf, row);
		break;
	case COLUMN_CALLS:
		csa_buf_add_fmt(buf, "%" PRIu64, row->calls);
		break;
	case COLUMN_INCL:
		csa_add_duration(buf, row->incl_ns);
		break;
	case COLUMN_SELF:
		csa_add_duration(buf, row->self_ns);
		break;
	case COLUMN_SHARE:
		add_share(buf, row->self_ns, report->summary.self_ns);
		break;
	case COLUMN_MIN:
		csa_add_duration(buf, row->min_ns);
		break;
	case COLUMN_AVG:
		csa_add_duration(buf, row->avg_ns);
		break;
	case COLUMN_P50:
		csa_add_duration(buf, row->p50_ns);
		break;
	case COLUMN_P99:
		csa_add_duration(buf, row->p99_ns);
		break;
	case COLUMN_MAX:
		csa_add_duration(buf, row->max_ns);
		break;
	case COLUMN_PROBE:
		csa_buf_add_fmt(buf, "%.0f%%",
				row->self_ns ? 100.0 * (double)row->probe_ns / (double)row->self_ns
					     : 0.0);
		break;
	case COLUMN_PLACE:
		add_place(buf, report, row->name);
		break;
	case COLUMNS:
		break;
	}
}

static int print_table(const struct csa_report *report, size_t rows, FILE *out)
{
	const struct csa_text_table table = {
		.titles = titles, .columns = COLUMNS, .rows = rows, .add = add_cell, .data = report
	};

	return csa_print_table(&table, out);
}

static void print_text(const char *label, const char *text, FILE *out)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, text);
	fprintf(out, "%-9s %s\n", label, buf.data);
	csa_buf_release(&buf);
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

static void print_clock(const struct csa_report_process *p, FILE *out)
{
	struct csa_buf drift;

	if (!p->clock_source)
		return;
	csa_buf_init(&drift);
	csa_add_duration(&drift, p->drift_ns);
	fprintf(out, "%-9s %s, %.6g MHz", "clock", p->clock_source, p->tick_hz / 1e6);
	if (p->drift_ns)
		fprintf(out, ", at most %s off", drift.data);
	csa_buf_release(&drift);
	if (p->hook_ns > 0)
		fprintf(out, "; one hook costs about %.1f ns", p->hook_ns);
	fputc('\n', out);
	if (p->mode && strcmp(p->mode, "events") != 0)
		print_text("mode", p->mode, out);
}

static void print_facts(const struct csa_report *report, FILE *out)
{
	const struct csa_report_summary *sum = &report->summary;
	const struct csa_report_process *first = &report->processes[0];
	struct csa_buf duration;

	csa_buf_init(&duration);
	csa_add_duration(&duration, sum->duration_ns);
	if (first->exe)
		print_text("program", first->exe, out);
	if (first->command)
		print_text("command", first->command, out);
	print_start(first, out);
	if (sum->duration_ns) /* a process that counts only knows it at its end */
		fprintf(out, "%-9s %s\n", "duration", duration.data);
	fprintf(out, "%-9s %" PRIu64 " (%" PRIu64 " calls)\n", "events", sum->events, sum->calls);
	fprintf(out, "%-9s %" PRIu64, "threads", sum->threads);
	if (report->process_count > 1)
		fprintf(out, " in %zu processes", report->process_count);
	fputc('\n', out);
	print_clock(first, out);
	csa_buf_release(&duration);
}

static void print_notes(const struct csa_report *report, FILE *out)
{
	static const char *const labels[CSA_NOTE_KINDS] = { [CSA_NOTE_INFO] = "note",
							    [CSA_NOTE_WARNING] = "warning",
							    [CSA_NOTE_DAMAGE] = "damaged" };
	const struct csa_notes *notes = &report->notes;
	uint64_t total = 0;

	for (int kind = CSA_NOTE_KINDS - 1; kind >= 0; kind--) {
		total += notes->total[kind];
		for (size_t i = 0; i < notes->count; i++) {
			if ((int)notes->items[i].kind == kind)
				print_text(labels[kind], notes->items[i].text, out);
		}
	}
	if (total > notes->count)
		fprintf(out, "%-9s %" PRIu64 " more lines like these\n", "note",
			total - notes->count);
}

static void print_foot(const struct csa_report *report, size_t rows, FILE *out)
{
	if (rows < report->row_count)
		fprintf(out, "\n%zu of %zu functions; --top 0 prints all.\n", rows,
			report->row_count);
	if (report->summary.unwound)
		fputs("\n* some calls ended without an exit: times are upper bounds.\n", out);
	if (report->summary.open)
		fputs("\n+ some calls were still open at the end of the capture.\n", out);
}

static int write_text(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out, struct csa_err *err)
{
	size_t rows = report->row_count;
	int rc;

	if (options->top && options->top < rows)
		rows = options->top;
	if (report->process_count)
		print_facts(report, out);
	print_notes(report, out);
	fputc('\n', out);
	rc = print_table(report, rows, out);
	print_foot(report, rows, out);
	if (rc == 0)
		rc = csa_print_names(report, options->top, out);
	return rc < 0 ? csa_fail(err, rc, "no memory for the table") : 0;
}

const struct csa_out_format csa_out_text = {
	.name = "text",
	.has_notes = true,
	.default_top = 20,
	.write = write_text,
};
