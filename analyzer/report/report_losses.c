/* SPDX-License-Identifier: MIT */
#include "report_losses.h"

#include <string.h>

#define THREADS_NAMED 10u

/* Of both lanes of a thread. */
struct thread_loss {
	uint32_t serial;
	uint32_t tid;
	uint64_t events;
	uint64_t blocks;
	uint64_t places; /* in its blocks where events are missing */
};

static void add_lane(struct thread_loss *loss, const struct csa_capture *c,
		     const struct csa_lane *lane)
{
	loss->events += lane->lost_events;
	loss->blocks += lane->lost_blocks;
	for (size_t i = lane->first; i < lane->first + lane->count && lane->lost_events; i++)
		loss->places += (c->blocks[i].flags & CSA_REF_LOST) != 0;
}

/* As far as it is known; NULL: not. */
static const char *name_of(const struct csa_report *report, uint32_t serial)
{
	for (size_t i = report->thread_count; i-- > 0;) {
		const struct csa_report_thread *t = &report->threads[i];

		if (t->process + 1 != report->process_count)
			break;
		if (t->serial == serial)
			return t->name;
	}
	return NULL;
}

static void note_thread(struct csa_report *report, const struct csa_capture *c,
			const struct thread_loss *loss)
{
	const char *name = name_of(report, loss->serial);
	unsigned long long pid = (unsigned long long)c->facts.pid;

	if (loss->events)
		csa_notes_add(&report->notes, CSA_NOTE_WARNING,
			      "process %llu, thread %u (tid %u%s%s): events lost: %llu, in %llu %s",
			      pid, loss->serial, loss->tid, name ? ", " : "", name ? name : "",
			      (unsigned long long)loss->events, (unsigned long long)loss->places,
			      loss->places == 1 ? "place" : "places");
	if (loss->blocks)
		csa_notes_add(&report->notes, CSA_NOTE_WARNING,
			      "process %llu, thread %u (tid %u%s%s): blocks missing: %llu", pid,
			      loss->serial, loss->tid, name ? ", " : "", name ? name : "",
			      (unsigned long long)loss->blocks);
}

static void note_rest(struct csa_report *report, const struct csa_capture *c, uint64_t threads,
		      const struct thread_loss *rest)
{
	csa_notes_add(&report->notes, CSA_NOTE_WARNING,
		      "process %llu, %llu more threads: events lost: %llu, blocks missing: %llu",
		      (unsigned long long)c->facts.pid, (unsigned long long)threads,
		      (unsigned long long)rest->events, (unsigned long long)rest->blocks);
}

static void note_threads(struct csa_report *report, const struct csa_capture *c)
{
	struct thread_loss rest = { 0 };
	uint64_t threads = 0;
	size_t next;

	for (size_t i = 0; i < c->lane_count; i = next) {
		struct thread_loss loss = { .serial = c->lanes[i].thread_serial,
					    .tid = c->lanes[i].tid };

		for (next = i; next < c->lane_count && c->lanes[next].thread_serial == loss.serial;
		     next++)
			add_lane(&loss, c, &c->lanes[next]);
		if (!loss.events && !loss.blocks)
			continue;
		if (++threads <= THREADS_NAMED) {
			note_thread(report, c, &loss);
			continue;
		}
		rest.events += loss.events;
		rest.blocks += loss.blocks;
	}
	if (threads > THREADS_NAMED)
		note_rest(report, c, threads - THREADS_NAMED, &rest);
}

void csa_note_losses(struct csa_report *report, const struct csa_capture *c)
{
	if (c->lost_events)
		csa_notes_add(&report->notes, CSA_NOTE_WARNING, "%s: lost events: %llu", c->dir,
			      (unsigned long long)c->lost_events);
	if (c->lost_blocks)
		csa_notes_add(&report->notes, CSA_NOTE_DAMAGE, "%s: missing blocks: %llu", c->dir,
			      (unsigned long long)c->lost_blocks);
	note_threads(report, c);
}
