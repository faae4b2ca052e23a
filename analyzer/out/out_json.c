/* SPDX-License-Identifier: MIT */
/* The report as JSON, for programs: docs/reference/cli.md names every key. */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>

#include "json_string.h"
#include "stack_order.h"
#include "word_reader.h"

#define SCHEMA 1

static void write_summary(const struct csa_report_summary *s, FILE *out)
{
	fprintf(out,
		"{\"events\":%" PRIu64 ",\"calls\":%" PRIu64 ",\"threads\":%" PRIu64
		",\"unmatched\":%" PRIu64 ",\"unwound\":%" PRIu64 ",\"open\":%" PRIu64
		",\"lost\":%" PRIu64 ",\"lossy\":%" PRIu64 ",\"pauses\":%" PRIu64
		",\"paused\":%" PRIu64 ",\"clock_steps\":%" PRIu64 ",\"clock_changes\":%" PRIu64
		",\"clock_left_out\":%" PRIu64 ",\"clock_drift_ns\":%" PRIu64 "}",
		s->events, s->calls, s->threads, s->unmatched, s->unwound, s->open, s->lost,
		s->lossy, s->pauses, s->paused, s->clock_steps, s->clock_changes, s->clock_left_out,
		s->clock_drift_ns);
}

/* What was not measured is null, not 0. */
static void write_known(const char *key, bool is_known, uint64_t number, FILE *out)
{
	fputs(key, out);
	if (is_known)
		fprintf(out, "%" PRIu64, number);
	else
		fputs("null", out);
}

static void write_text(const char *key, const char *text, FILE *out)
{
	fputs(key, out);
	csa_json_string(out, text);
}

static void write_row(const struct csa_report *report, const struct csa_report_row *row, FILE *out)
{
	const struct csa_row_name *name = row->name;
	struct csa_module_info module = { 0 };

	if (name->module != CSA_NO_MODULE)
		csa_symbols_module(report->symbols, name->module, &module);
	fputs("{\"function\":", out);
	csa_json_string(out, name->function);
	fprintf(out, ",\"kind\":\"%s\",\"module\":",
		name->kind == CSA_SYMBOL_NAME ? "scope" : "function");
	csa_json_string(out, module.path);
	fputs(",\"file\":", out);
	csa_json_string(out, name->file);
	fprintf(out, ",\"line\":%u,\"address\":\"0x%" PRIx64 "\"", name->line, name->addr);
	write_known(",\"size\":", name->size != 0, name->size, out);
	fprintf(out, ",\"calls\":%" PRIu64, row->calls);
	write_known(",\"resumes\":", !report->stackless, row->resumes, out);
	write_known(",\"incl_ns\":", row->has_times, row->incl_ns, out);
	write_known(",\"self_ns\":", row->has_times, row->self_ns, out);
	write_known(",\"avg_ns\":", row->has_times, row->avg_ns, out);
	write_known(",\"min_ns\":", row->has_times, row->min_ns, out);
	write_known(",\"max_ns\":", row->has_times, row->max_ns, out);
	write_known(",\"p50_ns\":", row->has_quantiles, row->p50_ns, out);
	write_known(",\"p90_ns\":", row->has_quantiles, row->p90_ns, out);
	write_known(",\"p95_ns\":", row->has_quantiles, row->p95_ns, out);
	write_known(",\"p99_ns\":", row->has_quantiles, row->p99_ns, out);
	write_known(",\"p999_ns\":", row->has_quantiles, row->p999_ns, out);
	write_known(",\"probe_ns\":", row->has_times, row->probe_ns, out);
	fprintf(out, ",\"at_least\":%s,\"lossy\":%" PRIu64 "}", row->is_at_least ? "true" : "false",
		row->lossy);
}

static void write_process(const struct csa_report_process *p, FILE *out)
{
	bool has_rate = p->tick_hz >= 1 && p->tick_hz < 1e15;

	fprintf(out, "{\"pid\":%" PRIu64 ",\"ppid\":%" PRIu64, p->pid, p->ppid);
	write_text(",\"exe\":", p->exe, out);
	write_text(",\"command\":", p->command, out);
	write_known(",\"start_realtime_ns\":", p->start_realtime_ns != 0, p->start_realtime_ns,
		    out);
	write_text(",\"arch\":", p->arch, out);
	write_known(",\"cpus\":", p->cpus != 0, p->cpus, out);
	write_text(",\"mode\":", p->mode, out);
	write_text(",\"clock\":", p->clock_source, out);
	write_known(",\"tick_hz\":", has_rate, has_rate ? (uint64_t)p->tick_hz : 0, out);
	fprintf(out, ",\"hook_ns\":%.2f", p->hook_ns);
	write_text(",\"selection\":", p->selection, out);
	fprintf(out, ",\"events\":%" PRIu64 "}", p->events);
}

static void write_thread(const struct csa_report *report, const struct csa_report_thread *t,
			 FILE *out)
{
	fprintf(out, "{\"pid\":%" PRIu64 ",\"tid\":%" PRIu32 ",\"serial\":%" PRIu32 ",\"name\":",
		report->processes[t->process].pid, t->tid, t->serial);
	csa_json_string(out, t->name);
	fprintf(out,
		",\"events\":%" PRIu64 ",\"unmatched\":%" PRIu64 ",\"lost\":%" PRIu64
		",\"root_ns\":%" PRIu64 ",\"first_ns\":%" PRIu64 ",\"last_ns\":%" PRIu64 "}",
		t->events, t->unmatched, t->lost, t->root_ns, t->first_ns, t->last_ns);
}

/* NULL: none of its functions was called. */
static const struct csa_report_module *find_module(const struct csa_report *report, unsigned index)
{
	for (size_t i = 0; i < report->module_count; i++) {
		if (report->modules[i].module == index)
			return &report->modules[i];
	}
	return NULL;
}

static void write_module(const struct csa_report *report, unsigned index, FILE *out)
{
	const struct csa_report_module *sums = find_module(report, index);
	struct csa_module_info module;

	csa_symbols_module(report->symbols, index, &module);
	write_text("{\"path\":", module.path, out);
	write_text(",\"build_id\":", module.build_id, out);
	write_text(",\"names_from\":", module.names_from, out);
	write_text(",\"warning\":", module.warning, out);
	fprintf(out, ",\"functions\":%" PRIu64 ",\"calls\":%" PRIu64 ",\"self_ns\":%" PRIu64 "}",
		sums ? sums->functions : 0, sums ? sums->calls : 0, sums ? sums->self_ns : 0);
}

static void write_marker(const struct csa_report *report, const struct csa_report_marker *m,
			 FILE *out)
{
	fprintf(out,
		"{\"pid\":%" PRIu64 ",\"serial\":%" PRIu32 ",\"marker\":%" PRIu32
		",\"kind\":\"%s\",\"text\":",
		report->processes[m->process].pid, m->thread_serial, m->marker,
		csa_marker_kind(m->marker));
	csa_json_string(out, csa_marker_text(m->marker));
	fprintf(out, ",\"argument\":%" PRIu64 ",\"count\":%" PRIu64 "}", m->argument, m->count);
}

/* Between the elements of an array, one a line. */
static void separate(size_t index, FILE *out)
{
	fputs(index ? ",\n" : "\n", out);
}

static void write_mark(const struct csa_report_name *n, FILE *out)
{
	fprintf(out, ",\"first_ns\":%" PRIu64 ",\"last_ns\":%" PRIu64, n->first_ns, n->last_ns);
}

static void write_frame(const struct csa_report_name *n, FILE *out)
{
	bool is_known = n->intervals != 0;

	fprintf(out, ",\"intervals\":%" PRIu64, n->intervals);
	write_known(",\"min_ns\":", is_known, n->min_ns, out);
	write_known(",\"avg_ns\":", is_known, n->avg_ns, out);
	write_known(",\"p50_ns\":", is_known, n->p50_ns, out);
	write_known(",\"p99_ns\":", is_known, n->p99_ns, out);
	write_known(",\"max_ns\":", is_known, n->max_ns, out);
}

static void write_value(const struct csa_report_name *n, FILE *out)
{
	fprintf(out, ",\"min\":%" PRId64 ",\"max\":%" PRId64 ",\"avg\":%.17g,\"last\":%" PRId64,
		n->min, n->max, n->avg, n->last);
}

/* The array of one kind of names. */
static void write_names(const struct csa_report *report, uint32_t kind,
			void (*write)(const struct csa_report_name *name, FILE *out), FILE *out)
{
	size_t count = 0;

	for (size_t i = 0; i < report->name_count; i++) {
		const struct csa_report_name *n = &report->names[i];

		if (n->name->kind != kind)
			continue;
		separate(count++, out);
		fputs("{\"name\":", out);
		csa_json_string(out, n->name->name);
		fputs(",\"file\":", out);
		csa_json_string(out, n->name->file);
		fprintf(out, ",\"line\":%u,\"count\":%" PRIu64 ",\"threads\":%" PRIu64,
			n->name->line, n->count, n->threads);
		write(n, out);
		fputc('}', out);
	}
}

static void write_texts(const char *key, const char *const *texts, size_t count, FILE *out)
{
	fprintf(out, "%s[", key);
	for (size_t i = 0; i < count; i++) {
		fputs(i ? "," : "", out);
		csa_json_string(out, texts[i]);
	}
	fputc(']', out);
}

/* What was asked for, and what it left out. */
static void write_filter(const struct csa_report *report, const struct csa_call_filter *f,
			 FILE *out)
{
	const struct csa_call_filtered *left = &report->filtered;

	if (!report->is_filtered) {
		fputs("null", out);
		return;
	}
	fprintf(out, "{\"from_ns\":%" PRIu64, f->from_ns);
	write_known(",\"to_ns\":", f->to_ns != UINT64_MAX, f->to_ns, out);
	write_texts(",\"threads\":", f->threads, f->thread_count, out);
	write_texts(",\"functions\":", f->functions, f->function_count, out);
	fprintf(out,
		",\"min_duration_ns\":%" PRIu64 ",\"max_depth\":%" PRIu32
		",\"left_out_threads\":%" PRIu64 ",\"cut\":%" PRIu64 ",\"outside\":%" PRIu64
		",\"too_short\":%" PRIu64 ",\"too_deep\":%" PRIu64 "}",
		f->min_duration_ns, f->max_depth, left->threads, left->cut, left->outside,
		left->too_short, left->too_deep);
}

/* A function by name and address: two of one name differ in the address. */
static void write_function(const char *key, const char *address_key,
			   const struct csa_report *report, uint32_t row, FILE *out)
{
	const struct csa_row_name *name = row == CSA_NO_ROW ? NULL : &report->table.rows[row];

	write_text(key, name ? name->function : NULL, out);
	if (name)
		fprintf(out, "%s\"0x%" PRIx64 "\"", address_key, name->addr);
	else
		fprintf(out, "%snull", address_key);
}

static void write_site(const struct csa_report *report, const struct csa_report_site *s, FILE *out)
{
	struct csa_module_info module = { 0 };

	if (s->module != CSA_NO_MODULE)
		csa_symbols_module(report->symbols, s->module, &module);
	write_function("{\"function\":", ",\"address\":", report, s->row, out);
	write_function(",\"caller\":", ",\"caller_address\":", report, s->caller, out);
	write_text(",\"in_function\":", s->function, out);
	write_text(",\"module\":", module.path, out);
	if (s->is_known)
		fprintf(out, ",\"site_address\":\"0x%" PRIx64 "\"", s->address);
	else
		fputs(",\"site_address\":null", out);
	write_text(",\"file\":", s->file, out);
	fprintf(out,
		",\"line\":%u,\"inlined\":%s,\"calls\":%" PRIu64 ",\"total_ns\":%" PRIu64
		",\"incl_ns\":%" PRIu64 ",\"self_ns\":%" PRIu64 ",\"max_ns\":%" PRIu64 "}",
		s->line, s->is_inlined ? "true" : "false", s->calls, s->total_ns, s->incl_ns,
		s->self_ns, s->max_ns);
}

static void write_sites(const struct csa_report *report, FILE *out)
{
	fputs(",\n\"sites\":[", out);
	for (size_t i = 0; i < report->site_count; i++) {
		separate(i, out);
		write_site(report, &report->sites[i], out);
	}
	fputc(']', out);
}

/*
 * Node 0 is the root, 1 what had no room; the others level by level, so that the numbers do not depend on which
 * thread was read first. A node's number, its place in the array, is greater than its parent's.
 */
static int write_tree(const struct csa_report *report, FILE *out)
{
	const struct csa_tree *tree = &report->tree;
	uint32_t *order = csa_stack_order(report);
	uint32_t *numbers = calloc(tree->count, sizeof(*numbers));
	bool has_memory = order && numbers;

	if (has_memory)
		fputs(",\n\"tree\":[", out);
	for (uint32_t i = 0; has_memory && i < tree->count; i++) {
		const struct csa_tree_node *n = &tree->nodes[order[i]];

		numbers[order[i]] = i;
		separate(i, out);
		write_function("{\"function\":", ",\"address\":", report, n->row, out);
		write_known(",\"parent\":", i != CSA_TREE_ROOT, numbers[n->parent], out);
		fprintf(out, ",\"calls\":%" PRIu64 ",\"self_ns\":%" PRIu64 "}", n->calls,
			n->self_ns);
	}
	if (has_memory)
		fputc(']', out);
	free(order);
	free(numbers);
	return has_memory ? 0 : CSA_E_NOMEM;
}

static int write_json(const struct csa_report *report, const struct csa_out_options *options,
		      FILE *out, struct csa_err *err)
{
	size_t rows = report->row_count;
	unsigned modules = report->symbols ? csa_symbols_module_count(report->symbols) : 0;
	int rc = 0;

	if (options->top && options->top < rows)
		rows = options->top;
	fprintf(out, "{\"schema\":%d,\n\"summary\":", SCHEMA);
	write_summary(&report->summary, out);
	fputs(",\n\"filter\":", out);
	write_filter(report, options->filter, out);
	fputs(",\n\"rows\":[", out);
	for (size_t i = 0; i < rows; i++) {
		separate(i, out);
		write_row(report, &report->rows[i], out);
	}
	fputs("],\n\"processes\":[", out);
	for (size_t i = 0; i < report->process_count; i++) {
		separate(i, out);
		write_process(&report->processes[i], out);
	}
	fputs("],\n\"threads\":[", out);
	for (size_t i = 0; i < report->thread_count; i++) {
		separate(i, out);
		write_thread(report, &report->threads[i], out);
	}
	fputs("],\n\"modules\":[", out);
	for (unsigned i = 0; i < modules; i++) {
		separate(i, out);
		write_module(report, i, out);
	}
	fputs("],\n\"markers\":[", out);
	for (size_t i = 0; i < report->marker_count; i++) {
		separate(i, out);
		write_marker(report, &report->markers[i], out);
	}
	fputs("],\n\"marks\":[", out);
	write_names(report, CSF_NAME_MARK, write_mark, out);
	fputs("],\n\"frames\":[", out);
	write_names(report, CSF_NAME_FRAME, write_frame, out);
	fputs("],\n\"values\":[", out);
	write_names(report, CSF_NAME_VALUE, write_value, out);
	fputc(']', out);
	if (options->with & CSA_OUT_WANTS_SITES)
		write_sites(report, out);
	if (options->with & CSA_OUT_WANTS_TREE)
		rc = write_tree(report, out);
	fputs("}\n", out);
	return rc < 0 ? csa_fail(err, rc, "no memory for %u stacks", report->tree.count) : 0;
}

const struct csa_out_format csa_out_json = {
	.name = "json",
	.write = write_json,
};
