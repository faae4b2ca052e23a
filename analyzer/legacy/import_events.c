/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "import_process.h"
#include "old_events.h"
#include "vec.h"

#define WAITING_MAX   16u /* markers of a file at a time whose time is to come */
#define DAMAGE_A_FILE 50u /* places that are named */

/* A marker that stands before events which are older than it. */
struct waiting {
	uint64_t time;
	struct csa_thread_out *thread;
	uint32_t marker;
	uint64_t argument;
};

/* One file while it is read. */
struct reading {
	struct csa_import_process *p;
	const struct csa_old_file *file;
	struct csa_err *err;
	struct waiting waiting[WAITING_MAX];
	uint32_t waiting_count;
	uint64_t bad_offset; /* first of damaged records one after the other */
	uint64_t bad_count;
	uint64_t bad_places;
	char bad_text[80];
};

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for the threads of old event files");
}

static uint32_t hash(uint32_t tid)
{
	return (uint32_t)((tid * 0x9e3779b97f4a7c15ull) >> 32);
}

static bool grow_slots(struct csa_import_process *p)
{
	uint32_t mask = p->slot_mask ? 2 * p->slot_mask + 1 : 255;
	uint32_t *slots = calloc((size_t)mask + 1, sizeof(*slots));

	if (!slots)
		return false;
	for (uint32_t i = 0; i < p->thread_count; i++) {
		uint32_t at = hash(p->threads[i]->tid) & mask;

		while (slots[at])
			at = (at + 1) & mask;
		slots[at] = i + 1;
	}
	free(p->thread_slots);
	p->thread_slots = slots;
	p->slot_mask = mask;
	return true;
}

/* *@out stays NULL for a thread too many. */
static int find_thread(struct csa_import_process *p, uint32_t tid, struct csa_thread_out **out,
		       struct csa_err *err)
{
	struct csa_thread_out **threads;
	uint32_t at;

	*out = p->thread_count ? p->threads[p->last_thread] : NULL;
	if (*out && (*out)->tid == tid)
		return 0;
	*out = NULL;
	if (2 * p->thread_count >= p->slot_mask && !grow_slots(p))
		return no_memory(err);
	for (at = hash(tid) & p->slot_mask; p->thread_slots[at]; at = (at + 1) & p->slot_mask) {
		p->last_thread = p->thread_slots[at] - 1;
		*out = p->threads[p->last_thread];
		if ((*out)->tid == tid)
			return 0;
	}
	*out = NULL;
	if (p->thread_count >= CSA_IMPORT_THREADS_MAX)
		return 0;
	threads =
		csa_vec_grow(p->threads, p->thread_count, &p->thread_capacity, 1, sizeof(*threads));
	if (!threads)
		return no_memory(err);
	p->threads = threads;
	threads[p->thread_count] = calloc(1, sizeof(**threads));
	if (!threads[p->thread_count])
		return no_memory(err);
	*out = threads[p->thread_count];
	(*out)->tid = tid;
	(*out)->serial = p->thread_count + 1;
	p->last_thread = p->thread_count++;
	p->thread_slots[at] = p->thread_count;
	return 0;
}

static void say_damage(struct reading *r)
{
	struct csa_notes *notes = &r->p->notes;

	if (r->bad_count == 0)
		return;
	if (++r->bad_places > DAMAGE_A_FILE)
		notes->total[CSA_NOTE_DAMAGE]++; /* many enough are named */
	else if (r->bad_count == 1)
		csa_notes_add(notes, CSA_NOTE_DAMAGE, "%s: offset %" PRIu64 ": %s", r->file->path,
			      r->bad_offset, r->bad_text);
	else
		csa_notes_add(notes, CSA_NOTE_DAMAGE,
			      "%s: offset %" PRIu64 ": %s; %" PRIu64 " records are left out",
			      r->file->path, r->bad_offset, r->bad_text, r->bad_count);
	r->bad_count = 0;
}

static void add_damage(struct reading *r, const struct csa_old_event *event)
{
	if (r->bad_count++ > 0)
		return;
	r->bad_offset = event->offset;
	if (event->kind > CSA_OLD_COUNTERS)
		snprintf(r->bad_text, sizeof(r->bad_text), "kind is %u, expected 0 to 3",
			 event->kind);
	else
		snprintf(r->bad_text, sizeof(r->bad_text), "address of the function is 0");
}

/* @now: of the event that comes next. A marker has no time of its own after the last one. */
static int write_waiting(struct reading *r, uint32_t index, uint64_t now)
{
	struct waiting w = r->waiting[index];
	struct csa_thread_out *thread = w.thread;
	bool is_first = thread->sequence == 0 && !thread->buffer;
	uint64_t ticks = w.time <= now && w.time > thread->ticks ? w.time : thread->ticks;

	r->waiting[index] = r->waiting[--r->waiting_count];
	return csa_thread_marker(&r->p->writer, thread, is_first ? w.time : ticks, w.marker,
				 w.argument, r->err);
}

/* Markers of @thread whose time has come, the oldest first; NULL: of all, at the end. */
static int write_due(struct reading *r, const struct csa_thread_out *thread, uint64_t now)
{
	int rc = 0;

	while (rc == 0) {
		uint32_t oldest = r->waiting_count;

		for (uint32_t i = 0; i < r->waiting_count; i++) {
			const struct waiting *w = &r->waiting[i];

			if ((!thread || (w->thread == thread && w->time <= now)) &&
			    (oldest == r->waiting_count || w->time < r->waiting[oldest].time))
				oldest = i;
		}
		if (oldest == r->waiting_count)
			break;
		rc = write_waiting(r, oldest, now);
	}
	return rc;
}

static int add_marker(struct reading *r, struct csa_thread_out *thread,
		      const struct csa_old_event *event, uint32_t marker, uint64_t argument)
{
	if (r->waiting_count == WAITING_MAX) {
		int rc = write_waiting(r, 0, event->time);

		if (rc < 0)
			return rc;
	}
	r->waiting[r->waiting_count++] = (struct waiting){
		.time = event->time, .thread = thread, .marker = marker, .argument = argument
	};
	return 0;
}

/* What version 3 has no marker for. */
static void take_other_marker(struct reading *r, const struct csa_old_event *event)
{
	struct csa_import_skipped *skipped = &r->p->skipped;

	switch (event->function) {
	case CSA_OLD_ANCHOR:
		if (event->time > r->p->end.ticks)
			r->p->end = (struct csa_tick_pair){ .ticks = event->time,
							    .ns = event->callsite };
		break;
	case CSA_OLD_COUNTER:
	case CSA_OLD_COUNTER_COST:
	case CSA_OLD_READ_COST:
	case CSA_OLD_MULTIPLEXED:
		skipped->counter_markers++;
		break;
	case CSA_OLD_TOO_SHORT:
		skipped->too_short++;
		break;
	default:
		skipped->unknown++;
		skipped->unknown_code =
			event->function > UINT32_MAX ? UINT32_MAX : (uint32_t)event->function;
	}
}

static int take_marker(struct reading *r, struct csa_thread_out *thread,
		       const struct csa_old_event *event)
{
	uint64_t argument = event->callsite;

	switch (event->function) {
	case CSA_OLD_BUDGET:
		return add_marker(r, thread, event, CSF_MARKER_MAX_BYTES, argument);
	case CSA_OLD_NO_SPACE:
		return add_marker(r, thread, event, CSF_MARKER_NO_SPACE,
				  argument ? argument : ENOSPC);
	case CSA_OLD_WRITE_ERROR:
		return add_marker(r, thread, event, CSF_MARKER_WRITE_ERROR, argument);
	case CSA_OLD_EVENT_CAP:
		return add_marker(r, thread, event, CSF_MARKER_MAX_EVENTS, argument);
	case CSA_OLD_LOST:
		thread->lost += argument;
		return 0;
	default:
		take_other_marker(r, event);
		return 0;
	}
}

static int take_call(struct reading *r, struct csa_thread_out *thread,
		     const struct csa_old_event *event)
{
	struct csa_import_process *p = r->p;
	uint64_t bias = r->file->header.bias;
	uint64_t address = csa_import_addr(p, bias, event->function);
	int rc = 0;

	p->records++;
	if (event->time < p->first_time)
		p->first_time = event->time;
	if (event->time > p->last_time)
		p->last_time = event->time;
	if (r->waiting_count)
		rc = write_due(r, thread, event->time);
	if (rc < 0)
		return rc;
	if (event->kind == CSA_OLD_EXIT)
		return csa_thread_exit(&p->writer, thread, event->time, address, r->err);
	return csa_thread_enter(&p->writer, thread, event->time, address,
				event->callsite ? csa_import_addr(p, bias, event->callsite) : 0,
				r->err);
}

static bool is_hole(const struct csa_old_event *event)
{
	return event->time == 0 && event->function == 0 && event->callsite == 0 &&
	       event->tid == 0 && event->kind == 0;
}

static int take(struct reading *r, const struct csa_old_event *event)
{
	struct csa_thread_out *thread;
	int rc;

	if (event->kind > CSA_OLD_COUNTERS) {
		add_damage(r, event);
		return 0;
	}
	if (is_hole(event)) {
		r->p->skipped.holes++;
		return 0;
	}
	if (event->kind <= CSA_OLD_EXIT &&
	    csa_import_addr(r->p, r->file->header.bias, event->function) == 0) {
		add_damage(r, event);
		return 0;
	}
	say_damage(r);
	if (event->kind == CSA_OLD_COUNTERS) {
		r->p->skipped.counters++;
		return 0;
	}
	rc = find_thread(r->p, event->tid, &thread, r->err);
	if (rc < 0)
		return rc;
	if (!thread) {
		r->p->skipped.threads++;
		return 0;
	}
	return event->kind == CSA_OLD_MARKER ? take_marker(r, thread, event)
					     : take_call(r, thread, event);
}

int csa_import_events(struct csa_import_process *p, const struct csa_old_file *file,
		      struct csa_err *err)
{
	struct reading r = { .p = p, .file = file, .err = err };
	struct csa_old_events *events;
	struct csa_old_event event;
	struct csa_err why = { 0 };
	int rc = csa_old_events_new(&events, file, &why);

	while (rc >= 0 && (rc = csa_old_events_next(events, &event, &why)) > 0)
		rc = take(&r, &event);
	say_damage(&r);
	if (rc == 0)
		rc = write_due(&r, NULL, 0);
	if (rc == 0 && events->cut_bytes)
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE,
			      "%s: offset %" PRIu64 ": cut record: %" PRIu64
			      " bytes are there, expected %u",
			      file->path, file->bytes - events->cut_bytes, events->cut_bytes,
			      CSA_OLD_EVENT_BYTES);
	free(events);
	if (why.code == CSA_E_IO) {
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE, "%s: %s", file->path, why.msg);
		return 0; /* what was read before counts */
	}
	if (why.code)
		return csa_fail(err, why.code, "%s", why.msg);
	return rc;
}
