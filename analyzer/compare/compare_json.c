/* SPDX-License-Identifier: MIT */
/* The comparison for programs: docs/reference/cli/diff.md names every key. */
#include <inttypes.h>

#include "compare.h"
#include "json_string.h"

#define SCHEMA 1

static void write_text(const char *key, const char *text, FILE *out)
{
	fputs(key, out);
	csa_json_string(out, text);
}

/* The keys of values come from CSA_VALUE_MAP; what is not known is null. */
static void write_values(const struct csa_side_row *row, FILE *out)
{
	if (!row) {
		fputs("null", out);
		return;
	}
	for (unsigned id = 0; id < CSA_VALUE_IDS; id++) {
		fprintf(out, "%s\"%s\":", id ? "," : "{", csa_value_name((enum csa_value_id)id));
		if (csa_value_is_known(&row->values, (enum csa_value_id)id))
			fprintf(out, "%" PRIu64, row->values.of[id]);
		else
			fputs("null", out);
	}
	fputc('}', out);
}

static void write_row(const struct csa_change *c, FILE *out)
{
	static const char *const kinds[CSA_CHANGE_KINDS] = { [CSA_CHANGED] = "changed",
							     [CSA_RENAMED] = "renamed",
							     [CSA_NEW] = "new",
							     [CSA_GONE] = "gone" };
	const struct csa_side_row *row = c->row;

	fprintf(out, "{\"status\":\"%s\",\"function\":", kinds[c->kind]);
	csa_json_string(out, row->function);
	write_text(",\"renamed_from\":", c->kind == CSA_RENAMED ? c->a->function : NULL, out);
	fprintf(out, ",\"kind\":\"%s\"", row->is_scope ? "scope" : "function");
	write_text(",\"module\":", row->module[0] ? row->module : NULL, out);
	write_text(",\"file\":", row->file[0] ? row->file : NULL, out);
	fprintf(out, ",\"line\":%u,\"change\":", row->line);
	if (c->is_known)
		fprintf(out, "%" PRId64, c->change);
	else
		fputs("null", out);
	fputs(",\"change_percent\":", out);
	if (c->is_known && c->base)
		fprintf(out, "%.4f", 100.0 * (double)c->change / (double)c->base);
	else
		fputs("null", out);
	fprintf(out, ",\"is_worse\":%s,\"a\":", c->is_worse ? "true" : "false");
	write_values(c->a, out);
	fputs(",\"b\":", out);
	write_values(c->b, out);
	fputc('}', out);
}

static void write_side(const char *key, const char *name, const struct csa_side *side, FILE *out)
{
	const struct csa_side_facts *facts = &side->facts;

	fprintf(out, ",\n\"%s\":{\"path\":", key);
	csa_json_string(out, name);
	write_text(",\"exe\":", facts->exe, out);
	write_text(",\"command\":", facts->command, out);
	write_text(",\"mode\":", facts->mode, out);
	write_text(",\"arch\":", facts->arch, out);
	write_text(",\"clock\":", facts->clock, out);
	fprintf(out,
		",\"processes\":%" PRIu64 ",\"functions\":%" PRIu32 ",\"calls\":%" PRIu64
		",\"self_ns\":",
		facts->processes, side->count, side->total.of[CSA_VALUE_CALLS]);
	if (csa_value_is_known(&side->total, CSA_VALUE_SELF))
		fprintf(out, "%" PRIu64, side->total.of[CSA_VALUE_SELF]);
	else
		fputs("null", out);
	fprintf(out, ",\"lost\":%" PRIu64 "}", facts->lost);
}

static void write_notes(const struct csa_notes *notes, FILE *out)
{
	fputs(",\n\"notes\":[", out);
	for (size_t i = 0; i < notes->count; i++) {
		fputs(i ? ",\n" : "\n", out);
		csa_json_string(out, notes->items[i].text);
	}
	fputc(']', out);
}

static void write_summary(const struct csa_compare *compare, FILE *out)
{
	fprintf(out,
		",\n\"summary\":{\"changed\":%zu,\"renamed\":%zu,\"new\":%zu,\"gone\":%zu,"
		"\"unchanged\":%zu,\"incomparable\":%zu,\"worse\":%zu,\"total_is_worse\":%s}",
		compare->of_kind[CSA_CHANGED], compare->of_kind[CSA_RENAMED],
		compare->of_kind[CSA_NEW], compare->of_kind[CSA_GONE], compare->unchanged,
		compare->incomparable, compare->worse, compare->is_total_worse ? "true" : "false");
}

int csa_compare_json(const struct csa_compare *compare, const struct csa_compare_view *view,
		     FILE *out, struct csa_err *err)
{
	size_t seen[CSA_CHANGE_KINDS] = { 0 };
	const char *separator = "\n";

	(void)err;
	fprintf(out, "{\"schema\":%d,\"key\":\"%s\"", SCHEMA, csa_value_name(compare->options.key));
	write_side("a", view->a, compare->a, out);
	write_side("b", view->b, compare->b, out);
	write_notes(&compare->notes, out);
	write_summary(compare, out);
	fputs(",\n\"rows\":[", out);
	for (size_t i = 0; i < compare->count; i++) {
		if (view->top && seen[compare->items[i].kind]++ >= view->top)
			continue;
		fputs(separator, out);
		separator = ",\n";
		write_row(&compare->items[i], out);
	}
	fputs("]}\n", out);
	return 0;
}
