/* SPDX-License-Identifier: MIT */
#include "drain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drain_messages.h"

bool css_drain_open(struct css_drain *drain, const struct css_ring *ring, int level)
{
	*drain = (struct css_drain){
		.ring = *ring,
		.sender = css_sender_new(),
		.traced = calloc(ring->process_count, sizeof(*drain->traced)),
		.is_known = calloc(ring->process_count, sizeof(*drain->is_known)),
		.pid_namespace = css_pid_namespace(),
	};
	css_level_init(&drain->level, level);
	return css_cells_init(&drain->cells, &drain->ring) &&
	       css_windows_init(&drain->windows, &drain->ring) && drain->sender && drain->traced &&
	       drain->is_known;
}

void css_drain_close(struct css_drain *drain)
{
	css_cells_release(&drain->cells);
	css_windows_release(&drain->windows);
	css_sender_free(drain->sender);
	free(drain->traced);
	free(drain->is_known);
	css_ring_close(&drain->ring);
	drain->sender = NULL;
	drain->traced = NULL;
	drain->is_known = NULL;
}

static void come(struct css_drain *drain, uint32_t index)
{
	drain->is_known[index] = true;
	drain->known++;
	drain->had_process = true;
}

static bool has_newer(const struct css_drain *drain, const struct css_traced *traced)
{
	for (uint32_t i = 0; i < drain->ring.process_count; i++) {
		const struct css_identity *other = &drain->traced[i].identity;

		if (drain->traced[i].phase == CSS_LIVE && other->pid == traced->identity.pid &&
		    other->pid_namespace == traced->identity.pid_namespace &&
		    other->start_ns > traced->identity.start_ns)
			return true;
	}
	return false;
}

/* Looking into /proc is not cheap: once a second of a process that has no lock but lives. */
#define LOOK_MS 1000u

static bool is_gone(struct css_drain *drain, struct css_traced *traced, uint64_t now_ms)
{
	struct css_gone_facts facts = {
		.has_lock = css_gone_has_lock(&drain->ring, traced->index),
		.is_foreign = traced->identity.pid_namespace == 0 ||
			      traced->identity.pid_namespace != drain->pid_namespace,
		.has_newer = has_newer(drain, traced),
		.silent_ms = now_ms - traced->changed_ms,
	};

	if (!facts.has_lock && !facts.is_foreign) {
		if (traced->looked_ms && now_ms < traced->looked_ms + LOOK_MS)
			return false;
		traced->looked_ms = now_ms;
		css_gone_look(&drain->ring, &traced->identity, &facts);
	}
	return css_is_gone(&facts);
}

/* One that died while it filled its entry had the lock before. */
static void clear_half_entry(struct css_drain *drain, uint32_t index)
{
	struct css_traced half = { .index = index };

	if (!css_gone_has_lock(&drain->ring, index) &&
	    css_ring_state(&drain->ring, index) == CSF_RING_ATTACHING)
		css_traced_forget(&half, &drain->ring);
}

static bool look_at_entry(struct css_drain *drain, uint32_t index, uint64_t now_ms)
{
	struct css_traced *traced = &drain->traced[index];
	/* Pairs with the release of its publication. */
	uint32_t state = css_ring_state(&drain->ring, index);

	if (traced->phase == CSS_ABSENT && state == CSF_RING_ATTACHED) {
		if (!css_traced_adopt(traced, &drain->ring, index))
			return false;
		traced->changed_ms = now_ms;
		come(drain, index);
	} else if (traced->phase == CSS_ABSENT && state == CSF_RING_ATTACHING) {
		clear_half_entry(drain, index);
	}
	if (traced->phase == CSS_LIVE && is_gone(drain, traced, now_ms)) {
		traced->phase = CSS_GONE;
		traced->scans = drain->cells.scans;
		drain->cells.is_settled = false;
	}
	return state <= CSF_RING_ATTACHED;
}

enum css_drain_result css_drain_tick(struct css_drain *drain, uint64_t now_ms, bool is_up)
{
	drain->tick_ms = now_ms + CSS_DRAIN_TICK_MS;
	drain->news_due = true;
	drain->news_at = 0;
	drain->news_looked = false;
	drain->cells.has_unknown = false;
	for (uint32_t i = 0; i < drain->ring.process_count; i++) {
		/* What is not read is not seen to change: that is no silence. */
		if (!is_up)
			drain->traced[i].changed_ms = now_ms;
		if (look_at_entry(drain, i, now_ms))
			continue;
		snprintf(drain->why, sizeof(drain->why), "entry %u of a process is damaged", i);
		return CSS_DRAIN_DAMAGED;
	}
	return CSS_DRAIN_GOES_ON;
}

void css_drain_restart(struct css_drain *drain, const struct css_line *line, uint64_t now_ms)
{
	css_sender_restart(drain->sender, line->message_max);
	css_cells_restart(&drain->cells);
	css_windows_restart(&drain->windows);
	for (uint32_t i = 0; i < drain->ring.process_count; i++)
		css_traced_restart(&drain->traced[i]);
	drain->news_due = true;
	drain->news_at = 0;
	drain->news_looked = false;
	drain->end_at = drain->ring.process_count;
	drain->spoke_ms = now_ms;
	drain->moved_ms = now_ms;
	drain->blocked_ms = 0;
}

static void release(struct css_drain *drain, const struct css_sent *sent, uint64_t now_ms)
{
	for (uint32_t i = 0; i < sent->cell_count; i++)
		css_cells_free(&drain->cells, sent->cells[i], sent->process);
	if (sent->cell_count) {
		drain->traced[sent->process].changed_ms = now_ms;
		return;
	}
	css_windows_forget(&drain->windows, sent->process);
	css_cells_free_all(&drain->cells, sent->process);
	css_traced_forget(&drain->traced[sent->process], &drain->ring);
	drain->is_known[sent->process] = false;
	drain->known--;
}

static enum css_drain_result take_reply(struct css_drain *drain, struct css_line *line,
					uint64_t now_ms)
{
	const struct csf_wire_reply *reply = &line->replies.reply;
	struct css_sent sent;

	if (reply->type == CSF_WIRE_REFUSED) {
		snprintf(drain->why, sizeof(drain->why), "the server refuses: %.200s",
			 line->replies.text);
		if (reply->final)
			return CSS_DRAIN_REFUSED;
		css_line_lost(line, now_ms, drain->why);
		return CSS_DRAIN_GOES_ON;
	}
	if (reply->type != CSF_WIRE_ACK || !css_sender_acknowledge(drain->sender, reply->number)) {
		css_line_lost(line, now_ms, "the server acknowledges what was not said");
		return CSS_DRAIN_GOES_ON;
	}
	css_line_proved(line);
	while (css_sender_next(drain->sender, &sent))
		release(drain, &sent, now_ms);
	return CSS_DRAIN_GOES_ON;
}

static void end_line(struct css_line *line, uint64_t now_ms, int result)
{
	char why[sizeof(line->link->why)];

	snprintf(why, sizeof(why), "%s",
		 result == CSS_LINK_ENDED ? "the server has closed the connection"
					  : line->link->why);
	css_line_lost(line, now_ms, why);
}

static enum css_drain_result hear(struct css_drain *drain, struct css_line *line, uint64_t now_ms,
				  bool *has_worked)
{
	enum css_drain_result result = CSS_DRAIN_GOES_ON;

	while (line->state == CSS_LINE_UP && result == CSS_DRAIN_GOES_ON) {
		int rc = css_replies_next(&line->replies, line->link);

		if (rc == CSS_LINK_WAIT)
			break;
		if (rc < 0) {
			end_line(line, now_ms, rc);
			break;
		}
		drain->moved_ms = now_ms;
		*has_worked = true;
		result = take_reply(drain, line, now_ms);
	}
	return result;
}

/* Return: whether all of the last message was written. */
static bool flush(struct css_drain *drain, struct css_line *line, uint64_t now_ms)
{
	size_t before = drain->sender->left;
	int rc = css_sender_flush(drain->sender, line->link);

	if (drain->sender->left < before)
		drain->spoke_ms = now_ms;
	/* What a kernel takes into its empty buffer says nothing of the server; what it takes again does. */
	if (drain->sender->left < before && drain->blocked_ms)
		drain->moved_ms = now_ms;
	if (rc == CSS_LINK_WAIT) {
		if (drain->blocked_ms)
			css_level_blocked(&drain->level, (uint32_t)(now_ms - drain->blocked_ms));
		drain->blocked_ms = now_ms;
		return false;
	}
	if (drain->blocked_ms)
		css_level_blocked(&drain->level, (uint32_t)(now_ms - drain->blocked_ms));
	drain->blocked_ms = 0;
	if (rc < 0)
		end_line(line, now_ms, rc);
	return rc == 0;
}

static void check_silence(const struct css_drain *drain, struct css_line *line, uint64_t now_ms)
{
	const struct css_sender *sender = drain->sender;

	if (line->state == CSS_LINE_UP && sender->acknowledged != sender->number &&
	    now_ms >= drain->moved_ms + CSS_LINE_SILENT_MS)
		css_line_lost(line, now_ms, "the server has been silent for 20 s");
}

/* After so many messages replies are read: they free cells. */
#define MESSAGES_MAX 16u

enum css_drain_result css_drain_step(struct css_drain *drain, struct css_line *line,
				     uint64_t now_ms, bool *has_worked)
{
	enum css_drain_result result = hear(drain, line, now_ms, has_worked);
	const struct css_fill fill = {
		(double)css_cells_waiting(&drain->cells) / drain->ring.cell_count,
		(double)drain->cells.taken / drain->ring.cell_count,
	};

	if (result != CSS_DRAIN_GOES_ON || line->state != CSS_LINE_UP)
		return result;
	css_level_tick(&drain->level, now_ms, &fill);
	for (unsigned i = 0; i < MESSAGES_MAX; i++) {
		if (!flush(drain, line, now_ms))
			break;
		result = css_drain_post(drain, now_ms);
		if (result != CSS_DRAIN_GOES_ON)
			return result;
		if (css_sender_is_idle(drain->sender))
			break;
		*has_worked = true;
		if (drain->sender->acknowledged + 1 == drain->sender->number)
			drain->moved_ms = now_ms; /* nothing was to be answered before it */
	}
	check_silence(drain, line, now_ms);
	return CSS_DRAIN_GOES_ON;
}

bool css_drain_is_done(const struct css_drain *drain)
{
	return drain->had_process && drain->known == 0;
}

bool css_drain_is_empty(const struct css_drain *drain)
{
	for (uint32_t i = 0; i < drain->ring.cell_count; i++)
		if (__atomic_load_n(&css_ring_cell(&drain->ring, i)->state, __ATOMIC_RELAXED))
			return false;
	return drain->known == 0;
}

bool css_drain_finish(struct css_drain *drain)
{
	uint32_t *closed = &css_ring_header(&drain->ring)->closed;

	/* Pairs with the writer's load after it has taken its entry: one of us sees the other. */
	__atomic_store_n(closed, 1, __ATOMIC_SEQ_CST);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	for (uint32_t i = 0; i < drain->ring.process_count; i++) {
		if (css_ring_state(&drain->ring, i) == CSF_RING_FREE)
			continue;
		__atomic_store_n(closed, 0, __ATOMIC_SEQ_CST);
		return false;
	}
	return true;
}
