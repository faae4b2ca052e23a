/* SPDX-License-Identifier: MIT */
#include "drain_messages.h"

#include <stdio.h>
#include <string.h>

static int level(const struct css_drain *drain)
{
	return css_level_now(&drain->level);
}

static bool is_free_number(const struct css_drain *drain, uint32_t number)
{
	for (uint32_t i = 0; i < drain->ring.process_count; i++)
		if (drain->traced[i].phase != CSS_ABSENT && drain->traced[i].is_said &&
		    drain->traced[i].number == number)
			return false;
	return true;
}

static bool post_process(struct css_drain *drain)
{
	for (uint32_t i = 0; i < drain->ring.process_count; i++) {
		struct css_traced *traced = &drain->traced[i];
		uint32_t number;

		if (traced->phase == CSS_ABSENT || traced->is_said)
			continue;
		do
			number = drain->numbers++ % CSF_WIRE_PROCESSES;
		while (!is_free_number(drain, number));
		return css_traced_post_process(traced, &drain->ring, drain->sender, number,
					       level(drain));
	}
	return false;
}

static bool post_text_or_status(struct css_drain *drain, struct css_traced *traced, uint64_t now_ms)
{
	if (!css_traced_post_modules(traced, &drain->ring, drain->sender, level(drain)) &&
	    !css_traced_post_status(traced, &drain->ring, drain->sender))
		return false;
	traced->changed_ms = now_ms;
	return true;
}

/* What names its blocks goes before them, whether it lives or not: a server may take only some of the blocks. */
static bool post_text(struct css_drain *drain, struct css_traced *traced, uint64_t now_ms)
{
	if (!traced->is_said)
		return false;
	if (traced->phase == CSS_LIVE)
		return post_text_or_status(drain, traced, now_ms);
	return traced->phase == CSS_GONE &&
	       css_traced_post_modules(traced, &drain->ring, drain->sender, level(drain));
}

static bool post_window(struct css_drain *drain, uint64_t now_ms)
{
	uint32_t process;

	if (!css_windows_post(&drain->windows, drain->traced, drain->sender, level(drain),
			      &process))
		return false;
	drain->traced[process].changed_ms = now_ms;
	return true;
}

static bool post_news(struct css_drain *drain, uint64_t now_ms)
{
	if (!drain->news_due)
		return false;
	for (; drain->news_at < drain->ring.process_count; drain->news_at++)
		if (post_text(drain, &drain->traced[drain->news_at], now_ms))
			return true;
	if (!drain->news_looked)
		css_windows_look(&drain->windows, drain->traced, CSS_ALL_PROCESSES);
	drain->news_looked = true;
	drain->news_due = post_window(drain, now_ms);
	return drain->news_due;
}

static enum css_drain_result damaged_cell(struct css_drain *drain, uint32_t cell)
{
	snprintf(drain->why, sizeof(drain->why), "cell %u is damaged", cell);
	return CSS_DRAIN_DAMAGED;
}

static bool read_block(const struct css_ring *ring, const struct css_cell *cell, unsigned char *to)
{
	struct csf_block head;

	if (!css_ring_read_cell(ring, cell->index, to, cell->bytes))
		return false;
	memcpy(&head, to, sizeof(head));
	return head.magic == CSF_BLOCK_MAGIC && head.version == CSF_VERSION &&
	       head.used_bytes == cell->bytes;
}

static enum css_drain_result post_blocks(struct css_drain *drain)
{
	struct css_sender *sender = drain->sender;
	struct css_cell group[CSS_GROUP_MAX];
	struct css_sent sent = { 0 };
	uint32_t bytes = 0;

	if (!css_sender_has_room(sender))
		return CSS_DRAIN_GOES_ON;
	if (!css_cells_scan(&drain->cells, drain->is_known)) {
		snprintf(drain->why, sizeof(drain->why), "the table of cells is damaged");
		return CSS_DRAIN_DAMAGED;
	}
	sent.cell_count = css_cells_take(&drain->cells, group, sender->message_max);
	if (sent.cell_count == 0)
		return CSS_DRAIN_GOES_ON;
	for (uint32_t i = 0; i < sent.cell_count; i++) {
		if (!read_block(&drain->ring, &group[i], css_sender_body(sender) + bytes))
			return damaged_cell(drain, group[i].index);
		bytes += group[i].bytes;
		sent.cells[i] = group[i].index;
	}
	sent.process = group[0].process;
	sent.number = css_sender_post(sender, CSF_WIRE_BLOCKS, drain->traced[sent.process].number,
				      bytes, level(drain));
	css_sender_remember(sender, &sent);
	css_level_sent(&drain->level, bytes, sender->left);
	return CSS_DRAIN_GOES_ON;
}

/* Windows that cannot be read as they should are looked at so often, and left out then. */
#define LOOKS_MAX 3u

static bool post_last_window(struct css_drain *drain, uint32_t process, uint64_t now_ms)
{
	if (drain->end_at != process) {
		drain->end_at = process;
		drain->end_looks = 0;
	}
	while (drain->end_looks < LOOKS_MAX) {
		if (post_window(drain, now_ms))
			return true;
		drain->end_looks++;
		if (css_windows_look(&drain->windows, drain->traced, process) == 0)
			break;
	}
	return false;
}

/* Blocks, texts, windows, state, end: what comes later has to find what came before. */
static bool post_end(struct css_drain *drain, struct css_traced *traced, uint64_t now_ms)
{
	struct css_sender *sender = drain->sender;
	struct css_sent sent = { .process = traced->index };

	if (drain->cells.scans == traced->scans || css_cells_has(&drain->cells, traced->index))
		return false;
	if (post_text_or_status(drain, traced, now_ms) ||
	    post_last_window(drain, traced->index, now_ms))
		return true;
	if (!css_sender_has_room(sender))
		return false;
	sent.number = css_sender_post(sender, CSF_WIRE_END, traced->number, 0, 0);
	css_sender_remember(sender, &sent);
	traced->phase = CSS_ENDED;
	drain->end_at = drain->ring.process_count;
	return true;
}

static bool post_ends(struct css_drain *drain, uint64_t now_ms)
{
	for (uint32_t i = 0; i < drain->ring.process_count; i++) {
		struct css_traced *traced = &drain->traced[i];

		if (traced->phase == CSS_GONE && traced->is_said && post_end(drain, traced, now_ms))
			return true;
	}
	return false;
}

static bool post_ping(struct css_drain *drain, uint64_t now_ms)
{
	if (now_ms < drain->spoke_ms + CSF_WIRE_IDLE_SECONDS * UINT64_C(1000))
		return false;
	css_sender_post(drain->sender, CSF_WIRE_PING, 0, 0, 0);
	return true;
}

enum css_drain_result css_drain_post(struct css_drain *drain, uint64_t now_ms)
{
	enum css_drain_result result;

	if (post_process(drain) || post_news(drain, now_ms))
		return CSS_DRAIN_GOES_ON;
	result = post_blocks(drain);
	if (result != CSS_DRAIN_GOES_ON || !css_sender_is_idle(drain->sender))
		return result;
	if (!post_ends(drain, now_ms))
		post_ping(drain, now_ms);
	return CSS_DRAIN_GOES_ON;
}
