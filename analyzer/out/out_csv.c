/* SPDX-License-Identifier: MIT */
/*
 * The rows of the report as comma-separated values (RFC 4180): a header with the keys that JSON has, then
 * one line a function. What was not measured is empty.
 */
#include "out_format.h"

#include <inttypes.h>
#include <string.h>

#include "buf.h"
#include "line_text.h"

static const char header[] = "function,kind,module,file,line,address,size,calls,resumes,incl_ns,"
			     "self_ns,avg_ns,min_ns,max_ns,"
			     "p50_ns,p90_ns,p95_ns,p99_ns,p999_ns,probe_ns,at_least,lossy\r\n";

struct csv {
	struct csa_buf line;
	struct csa_buf text; /* of one field, not in quotes yet */
	bool has_failed;     /* of a text that was cleared since */
};

/*
 * Always in quotes. A spreadsheet takes a field that begins with one of these for a formula, and names
 * are the traced program's: an apostrophe in front makes it text.
 */
static void add_text(struct csv *csv, const char *text)
{
	if (!text)
		return;
	csa_buf_clear(&csv->text);
	if (*text && strchr("=+-@\t\r", *text))
		csa_buf_add_char(&csv->text, '\'');
	csa_add_line_text(&csv->text, text, '\0', '\0');
	csv->has_failed |= csv->text.failed;
	csa_buf_add_char(&csv->line, '"');
	for (const char *c = csv->text.data; *c; c++) {
		if (*c == '"')
			csa_buf_add_char(&csv->line, '"');
		csa_buf_add_char(&csv->line, *c);
	}
	csa_buf_add_char(&csv->line, '"');
}

static void add_number(struct csa_buf *line, bool is_known, uint64_t number)
{
	csa_buf_add_char(line, ',');
	if (is_known)
		csa_buf_add_fmt(line, "%" PRIu64, number);
}

static void add_row(struct csv *csv, const struct csa_report *report,
		    const struct csa_report_row *row)
{
	const struct csa_row_name *name = row->name;
	struct csa_module_info module = { 0 };
	struct csa_buf *line = &csv->line;

	if (name->module != CSA_NO_MODULE)
		csa_symbols_module(report->symbols, name->module, &module);
	add_text(csv, name->function);
	csa_buf_add_str(line, name->kind == CSA_SYMBOL_NAME ? ",scope," : ",function,");
	add_text(csv, module.path);
	csa_buf_add_char(line, ',');
	add_text(csv, name->file);
	add_number(line, true, name->line);
	csa_buf_add_fmt(line, ",0x%" PRIx64, name->addr);
	add_number(line, name->size != 0, name->size);
	add_number(line, true, row->calls);
	add_number(line, !report->stackless, row->resumes);
	add_number(line, row->has_times, row->incl_ns);
	add_number(line, row->has_times, row->self_ns);
	add_number(line, row->has_times, row->avg_ns);
	add_number(line, row->has_times, row->min_ns);
	add_number(line, row->has_times, row->max_ns);
	add_number(line, row->has_quantiles, row->p50_ns);
	add_number(line, row->has_quantiles, row->p90_ns);
	add_number(line, row->has_quantiles, row->p95_ns);
	add_number(line, row->has_quantiles, row->p99_ns);
	add_number(line, row->has_quantiles, row->p999_ns);
	add_number(line, row->has_times, row->probe_ns);
	csa_buf_add_str(line, row->is_at_least ? ",true" : ",false");
	add_number(line, true, row->lossy);
	csa_buf_add_str(line, "\r\n");
}

static int write_csv(const struct csa_report *report, const struct csa_out_options *options,
		     FILE *out, struct csa_err *err)
{
	size_t rows = report->row_count;
	struct csv csv = { 0 };
	int rc = 0;

	if (options->top && options->top < rows)
		rows = options->top;
	csa_buf_init(&csv.line);
	csa_buf_init(&csv.text);
	fputs(header, out);
	for (size_t i = 0; i < rows && rc == 0; i++) {
		csa_buf_clear(&csv.line);
		add_row(&csv, report, &report->rows[i]);
		if (csv.line.failed || csv.has_failed)
			rc = csa_fail(err, CSA_E_NOMEM, "no memory for a line");
		else
			fwrite(csv.line.data, 1, csv.line.length, out);
	}
	csa_buf_release(&csv.line);
	csa_buf_release(&csv.text);
	return rc;
}

const struct csa_out_format csa_out_csv = {
	.name = "csv",
	.write = write_csv,
};
