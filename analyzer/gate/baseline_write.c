/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "json_string.h"
#include "pair.h"

#define PARTS     1u  /* of a path; two would name the folder of a checkout whose top has sources */
#define PARTS_MAX 16u /* where functions of one name need more to be told apart */

static void write_text(FILE *out, const char *key, const char *text)
{
	csa_json_string(out, key);
	fputs(": ", out);
	csa_json_string(out, text);
}

static void write_facts(const struct csa_gate_set *set, FILE *out)
{
	const struct csa_gate_facts *f = &set->facts;

	fprintf(out, "{\n\"kind\": \"%s\",\n\"schema\": %d,\n", CSA_BASELINE_KIND,
		CSA_BASELINE_SCHEMA);
	write_text(out, "version", f->version);
	fputs(",\n", out);
	write_text(out, "command", f->command);
	fputs(",\n", out);
	write_text(out, "mode", f->mode);
	fputs(",\n\"machine\": {", out);
	write_text(out, "cpu", f->cpu);
	fprintf(out, ", \"cpus\": %" PRIu64 ", ", f->cpus);
	write_text(out, "arch", f->arch);
	fputs(", ", out);
	write_text(out, "clock", f->clock);
	fputs("},\n\"facts\": {", out);
	for (unsigned i = 0; i < f->extra_count; i++) {
		fputs(i ? ",\n" : "\n", out);
		write_text(out, f->extra[i].key, f->extra[i].value);
	}
	fputs(f->extra_count ? "\n},\n" : "},\n", out);
}

static void write_runs(const struct csa_gate_set *set, FILE *out)
{
	fprintf(out, "\"runs\": %u,\n\"reference_ns\": [", set->runs);
	for (unsigned i = 0; i < set->runs; i++)
		fprintf(out, "%s%" PRIu64, i ? ", " : "", set->run[i].reference_ns);
	fputs("],\n\"hook_ns\": [", out);
	for (unsigned i = 0; i < set->runs; i++)
		fprintf(out, "%s%.2f", i ? ", " : "", set->run[i].hook_ns);
	fputs("],\n", out);
}

#define BUILDS_MAX 256u /* modules; functions of others are judged as if their code was not known */

static int by_module(const void *left, const void *right)
{
	const struct csa_side_row *const *a = left;
	const struct csa_side_row *const *b = right;

	return strcmp(csa_path_end((*a)->module, 1), csa_path_end((*b)->module, 1));
}

/* The modules of which code is known, by the name of their file. */
static void write_builds(const struct csa_gate_set *set, FILE *out)
{
	const struct csa_side_row *rows[BUILDS_MAX];
	unsigned count = 0;

	for (uint32_t i = 0; i < set->side.count && count < BUILDS_MAX; i++) {
		const struct csa_side_row *row = &set->side.items[i];
		unsigned known = 0;

		while (known < count && by_module(&rows[known], &row) != 0)
			known++;
		if (row->code && known == count)
			rows[count++] = row;
	}
	if (count == 0)
		return;
	qsort(rows, count, sizeof(rows[0]), by_module);
	for (unsigned i = 0; i < count; i++) {
		fputs(i ? ", " : "\"builds\": {", out);
		csa_json_string(out, csa_path_end(rows[i]->module, 1));
		fprintf(out, ": \"%016" PRIx64 "\"", rows[i]->layout);
	}
	fputs("},\n", out);
}

static void write_number(FILE *out, uint64_t value)
{
	if (value == CSA_GATE_UNKNOWN)
		fputs("null", out);
	else
		fprintf(out, "%" PRIu64, value);
}

/* One number where all runs have the same. */
static void write_samples(const struct csa_gate_set *set, uint32_t row, enum csa_gate_series series,
			  FILE *out)
{
	const uint64_t *samples = csa_gate_samples(set, row, series);
	bool is_even = true;

	for (unsigned i = 1; i < set->runs; i++)
		is_even = is_even && samples[i] == samples[0];
	fprintf(out, ", \"%s\": ", csa_gate_series_key(series));
	if (is_even) {
		write_number(out, samples[0]);
		return;
	}
	for (unsigned i = 0; i < set->runs; i++) {
		fputs(i ? ", " : "[", out);
		write_number(out, samples[i]);
	}
	fputc(']', out);
}

static bool same_name(const struct csa_side_row *a, const struct csa_side_row *b)
{
	return a->is_scope == b->is_scope && strcmp(a->function, b->function) == 0 &&
	       strcmp(a->module, b->module) == 0;
}

/* Whether another function of the name has a file with the same end. */
static bool is_ambiguous(const struct csa_side *side, uint32_t row, unsigned parts)
{
	const struct csa_side_row *rows = side->items;
	const char *end = csa_path_end(rows[row].file, parts);
	uint32_t first = row;

	while (first > 0 && same_name(&rows[first - 1], &rows[row]))
		first--;
	for (uint32_t i = first; i < side->count && same_name(&rows[i], &rows[row]); i++) {
		if (i != row && strcmp(csa_path_end(rows[i].file, parts), end) == 0)
			return true;
	}
	return false;
}

/* Its code is that of its times. */
static void write_code(const struct csa_side_row *row, uint32_t series, FILE *out)
{
	if (row->code && (series >> CSA_GATE_SELF & 1))
		fprintf(out, ", \"code\": \"%016" PRIx64 "\"", row->code);
}

static void write_place(const struct csa_side *side, uint32_t row, FILE *out)
{
	const struct csa_side_row *r = &side->items[row];
	unsigned parts = PARTS;

	while (parts < PARTS_MAX && is_ambiguous(side, row, parts))
		parts++;
	if (r->file[0]) {
		bool needs_line = is_ambiguous(side, row, parts);

		fputs(", ", out);
		write_text(out, "file", csa_path_end(r->file, needs_line ? PARTS : parts));
		if (needs_line)
			fprintf(out, ", \"line\": %u", r->line);
	}
	if (r->module[0] && (!side->facts.exe || strcmp(r->module, side->facts.exe) != 0)) {
		fputs(", ", out);
		write_text(out, "module", csa_path_end(r->module, 1));
	}
	if (r->is_scope)
		fputs(", \"kind\": \"scope\"", out);
}

static void write_function(const struct csa_gate_set *set, uint32_t row, uint32_t series, FILE *out)
{
	fputs(row ? ",\n{" : "\n{", out);
	write_text(out, "function", set->side.items[row].function);
	write_place(&set->side, row, out);
	for (unsigned s = 0; s < CSA_GATE_SERIES; s++) {
		if (series >> s & 1)
			write_samples(set, row, (enum csa_gate_series)s, out);
	}
	write_code(&set->side.items[row], series, out);
	fputc('}', out);
}

int csa_baseline_write(const struct csa_gate_set *set, uint32_t series, struct csa_buf *out,
		       struct csa_err *err)
{
	char *text = NULL;
	size_t length = 0;
	FILE *to = open_memstream(&text, &length);

	if (!to)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a baseline");
	series |= 1u << CSA_GATE_CALLS | 1u << CSA_GATE_SELF | 1u << CSA_GATE_HOOKS;
	series &= set->series;
	write_facts(set, to);
	write_runs(set, to);
	if (set->side.facts.exe) {
		write_text(to, "program", csa_path_end(set->side.facts.exe, 1));
		fputs(",\n", to);
	}
	if (series >> CSA_GATE_SELF & 1)
		write_builds(set, to);
	fputs("\"functions\": [", to);
	for (uint32_t row = 0; row < set->side.count; row++)
		write_function(set, row, series, to);
	fputs("\n]\n}\n", to);
	if (fclose(to) == 0)
		csa_buf_add(out, text, length);
	else
		out->failed = true;
	free(text);
	return out->failed ? csa_fail(err, CSA_E_NOMEM, "no memory for a baseline") : 0;
}
