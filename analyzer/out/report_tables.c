/* SPDX-License-Identifier: MIT */
#include "report_tables.h"

#include <inttypes.h>
#include <stdlib.h>

#include "function_columns.h"
#include "names_text.h"
#include "terminal_text.h"
#include "text_table.h"

static size_t limited(size_t count, unsigned top)
{
	return top && top < count ? top : count;
}

/* Why rows are not there. */
static void print_rest(size_t shown, size_t count, const char *plural, FILE *out)
{
	if (shown < count)
		fprintf(out, "\n%zu of %zu %s; --top 0 prints all.\n", shown, count, plural);
}

enum thread_column {
	THREAD_NAME,
	THREAD_TID,
	THREAD_SHARE,
	THREAD_TIME,
	THREAD_EVENTS,
	THREAD_FIRST,
	THREAD_LAST,
	THREAD_PROCESS,
	THREAD_COLUMNS
};

static const char *const thread_titles[THREAD_COLUMNS] = {
	[THREAD_NAME] = "thread", [THREAD_TID] = "tid",         [THREAD_SHARE] = "time%",
	[THREAD_TIME] = "time",   [THREAD_EVENTS] = "events",   [THREAD_FIRST] = "first",
	[THREAD_LAST] = "last",   [THREAD_PROCESS] = "process",
};
static const unsigned char thread_ranks[THREAD_COLUMNS] = {
	[THREAD_TID] = 3,   [THREAD_SHARE] = 2, [THREAD_TIME] = 1,    [THREAD_EVENTS] = 4,
	[THREAD_FIRST] = 6, [THREAD_LAST] = 5,  [THREAD_PROCESS] = 7,
};

struct thread_rows {
	const struct csa_report *report;
	const struct csa_report_thread **items;
};

static int compare_threads(const void *left, const void *right)
{
	const struct csa_report_thread *a = *(const struct csa_report_thread *const *)left;
	const struct csa_report_thread *b = *(const struct csa_report_thread *const *)right;

	if (a->root_ns != b->root_ns)
		return a->root_ns > b->root_ns ? -1 : 1;
	return a < b ? -1 : a > b; /* as they stand in the report */
}

/* Times of threads count from the start of their process. */
static void add_seconds(struct csa_buf *buf, uint64_t ns)
{
	csa_buf_add_fmt(buf, "%.6f s", (double)ns / 1e9);
}

static void add_thread_cell(struct csa_buf *buf, const void *data, size_t index, unsigned column)
{
	const struct thread_rows *rows = data;
	const struct csa_report_thread *t = rows->items[index];

	switch ((enum thread_column)column) {
	case THREAD_NAME:
		if (t->name)
			csa_add_terminal_text(buf, t->name);
		else
			csa_buf_add_fmt(buf, "thread %" PRIu32, t->serial);
		if (t->unmatched)
			csa_buf_add_fmt(buf, " (%" PRIu64 " unmatched)", t->unmatched);
		break;
	case THREAD_TID:
		csa_buf_add_fmt(buf, "%" PRIu32, t->tid);
		break;
	case THREAD_SHARE:
		csa_add_share(buf, t->root_ns, rows->report->summary.self_ns);
		break;
	case THREAD_TIME:
		csa_add_duration(buf, t->root_ns);
		break;
	case THREAD_EVENTS:
		csa_buf_add_fmt(buf, "%" PRIu64, t->events);
		break;
	case THREAD_FIRST:
		add_seconds(buf, t->first_ns);
		break;
	case THREAD_LAST:
		add_seconds(buf, t->last_ns);
		break;
	case THREAD_PROCESS:
		csa_buf_add_fmt(buf, "%" PRIu64, rows->report->processes[t->process].pid);
		break;
	case THREAD_COLUMNS:
		break;
	}
}

int csa_print_threads(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out)
{
	const size_t count = report->thread_count;
	struct thread_rows rows = { .report = report };
	const struct csa_text_table table = {
		.titles = thread_titles,
		.columns = THREAD_COLUMNS - (report->process_count < 2),
		.rows = limited(count, options->top),
		.add = add_thread_cell,
		.data = &rows,
		.ranks = thread_ranks,
		.are_texts = (const bool[THREAD_COLUMNS]){ [THREAD_NAME] = true },
		.width = options->width,
		.has_styles = options->has_styles,
	};
	int rc;

	if (count < 2)
		return 0;
	rows.items = calloc(count, sizeof(*rows.items));
	if (!rows.items)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < count; i++)
		rows.items[i] = &report->threads[i];
	qsort(rows.items, count, sizeof(*rows.items), compare_threads);
	fputc('\n', out);
	rc = csa_print_table(&table, out);
	print_rest(table.rows, count, "threads", out);
	free(rows.items);
	return rc;
}

enum module_column {
	MODULE_PATH,
	MODULE_SHARE,
	MODULE_SELF,
	MODULE_CALLS,
	MODULE_FUNCTIONS,
	MODULE_NAMES,
	MODULE_COLUMNS
};

static const char *const module_titles[MODULE_COLUMNS] = {
	[MODULE_PATH] = "module", [MODULE_SHARE] = "self%",         [MODULE_SELF] = "self",
	[MODULE_CALLS] = "calls", [MODULE_FUNCTIONS] = "functions", [MODULE_NAMES] = "names from",
};
static const unsigned char module_ranks[MODULE_COLUMNS] = {
	[MODULE_SHARE] = 2,     [MODULE_SELF] = 1,  [MODULE_CALLS] = 3,
	[MODULE_FUNCTIONS] = 4, [MODULE_NAMES] = 5,
};

struct module_rows {
	const struct csa_report *report;
	bool has_times; /* of any function */
};

static void add_module_cell(struct csa_buf *buf, const void *data, size_t index, unsigned column)
{
	const struct module_rows *rows = data;
	const struct csa_report_module *m = &rows->report->modules[index];
	struct csa_module_info info = { 0 };

	if (m->module != CSA_NO_MODULE)
		csa_symbols_module(rows->report->symbols, m->module, &info);
	switch ((enum module_column)column) {
	case MODULE_PATH:
		csa_add_terminal_text(buf, m->path ? csa_short_path(m->path) : "(no module)");
		break;
	case MODULE_SHARE:
		csa_add_share(buf, m->self_ns, rows->report->summary.self_ns);
		break;
	case MODULE_SELF:
		if (rows->has_times)
			csa_add_duration(buf, m->self_ns);
		else
			csa_buf_add_char(buf, '-');
		break;
	case MODULE_CALLS:
		csa_buf_add_fmt(buf, "%" PRIu64, m->calls);
		break;
	case MODULE_FUNCTIONS:
		csa_buf_add_fmt(buf, "%" PRIu64, m->functions);
		break;
	case MODULE_NAMES:
		csa_add_terminal_text(buf, info.names_from ? info.names_from : "");
		break;
	case MODULE_COLUMNS:
		break;
	}
}

int csa_print_modules(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out)
{
	struct module_rows rows = { .report = report };
	const struct csa_text_table table = {
		.titles = module_titles,
		.columns = MODULE_COLUMNS,
		.rows = limited(report->module_count, options->top),
		.add = add_module_cell,
		.data = &rows,
		.ranks = module_ranks,
		.width = options->width,
		.has_styles = options->has_styles,
	};
	int rc;

	if (report->module_count < 2)
		return 0;
	for (size_t i = 0; i < report->row_count && !rows.has_times; i++)
		rows.has_times = report->rows[i].has_times;
	fputc('\n', out);
	rc = csa_print_table(&table, out);
	print_rest(table.rows, report->module_count, "modules", out);
	return rc;
}
