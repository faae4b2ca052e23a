/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fwrite_unlocked */
#include "call_lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "decimal_text.h"
#include "short_name.h"
#include "terminal_text.h"
#include "word_reader.h"

#define DEFAULT_COLUMNS        "time,total,self"
#define DEFAULT_MERGED_COLUMNS "time,total,self,thread"
#define TIME_WIDTH             13u /* "999.123456789" */
#define THREAD_WIDTH           20u
#define NAME_MOST              200u /* without a terminal */
#define LEVELS_MOST            40u  /* deeper calls say their depth instead */
#define INDENT                 2u

enum column {
	COLUMN_TIME,
	COLUMN_TOTAL,
	COLUMN_SELF,
	COLUMN_THREAD,
	COLUMN_TID,
	COLUMN_PID,
	COLUMN_DEPTH,
	COLUMN_TIME_NS,
	COLUMN_TOTAL_NS,
	COLUMN_SELF_NS,
	COLUMNS
};

static const struct csa_text_column columns_of_calls[COLUMNS + 1] = {
	[COLUMN_TIME] = { "time", NULL, 3, false },
	[COLUMN_TOTAL] = { "total", NULL, 1, false },
	[COLUMN_SELF] = { "self", NULL, 4, false },
	[COLUMN_THREAD] = { "thread", NULL, 2, true },
	[COLUMN_TID] = { "tid", NULL, 5, false },
	[COLUMN_PID] = { "pid", NULL, 6, false },
	[COLUMN_DEPTH] = { "depth", NULL, 6, false },
	[COLUMN_TIME_NS] = { "time_ns", NULL, 3, false },
	[COLUMN_TOTAL_NS] = { "total_ns", NULL, 1, false },
	[COLUMN_SELF_NS] = { "self_ns", NULL, 4, false },
};

static const unsigned widths[COLUMNS] = {
	[COLUMN_TIME] = TIME_WIDTH,
	[COLUMN_TOTAL] = CSA_DURATION_WIDTH,
	[COLUMN_SELF] = CSA_DURATION_WIDTH,
	[COLUMN_THREAD] = THREAD_WIDTH,
	[COLUMN_TID] = 7,
	[COLUMN_PID] = 7,
	[COLUMN_DEPTH] = 5,
	[COLUMN_TIME_NS] = 12,
	[COLUMN_TOTAL_NS] = 12,
	[COLUMN_SELF_NS] = 12,
};

/* A function's name as it is shown where there is room for it. */
struct csa_row_text {
	char *text; /* NULL: not made yet */
	unsigned width;
};

int csa_call_lines_init(struct csa_call_lines *lines, const struct csa_out_options *options,
			struct csa_err *err)
{
	const char *list = options->columns  ? options->columns
			   : options->merged ? DEFAULT_MERGED_COLUMNS
					     : DEFAULT_COLUMNS;
	struct csa_line_columns *columns = &lines->columns;
	int rc;

	*lines = (struct csa_call_lines){ 0 };
	csa_buf_init(&lines->line);
	csa_buf_init(&lines->text);
	csa_buf_init(&lines->indent);
	rc = csa_columns_choose(&columns->chosen, columns_of_calls, list, err);
	columns->has_styles = options->has_styles;
	for (unsigned i = 0; i < columns->chosen.count; i++)
		columns->widths[i] = widths[columns->chosen.numbers[i]];
	csa_line_fit(columns, options->width);
	return rc;
}

void csa_call_lines_release(struct csa_call_lines *lines)
{
	for (uint32_t i = 0; i < lines->row_count; i++)
		free(lines->rows[i].text);
	free(lines->rows);
	csa_buf_release(&lines->line);
	csa_buf_release(&lines->text);
	csa_buf_release(&lines->indent);
	*lines = (struct csa_call_lines){ 0 };
}

static bool grow_rows(struct csa_call_lines *lines, uint32_t row)
{
	uint32_t count = row < 512 ? 1024 : 2 * row;
	struct csa_row_text *rows = realloc(lines->rows, count * sizeof(*rows));

	if (!rows)
		return false;
	memset(rows + lines->row_count, 0, (count - lines->row_count) * sizeof(*rows));
	lines->rows = rows;
	lines->row_count = count;
	return true;
}

/* NULL: no memory. */
static const struct csa_row_text *row_text(struct csa_call_lines *lines,
					   const struct csa_report *report, uint32_t row)
{
	struct csa_row_text *shown;
	struct csa_buf text;
	struct csa_buf name;

	if (row >= lines->row_count && !grow_rows(lines, row))
		return NULL;
	shown = &lines->rows[row];
	if (shown->text)
		return shown;
	csa_buf_init(&text);
	csa_buf_init(&name);
	csa_add_terminal_text(&text, report->table.rows[row].function);
	csa_add_shortened_name(&name, text.data, NAME_MOST);
	shown->width = csa_text_width(name.data);
	shown->text = csa_buf_steal(&name);
	csa_buf_release(&text);
	return shown->text ? shown : NULL;
}

/* What the cells of a line are made of. */
struct line {
	const struct csa_line_thread *thread;
	const struct csa_spooled *item;
};

static void add_number(struct csa_buf *buf, uint64_t number)
{
	char digits[CSA_DECIMAL_CHARS];

	csa_buf_add(buf, digits, (size_t)(csa_put_uint(digits, number) - digits));
}

/* In seconds, nine decimals. */
static void add_time(struct csa_buf *buf, uint64_t ns)
{
	char digits[2 * CSA_DECIMAL_CHARS];
	char *at = csa_put_uint(digits, ns / 1000000000);
	uint64_t place = 100000000;

	*at++ = '.';
	for (uint64_t rest = ns % 1000000000; place; place /= 10)
		*at++ = (char)('0' + rest / place % 10);
	csa_buf_add(buf, digits, (size_t)(at - digits));
}

static void add_time_of_call(struct csa_buf *buf, const struct csa_spooled *item, unsigned column)
{
	if (item->kind != CSA_CALL_ENTER)
		return;
	if (column == COLUMN_TOTAL)
		csa_add_duration(buf, item->call.duration_ns);
	else if (column == COLUMN_SELF)
		csa_add_duration(buf, item->call.self_ns);
	else
		add_number(buf,
			   column == COLUMN_TOTAL_NS ? item->call.duration_ns : item->call.self_ns);
}

static void add_cell(struct csa_buf *buf, const void *data, unsigned column)
{
	const struct line *line = data;
	const struct csa_spooled *item = line->item;

	switch ((enum column)column) {
	case COLUMN_TIME:
		add_time(buf, item->ns);
		break;
	case COLUMN_TIME_NS:
		add_number(buf, item->ns);
		break;
	case COLUMN_THREAD:
		csa_add_terminal_text(buf, line->thread->label);
		break;
	case COLUMN_TID:
		add_number(buf, line->thread->tid);
		break;
	case COLUMN_PID:
		add_number(buf, line->thread->pid);
		break;
	case COLUMN_DEPTH:
		add_number(buf, item->depth);
		break;
	default:
		add_time_of_call(buf, item, column);
	}
}

static void add_user(struct csa_buf *buf, const struct csa_spooled *item)
{
	csa_buf_add_str(buf, item->row == CSF_NAME_FRAME   ? "-- frame "
			     : item->row == CSF_NAME_VALUE ? "-- value "
							   : "-- mark ");
	csa_add_terminal_text(buf, item->user.name);
	if (item->row == CSF_NAME_VALUE)
		csa_buf_add_fmt(buf, " = %" PRId64, item->user.value);
}

static void add_marker(struct csa_buf *buf, const struct csa_spooled *item)
{
	const char *text = csa_marker_text((uint32_t)item->marker.marker);

	if (text)
		csa_buf_add_fmt(buf, "-- %s", text);
	else
		csa_buf_add_fmt(buf, "-- marker %" PRIu64, item->marker.marker);
	if (item->marker.argument)
		csa_buf_add_fmt(buf, " (%" PRIu64 ")", item->marker.argument);
}

static void add_lost(struct csa_buf *buf, const struct csa_spooled *item)
{
	csa_buf_add_str(buf, "-- missing here: ");
	if (item->lost.events)
		csa_buf_add_fmt(buf, "%" PRIu64 " events", item->lost.events);
	else if (!item->lost.blocks)
		csa_buf_add_str(buf, "an unknown number of events");
	if (item->lost.blocks)
		csa_buf_add_fmt(buf, "%s%" PRIu64 " blocks", item->lost.events ? ", " : "",
				item->lost.blocks);
}

/* What a reader must know of a call. */
static const char *remark(const struct csa_spooled *item)
{
	if (item->flags & CSA_CALL_FOREIGN)
		return " (entered earlier)";
	if (item->flags & CSA_CALL_CUT)
		return " (cut)";
	if (item->flags & CSA_CALL_OPEN)
		return " (still open)";
	if (item->flags & CSA_CALL_UNWOUND)
		return " (left without an exit)";
	if (item->flags & CSA_CALL_LOSSY)
		return " (events lost meanwhile)";
	return item->flags & CSA_CALL_RESUME ? " (resumed)" : "";
}

/* What is no call. */
static enum csa_style add_other(struct csa_buf *buf, const struct csa_spooled *item)
{
	switch (item->kind) {
	case CSA_CALL_USER:
		add_user(buf, item);
		return CSA_STYLE_STRONG;
	case CSA_CALL_MARKER:
		add_marker(buf, item);
		return CSA_STYLE_WARNING;
	default:
		add_lost(buf, item);
		return CSA_STYLE_WARNING;
	}
}

/* Blanks, or at most so many and then the depth. */
static void add_indent(struct csa_buf *buf, unsigned room, uint32_t depth)
{
	uint32_t levels = depth ? depth - 1 : 0;
	uint32_t most = room / (2 * INDENT) < LEVELS_MOST ? room / (2 * INDENT) : LEVELS_MOST;

	for (uint32_t i = 0; i < levels && i < most; i++)
		csa_buf_add(buf, "  ", INDENT);
	if (levels > most)
		csa_buf_add_fmt(buf, "[%" PRIu32 "] ", depth);
}

/* A call's name and what must be known of it, in @room columns. */
static int add_call(struct csa_call_lines *lines, const struct csa_report *report,
		    const struct csa_spooled *item, unsigned room)
{
	const struct csa_row_text *name = row_text(lines, report, item->row);
	const char *words = remark(item);
	unsigned left = (unsigned)strlen(words);

	if (!name)
		return CSA_E_NOMEM;
	left = room > left ? room - left : 1;
	if (name->width <= left)
		csa_buf_add_str(&lines->line, name->text);
	else
		csa_add_shortened_name(&lines->line, name->text, left);
	csa_buf_add_str(&lines->line, words);
	return 0;
}

int csa_call_lines_print(struct csa_call_lines *lines, const struct csa_report *report,
			 const struct csa_line_thread *thread, const struct csa_spooled *item,
			 FILE *out)
{
	const struct csa_line_columns *columns = &lines->columns;
	const struct line line = { .thread = thread, .item = item };
	unsigned room = columns->room < NAME_MOST ? columns->room : NAME_MOST;
	unsigned indent;
	int rc = 0;

	csa_buf_clear(&lines->indent);
	add_indent(&lines->indent, room, item->depth);
	indent = (unsigned)lines->indent.length;
	room = room > indent ? room - indent : 1;
	csa_line_begin(columns, add_cell, &line, &lines->line);
	csa_buf_add(&lines->line, lines->indent.data, indent);
	if (item->kind == CSA_CALL_ENTER) {
		rc = add_call(lines, report, item, room);
	} else {
		enum csa_style style;

		csa_buf_clear(&lines->text);
		style = add_other(&lines->text, item);
		csa_buf_add_str(&lines->line, csa_style_begin(columns->has_styles, style));
		csa_add_shortened(&lines->line, lines->text.data, room);
		csa_buf_add_str(&lines->line, csa_style_end(columns->has_styles, style));
	}
	csa_buf_add_char(&lines->line, '\n');
	if (lines->line.failed)
		return CSA_E_NOMEM;
	fwrite_unlocked(lines->line.data, 1, lines->line.length, out);
	return rc;
}
