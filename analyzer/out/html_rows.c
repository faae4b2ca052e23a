/* SPDX-License-Identifier: MIT */
/* The functions of the page, each with its numbers and its histogram. */
#include "html_data.h"

#include <inttypes.h>
#include <stdlib.h>

#include "json_string.h"

#define BUCKETS (64u * CSA_HISTOGRAM_CHUNKS)

/* Eight buckets an octave, from 16 on: enough for a picture. */
#define COARSE 496u

static unsigned coarse(uint64_t value)
{
	unsigned shift = 60u - (unsigned)__builtin_clzll(value | 8);

	return shift * 8 + (unsigned)(value >> shift);
}

/* Flat: a bucket, its count, the next bucket, ... */
static void write_histogram(const struct csa_row_stats *stats, FILE *out)
{
	const struct csa_histogram *h = &stats->durations;
	uint64_t counts[COARSE] = { 0 };
	bool has_any = false;

	for (unsigned i = 0; i < BUCKETS; i++) {
		if (h->chunks[i / 64])
			counts[coarse(csa_histogram_middle(i))] += csa_histogram_count(h, i);
	}
	for (size_t i = 0; i < stats->values.count; i++)
		counts[coarse(stats->values.items[i].ns)] += stats->values.items[i].count;
	fputs(",\"histogram\":[", out);
	for (unsigned i = 0; i < COARSE; i++) {
		if (counts[i])
			fprintf(out, "%s%u,%" PRIu64, has_any ? "," : "", i, counts[i]);
		has_any = has_any || counts[i];
	}
	fputc(']', out);
}

static void write_times(const struct csa_report_row *r, FILE *out)
{
	fprintf(out,
		",\"incl\":%" PRIu64 ",\"self\":%" PRIu64 ",\"min\":%" PRIu64 ",\"avg\":%" PRIu64
		",\"max\":%" PRIu64 ",\"probe\":%" PRIu64,
		r->incl_ns, r->self_ns, r->min_ns, r->avg_ns, r->max_ns, r->probe_ns);
	if (r->has_quantiles)
		fprintf(out,
			",\"p50\":%" PRIu64 ",\"p90\":%" PRIu64 ",\"p95\":%" PRIu64
			",\"p99\":%" PRIu64 ",\"p999\":%" PRIu64,
			r->p50_ns, r->p90_ns, r->p95_ns, r->p99_ns, r->p999_ns);
}

static void write_row(const struct csa_report *report, uint32_t number,
		      const struct csa_report_row *r, FILE *out)
{
	const struct csa_row_name *name = &report->table.rows[number];
	const struct csa_row_stats *stats = csa_stats_borrow(&report->stats, number);

	fputs("{\"name\":", out);
	csa_json_string_in_page(out, name->function);
	fprintf(out, ",\"kind\":\"%s\",\"module\":",
		name->kind == CSA_SYMBOL_NAME ? "scope" : "function");
	if (name->module == CSA_NO_MODULE)
		fputs("null", out);
	else
		fprintf(out, "%u", name->module);
	fputs(",\"file\":", out);
	csa_json_string_in_page(out, name->file);
	fprintf(out, ",\"line\":%u,\"address\":\"0x%" PRIx64 "\"", name->line, name->addr);
	if (r) {
		fprintf(out,
			",\"calls\":%" PRIu64 ",\"resumes\":%" PRIu64 ",\"unwound\":%" PRIu64
			",\"open\":%" PRIu64 ",\"lossy\":%" PRIu64 ",\"at_least\":%s",
			r->calls, r->resumes, r->unwound, r->open, r->lossy,
			r->is_at_least ? "true" : "false");
		if (r->has_times)
			write_times(r, out);
		if (stats)
			write_histogram(stats, out);
	}
	fputc('}', out);
}

int csa_html_write_rows(const struct csa_report *report, FILE *out)
{
	const struct csa_report_row **by_number =
		calloc(report->table.count + 1ull, sizeof(*by_number));

	if (!by_number)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < report->row_count; i++)
		by_number[report->rows[i].row] = &report->rows[i];
	fputs(",\n\"functions\":[", out);
	for (uint32_t i = 0; i < report->table.count; i++) {
		fputs(i ? ",\n" : "\n", out);
		if (report->table.rows[i].is_transparent)
			fputs("null", out);
		else
			write_row(report, i, by_number[i], out);
	}
	fputc(']', out);
	free(by_number);
	return 0;
}
