/* SPDX-License-Identifier: MIT */
#include "call_lines.h"

#include <inttypes.h>

#include <callsight/trace_format.h>

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

int csa_call_columns_choose(struct csa_line_columns *columns, const struct csa_out_options *options,
			    struct csa_err *err)
{
	const char *list = options->columns  ? options->columns
			   : options->merged ? DEFAULT_MERGED_COLUMNS
					     : DEFAULT_COLUMNS;
	int rc = csa_columns_choose(&columns->chosen, columns_of_calls, list, err);

	columns->has_styles = options->has_styles;
	for (unsigned i = 0; i < columns->chosen.count; i++)
		columns->widths[i] = widths[columns->chosen.numbers[i]];
	csa_line_fit(columns, options->width);
	return rc;
}

/* What the cells of a line are made of. */
struct line {
	const struct csa_line_thread *thread;
	const struct csa_spooled *item;
};

static void add_number(struct csa_buf *buf, uint64_t number)
{
	csa_buf_add_fmt(buf, "%" PRIu64, number);
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
		csa_buf_add_fmt(buf, "%" PRIu64 ".%09" PRIu64, item->ns / 1000000000,
				item->ns % 1000000000);
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
	return item->flags & CSA_CALL_RESUME ? " (resumed)" : "";
}

static enum csa_style add_text(struct csa_buf *buf, const struct csa_report *report,
			       const struct csa_spooled *item)
{
	switch (item->kind) {
	case CSA_CALL_ENTER:
		csa_add_terminal_text(buf, report->table.rows[item->row].function);
		return CSA_STYLE_PLAIN;
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

void csa_print_call_line(const struct csa_line_columns *columns, const struct csa_report *report,
			 const struct csa_line_thread *thread, const struct csa_spooled *item,
			 FILE *out)
{
	const struct line line = { .thread = thread, .item = item };
	const char *words = item->kind == CSA_CALL_ENTER ? remark(item) : "";
	unsigned room = columns->room < NAME_MOST ? columns->room : NAME_MOST;
	struct csa_buf text;
	struct csa_buf indent;
	struct csa_buf shown;
	enum csa_style style;
	unsigned used;

	csa_buf_init(&text);
	csa_buf_init(&indent);
	csa_buf_init(&shown);
	style = add_text(&text, report, item);
	add_indent(&indent, room, item->depth);
	used = csa_text_width(indent.data) + csa_text_width(words);
	csa_add_shortened_name(&shown, text.data, room > used ? room - used : 1);
	csa_line_begin(columns, add_cell, &line, out);
	fprintf(out, "%s%s%s%s%s\n", indent.data, csa_style_begin(columns->has_styles, style),
		shown.data, csa_style_end(columns->has_styles, style), words);
	csa_buf_release(&text);
	csa_buf_release(&indent);
	csa_buf_release(&shown);
}
