/* SPDX-License-Identifier: MIT */
#include "names_text.h"

#include <inttypes.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "terminal_text.h"
#include "text_table.h"

/* One kind's table: what stands in its columns. The first is the name, the last its place. */
struct kind {
	uint32_t kind;
	const char *plural;
	const char *titles[CSA_TEXT_COLUMNS_MAX + 1]; /* NULL at the end */
	void (*add)(struct csa_buf *buf, const struct csa_report_name *name, unsigned column);
};

const char *csa_short_path(const char *path)
{
	const char *slash = strrchr(path, '/');

	while (slash && slash > path && slash[-1] != '/')
		slash--;
	return slash && slash > path ? slash : path;
}

static void add_frame(struct csa_buf *buf, const struct csa_report_name *name, unsigned column)
{
	const uint64_t times[] = { name->min_ns, name->avg_ns, name->p50_ns, name->p99_ns,
				   name->max_ns };

	if (column == 0)
		csa_buf_add_fmt(buf, "%" PRIu64, name->count);
	else if (!name->intervals)
		csa_buf_add_char(buf, '-');
	else
		csa_add_duration(buf, times[column - 1]);
}

/* Up to three decimals: no exponent hides how large it is. */
static void add_average(struct csa_buf *buf, double average)
{
	csa_buf_add_fmt(buf, "%.3f", average);
	while (!buf->failed && buf->data[buf->length - 1] == '0')
		buf->data[--buf->length] = '\0';
	if (!buf->failed && buf->data[buf->length - 1] == '.')
		buf->data[--buf->length] = '\0';
}

static void add_value(struct csa_buf *buf, const struct csa_report_name *name, unsigned column)
{
	const int64_t numbers[] = { name->min, 0, name->max, name->last };

	if (column == 0)
		csa_buf_add_fmt(buf, "%" PRIu64, name->count);
	else if (column == 2)
		add_average(buf, name->avg);
	else
		csa_buf_add_fmt(buf, "%" PRId64, numbers[column - 1]);
}

static void add_mark(struct csa_buf *buf, const struct csa_report_name *name, unsigned column)
{
	if (column == 0)
		csa_buf_add_fmt(buf, "%" PRIu64, name->count);
	else
		csa_buf_add_fmt(buf, "%.6f s",
				(double)(column == 1 ? name->first_ns : name->last_ns) / 1e9);
}

static const struct kind kinds[] = {
	{ CSF_NAME_FRAME,
	  "frames",
	  { "frame", "count", "min", "avg", "p50", "p99", "max", "file:line", NULL },
	  add_frame },
	{ CSF_NAME_VALUE,
	  "values",
	  { "value", "count", "min", "avg", "max", "last", "file:line", NULL },
	  add_value },
	{ CSF_NAME_MARK,
	  "marks",
	  { "mark", "count", "first", "last", "file:line", NULL },
	  add_mark },
};

static void add_place(struct csa_buf *buf, const struct csa_user_name *name)
{
	if (!name->file)
		return;
	csa_add_terminal_text(buf, csa_short_path(name->file));
	csa_buf_add_fmt(buf, ":%u", name->line);
}

/* What a table's cells are made of. */
struct table_data {
	const struct kind *kind;
	const struct csa_report_name *names;
	unsigned columns;
};

static void add_cell(struct csa_buf *buf, const void *data, size_t row, unsigned column)
{
	const struct table_data *t = data;

	if (column == 0)
		csa_add_terminal_text(buf, t->names[row].name->name);
	else if (column == t->columns - 1)
		add_place(buf, t->names[row].name);
	else
		t->kind->add(buf, &t->names[row], column - 1);
}

static int print_kind(const struct kind *kind, const struct csa_report_name *names, size_t count,
		      const struct csa_out_options *options, FILE *out)
{
	const unsigned top = options->top;
	struct table_data data = { .kind = kind, .names = names };
	struct csa_text_table table = { .titles = kind->titles,
					.rows = top && top < count ? top : count,
					.add = add_cell,
					.data = &data,
					.width = options->width,
					.has_styles = options->has_styles };
	int rc;

	while (kind->titles[data.columns])
		data.columns++;
	table.columns = data.columns;
	fputc('\n', out);
	rc = csa_print_table(&table, out);
	if (rc == 0 && table.rows < count)
		fprintf(out, "\n%zu of %zu %s; --top 0 prints all.\n", table.rows, count,
			kind->plural);
	return rc;
}

int csa_print_names(const struct csa_report *report, const struct csa_out_options *options,
		    FILE *out)
{
	int rc = 0;

	for (size_t k = 0; rc == 0 && k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		size_t first = 0;
		size_t end;

		while (first < report->name_count &&
		       report->names[first].name->kind != kinds[k].kind)
			first++;
		end = first;
		while (end < report->name_count && report->names[end].name->kind == kinds[k].kind)
			end++;
		if (end > first)
			rc = print_kind(&kinds[k], report->names + first, end - first, options,
					out);
	}
	return rc;
}
