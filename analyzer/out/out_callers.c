/* SPDX-License-Identifier: MIT */
/*
 * Where functions are called from: below each function its call sites, the one that took longest
 * first. A line names the function that the call lies in; when that has no hooks or was inlined, also
 * the one with hooks that it belongs to.
 */
#define _GNU_SOURCE /* qsort_r */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "function_columns.h"
#include "line_columns.h"
#include "names_text.h"
#include "short_name.h"
#include "stack_order.h"
#include "terminal_text.h"

#define DEFAULT_COLUMNS "calls,incl,self,max"
#define SITES_MOST      10u /* of a function, unless --top 0 wants all */
#define NAME_MOST       60u /* places stand behind names */
#define PLACE_LEAST     30u /* without room for a name of this width there are no places */
#define GAP             2u
#define FROM            "  from "
#define SUFFIX_MOST     24u /* of the caller's name behind that of what it called */

enum column {
	COLUMN_CALLS,
	COLUMN_INCL,
	COLUMN_TOTAL,
	COLUMN_SELF,
	COLUMN_AVG,
	COLUMN_MAX,
	COLUMN_INCL_NS,
	COLUMN_TOTAL_NS,
	COLUMN_SELF_NS,
	COLUMN_AVG_NS,
	COLUMN_MAX_NS,
	COLUMNS
};

static const struct csa_text_column columns_of_sites[COLUMNS + 1] = {
	[COLUMN_CALLS] = { "calls", NULL, 1, false },
	[COLUMN_INCL] = { "incl", NULL, 2, false },
	[COLUMN_TOTAL] = { "total", NULL, 6, false },
	[COLUMN_SELF] = { "self", NULL, 3, false },
	[COLUMN_AVG] = { "avg", NULL, 5, false },
	[COLUMN_MAX] = { "max", NULL, 4, false },
	[COLUMN_INCL_NS] = { "incl_ns", NULL, 2, false },
	[COLUMN_TOTAL_NS] = { "total_ns", NULL, 6, false },
	[COLUMN_SELF_NS] = { "self_ns", NULL, 3, false },
	[COLUMN_AVG_NS] = { "avg_ns", NULL, 5, false },
	[COLUMN_MAX_NS] = { "max_ns", NULL, 4, false },
};

/* The numbers of a line. */
struct sums {
	uint64_t calls;
	uint64_t incl_ns;
	uint64_t total_ns;
	uint64_t self_ns;
	uint64_t max_ns;
};

/* What a line is about: the name is shortened, the rest is not. */
struct label {
	const char *prefix;
	const char *name;
	const char *suffix;
	const char *place;
};

struct writer {
	const struct csa_report *report;
	struct csa_line_columns columns;
	unsigned name_width; /* names are padded to it; 0: there are no places */
	FILE *out;
};

static void add_site(struct sums *sums, const struct csa_report_site *site)
{
	sums->calls += site->calls;
	sums->incl_ns += site->incl_ns;
	sums->total_ns += site->total_ns;
	sums->self_ns += site->self_ns;
	sums->max_ns = site->max_ns > sums->max_ns ? site->max_ns : sums->max_ns;
}

static void add_ns(struct csa_buf *buf, uint64_t ns)
{
	csa_buf_add_fmt(buf, "%" PRIu64, ns);
}

static void add_cell(struct csa_buf *buf, const void *data, unsigned column)
{
	const struct sums *sums = data;
	const uint64_t avg_ns = sums->calls ? sums->total_ns / sums->calls : 0;

	switch ((enum column)column) {
	case COLUMN_CALLS:
		add_ns(buf, sums->calls);
		break;
	case COLUMN_INCL:
		csa_add_duration(buf, sums->incl_ns);
		break;
	case COLUMN_TOTAL:
		csa_add_duration(buf, sums->total_ns);
		break;
	case COLUMN_SELF:
		csa_add_duration(buf, sums->self_ns);
		break;
	case COLUMN_AVG:
		csa_add_duration(buf, avg_ns);
		break;
	case COLUMN_MAX:
		csa_add_duration(buf, sums->max_ns);
		break;
	case COLUMN_INCL_NS:
		add_ns(buf, sums->incl_ns);
		break;
	case COLUMN_TOTAL_NS:
		add_ns(buf, sums->total_ns);
		break;
	case COLUMN_SELF_NS:
		add_ns(buf, sums->self_ns);
		break;
	case COLUMN_AVG_NS:
		add_ns(buf, avg_ns);
		break;
	case COLUMN_MAX_NS:
		add_ns(buf, sums->max_ns);
		break;
	case COLUMNS:
		break;
	}
}

static void print_line(const struct writer *w, const struct sums *sums, const struct label *label,
		       enum csa_style style)
{
	const bool has_styles = w->columns.has_styles;
	const bool has_place = w->name_width && *label->place;
	unsigned room = has_place                     ? w->name_width
			: w->columns.room < NAME_MOST ? w->columns.room
						      : NAME_MOST;
	unsigned fixed = csa_text_width(label->prefix) + csa_text_width(label->suffix);
	unsigned width;
	struct csa_buf begin;
	struct csa_buf shown;

	csa_buf_init(&begin);
	csa_buf_init(&shown);
	csa_add_shortened_name(&shown, label->name, room > fixed ? room - fixed : 1);
	width = fixed + csa_text_width(shown.data);
	csa_line_begin(&w->columns, add_cell, sums, &begin);
	fprintf(w->out, "%s%s%s%s%s%s", begin.data, label->prefix,
		csa_style_begin(has_styles, style), shown.data, csa_style_end(has_styles, style),
		label->suffix);
	if (has_place) {
		csa_buf_clear(&shown);
		csa_add_shortened(&shown, label->place,
				  w->columns.room == UINT32_MAX
					  ? UINT32_MAX
					  : w->columns.room - w->name_width - GAP);
		fprintf(w->out, "%*s%s%s%s", (int)(w->name_width - width + GAP), "",
			csa_style_begin(has_styles, CSA_STYLE_WEAK), shown.data,
			csa_style_end(has_styles, CSA_STYLE_WEAK));
	}
	fputc('\n', w->out);
	csa_buf_release(&begin);
	csa_buf_release(&shown);
}

static const char *row_function(const struct csa_report *report, uint32_t row)
{
	return row == CSA_NO_ROW ? NULL : report->table.rows[row].function;
}

/* Debug information can have the last part of a name only. */
static bool is_same(const char *caller, const char *function)
{
	size_t length = strlen(function);
	const char *at = caller;

	if (strcmp(caller, function) == 0)
		return true;
	while ((at = strstr(at, "::")) != NULL) {
		at += 2;
		if (strncmp(at, function, length) == 0 && (!at[length] || at[length] == '('))
			return true;
	}
	return false;
}

/* The function that the call stands in. NULL: outside of all that is known */
static const char *function_of(const struct csa_report *report, const struct csa_report_site *site)
{
	if (site->is_known && site->function)
		return site->function;
	return row_function(report, site->caller);
}

/* Where that has no hooks, the nearest function that has. */
static void add_suffix(struct csa_buf *buf, const struct csa_report *report,
		       const struct csa_report_site *site, unsigned width)
{
	const char *function = function_of(report, site);
	const char *caller = row_function(report, site->caller);

	if (caller && !is_same(caller, function)) {
		struct csa_buf text;

		csa_buf_init(&text);
		csa_add_terminal_text(&text, caller);
		csa_buf_add_str(buf, " in ");
		csa_add_shortened_name(buf, text.data, width);
		csa_buf_release(&text);
	}
	if (site->is_inlined)
		csa_buf_add_str(buf, ", inlined");
}

static void add_site_place(struct csa_buf *buf, const struct csa_report *report,
			   const struct csa_report_site *site)
{
	struct csa_module_info module;

	if (!site->is_known)
		return;
	if (site->file) {
		csa_add_terminal_text(buf, csa_short_path(site->file));
		csa_buf_add_fmt(buf, ":%u", site->line);
		return;
	}
	if (site->module != CSA_NO_MODULE) {
		csa_symbols_module(report->symbols, site->module, &module);
		csa_add_terminal_text(buf, csa_short_path(module.path));
		csa_buf_add_char(buf, '+');
	}
	csa_buf_add_fmt(buf, "0x%" PRIx64, site->address);
}

static void print_site(const struct writer *w, const struct csa_report_site *site)
{
	const char *function = function_of(w->report, site);
	struct sums sums = { 0 };
	struct csa_buf name;
	struct csa_buf suffix;
	struct csa_buf place;

	csa_buf_init(&name);
	csa_buf_init(&suffix);
	csa_buf_init(&place);
	add_site(&sums, site);
	csa_add_terminal_text(&name, function ? function : "outside");
	add_suffix(&suffix, w->report, site, SUFFIX_MOST);
	add_site_place(&place, w->report, site);
	print_line(w, &sums, &(struct label){ FROM, name.data, suffix.data, place.data },
		   CSA_STYLE_PLAIN);
	csa_buf_release(&name);
	csa_buf_release(&suffix);
	csa_buf_release(&place);
}

/* Sites that are not shown are one line. */
static void print_rest(const struct writer *w, const struct csa_report_site *sites, size_t count)
{
	struct sums sums = { 0 };
	char name[64];

	for (size_t i = 0; i < count; i++)
		add_site(&sums, &sites[i]);
	snprintf(name, sizeof(name), "%zu other %s", count, count == 1 ? "place" : "places");
	print_line(w, &sums, &(struct label){ FROM, name, "", "" }, CSA_STYLE_WEAK);
}

static int compare_texts(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

/* What a line says of a call site, without its numbers. */
static int compare_lines(const void *left, const void *right, void *report)
{
	const struct csa_report_site *a = left;
	const struct csa_report_site *b = right;
	int order = csa_caller_order(report, a->caller, b->caller);

	if (!order)
		order = compare_texts(a->function, b->function);
	if (!order)
		order = compare_texts(a->file, b->file);
	if (!order)
		order = (a->line > b->line) - (a->line < b->line);
	if (!order && !a->file)
		order = (a->address > b->address) - (a->address < b->address);
	return order ? order : a->is_inlined - b->is_inlined;
}

static int compare_times(const void *left, const void *right, void *report)
{
	const struct csa_report_site *a = left;
	const struct csa_report_site *b = right;

	if (a->incl_ns != b->incl_ns)
		return a->incl_ns > b->incl_ns ? -1 : 1;
	if (a->total_ns != b->total_ns)
		return a->total_ns > b->total_ns ? -1 : 1;
	return compare_lines(left, right, report);
}

/* Code of one line that stands in several places is one site. Return: how many are left. */
static size_t merge_lines(const struct csa_report *report, struct csa_report_site *sites,
			  size_t count)
{
	void *of = (void *)(uintptr_t)report;
	size_t kept = 0;

	qsort_r(sites, count, sizeof(*sites), compare_lines, of);
	for (size_t i = 1; i < count; i++) {
		struct csa_report_site *to = &sites[kept];

		if (compare_lines(to, &sites[i], of) != 0) {
			sites[++kept] = sites[i];
			continue;
		}
		to->calls += sites[i].calls;
		to->incl_ns += sites[i].incl_ns;
		to->total_ns += sites[i].total_ns;
		to->self_ns += sites[i].self_ns;
		to->max_ns = sites[i].max_ns > to->max_ns ? sites[i].max_ns : to->max_ns;
	}
	qsort_r(sites, kept + 1, sizeof(*sites), compare_times, of);
	return kept + 1;
}

/* @sites: @count of one function, at least one; reordered */
static void print_function(const struct writer *w, struct csa_report_site *sites, size_t count,
			   unsigned top)
{
	const struct csa_row_name *name = &w->report->table.rows[sites[0].row];
	size_t shown;
	struct sums sums = { 0 };
	struct csa_buf text;
	struct csa_buf place;

	csa_buf_init(&text);
	csa_buf_init(&place);
	count = merge_lines(w->report, sites, count);
	shown = top && count > SITES_MOST + 1 ? SITES_MOST : count;
	for (size_t i = 0; i < count; i++)
		add_site(&sums, &sites[i]);
	csa_add_terminal_text(&text, name->function);
	csa_add_place(&place, w->report, name);
	print_line(w, &sums, &(struct label){ "", text.data, "", place.data }, CSA_STYLE_STRONG);
	for (size_t i = 0; i < shown; i++)
		print_site(w, &sites[i]);
	if (shown < count)
		print_rest(w, sites + shown, count - shown);
	csa_buf_release(&text);
	csa_buf_release(&place);
}

static size_t count_of_row(const struct csa_report *report, size_t first)
{
	size_t end = first;

	while (end < report->site_count && report->sites[end].row == report->sites[first].row)
		end++;
	return end - first;
}

/* Names get as much room as the longest needs, so that places stand below each other. */
static unsigned width_of_names(const struct csa_report *report, size_t sites, unsigned room)
{
	unsigned most = room == UINT32_MAX ? NAME_MOST : room / 2 + 4;
	unsigned width = 0;
	struct csa_buf text;

	if (room < 2 * PLACE_LEAST)
		return 0;
	csa_buf_init(&text);
	for (size_t i = 0; i < sites; i++) {
		unsigned own;

		const char *function = function_of(report, &report->sites[i]);

		csa_buf_clear(&text);
		csa_buf_add_str(&text, FROM);
		csa_buf_add_str(&text, function ? function : "outside");
		add_suffix(&text, report, &report->sites[i], SUFFIX_MOST);
		own = csa_text_width(text.data);
		width = own > width ? own : width;
		own = csa_text_width(row_function(report, report->sites[i].row));
		width = own > width ? own : width;
	}
	csa_buf_release(&text);
	return width < most ? width : most;
}

static unsigned column_width(enum column column, const struct csa_report *report)
{
	switch (column) {
	case COLUMN_CALLS:
		return csa_count_digits(report->summary.calls);
	case COLUMN_INCL_NS:
	case COLUMN_TOTAL_NS:
	case COLUMN_SELF_NS:
	case COLUMN_AVG_NS:
	case COLUMN_MAX_NS:
		return 12;
	default:
		return CSA_DURATION_WIDTH;
	}
}

static int choose(struct csa_chosen_columns *chosen, const struct csa_out_options *options,
		  struct csa_err *err)
{
	return csa_columns_choose(chosen, columns_of_sites,
				  options->columns ? options->columns : DEFAULT_COLUMNS, err);
}

static int check_callers(const struct csa_out_options *options, struct csa_err *err)
{
	struct csa_chosen_columns chosen;

	return choose(&chosen, options, err);
}

/* How many sites the first @top functions have. @functions: how many there are at all */
static size_t count_sites(const struct csa_report *report, unsigned top, size_t *functions)
{
	size_t sites = 0;

	*functions = 0;
	for (size_t i = 0; i < report->site_count; i += count_of_row(report, i)) {
		++*functions;
		if (!top || *functions <= top)
			sites = i + count_of_row(report, i);
	}
	return sites;
}

static int write_callers(const struct csa_report *report, const struct csa_out_options *options,
			 FILE *out, struct csa_err *err)
{
	struct writer w = { .report = report, .out = out };
	struct csa_report_site *copy;
	size_t functions;
	size_t sites = count_sites(report, options->top, &functions);
	int rc = choose(&w.columns.chosen, options, err);

	if (rc < 0)
		return rc;
	w.columns.has_styles = options->has_styles;
	for (unsigned i = 0; i < w.columns.chosen.count; i++)
		w.columns.widths[i] = column_width(w.columns.chosen.numbers[i], report);
	csa_line_fit(&w.columns, options->width);
	w.name_width = width_of_names(report, sites, w.columns.room);
	copy = calloc(sites + 1, sizeof(*copy));
	if (!copy)
		return csa_fail(err, CSA_E_NOMEM, "no memory for %zu call sites", sites);
	if (sites)
		memcpy(copy, report->sites, sites * sizeof(*copy));
	csa_line_titles(&w.columns, "function, and where it is called from", out);
	for (size_t i = 0; i < sites; i += count_of_row(report, i))
		print_function(&w, copy + i, count_of_row(report, i), options->top);
	free(copy);
	if (options->top && functions > options->top)
		fprintf(out, "\n%u of %zu functions; --top 0 prints all.\n", options->top,
			functions);
	return 0;
}

const struct csa_out_format csa_out_callers = {
	.name = "callers",
	.wants = CSA_OUT_WANTS_SITES,
	.default_top = 20,
	.check = check_callers,
	.write = write_callers,
};
