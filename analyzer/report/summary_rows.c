/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strndup */
#include "summary_rows.h"

#include <stdlib.h>
#include <string.h>

#include "report_markers.h"
#include "report_rows.h"

/* One slot while it is added. */
struct adding {
	struct csa_report *report;
	const struct csa_capture *capture;
	const struct csa_address_space *space;
	const struct csa_summary_slot *slot;
	uint64_t self_ticks; /* converted so far */
	uint64_t events;
	uint64_t rest_calls;
};

static uint64_t to_ns(const struct csa_capture *capture, uint64_t ticks)
{
	return (uint64_t)(((csa_u128)ticks * capture->clock.rate.multiplier) >> CSA_TICK_SHIFT);
}

/* A part of the slot's self times: rounded so that the sum of all parts is the sum, rounded. */
static uint64_t self_ns(struct adding *a, uint64_t ticks)
{
	uint64_t before = to_ns(a->capture, a->self_ticks);

	a->self_ticks += ticks;
	return to_ns(a->capture, a->self_ticks) - before;
}

/*
 * A moment at which the code at @address is what was called: a summary has no times of calls. Where
 * modules followed one another at one place it is the last of them.
 */
static uint64_t moment_of(const struct csa_modules *modules, uint64_t address, uint64_t otherwise)
{
	const struct csa_module *found = NULL;

	for (size_t i = 0; i < modules->count; i++) {
		const struct csa_module *m = &modules->items[i];

		if (address >= m->start_ip && address < m->end_ip &&
		    (!found || m->load_ticks >= found->load_ticks))
			found = m;
	}
	return found ? found->load_ticks : otherwise;
}

/* NULL: no memory. */
static struct csa_row_stats *stats_of(struct adding *a, const struct csa_summary_row *row)
{
	struct csa_report *report = a->report;
	uint64_t address = row->numbers.function;
	struct csa_row_stats *stats;
	struct csa_row_traits traits = { 0 };
	int64_t index;

	if (row->is_rest)
		index = csa_rows_rest(&report->table);
	else
		index = csa_rows_resolve(&report->table, a->space, address, true,
					 moment_of(&a->capture->modules, address,
						   a->slot->table.last_ticks),
					 &traits);
	stats = index < 0 ? NULL : csa_stats_row(&report->stats, (uint32_t)index);
	if (stats)
		stats->is_transparent = traits.is_transparent;
	return stats;
}

/* The middle of a bucket in ticks, see summary_format.h. */
static uint64_t middle(unsigned octave, unsigned index)
{
	return csa_histogram_middle(octave * 64 + index);
}

static bool add_octaves(const struct adding *a, struct csa_row_stats *stats,
			const struct csa_summary_row *row)
{
	for (size_t i = 0; i < row->octave_count; i++) {
		const struct csa_octave *o = &row->octaves[i];

		for (unsigned j = 0; j < 64; j++) {
			if (o->counters[j] &&
			    !csa_values_add(&stats->values, to_ns(a->capture, middle(o->octave, j)),
					    o->counters[j]))
				return false;
		}
	}
	return true;
}

static bool add_row(struct adding *a, const struct csa_summary_row *row)
{
	const struct csf_summary_row *n = &row->numbers;
	bool is_count = a->capture->summary->header.mode == CSF_MODE_COUNT;
	struct csa_row_stats *stats;
	uint64_t max_ns = to_ns(a->capture, n->max);

	if (n->entered == 0)
		return true;
	stats = stats_of(a, row);
	if (!stats)
		return false;
	stats->calls += n->entered;
	stats->is_at_least = stats->is_at_least || csa_capture_has_losses(a->capture);
	a->rest_calls += row->is_rest ? n->entered : 0;
	if (is_count) {
		stats->untimed += n->entered;
		a->events += n->entered;
		return true;
	}
	a->events += n->entered + n->leaving - n->unwound - n->left_open;
	stats->unwound += n->unwound;
	stats->open += n->left_open + csa_summary_open_calls(row);
	stats->open_total_ns += to_ns(a->capture, n->open_total);
	stats->total_ns += to_ns(a->capture, n->total - n->open_total);
	stats->nested_ns += to_ns(a->capture, n->nested);
	stats->self_ns += self_ns(a, n->self);
	stats->children += n->children;
	stats->lacks_durations = stats->lacks_durations || (n->flags & CSF_ROW_NO_OCTAVES);
	if (n->min != UINT64_MAX && to_ns(a->capture, n->min) < stats->min_ns)
		stats->min_ns = to_ns(a->capture, n->min);
	if (max_ns > stats->max_ns)
		stats->max_ns = max_ns;
	return add_octaves(a, stats, row);
}

/* An open call lasts to the last hook of its thread. Return: its ticks, or UINT64_MAX: no memory. */
static uint64_t add_open(struct adding *a, const struct csa_summary_frame *frame, uint64_t last,
			 uint64_t child_ticks, bool is_outermost)
{
	struct csa_row_stats *stats = stats_of(a, &a->slot->rows[frame->row]);
	uint64_t ticks = last > frame->enter_ticks ? last - frame->enter_ticks : 0;
	uint64_t ns;

	if (!stats)
		return UINT64_MAX;
	if (ticks < child_ticks)
		ticks = child_ticks;
	ns = to_ns(a->capture, ticks);
	stats->self_ns += self_ns(a, ticks - child_ticks);
	stats->open_total_ns += ns;
	stats->open_nested_ns += is_outermost ? 0 : ns;
	stats->open_min_ns = ns < stats->open_min_ns ? ns : stats->open_min_ns;
	stats->max_ns = ns > stats->max_ns ? ns : stats->max_ns;
	stats->children += frame->child_count;
	return ticks;
}

static bool is_outermost(const struct csa_summary_slot *slot, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (slot->frames[i].row == slot->frames[index].row)
			return false;
	}
	return true;
}

/* Return: false: no memory. @root_ticks: of the slot, with what is open. */
static bool add_frames(struct adding *a, uint64_t *root_ticks)
{
	const struct csa_summary_slot *slot = a->slot;
	uint64_t last = slot->table.last_ticks;
	uint64_t below = 0; /* ticks of the frame that was called from the one that is next */

	for (size_t i = slot->frame_count; i-- > 0;) {
		if (slot->frames[i].enter_ticks > last)
			last = slot->frames[i].enter_ticks;
	}
	for (size_t i = slot->frame_count; i-- > 0;) {
		const struct csa_summary_frame *frame = &slot->frames[i];

		below += frame->child_ticks;
		if (frame->row == SIZE_MAX)
			continue; /* of the parent process: time passes through it */
		below = add_open(a, frame, last, below, is_outermost(slot, i));
		if (below == UINT64_MAX)
			return false;
	}
	*root_ticks = slot->root_ticks + below;
	return true;
}

static int add_thread(struct adding *a, uint64_t root_ticks)
{
	struct csa_report *report = a->report;
	const struct csf_table *table = &a->slot->table;
	const struct csa_tick_rate *rate = &a->capture->clock.rate;
	struct csa_report_process *process = &report->processes[report->process_count - 1];
	uint64_t start = a->capture->facts.known ? a->capture->facts.start_ticks : 0;
	size_t count = report->thread_count;
	struct csa_report_thread *threads = report->threads;
	struct csa_report_thread *t;

	if ((count & (count - 1)) == 0) /* capacities are powers of two, as in report.c */
		threads = realloc(threads, (count ? 2 * count : 1) * sizeof(*threads));
	if (!threads)
		return CSA_E_NOMEM;
	report->threads = threads;
	t = &threads[report->thread_count++];
	*t = (struct csa_report_thread){
		.process = report->process_count - 1,
		.serial = table->first_serial,
		.tid = table->tid,
		.name = table->name[0] ? strndup(table->name, sizeof(table->name)) : NULL,
		.events = a->events,
		.unmatched = table->unmatched,
		.lost = table->lost_events,
		.root_ns = to_ns(a->capture, root_ticks),
		.first_ns = table->first_ticks > start && start >= rate->base_ticks
				    ? to_ns(a->capture, table->first_ticks - start)
				    : 0,
		.last_ns = table->last_ticks > start && start >= rate->base_ticks
				   ? to_ns(a->capture, table->last_ticks - start)
				   : 0,
	};
	if (t->last_ns < t->first_ns) /* as in match_pipeline.c */
		t->last_ns = t->first_ns + t->root_ns;
	report->summary.events += a->events;
	report->summary.unmatched += table->unmatched;
	report->summary.shared_threads += table->threads ? table->threads - 1 : 0;
	report->summary.clock_steps += table->clock_steps;
	process->events += a->events;
	csa_report_add_probe(report, a->capture->facts.hook_ns, a->events);
	if (process->start_monotonic_ns + t->last_ns > process->last_monotonic_ns)
		process->last_monotonic_ns = process->start_monotonic_ns + t->last_ns;
	return 0;
}

/* Pauses of the threads that used the slot, with the serial of the first. */
static int add_markers(const struct adding *a)
{
	const struct csf_table *table = &a->slot->table;
	struct csa_report_marker marker = { .process = a->report->process_count - 1,
					    .thread_serial = table->first_serial,
					    .marker = CSF_MARKER_PAUSED,
					    .count = table->pauses };

	if (marker.count && !csa_report_add_marker(a->report, &marker))
		return CSA_E_NOMEM;
	marker.marker = CSF_MARKER_RESUMED;
	marker.count = table->resumes;
	marker.argument = table->paused_hooks;
	if (marker.count && !csa_report_add_marker(a->report, &marker))
		return CSA_E_NOMEM;
	return 0;
}

static int add_slot(struct adding *a)
{
	uint64_t root_ticks = 0;

	for (size_t i = 0; i < a->slot->row_count; i++) {
		if (!add_row(a, &a->slot->rows[i]))
			return CSA_E_NOMEM;
	}
	if (!add_frames(a, &root_ticks))
		return CSA_E_NOMEM;
	return add_thread(a, root_ticks) < 0 ? CSA_E_NOMEM : add_markers(a);
}

static void note(struct csa_report *report, const struct csa_capture *capture, uint64_t rest_calls)
{
	const struct csf_summary *h = &capture->summary->header;
	unsigned long long pid = (unsigned long long)capture->facts.pid;

	if (rest_calls)
		csa_notes_add(
			&report->notes, CSA_NOTE_WARNING,
			"process %llu: %llu calls of functions for which there was no room are "
			"one row",
			pid, (unsigned long long)rest_calls);
	if (h->windows_refused && h->error)
		csa_notes_add(
			&report->notes, CSA_NOTE_WARNING,
			"process %llu: summary.cst could not grow (%s); percentiles are missing "
			"where '-' stands for them",
			pid, strerror((int)h->error));
	else if (h->windows_refused)
		csa_notes_add(
			&report->notes, CSA_NOTE_WARNING,
			"process %llu: TRACE_MAX_MB is used up; percentiles are missing where "
			"'-' stands for them",
			pid);
	if (capture->summary->torn && !(capture->has_live && capture->live.ended))
		csa_notes_add(
			&report->notes, CSA_NOTE_INFO,
			"process %llu was killed, or read, in an exit hook: the times of %llu "
			"functions may lack one call",
			pid, (unsigned long long)capture->summary->torn);
}

int csa_summary_add(struct csa_report *report, const struct csa_capture *capture,
		    const struct csa_address_space *space)
{
	const struct csa_summary *summary = capture->summary;
	uint64_t rest_calls = 0;
	int rc = 0;

	for (size_t i = 0; i < summary->slot_count && rc == 0; i++) {
		struct adding a = { .report = report,
				    .capture = capture,
				    .space = space,
				    .slot = &summary->slots[i] };

		if (!summary->slots[i].is_known)
			continue;
		rc = add_slot(&a);
		rest_calls += a.rest_calls;
	}
	report->stackless++;
	/* No clock is read while calls are counted: what the process says at its end is all there is. */
	if (summary->header.mode == CSF_MODE_COUNT)
		report->processes[report->process_count - 1].last_monotonic_ns =
			capture->has_live && capture->live.ended ? capture->live.end_pair_ns : 0;
	note(report, capture, rest_calls);
	return rc;
}
