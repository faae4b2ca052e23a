/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include <stdlib.h>
#include <string.h>

#include "part_reading.h"
#include "partial.h"
#include "report_markers.h"

/* A number of items that each take at least a byte: room for them grows while they come. */
void *csa_part_room(struct csa_part *p, void *items, uint64_t count, size_t size)
{
	void *moved = items;

	if (p->r->has_failed)
		return items;
	if ((count & (count - 1)) == 0) /* capacities are powers of two, as in report.c */
		moved = count > UINT32_MAX / 4 ? NULL
					       : realloc(items, (count ? 2 * count : 1) * size);
	if (!moved) {
		csa_part_no_memory(p->r);
		return items;
	}
	return moved;
}

const char *csa_part_text(struct csa_part *p)
{
	return csa_part_get_text(p->r, &p->report->texts);
}

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Which of two answers about the same is taken must not depend on their order. */
static const char *smaller(const char *a, const char *b)
{
	return !a || (b && strcmp(b, a) < 0) ? b : a;
}

/* Of two machines one may have the file, with names, and the other not. */
static void join_module(struct csa_module_info *to, const struct csa_module_info *from)
{
	if (from->has_names != to->has_names) {
		if (from->has_names)
			*to = *from;
		return;
	}
	to->names_from = smaller(to->names_from, from->names_from);
	to->warning = smaller(to->warning, from->warning);
	to->is_missing = to->is_missing && from->is_missing;
	to->start_addr = from->start_addr < to->start_addr ? from->start_addr : to->start_addr;
	to->end_addr = from->end_addr > to->end_addr ? from->end_addr : to->end_addr;
}

static unsigned add_module(struct csa_part *p, const struct csa_module_info *info)
{
	struct csa_merge *merge = p->merge;
	unsigned i = 0;

	while (i < merge->module_count &&
	       !(is_same(merge->modules[i].info.path, info->path) &&
		 is_same(merge->modules[i].info.build_id, info->build_id)))
		i++;
	if (i < merge->module_count) {
		join_module(&merge->modules[i].info, info);
		return i;
	}
	merge->modules = csa_part_room(p, merge->modules, i, sizeof(*merge->modules));
	if (!p->r->has_failed)
		merge->modules[merge->module_count++] = (struct csa_merge_module){ .info = *info };
	return i;
}

static void read_modules(struct csa_part *p)
{
	struct csa_part_reader *r = p->r;
	uint64_t count = csa_part_get(r);

	for (uint64_t i = 0; i < count && !r->has_failed; i++) {
		struct csa_module_info info = { .path = csa_part_text(p) };

		info.build_id = csa_part_text(p);
		info.names_from = csa_part_text(p);
		info.warning = csa_part_text(p);
		info.has_names = csa_part_get_flag(r);
		info.is_missing = csa_part_get_flag(r);
		info.start_addr = csa_part_get(r);
		info.end_addr = csa_part_get(r);
		if (!info.path)
			csa_part_wrong(r, "a module without a path");
		p->modules = csa_part_room(p, p->modules, i, sizeof(*p->modules));
		if (r->has_failed)
			return;
		p->modules[p->module_count++] = add_module(p, &info);
	}
}

/* The kept lines of each kind are at most CSA_NOTES_KEPT, and no more than the total. */
static void read_notes(struct csa_part *p, struct csa_notes *notes)
{
	struct csa_part_reader *r = p->r;
	uint64_t count = csa_part_get_below(r, 1ull + (uint64_t)CSA_NOTE_KINDS * CSA_NOTES_KEPT,
					    "too many notes");
	uint64_t kept[CSA_NOTE_KINDS] = { 0 };

	notes->items = count ? calloc(count, sizeof(*notes->items)) : NULL;
	if (count && !notes->items)
		csa_part_no_memory(r);
	while (notes->items && notes->count < count && !r->has_failed) {
		struct csa_note *note = &notes->items[notes->count++];

		note->kind =
			(enum csa_note_kind)csa_part_get_below(r, CSA_NOTE_KINDS, "a kind of note");
		note->text = csa_part_get_string(p->r);
		if (!note->text || ++kept[note->kind] > CSA_NOTES_KEPT)
			csa_part_wrong(r, "a note without text, or too many");
	}
	for (unsigned kind = 0; kind < CSA_NOTE_KINDS; kind++) {
		notes->total[kind] = csa_part_get(r);
		if (notes->total[kind] < kept[kind])
			csa_part_wrong(r, "more notes than it says");
	}
}

static void read_process_modules(struct csa_part *p, struct csa_report_process *process)
{
	uint64_t count = csa_part_get(p->r);

	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		uint64_t module =
			csa_part_get_below(p->r, p->module_count, "a module that is none");

		process->modules = csa_part_room(p, process->modules, i, sizeof(*process->modules));
		if (!p->r->has_failed)
			process->modules[process->module_count++] = p->modules[module];
	}
}

static void read_process(struct csa_part *p, struct csa_report_process *process)
{
	struct csa_part_reader *r = p->r;

	process->dir = csa_part_get_string(p->r);
	process->exe = csa_part_get_string(p->r);
	process->command = csa_part_get_string(p->r);
	process->clock_source = csa_part_get_string(p->r);
	process->arch = csa_part_get_string(p->r);
	process->mode = csa_part_get_string(p->r);
	process->selection = csa_part_get_string(p->r);
	process->pid = csa_part_get(r);
	process->ppid = csa_part_get(r);
	process->order_ns = csa_part_get(r);
	process->start_realtime_ns = csa_part_get(r);
	process->start_monotonic_ns = csa_part_get(r);
	process->last_monotonic_ns = csa_part_get(r);
	process->has_ended = csa_part_get_flag(r);
	process->drift_ns = csa_part_get(r);
	process->cpus = csa_part_get(r);
	process->events = csa_part_get(r);
	process->block_bytes = csa_part_get(r);
	process->tick_hz = csa_part_get_real(r);
	process->hook_ns = csa_part_get_real(r);
	process->events_hook_ns = csa_part_get_real(r);
	read_process_modules(p, process);
	read_notes(p, &process->notes);
	if (!process->dir)
		csa_part_wrong(r, "a process without a folder");
}

static void read_processes(struct csa_part *p)
{
	struct csa_report *report = p->report;
	uint64_t count = csa_part_get(p->r);

	p->first_process = report->process_count;
	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		report->processes = csa_part_room(p, report->processes, report->process_count,
						  sizeof(*report->processes));
		if (p->r->has_failed)
			return;
		report->processes[report->process_count] = (struct csa_report_process){ 0 };
		read_process(p, &report->processes[report->process_count++]);
	}
	count = csa_part_get(p->r);
	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		report->folders = csa_part_room(p, report->folders, report->folder_count,
						sizeof(*report->folders));
		if (p->r->has_failed)
			return;
		report->folders[report->folder_count] =
			(struct csa_report_folder){ .dir = csa_part_get_string(p->r) };
		if (!report->folders[report->folder_count].dir)
			csa_part_wrong(p->r, "a folder without a path");
		read_notes(p, &report->folders[report->folder_count++].notes);
	}
}

/* A process of the part, as an index of the report's. */
static size_t get_process(struct csa_part *p)
{
	size_t count = p->report->process_count - p->first_process;

	return p->first_process + csa_part_get_below(p->r, count, "a process that is none");
}

uint32_t csa_part_word(struct csa_part *p)
{
	return (uint32_t)csa_part_get_below(p->r, 1ull << 32, "a number of more than 32 bits");
}

static void read_threads(struct csa_part *p)
{
	struct csa_report *report = p->report;
	uint64_t count = csa_part_get(p->r);

	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		struct csa_report_thread t = { .process = get_process(p) };

		t.serial = csa_part_word(p);
		t.tid = csa_part_word(p);
		t.name = csa_part_get_string(p->r);
		t.events = csa_part_get(p->r);
		t.unmatched = csa_part_get(p->r);
		t.lost = csa_part_get(p->r);
		t.root_ns = csa_part_get(p->r);
		t.first_ns = csa_part_get(p->r);
		t.last_ns = csa_part_get(p->r);
		report->threads = csa_part_room(p, report->threads, report->thread_count,
						sizeof(*report->threads));
		if (p->r->has_failed)
			free(t.name);
		else
			report->threads[report->thread_count++] = t;
	}
}

static void read_markers(struct csa_part *p)
{
	uint64_t count = csa_part_get(p->r);

	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		struct csa_report_marker m = { .process = get_process(p) };

		m.thread_serial = csa_part_word(p);
		m.marker = csa_part_word(p);
		m.count = csa_part_get(p->r);
		m.argument = csa_part_get(p->r);
		if (!p->r->has_failed && !csa_report_add_marker(p->report, &m))
			csa_part_no_memory(p->r);
	}
}

static void read_sums(struct csa_part *p)
{
	struct csa_report *report = p->report;
	struct csa_report_summary *s = &report->summary;
	struct csa_call_filtered *f = &report->filtered;
	uint64_t stackless = 0;
	uint64_t drift = 0;
	uint64_t *const sums[] = {
		&s->events,
		&s->shared_threads,
		&s->unmatched,
		&s->clock_steps,
		&s->clock_changes,
		&s->clock_left_out,
		&drift,
		&s->lost,
		&stackless,
		&f->threads,
		&f->cut,
		&f->outside,
		&f->too_short,
		&f->too_deep,
		&report->probe_weight,
		&report->overhead_ns,
	};

	for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
		*sums[i] += csa_part_get(p->r);
	s->clock_drift_ns = drift > s->clock_drift_ns ? drift : s->clock_drift_ns;
	report->stackless += stackless;
	report->probe_sum += csa_part_get_sum(p->r);
}

static void read_head(struct csa_part *p)
{
	struct csa_part_reader *r = p->r;
	char magic[sizeof(CSA_PARTIAL_MAGIC) - 1] = "";
	uint64_t version;

	if (!csa_part_get_bytes(r, magic, sizeof(magic)) ||
	    memcmp(magic, CSA_PARTIAL_MAGIC, sizeof(magic)) != 0) {
		csa_part_wrong(r, "not a partial report");
		return;
	}
	version = csa_part_get(r);
	if (!r->has_failed && version != CSA_PARTIAL_VERSION) {
		r->has_failed = true;
		csa_fail(&r->err, CSA_E_UNSUPPORTED, "version is %llu, expected %u",
			 (unsigned long long)version, CSA_PARTIAL_VERSION);
	}
}

/* Parts are of one kind: of others a sum says nothing. */
static void read_kind(struct csa_part *p)
{
	struct csa_report *report = p->report;
	bool has_tree = csa_part_get_flag(p->r);
	bool has_sites = csa_part_get_flag(p->r);
	bool has_no_overhead = csa_part_get_flag(p->r);
	char *words = csa_part_get_string(p->r);

	if (p->merge->parts == 0) {
		report->has_sites = has_sites;
		report->has_no_overhead = has_no_overhead;
		report->is_filtered = words != NULL;
		report->filter_words = words;
		p->merge->has_tree = has_tree;
		return;
	}
	if (!is_same(words, report->filter_words))
		csa_part_wrong(p->r, "another filter than that of the first part");
	else if (has_sites != report->has_sites || has_tree != p->merge->has_tree ||
		 has_no_overhead != report->has_no_overhead)
		csa_part_wrong(p->r, "other numbers than those of the first part");
	free(words);
}

static void read_all(struct csa_part *p)
{
	read_head(p);
	read_kind(p);
	read_sums(p);
	read_modules(p);
	read_processes(p);
	read_threads(p);
	read_markers(p);
	csa_part_read_rows(p);
	if (p->merge->has_tree)
		csa_part_read_tree(p);
	if (p->report->has_sites)
		csa_part_read_sites(p);
	csa_part_read_user_names(p);
	(void)csa_part_at_end(p->r);
}

int csa_part_read(struct csa_merge *merge, struct csa_part_reader *r)
{
	struct csa_part p = { .merge = merge, .report = merge->report, .r = r };

	read_all(&p);
	free(p.modules);
	free(p.rows);
	free(p.nodes);
	merge->parts++;
	return r->has_failed ? r->err.code : 0;
}
