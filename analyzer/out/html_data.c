/* SPDX-License-Identifier: MIT */
#include "html_data.h"

#include <inttypes.h>
#include <string.h>

#include "base64_text.h"
#include "export_facts.h"
#include "json_string.h"
#include "word_reader.h"

static void write_key(const char *key, const char *text, FILE *out)
{
	fputs(key, out);
	csa_json_string_in_page(out, text);
}

static void separate(size_t index, FILE *out)
{
	fputs(index ? ",\n" : "\n", out);
}

static void write_summary(const struct csa_report *report, const struct csa_html_sink *sink,
			  FILE *out)
{
	const struct csa_report_summary *s = &report->summary;

	fprintf(out,
		"{\"summary\":{\"events\":%" PRIu64 ",\"calls\":%" PRIu64 ",\"threads\":%" PRIu64
		",\"unmatched\":%" PRIu64 ",\"unwound\":%" PRIu64 ",\"open\":%" PRIu64
		",\"pauses\":%" PRIu64 ",\"paused\":%" PRIu64 ",\"lost\":%" PRIu64
		",\"lossy\":%" PRIu64,
		s->events, s->calls, s->threads, s->unmatched, s->unwound, s->open, s->pauses,
		s->paused, s->lost, s->lossy);
	fprintf(out,
		",\"clock_steps\":%" PRIu64 ",\"clock_changes\":%" PRIu64
		",\"clock_left_out\":%" PRIu64 ",\"clock_drift_ns\":%" PRIu64
		",\"self_ns\":%" PRIu64 ",\"dropped_functions\":%" PRIu64
		",\"dropped_events\":%" PRIu64 ",\"duration_ns\":%" PRIu64 "}",
		s->clock_steps, s->clock_changes, s->clock_left_out, s->clock_drift_ns, s->self_ns,
		s->dropped_functions, s->dropped_events, s->duration_ns);
	fprintf(out,
		",\n\"timeline\":{\"shown\":%" PRIu64 ",\"left_out\":%" PRIu64
		",\"below_ns\":%" PRIu64 ",\"marks_left_out\":%" PRIu64 "}",
		sink->calls.count, sink->calls.left_out, sink->calls.below_ns,
		sink->marks_left_out);
	fprintf(out, ",\n\"stackless\":%zu,\"is_filtered\":%s", report->stackless,
		report->is_filtered ? "true" : "false");
	fprintf(out, ",\n\"other_stacks\":{\"calls\":%" PRIu64 ",\"self\":%" PRIu64 "}",
		sink->tree.nodes[CSA_TREE_REST].calls, sink->tree.nodes[CSA_TREE_REST].self_ns);
}

static void write_notes(const struct csa_notes *notes, FILE *out)
{
	static const char *const kinds[] = { [CSA_NOTE_INFO] = "info",
					     [CSA_NOTE_WARNING] = "warning",
					     [CSA_NOTE_DAMAGE] = "damage" };

	fputs(",\n\"notes\":[", out);
	for (size_t i = 0; i < notes->count; i++) {
		separate(i, out);
		fprintf(out, "{\"kind\":\"%s\"", kinds[notes->items[i].kind]);
		write_key(",\"text\":", notes->items[i].text, out);
		fputc('}', out);
	}
	fputc(']', out);
}

static void write_process(const struct csa_report_process *p, FILE *out)
{
	fprintf(out, "{\"pid\":%" PRIu64 ",\"ppid\":%" PRIu64, p->pid, p->ppid);
	write_key(",\"folder\":", p->dir, out);
	write_key(",\"program\":", p->exe, out);
	write_key(",\"command\":", p->command, out);
	write_key(",\"mode\":", p->mode, out);
	write_key(",\"clock\":", p->clock_source, out);
	fprintf(out,
		",\"tick_hz\":%.17g,\"drift_ns\":%" PRIu64 ",\"start_realtime_ms\":%" PRIu64
		",\"start_ns\":%" PRIu64 ",\"last_ns\":%" PRIu64 ",\"ended\":%s,\"hook_ns\":%.17g"
		",\"events\":%" PRIu64 ",\"block_bytes\":%" PRIu64 "}",
		p->tick_hz, p->drift_ns, p->start_realtime_ns / 1000000, p->start_monotonic_ns,
		p->last_monotonic_ns, p->has_ended ? "true" : "false", p->hook_ns, p->events,
		p->block_bytes);
}

static void write_modules(const struct csa_report *report, FILE *out)
{
	unsigned count = report->symbols ? csa_symbols_module_count(report->symbols) : 0;
	struct csa_module_info module;

	fputs(",\n\"modules\":[", out);
	for (unsigned i = 0; i < count; i++) {
		separate(i, out);
		csa_symbols_module(report->symbols, i, &module);
		write_key("{\"path\":", module.path, out);
		write_key(",\"build_id\":", module.build_id, out);
		write_key(",\"names_from\":", module.names_from, out);
		write_key(",\"warning\":", module.warning, out);
		fputc('}', out);
	}
	fputc(']', out);
}

static void write_markers(const struct csa_report *report, FILE *out)
{
	fputs(",\n\"markers\":[", out);
	for (size_t i = 0; i < report->marker_count; i++) {
		const struct csa_report_marker *m = &report->markers[i];

		separate(i, out);
		fprintf(out, "{\"process\":%zu,\"serial\":%" PRIu32 ",\"marker\":%" PRIu32,
			m->process, m->thread_serial, m->marker);
		write_key(",\"kind\":", csa_marker_kind(m->marker), out);
		write_key(",\"text\":", csa_marker_text(m->marker), out);
		fprintf(out, ",\"count\":%" PRIu64 ",\"argument\":\"%" PRIu64 "\"}", m->count,
			m->argument);
	}
	fputc(']', out);
}

static void write_names(const struct csa_report *report, FILE *out)
{
	fputs(",\n\"names\":[", out);
	for (size_t i = 0; i < report->name_count; i++) {
		const struct csa_report_name *n = &report->names[i];

		separate(i, out);
		fprintf(out, "{\"kind\":%" PRIu32, n->name->kind);
		write_key(",\"name\":", n->name->name, out);
		write_key(",\"file\":", n->name->file, out);
		fprintf(out,
			",\"line\":%u,\"count\":%" PRIu64 ",\"threads\":%" PRIu64
			",\"first\":%" PRIu64 ",\"last\":%" PRIu64,
			n->name->line, n->count, n->threads, n->first_ns, n->last_ns);
		fprintf(out,
			",\"intervals\":%" PRIu64 ",\"min\":%" PRIu64 ",\"avg\":%" PRIu64
			",\"p50\":%" PRIu64 ",\"p99\":%" PRIu64 ",\"max\":%" PRIu64,
			n->intervals, n->min_ns, n->avg_ns, n->p50_ns, n->p99_ns, n->max_ns);
		fprintf(out,
			",\"least\":\"%" PRId64 "\",\"greatest\":\"%" PRId64
			"\",\"latest\":\"%" PRId64 "\",\"mean\":%.17g}",
			n->min, n->max, n->last, n->avg);
	}
	fputc(']', out);
}

static void write_sites(const struct csa_report *report, FILE *out)
{
	fputs(",\n\"sites\":[", out);
	for (size_t i = 0; i < report->site_count; i++) {
		const struct csa_report_site *s = &report->sites[i];

		separate(i, out);
		fprintf(out, "{\"row\":%" PRIu32 ",\"caller\":", s->row);
		if (s->caller == CSA_NO_ROW)
			fputs("null", out);
		else
			fprintf(out, "%" PRIu32, s->caller);
		fprintf(out, ",\"known\":%s,\"inlined\":%s", s->is_known ? "true" : "false",
			s->is_inlined ? "true" : "false");
		if (s->is_known) {
			write_key(",\"function\":", s->function, out);
			write_key(",\"file\":", s->file, out);
			fprintf(out, ",\"line\":%u,\"address\":\"0x%" PRIx64 "\"", s->line,
				s->address);
		}
		fprintf(out, ",\"calls\":%" PRIu64 ",\"incl\":%" PRIu64 ",\"max\":%" PRIu64 "}",
			s->calls, s->incl_ns, s->max_ns);
	}
	fprintf(out, "],\n\"has_sites\":%s", report->sites ? "true" : "false");
}

static void write_mark(const struct csa_html_mark *m, FILE *out)
{
	switch (m->call_kind) {
	case CSA_CALL_USER:
		fprintf(out, "{\"at\":%" PRIu64 ",\"kind\":\"%s\"", m->ns,
			m->kind == CSF_NAME_VALUE   ? "value"
			: m->kind == CSF_NAME_FRAME ? "frame"
						    : "mark");
		write_key(",\"name\":", m->name, out);
		if (m->kind == CSF_NAME_VALUE)
			fprintf(out, ",\"value\":\"%" PRId64 "\"", (int64_t)m->argument);
		break;
	case CSA_CALL_MARKER:
		fprintf(out, "{\"at\":%" PRIu64 ",\"kind\":\"marker\",\"marker\":%" PRIu32, m->ns,
			m->kind);
		write_key(",\"name\":", csa_marker_text(m->kind), out);
		fprintf(out, ",\"argument\":\"%" PRIu64 "\"", m->argument);
		break;
	default:
		fprintf(out,
			"{\"at\":%" PRIu64 ",\"from\":%" PRIu64
			",\"kind\":\"lost\",\"events\":\"%" PRIu64 "\"",
			m->ns, m->from_ns, m->argument);
	}
	fputc('}', out);
}

static const struct csa_report_thread *find_thread(const struct csa_report *report,
						   const struct csa_call_thread *thread)
{
	for (size_t i = 0; i < report->thread_count; i++) {
		if (report->threads[i].process == thread->process &&
		    report->threads[i].serial == thread->serial)
			return &report->threads[i];
	}
	return NULL;
}

/* How many calls were left out in each stretch of time, and how many bits of a time are within one. */
static void write_stretches(const struct csa_html_track *track, FILE *out)
{
	unsigned count = track->stretches ? CSA_HTML_STRETCHES : 0;

	while (count && !track->stretches[count - 1])
		count--;
	fprintf(out, ",\"left_out\":%" PRIu64 ",\"stretch_bits\":%u,\"stretches\":[",
		track->left_out, track->stretch_shift);
	for (unsigned i = 0; i < count; i++)
		fprintf(out, "%s%" PRIu64, i ? "," : "", track->stretches[i]);
	fputc(']', out);
}

static void write_track(const struct csa_report *report, const struct csa_html_track *track,
			const struct csa_html_mark *marks, FILE *out)
{
	const struct csa_report_thread *t = find_thread(report, &track->thread);

	fprintf(out,
		"{\"process\":%zu,\"serial\":%" PRIu32 ",\"tid\":%" PRIu32 ",\"lane\":%" PRIu32
		",\"shown\":%" PRIu64,
		track->thread.process, track->thread.serial, track->thread.tid, track->thread.lane,
		track->calls);
	write_key(",\"name\":", t ? t->name : NULL, out);
	if (t)
		fprintf(out,
			",\"events\":%" PRIu64 ",\"unmatched\":%" PRIu64 ",\"root_ns\":%" PRIu64,
			t->events, t->unmatched, t->root_ns);
	write_stretches(track, out);
	fputs(",\"marks\":[", out);
	for (size_t i = 0; i < track->marks; i++) {
		separate(i, out);
		write_mark(&marks[i], out);
	}
	fputs("]}", out);
}

static void write_tracks(const struct csa_report *report, const struct csa_html_sink *sink,
			 FILE *out)
{
	const struct csa_html_mark *marks = sink->marks.items;

	fputs(",\n\"tracks\":[", out);
	for (uint32_t i = 0; i < sink->calls.tracks.count; i++) {
		separate(i, out);
		write_track(report, &sink->calls.tracks.items[i], marks, out);
		if (sink->calls.tracks.items[i].marks)
			marks += sink->calls.tracks.items[i].marks;
	}
	fputc(']', out);
}

/* Where the sentences of the exports go. */
struct said {
	FILE *out;
	size_t count;
};

static void write_sentence(void *state, const char *sentence)
{
	struct said *said = state;

	separate(said->count++, said->out);
	csa_json_string_in_page(said->out, sentence);
}

int csa_html_write_facts(const struct csa_report *report, const struct csa_html_sink *sink,
			 FILE *out)
{
	struct said said = { .out = out };
	int rc;

	write_summary(report, sink, out);
	write_notes(&report->notes, out);
	fputs(",\n\"said\":[", out);
	rc = csa_export_facts(report, write_sentence, &said);
	fputc(']', out);
	fputs(",\n\"processes\":[", out);
	for (size_t i = 0; i < report->process_count; i++) {
		separate(i, out);
		write_process(&report->processes[i], out);
	}
	fputc(']', out);
	write_modules(report, out);
	write_markers(report, out);
	write_names(report, out);
	if (rc == 0)
		rc = csa_html_write_rows(report, out);
	write_sites(report, out);
	write_tracks(report, sink, out);
	fputs("}\n", out);
	return rc;
}

void csa_html_write_tree(const struct csa_tree *tree, FILE *out)
{
	struct csa_base64 text = { .out = out };
	uint8_t bytes[40];

	for (uint32_t i = CSA_TREE_REST + 1; i < tree->count; i++) {
		const struct csa_tree_node *n = &tree->nodes[i];
		uint8_t *p = csa_html_add_varint(bytes, i - n->parent);

		p = csa_html_add_varint(p, n->row);
		p = csa_html_add_varint(p, n->calls);
		p = csa_html_add_varint(p, n->self_ns);
		csa_base64_add(&text, bytes, (size_t)(p - bytes));
	}
	csa_base64_end(&text);
}
