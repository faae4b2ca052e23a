/* SPDX-License-Identifier: MIT */
#include "names_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "terminal_text.h"

#define NAME_WIDTH_MAX 60u
#define COLUMNS_MAX    9u

/* One kind's table: what stands in its columns. The first is the name, the last its place. */
struct kind {
	uint32_t kind;
	const char *plural;
	const char *titles[COLUMNS_MAX + 1]; /* NULL at the end */
	void (*add)(struct csa_buf *buf, const struct csa_report_name *name, unsigned column);
};

void csa_add_short_name(struct csa_buf *buf, const char *name)
{
	csa_add_terminal_text(buf, name);
	if (csa_text_width(buf->data) > NAME_WIDTH_MAX) {
		size_t length = 0;

		for (unsigned width = 0; width < NAME_WIDTH_MAX - 2; length++)
			width += ((unsigned char)buf->data[length + 1] & 0xc0) != 0x80;
		buf->length = length;
		buf->data[length] = '\0';
		csa_buf_add_str(buf, "..");
	}
}

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

/* @row: 0 is the titles. Return: the heap string; NULL: no memory. */
static char *make_cell(const struct kind *kind, const struct csa_report_name *names, size_t row,
		       unsigned column, unsigned columns)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	if (row == 0)
		csa_buf_add_str(&buf, kind->titles[column]);
	else if (column == 0)
		csa_add_short_name(&buf, names[row - 1].name->name);
	else if (column == columns - 1)
		add_place(&buf, names[row - 1].name);
	else
		kind->add(&buf, &names[row - 1], column - 1);
	if (!buf.length)
		csa_buf_add_str(&buf, ""); /* a string of its own */
	return csa_buf_steal(&buf);
}

static void print_cells(char *const *cells, size_t rows, unsigned columns, FILE *out)
{
	unsigned widths[COLUMNS_MAX] = { 0 };

	for (size_t i = 0; i < rows * columns; i++) {
		unsigned width = csa_text_width(cells[i]);

		if (width > widths[i % columns])
			widths[i % columns] = width;
	}
	for (size_t i = 0; i < rows * columns; i++) {
		unsigned column = (unsigned)(i % columns);
		int pad = (int)(widths[column] - csa_text_width(cells[i]));

		if (column == 0)
			fprintf(out, "%s%*s", cells[i], pad, "");
		else if (column == columns - 1)
			fprintf(out, *cells[i] ? "  %s\n" : "%s\n", cells[i]);
		else
			fprintf(out, "  %*s%s", pad, "", cells[i]);
	}
}

static int print_kind(const struct kind *kind, const struct csa_report_name *names, size_t count,
		      unsigned top, FILE *out)
{
	size_t rows = 1 + (top && top < count ? top : count);
	unsigned columns = 0;
	char **cells;
	int rc = 0;

	while (kind->titles[columns])
		columns++;
	cells = calloc(rows * columns + 1, sizeof(*cells));
	for (size_t i = 0; cells && rc == 0 && i < rows * columns; i++) {
		cells[i] = make_cell(kind, names, i / columns, (unsigned)(i % columns), columns);
		rc = cells[i] ? 0 : CSA_E_NOMEM;
	}
	if (cells && rc == 0) {
		fputc('\n', out);
		print_cells(cells, rows, columns, out);
		if (rows - 1 < count)
			fprintf(out, "\n%zu of %zu %s; --top 0 prints all.\n", rows - 1, count,
				kind->plural);
	}
	for (size_t i = 0; cells && i < rows * columns; i++)
		free(cells[i]);
	free(cells);
	return cells ? rc : CSA_E_NOMEM;
}

int csa_print_names(const struct csa_report *report, unsigned top, FILE *out)
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
			rc = print_kind(&kinds[k], report->names + first, end - first, top, out);
	}
	return rc;
}
