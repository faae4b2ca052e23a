/* SPDX-License-Identifier: MIT */
#include "gate_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "side_place.h"
#include "terminal_text.h"
#include "text_table.h"

enum column {
	COLUMN_FUNCTION,
	COLUMN_METRIC,
	COLUMN_BEFORE,
	COLUMN_AFTER,
	COLUMN_CHANGE,
	COLUMN_PERCENT,
	COLUMN_CHANCE,
	COLUMN_AGAIN,
	COLUMN_PLACE,
	COLUMNS
};

/* The table of one kind. */
struct section {
	const struct csa_gate_item *items;
	bool has_rounds;
};

/* Whole ns; a number that is too large is none of a run. */
static void add_time(struct csa_buf *buf, double ns)
{
	csa_add_duration(buf, (uint64_t)fmin(fabs(ns) + .5, 1e18));
}

void csa_gate_add_count(struct csa_buf *buf, double count, const char *what)
{
	csa_buf_add_fmt(buf, "%.15g %s%s", count, what, count > 1 || count < 1 ? "s" : "");
}

static const struct csa_side_row *row_of(const struct csa_gate_item *item)
{
	return item->now ? item->now : item->before;
}

static void add_value(struct csa_buf *buf, const struct csa_gate_item *item, double value)
{
	if (item->metric != CSA_GATE_CALLS) {
		add_time(buf, value);
		csa_buf_add_str(buf, item->is_per_call ? "/call" : "");
	} else {
		csa_buf_add_fmt(buf, "%.15g", fabs(value));
	}
}

static void add_change(struct csa_buf *buf, const struct csa_gate_item *item)
{
	double change = item->rounds[0].change;

	csa_buf_add_char(buf, change < 0 ? '-' : '+');
	if (item->metric == CSA_GATE_CALLS)
		csa_buf_add_fmt(buf, "%.15g", fabs(change));
	else
		add_time(buf, change);
}

static void add_percent(struct csa_buf *buf, const struct csa_gate_evidence *e)
{
	if (e->before > 0)
		csa_buf_add_fmt(buf, "%+.1f", 100 * (e->after - e->before) / e->before);
	else
		csa_buf_add_char(buf, '-');
}

static void add_chance(struct csa_buf *buf, const struct csa_gate_item *item, unsigned round)
{
	if (item->is_exact)
		csa_buf_add_str(buf, "exact");
	else
		csa_buf_add_fmt(buf, "%.2g", item->rounds[round].p);
}

static void add_again(struct csa_buf *buf, const struct csa_gate_item *item)
{
	add_percent(buf, &item->rounds[1]);
	csa_buf_add_str(buf, "%, ");
	add_chance(buf, item, 1);
}

/* @data: the section */
static void add_cell(struct csa_buf *buf, const void *data, size_t index, unsigned column)
{
	const struct section *section = data;
	const struct csa_gate_item *item = &section->items[index];
	const struct csa_side_row *row = row_of(item);

	if (!section->has_rounds && column >= COLUMN_AGAIN)
		column++;
	switch ((enum column)column) {
	case COLUMN_FUNCTION:
		csa_add_terminal_text(buf, row->function);
		break;
	case COLUMN_METRIC:
		csa_buf_add_str(buf, csa_gate_metric_name(item->metric));
		break;
	case COLUMN_BEFORE:
		if (item->before)
			add_value(buf, item, item->rounds[0].before);
		else
			csa_buf_add_str(buf, "new");
		break;
	case COLUMN_AFTER:
		add_value(buf, item, item->rounds[0].after);
		break;
	case COLUMN_CHANGE:
		add_change(buf, item);
		break;
	case COLUMN_PERCENT:
		add_percent(buf, &item->rounds[0]);
		break;
	case COLUMN_CHANCE:
		add_chance(buf, item, 0);
		break;
	case COLUMN_AGAIN:
		add_again(buf, item);
		break;
	case COLUMN_PLACE:
		csa_side_add_place(buf, row);
		break;
	case COLUMNS:
		break;
	}
}

static enum csa_style style_of(const void *data, size_t index, unsigned column)
{
	const struct section *section = data;

	if (column == (section->has_rounds ? COLUMN_PLACE : COLUMN_PLACE - 1))
		return CSA_STYLE_WEAK;
	return section->items[index].kind == CSA_GATE_REGRESSED && column == COLUMN_FUNCTION
		       ? CSA_STYLE_STRONG
		       : CSA_STYLE_PLAIN;
}

static int print_table(const struct csa_gate_item *items, size_t count, const char *name,
		       bool has_rounds, const struct csa_gate_view *view, FILE *out)
{
	const char *titles[COLUMNS] = { name, "metric", "before", "after",    "change",
					"%",  "p",      "again",  "file:line" };
	bool are_texts[COLUMNS] = { true, true };
	unsigned char ranks[COLUMNS] = { 0, 0, 2, 1, 0, 0, 3, 4, 5 };
	const struct section section = { items, has_rounds };
	const struct csa_text_table table = {
		.titles = titles,
		.columns = has_rounds ? COLUMNS : COLUMNS - 1,
		.rows = view->top && view->top < count ? view->top : count,
		.add = add_cell,
		.data = &section,
		.are_texts = are_texts,
		.ranks = ranks,
		.width = view->width,
		.has_styles = view->has_styles,
		.style = style_of,
	};
	int rc;

	if (count == 0)
		return 0;
	if (!has_rounds) {
		titles[COLUMN_AGAIN] = titles[COLUMN_PLACE];
		ranks[COLUMN_AGAIN] = ranks[COLUMN_PLACE];
	}
	are_texts[table.columns - 1] = true;
	fputc('\n', out);
	rc = csa_print_table(&table, out);
	if (rc == 0 && table.rows < count)
		fprintf(out, "%zu of %zu; --top 0 prints all\n", table.rows, count);
	return rc;
}

static const struct csa_gate_item *first_of(const struct csa_gate_verdict *verdict,
					    enum csa_gate_kind kind)
{
	const struct csa_gate_item *item = verdict->items;

	for (unsigned k = 0; k < kind; k++)
		item += verdict->of_kind[k];
	return item;
}

static void print_item(const struct csa_gate_item *item, FILE *out)
{
	const struct csa_gate_evidence *e = &item->rounds[0];
	struct csa_buf buf;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, row_of(item)->function);
	if (item->kind == CSA_GATE_MOVED) {
		csa_buf_add_str(&buf, ": ");
		add_time(&buf, e->after);
		csa_buf_add_str(&buf, ", before ");
		add_time(&buf, e->before);
		csa_buf_add_str(&buf, " (");
		add_percent(&buf, e);
		csa_buf_add_str(&buf, "%), code unchanged: placed elsewhere, or other data");
	} else if (item->kind == CSA_GATE_FEWER) {
		csa_buf_add_fmt(&buf, ": %.15g calls, before %.15g", e->after, e->before);
	} else if (item->kind == CSA_GATE_NEW) {
		csa_buf_add_str(&buf, ": new, ");
		csa_gate_add_count(&buf, item->calls_now, "call");
		if (e->after > 0) {
			csa_buf_add_str(&buf, ", ");
			add_time(&buf, e->after);
		}
	} else if (item->kind == CSA_GATE_GONE) {
		csa_buf_add_str(&buf, ": no longer called, before ");
		csa_gate_add_count(&buf, item->calls_before, "call");
	} else {
		csa_buf_add_str(&buf, ": renamed, was ");
		csa_add_terminal_text(&buf, item->before->function);
	}
	csa_buf_add_str(&buf, "  ");
	csa_side_add_place(&buf, row_of(item));
	fprintf(out, "  %s\n", buf.data);
	csa_buf_release(&buf);
}

static void print_notes(const struct csa_gate_verdict *verdict, const struct csa_gate_view *view,
			FILE *out)
{
	struct csa_buf text;

	csa_buf_init(&text);
	for (unsigned kind = CSA_GATE_MOVED; kind < CSA_GATE_KINDS; kind++) {
		const struct csa_gate_item *items = first_of(verdict, (enum csa_gate_kind)kind);
		size_t count = verdict->of_kind[kind];
		size_t shown = view->top && view->top < count ? view->top : count;

		for (size_t i = 0; i < shown; i++)
			print_item(&items[i], out);
		if (shown < count)
			fprintf(out, "  and %zu more; --top 0 prints all\n", count - shown);
	}
	for (size_t i = 0; i < verdict->notes.count; i++) {
		csa_buf_clear(&text);
		csa_add_terminal_text(&text, verdict->notes.items[i].text);
		fprintf(out, "  %s\n", text.data);
	}
	csa_buf_release(&text);
}

static void print_head(const struct csa_gate_verdict *verdict, const struct csa_gate_view *view,
		       FILE *out)
{
	unsigned each = view->now->runs / verdict->rounds;
	struct csa_buf buf;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, view->now->facts.command);
	csa_buf_add_str(&buf, ": ");
	csa_gate_add_count(&buf, each, "run");
	if (verdict->rounds > 1)
		csa_buf_add_fmt(&buf, " and %u more", each);
	csa_buf_add_fmt(&buf, ", against %u of ", view->before->runs);
	csa_add_terminal_text(&buf, view->baseline);
	fprintf(out, "%s\n", buf.data);
	csa_buf_release(&buf);
}

static void add_limits(struct csa_buf *buf, const struct csa_gate_options *options)
{
	csa_buf_add_fmt(buf, "%g%% and ", options->max_percent);
	csa_add_duration(buf, options->min_ns);
}

static void print_times(const struct csa_gate_verdict *verdict, const struct csa_gate_view *view,
			FILE *out)
{
	struct csa_buf buf;

	if (verdict->judged == view->options->metrics) {
		if (!verdict->is_same_machine)
			fputs("the baseline is of another machine: its times are judged all the "
			      "same (--any-machine)\n",
			      out);
		return;
	}
	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, view->before->facts.cpu[0] ? view->before->facts.cpu
							       : "a CPU that is not known");
	fprintf(out,
		"times were not judged: the baseline is of another machine (%s, %" PRIu64
		" CPUs); --any-machine judges them\n",
		buf.data, view->before->facts.cpus);
	csa_buf_release(&buf);
}

static void print_blind(const struct csa_gate_verdict *verdict,
			const struct csa_gate_options *options, FILE *out)
{
	fprintf(out,
		"! a change of %g%% would not have shown in %u of %u times: runs differ too "
		"much, or are too few\n",
		fmax(CSA_GATE_SEEN_PERCENT, 2 * options->max_percent), verdict->blind,
		verdict->tests);
}

static void print_total(const struct csa_gate_evidence *total, FILE *out)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	add_time(&buf, total->after);
	csa_buf_add_str(&buf, ", before ");
	add_time(&buf, total->before);
	if (total->before > 0)
		csa_buf_add_fmt(&buf, " (%+.1f%%)", 100 * total->change / total->before);
	fprintf(out, "self time of all functions: %s\n", buf.data);
	csa_buf_release(&buf);
}

static void print_verdict(const struct csa_gate_verdict *verdict, const struct csa_gate_view *view,
			  FILE *out)
{
	size_t failed = verdict->of_kind[CSA_GATE_REGRESSED];
	size_t calls = 0;
	struct csa_buf buf;

	for (size_t i = 0; i < failed; i++)
		calls += verdict->items[i].metric == CSA_GATE_CALLS;
	csa_buf_init(&buf);
	if (failed)
		csa_buf_add_fmt(&buf, "FAILED: %zu regression%s, %zu of calls and %zu of times",
				failed, failed == 1 ? "" : "s", calls, failed - calls);
	else
		csa_buf_add_str(&buf, "passed");
	csa_buf_add_str(&buf, "; ");
	csa_gate_add_count(&buf, (double)verdict->functions, "function");
	csa_buf_add_str(&buf, " compared");
	if (verdict->judged & ~(1u << CSA_GATE_CALLS)) {
		csa_buf_add_str(&buf, ", times by more than ");
		add_limits(&buf, view->options);
		csa_buf_add_fmt(&buf, " and p <= %.2g", verdict->level);
	}
	fprintf(out, "%s%s\n", failed ? "\n" : "", buf.data);
	if (verdict->blind)
		print_blind(verdict, view->options, out);
	if (verdict->judged & ~(1u << CSA_GATE_CALLS))
		print_total(&verdict->total, out);
	csa_buf_release(&buf);
}

int csa_gate_text(const struct csa_gate_verdict *verdict, const struct csa_gate_view *view,
		  FILE *out, struct csa_err *err)
{
	static const struct {
		enum csa_gate_kind kind;
		const char *name;
	} lower[] = { { CSA_GATE_UNCONFIRMED, "not confirmed" },
		      { CSA_GATE_IMPROVED, "improved" } };
	bool has_rounds = verdict->rounds > 1;
	int rc;

	print_head(verdict, view, out);
	rc = print_table(verdict->items, verdict->of_kind[CSA_GATE_REGRESSED],
			 view->is_update ? "slower or more" : "regressed", has_rounds, view, out);
	if (rc == 0 && !view->is_update) {
		print_verdict(verdict, view, out);
		print_times(verdict, view, out);
	}
	for (size_t i = 0; i < sizeof(lower) / sizeof(lower[0]) && rc == 0; i++)
		rc = print_table(first_of(verdict, lower[i].kind), verdict->of_kind[lower[i].kind],
				 lower[i].name, has_rounds && lower[i].kind == CSA_GATE_UNCONFIRMED,
				 view, out);
	if (rc == 0)
		print_notes(verdict, view, out);
	return rc < 0 ? csa_fail(err, CSA_E_NOMEM, "no memory for the table") : 0;
}

static void measure(FILE *out, const char *name, double value)
{
	fprintf(out,
		"<CTestMeasurement type=\"numeric/double\" name=\"%s\">%.15g</CTestMeasurement>\n",
		name, value);
}

void csa_gate_measurements(const struct csa_gate_verdict *verdict, const struct csa_gate_set *now,
			   FILE *out)
{
	double calls = 0;

	for (uint32_t row = 0; row < now->side.count; row++)
		calls += (double)csa_gate_samples(now, row, CSA_GATE_CALLS)[0];
	measure(out, "calls", calls);
	if (csa_gate_has(now, CSA_GATE_SELF))
		measure(out, "self_time_ms", verdict->total.after / 1e6);
	measure(out, "regressions", (double)verdict->of_kind[CSA_GATE_REGRESSED]);
}
