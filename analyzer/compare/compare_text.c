/* SPDX-License-Identifier: MIT */
/* The comparison for people: both sides, what makes them hard to compare, a table a kind of change. */
#include <inttypes.h>

#include "compare.h"
#include "side_place.h"
#include "terminal_text.h"
#include "text_table.h"

enum column {
	COLUMN_FUNCTION,
	COLUMN_OLD_NAME,
	COLUMN_CHANGE,
	COLUMN_PERCENT,
	COLUMN_A,
	COLUMN_B,
	COLUMN_CALLS,
	COLUMN_A_CALL,
	COLUMN_PLACE,
	COLUMNS
};

/* The table of one kind. */
struct section {
	const struct csa_compare *compare;
	const struct csa_change *changes;
	enum column columns[COLUMNS];
	const char *titles[COLUMNS];
	bool are_texts[COLUMNS];
	unsigned char ranks[COLUMNS];
};

static bool is_time(enum csa_value_id id)
{
	return id != CSA_VALUE_CALLS;
}

static void add_value(struct csa_buf *buf, enum csa_value_id id, uint64_t value)
{
	if (is_time(id))
		csa_add_duration(buf, value);
	else
		csa_buf_add_fmt(buf, "%" PRIu64, value);
}

static void add_change(struct csa_buf *buf, enum csa_value_id id, int64_t change)
{
	csa_buf_add_str(buf, change > 0 ? "+" : change < 0 ? "-" : "");
	add_value(buf, id, change < 0 ? -(uint64_t)change : (uint64_t)change);
}

static void add_percent(struct csa_buf *buf, int64_t change, uint64_t base)
{
	if (base)
		csa_buf_add_fmt(buf, "%+.1f", 100.0 * (double)change / (double)base);
	else
		csa_buf_add_char(buf, '-');
}

static void add_of_side(struct csa_buf *buf, const struct csa_side_row *row, enum csa_value_id id)
{
	if (row && csa_value_is_known(&row->values, id))
		add_value(buf, id, row->values.of[id]);
	else
		csa_buf_add_char(buf, '-');
}

/* "7", or "7 -> 8" when the sides differ. */
static void add_both(struct csa_buf *buf, const struct csa_change *change, enum csa_value_id id)
{
	const struct csa_side_row *a = change->a;
	const struct csa_side_row *b = change->b;

	if (a)
		add_of_side(buf, a, id);
	if (a && b && a->values.of[id] == b->values.of[id])
		return;
	if (a && b)
		csa_buf_add_str(buf, " -> ");
	if (b)
		add_of_side(buf, b, id);
}

/* @data: the section */
static void add_cell(struct csa_buf *buf, const void *data, size_t index, unsigned column)
{
	const struct section *section = data;
	const struct csa_change *c = &section->changes[index];
	const struct csa_side_row *row = c->row;
	enum csa_value_id key = section->compare->options.key;

	switch (section->columns[column]) {
	case COLUMN_FUNCTION:
		csa_add_terminal_text(buf, row->function);
		csa_buf_add_str(buf, c->is_worse ? " !" : "");
		break;
	case COLUMN_OLD_NAME:
		csa_add_terminal_text(buf, c->a->function);
		break;
	case COLUMN_CHANGE:
		if (c->is_known)
			add_change(buf, key, c->change);
		else
			csa_buf_add_char(buf, '-');
		break;
	case COLUMN_PERCENT:
		add_percent(buf, c->change, c->base);
		break;
	case COLUMN_A:
		add_of_side(buf, c->a, key);
		break;
	case COLUMN_B:
		add_of_side(buf, c->b, key);
		break;
	case COLUMN_CALLS:
		add_both(buf, c, CSA_VALUE_CALLS);
		break;
	case COLUMN_A_CALL:
		add_both(buf, c, CSA_VALUE_SELF_AVG);
		break;
	case COLUMN_PLACE:
		csa_side_add_place(buf, row);
		break;
	case COLUMNS:
		break;
	}
}

static bool is_text(enum column column)
{
	return column == COLUMN_FUNCTION || column == COLUMN_OLD_NAME || column == COLUMN_PLACE;
}

static enum csa_style style_of(const void *data, size_t index, unsigned column)
{
	const struct section *section = data;

	if (section->columns[column] == COLUMN_PLACE)
		return CSA_STYLE_WEAK;
	return section->changes[index].is_worse && column == 0 ? CSA_STYLE_STRONG : CSA_STYLE_PLAIN;
}

static const char *title(enum column column, enum csa_change_kind kind, const char *key)
{
	static const char *const functions[CSA_CHANGE_KINDS] = { [CSA_CHANGED] = "changed",
								 [CSA_RENAMED] = "renamed",
								 [CSA_NEW] = "new",
								 [CSA_GONE] = "gone" };
	static const char *const titles[COLUMNS] = {
		[COLUMN_OLD_NAME] = "renamed from",
		[COLUMN_CHANGE] = "change",
		[COLUMN_PERCENT] = "%",
		[COLUMN_A] = "A",
		[COLUMN_B] = "B",
		[COLUMN_CALLS] = "calls",
		[COLUMN_A_CALL] = "self/call",
		[COLUMN_PLACE] = "file:line",
	};

	if (column == COLUMN_FUNCTION)
		return functions[kind];
	/* Of one side only its key is there. */
	if ((column == COLUMN_B && kind == CSA_NEW) || (column == COLUMN_A && kind == CSA_GONE))
		return key;
	return titles[column];
}

/* Which columns a kind has. What the key says already does not stand there twice. */
static unsigned choose_columns(struct section *section, enum csa_change_kind kind)
{
	static const enum column columns[CSA_CHANGE_KINDS][COLUMNS + 1] = {
		{ COLUMN_FUNCTION, COLUMN_CHANGE, COLUMN_PERCENT, COLUMN_A, COLUMN_B, COLUMN_CALLS,
		  COLUMN_A_CALL, COLUMN_PLACE, COLUMNS },
		{ COLUMN_FUNCTION, COLUMN_OLD_NAME, COLUMN_CHANGE, COLUMN_PERCENT, COLUMN_A,
		  COLUMN_B, COLUMN_CALLS, COLUMN_A_CALL, COLUMN_PLACE, COLUMNS },
		{ COLUMN_FUNCTION, COLUMN_B, COLUMN_CALLS, COLUMN_A_CALL, COLUMN_PLACE, COLUMNS },
		{ COLUMN_FUNCTION, COLUMN_A, COLUMN_CALLS, COLUMN_A_CALL, COLUMN_PLACE, COLUMNS },
	};
	/* The greatest goes first where there is no room. */
	static const unsigned char ranks[COLUMNS] = {
		[COLUMN_PLACE] = 5, [COLUMN_A_CALL] = 4, [COLUMN_CALLS] = 3,
		[COLUMN_A] = 2,     [COLUMN_B] = 1,
	};
	enum csa_value_id key = section->compare->options.key;
	unsigned count = 0;

	for (const enum column *c = columns[kind]; *c != COLUMNS; c++) {
		if ((*c == COLUMN_CALLS && key == CSA_VALUE_CALLS) ||
		    (*c == COLUMN_A_CALL && key == CSA_VALUE_SELF_AVG))
			continue;
		section->columns[count] = *c;
		section->titles[count] = title(*c, kind, csa_value_name(key));
		section->are_texts[count] = is_text(*c);
		section->ranks[count++] = ranks[*c];
	}
	return count;
}

static int print_section(const struct csa_compare *compare, enum csa_change_kind kind,
			 const struct csa_change *changes, const struct csa_compare_view *view,
			 FILE *out)
{
	const size_t count = compare->of_kind[kind];
	struct section section = { .compare = compare, .changes = changes };
	const struct csa_text_table table = {
		.titles = section.titles,
		.columns = choose_columns(&section, kind),
		.rows = view->top && view->top < count ? view->top : count,
		.add = add_cell,
		.data = &section,
		.are_texts = section.are_texts,
		.ranks = section.ranks,
		.width = view->width,
		.has_styles = view->has_styles,
		.style = style_of,
	};
	int rc;

	if (count == 0)
		return 0;
	fputc('\n', out);
	rc = csa_print_table(&table, out);
	if (rc == 0 && table.rows < count)
		fprintf(out, "%zu of %zu; --top 0 prints all\n", table.rows, count);
	return rc;
}

static void print_side(char which, const char *name, const struct csa_side *side, FILE *out)
{
	const struct csa_side_facts *facts = &side->facts;
	uint64_t calls = side->total.of[CSA_VALUE_CALLS];
	struct csa_buf buf;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, name);
	csa_buf_add_fmt(&buf, ": %" PRIu32 " function%s, %" PRIu64 " call%s", side->count,
			side->count == 1 ? "" : "s", calls, calls == 1 ? "" : "s");
	if (side->total.of[CSA_VALUE_SELF]) {
		csa_buf_add_str(&buf, ", ");
		csa_add_duration(&buf, side->total.of[CSA_VALUE_SELF]);
	}
	if (facts->mode) {
		csa_buf_add_str(&buf, ", mode ");
		csa_add_terminal_text(&buf, facts->mode);
	}
	fprintf(out, "%-9c %s\n", which, buf.data);
	csa_buf_release(&buf);
}

static void print_notes(const struct csa_notes *notes, FILE *out)
{
	static const char *const labels[CSA_NOTE_KINDS] = { [CSA_NOTE_INFO] = "note",
							    [CSA_NOTE_WARNING] = "warning",
							    [CSA_NOTE_DAMAGE] = "damaged" };
	struct csa_buf buf;

	csa_buf_init(&buf);
	for (int kind = CSA_NOTE_KINDS - 1; kind >= 0; kind--) {
		for (size_t i = 0; i < notes->count; i++) {
			if ((int)notes->items[i].kind != kind)
				continue;
			csa_buf_clear(&buf);
			csa_add_terminal_text(&buf, notes->items[i].text);
			fprintf(out, "%-9s %s\n", labels[kind], buf.data);
		}
	}
	csa_buf_release(&buf);
}

static void print_total(const struct csa_compare *compare, FILE *out)
{
	static const enum csa_value_id ids[] = { CSA_VALUE_SELF, CSA_VALUE_CALLS };
	struct csa_buf buf;

	csa_buf_init(&buf);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		uint64_t a = compare->a->total.of[ids[i]];
		uint64_t b = compare->b->total.of[ids[i]];

		if (!csa_value_is_known(&compare->a->total, ids[i]) ||
		    !csa_value_is_known(&compare->b->total, ids[i]))
			continue;
		csa_buf_add_fmt(&buf, "%s%s ", buf.length ? ", " : "", csa_value_name(ids[i]));
		add_change(&buf, ids[i], (int64_t)b - (int64_t)a);
		csa_buf_add_str(&buf, " (");
		add_percent(&buf, (int64_t)b - (int64_t)a, a);
		csa_buf_add_str(&buf, "%)");
	}
	fprintf(out, "%-9s %s\n", "change", buf.data);
	csa_buf_release(&buf);
}

static void print_foot(const struct csa_compare *compare, FILE *out)
{
	const struct csa_compare_options *options = &compare->options;
	struct csa_buf buf;

	csa_buf_init(&buf);
	fprintf(out, "\n%zu changed, %zu renamed, %zu new, %zu gone, %zu unchanged",
		compare->of_kind[CSA_CHANGED], compare->of_kind[CSA_RENAMED],
		compare->of_kind[CSA_NEW], compare->of_kind[CSA_GONE], compare->unchanged);
	if (csa_limits_given(&options->threshold)) {
		csa_limits_print(&buf, &options->threshold);
		fprintf(out, " (by at most %s)", buf.data);
	}
	fputc('\n', out);
	if (compare->incomparable)
		fprintf(out, "%zu functions have no %s on both sides\n", compare->incomparable,
			csa_value_name(options->key));
	if (compare->worse || compare->is_total_worse) {
		csa_buf_clear(&buf);
		csa_limits_print(&buf, &options->fail_over);
		fprintf(out, "! worse by more than %s: %zu function%s%s\n", buf.data,
			compare->worse, compare->worse == 1 ? "" : "s",
			compare->is_total_worse ? ", and all together" : "");
	}
	csa_buf_release(&buf);
}

int csa_compare_text(const struct csa_compare *compare, const struct csa_compare_view *view,
		     FILE *out, struct csa_err *err)
{
	const struct csa_change *at = compare->items;

	print_side('A', view->a, compare->a, out);
	print_side('B', view->b, compare->b, out);
	print_total(compare, out);
	fprintf(out, "%-9s %s\n", "key", csa_value_name(compare->options.key));
	print_notes(&compare->notes, out);
	for (unsigned kind = 0; kind < CSA_CHANGE_KINDS; kind++) {
		if (print_section(compare, (enum csa_change_kind)kind, at, view, out) < 0)
			return csa_fail(err, CSA_E_NOMEM, "no memory for the table");
		at += compare->of_kind[kind];
	}
	print_foot(compare, out);
	return 0;
}
