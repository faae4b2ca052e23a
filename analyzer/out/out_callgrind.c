/* SPDX-License-Identifier: MIT */
/*
 * A profile in the Callgrind format, version 1, for KCachegrind and callgrind_annotate. After valgrind's
 * manual, "Callgrind Format Specification", and what both programs do with it.
 *
 * A cost line of a function is its self time at the line of its definition. A call stands at the line
 * of its call site, below the function that made it; its cost is the time of those calls that are not
 * below another call of the called function, so that the costs of all calls to a function are its
 * inclusive time, also with recursion: both programs add them up. Calls without a caller in the
 * capture are those of one function without time, so that every call has a line.
 */
#define _GNU_SOURCE /* qsort_r */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "export_facts.h"
#include "line_text.h"
#include "string_index.h"

#define UNKNOWN   "???" /* callgrind's own word */
#define NO_CALLER "[no caller]"

struct callgrind {
	const struct csa_report *report;
	FILE *out;
	struct csa_buf text;
	struct csa_string_index files;
	uint32_t files_named; /* files below are defined: numbers are given in the order of use */
	/* Numbers of functions are given in the order of use, too: those of rows depend on the pass. */
	uint32_t *function_ids; /* by place of the row, and one more; 0: not named yet */
	uint32_t functions_named;
	bool *objects_named;                /* by id, which is the module + 1; 0 is UNKNOWN */
	const struct csa_report_row **rows; /* by row; NULL: without calls */
	uint32_t *order;                    /* rows that are written, and CSA_NO_ROW */
	size_t order_count;
	const struct csa_report_site **sites; /* by caller, in the order of callers' rows */
	size_t *first_site;                   /* by id of the caller; the next one ends it */
	bool has_failed;
};

/* Where a row stands in arrays: 0 is NO_CALLER. */
static uint32_t place_of(uint32_t row)
{
	return row == CSA_NO_ROW ? 0 : row + 1;
}

static void put_name(struct callgrind *c, const char *key, uint32_t id, bool *is_named,
		     const char *name)
{
	if (*is_named) {
		fprintf(c->out, "%s=(%" PRIu32 ")\n", key, id);
		return;
	}
	*is_named = true;
	csa_buf_clear(&c->text);
	csa_add_line_text(&c->text, name, '\0', '\0');
	fprintf(c->out, "%s=(%" PRIu32 ") %s\n", key, id, c->text.data);
	c->has_failed |= c->text.failed;
}

static void put_function(struct callgrind *c, const char *key, uint32_t row)
{
	const char *name = row == CSA_NO_ROW ? NO_CALLER : c->report->table.rows[row].function;
	uint32_t *id = &c->function_ids[place_of(row)];
	bool is_named = *id != 0;

	if (!is_named)
		*id = ++c->functions_named;
	put_name(c, key, *id - 1, &is_named, name);
}

static unsigned module_of(const struct callgrind *c, uint32_t row)
{
	return row == CSA_NO_ROW ? CSA_NO_MODULE : c->report->table.rows[row].module;
}

static void put_object(struct callgrind *c, const char *key, unsigned module)
{
	struct csa_module_info info = { .path = UNKNOWN };
	uint32_t id = module == CSA_NO_MODULE ? 0 : module + 1;

	if (id)
		csa_symbols_module(c->report->symbols, module, &info);
	put_name(c, key, id, &c->objects_named[id], info.path);
}

static void put_file(struct callgrind *c, const char *key, const char *file)
{
	uint32_t id = csa_string_index_add(&c->files, file ? file : UNKNOWN);
	bool is_named = id < c->files_named;

	if (!is_named)
		c->files_named = id + 1;
	put_name(c, key, id, &is_named, file ? file : UNKNOWN);
}

static const char *file_of(const struct callgrind *c, uint32_t row)
{
	return row == CSA_NO_ROW ? NULL : c->report->table.rows[row].file;
}

/* Paths of one file can come from two places. */
static bool is_same_file(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void put_call(struct callgrind *c, const struct csa_report_site *site)
{
	const struct csa_row_name *callee = &c->report->table.rows[site->row];

	if (callee->module != module_of(c, site->caller))
		put_object(c, "cob", callee->module);
	put_file(c, "cfi", callee->file);
	put_function(c, "cfn", site->row);
	fprintf(c->out, "calls=%" PRIu64 " %u\n%u %" PRIu64 "\n", site->calls, callee->line,
		site->is_known && site->caller != CSA_NO_ROW ? site->line : 0, site->incl_ns);
}

/* Is the place of the call in the file of its caller? Of calls without a caller it says nothing. */
static bool is_at_home(const struct csa_report_site *site, const char *file)
{
	return !site->is_known || site->caller == CSA_NO_ROW || !site->file ||
	       is_same_file(site->file, file);
}

/* First the call sites in the function's own file, then those in code inlined from others. */
static void put_calls(struct callgrind *c, uint32_t row)
{
	uint32_t id = place_of(row);
	const char *file = file_of(c, row);

	for (size_t i = c->first_site[id]; i < c->first_site[id + 1]; i++) {
		const struct csa_report_site *site = c->sites[i];

		if (is_at_home(site, file))
			put_call(c, site);
	}
	for (size_t i = c->first_site[id]; i < c->first_site[id + 1]; i++) {
		const struct csa_report_site *site = c->sites[i];

		if (is_at_home(site, file))
			continue;
		put_file(c, "fi", site->file);
		put_call(c, site);
	}
}

static void put_functions(struct callgrind *c)
{
	for (size_t i = 0; i < c->order_count; i++) {
		uint32_t row = c->order[i];
		bool is_row = row != CSA_NO_ROW;

		fputc('\n', c->out);
		put_object(c, "ob", module_of(c, row));
		put_file(c, "fl", file_of(c, row));
		put_function(c, "fn", row);
		fprintf(c->out, "%u %" PRIu64 "\n", is_row ? c->report->table.rows[row].line : 0,
			is_row && c->rows[row] ? c->rows[row]->self_ns : 0);
		put_calls(c, row);
	}
}

static void put_fact(void *state, const char *sentence)
{
	struct callgrind *c = state;

	csa_buf_clear(&c->text);
	csa_add_line_text(&c->text, sentence, '\0', '\0');
	fprintf(c->out, "desc: Fact: %s\n", c->text.data);
	c->has_failed |= c->text.failed;
}

static void put_header(struct callgrind *c)
{
	const struct csa_report *report = c->report;
	struct csa_buf start;

	csa_buf_init(&start);
	csa_add_export_start(&start, report);
	fputs("# callgrind format\nversion: 1\ncreator: " CSA_EXPORTER "\n", c->out);
	if (report->process_count)
		fprintf(c->out, "pid: %" PRIu64 "\n", report->processes->pid);
	csa_buf_clear(&c->text);
	csa_add_line_text(&c->text,
			  report->process_count && report->processes->command
				  ? report->processes->command
				  : "",
			  '\0', '\0');
	fprintf(c->out, "cmd: %s\npart: 1\ndesc: Start: %s\n", c->text.data, start.data);
	c->has_failed |= c->text.failed || start.failed;
	csa_buf_release(&start);
	c->has_failed |= csa_export_facts(report, put_fact, c) < 0;
	fprintf(c->out,
		"event: Ns : Nanoseconds\npositions: line\nevents: Ns\nsummary: %" PRIu64 "\n",
		report->summary.self_ns);
}

/* By caller; below one caller they stay in the report's order. */
static int compare_sites(const void *left, const void *right)
{
	const struct csa_report_site *a = *(const struct csa_report_site *const *)left;
	const struct csa_report_site *b = *(const struct csa_report_site *const *)right;
	uint32_t x = place_of(a->caller);
	uint32_t y = place_of(b->caller);

	if (x != y)
		return x < y ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void sort_sites(struct callgrind *c)
{
	const struct csa_report *report = c->report;
	size_t at = 0;

	for (size_t i = 0; i < report->site_count; i++)
		c->sites[i] = &report->sites[i];
	qsort(c->sites, report->site_count, sizeof(*c->sites), compare_sites);
	for (uint32_t id = 0; id <= report->table.count + 1; id++) {
		while (at < report->site_count && place_of(c->sites[at]->caller) < id)
			at++;
		c->first_site[id] = at;
	}
}

static int compare_names(const void *left, const void *right, void *rows)
{
	const struct csa_row_name *a =
		&((const struct csa_row_name *)rows)[*(const uint32_t *)left];
	const struct csa_row_name *b =
		&((const struct csa_row_name *)rows)[*(const uint32_t *)right];
	int order = strcmp(a->function, b->function);

	if (order)
		return order;
	if (a->module != b->module)
		return a->module < b->module ? -1 : 1;
	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

/* Functions as the report sorts them; behind them those that made calls before the capture only. */
static void sort_functions(struct callgrind *c)
{
	const struct csa_report *report = c->report;
	size_t known;

	c->order[c->order_count++] = CSA_NO_ROW;
	for (size_t i = 0; i < report->row_count; i++) {
		c->rows[report->rows[i].row] = &report->rows[i];
		c->order[c->order_count++] = report->rows[i].row;
	}
	known = c->order_count;
	for (uint32_t row = 0; row < report->table.count; row++) {
		if (!c->rows[row] && c->first_site[row + 1] < c->first_site[row + 2])
			c->order[c->order_count++] = row;
	}
	qsort_r(c->order + known, c->order_count - known, sizeof(*c->order), compare_names,
		report->table.rows);
}

static int init(struct callgrind *c, const struct csa_report *report, FILE *out)
{
	size_t rows = report->table.count;
	unsigned modules = report->symbols ? csa_symbols_module_count(report->symbols) : 0;

	*c = (struct callgrind){ .report = report, .out = out, .files_named = 1 };
	csa_buf_init(&c->text);
	csa_string_index_init(&c->files);
	c->function_ids = calloc(rows + 1, sizeof(*c->function_ids));
	c->objects_named = calloc(modules + 1ull, sizeof(*c->objects_named));
	c->rows = calloc(rows + 1, sizeof(*c->rows));
	c->order = calloc(rows + 1, sizeof(*c->order));
	c->sites = calloc(report->site_count + 1, sizeof(*c->sites));
	c->first_site = calloc(rows + 2, sizeof(*c->first_site));
	return c->function_ids && c->objects_named && c->rows && c->order && c->sites &&
			       c->first_site
		       ? 0
		       : CSA_E_NOMEM;
}

static void release(struct callgrind *c)
{
	free(c->function_ids);
	free(c->objects_named);
	free(c->rows);
	free(c->order);
	free(c->sites);
	free(c->first_site);
	csa_string_index_release(&c->files);
	csa_buf_release(&c->text);
}

static int write_callgrind(const struct csa_report *report, const struct csa_out_options *options,
			   FILE *out, struct csa_err *err)
{
	struct callgrind c;
	int rc = init(&c, report, out);

	(void)options;
	if (rc == 0) {
		sort_sites(&c);
		sort_functions(&c);
		put_header(&c);
		put_functions(&c);
		rc = c.has_failed || c.files.has_failed ? CSA_E_NOMEM : 0;
	}
	release(&c);
	return rc < 0 ? csa_fail(err, rc, "no memory for an export") : 0;
}

const struct csa_out_format csa_out_callgrind = {
	.name = "callgrind",
	.wants = CSA_OUT_WANTS_SITES,
	.write = write_callgrind,
};
