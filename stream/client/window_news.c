/* SPDX-License-Identifier: MIT */
#include "window_news.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The header without its frames. */
#define HEAD_BYTES offsetof(struct csf_block, frames)

bool css_windows_init(struct css_windows *windows, const struct css_ring *ring)
{
	*windows = (struct css_windows){
		.ring = ring,
		.seen = calloc(ring->window_max, sizeof(*windows->seen)),
		.due = calloc(ring->window_max, sizeof(*windows->due)),
	};
	return windows->seen && windows->due;
}

void css_windows_release(struct css_windows *windows)
{
	free(windows->seen);
	free(windows->due);
	*windows = (struct css_windows){ 0 };
}

void css_windows_restart(struct css_windows *windows)
{
	for (uint32_t i = 0; i < windows->ring->window_max; i++)
		windows->seen[i].said = 0;
	windows->count = 0;
	windows->next = 0;
}

/*
 * A closed window with used_bytes: its block was dropped, that is the number of its events, and the next block would have
 * said so. Where none will come, a block without events does.
 */
static void count_dropped(struct csf_block *head)
{
	if ((head->state & 1u) || head->used_bytes == 0)
		return;
	head->lost_events = head->used_bytes;
	head->used_bytes = CSF_BLOCK_HEADER_BYTES;
	head->sequence = head->state >> 1;
	head->state |= 1u;
	head->depth = 0;
}

/* Return: false when there is no block in it to be said. */
static bool read_head(const struct css_windows *windows, uint32_t index, bool is_last,
		      struct csf_block *head)
{
	if (!css_ring_read_window(windows->ring, index, 0, head, HEAD_BYTES))
		return false;
	if (is_last)
		count_dropped(head);
	return head->magic == CSF_BLOCK_MAGIC && head->version == CSF_VERSION &&
	       (head->state & 1u) && head->lane <= 1 && head->used_bytes % 8 == 0 &&
	       head->used_bytes >= CSF_BLOCK_HEADER_BYTES && head->used_bytes <= CSF_BLOCK_BYTES;
}

/* Is @later the same block, at the same moment or after it? */
static bool goes_on(const struct csf_block *earlier, const struct csf_block *later)
{
	return earlier->state == later->state && earlier->first_ticks == later->first_ticks &&
	       earlier->used_bytes <= later->used_bytes;
}

static bool is_seen(const struct css_window *seen, const struct csf_block *head)
{
	return seen->state == head->state && seen->first_ticks == head->first_ticks;
}

static bool has_news(const struct css_window *seen, const struct csf_block *head)
{
	if (seen->said == 0)
		return head->used_bytes > CSF_BLOCK_HEADER_BYTES || head->lost_events;
	return head->used_bytes != seen->said || head->lost_events != seen->lost_events;
}

static void look_at(struct css_windows *windows, uint32_t index, uint32_t process, bool is_last)
{
	struct css_window *seen = &windows->seen[index];
	struct csf_block head;

	if (!read_head(windows, index, is_last, &head))
		return;
	if (!is_seen(seen, &head)) {
		seen->first_ticks = head.first_ticks;
		seen->state = head.state;
		seen->said = 0;
		seen->lost_events = 0;
		if (!is_last)
			return;
	}
	if (has_news(seen, &head))
		windows->due[windows->count++] =
			(struct css_due){ .window = index, .process = process, .lane = head.lane };
}

static int by_lane(const void *left, const void *right)
{
	const struct css_due *a = left;
	const struct css_due *b = right;

	if (a->lane != b->lane)
		return a->lane < b->lane ? -1 : 1;
	return a->window < b->window ? -1 : 1;
}

uint32_t css_windows_look(struct css_windows *windows, const struct css_traced *traced,
			  uint32_t process)
{
	uint32_t made = css_ring_windows_made(windows->ring);
	bool is_last = process != CSS_ALL_PROCESSES;

	windows->count = 0;
	windows->next = 0;
	for (uint32_t i = 0; i < made; i++) {
		/* acquire: pairs with the release of its publication */
		uint32_t word =
			__atomic_load_n(css_ring_window(windows->ring, i), __ATOMIC_ACQUIRE);
		uint32_t owner = word >> CSF_WINDOW_PROCESS_SHIFT;

		if ((word & CSF_WINDOW_KIND_MASK) != CSF_WINDOW_EVENTS ||
		    owner >= windows->ring->process_count || !traced[owner].is_said)
			continue;
		if (is_last ? owner == process : traced[owner].phase == CSS_LIVE)
			look_at(windows, i, owner, is_last);
	}
	if (windows->count)
		qsort(windows->due, windows->count, sizeof(*windows->due), by_lane);
	return windows->count;
}

/*
 * What the message says, read so that it is of one block: its head twice, so that no half of a head is of another
 * block, then the bytes, then the head again.
 */
static bool read_block(const struct css_windows *windows, uint32_t index, bool is_last,
		       struct csf_wire_partial *partial, unsigned char *to, uint32_t *lost_events)
{
	const struct css_window *seen = &windows->seen[index];
	struct csf_block head;
	struct csf_block again;

	if (!read_head(windows, index, is_last, &head) ||
	    !read_head(windows, index, is_last, &again) || !goes_on(&head, &again) ||
	    !is_seen(seen, &head) || !has_news(seen, &head))
		return false;
	partial->from = head.lost_events == seen->lost_events ? seen->said : 0;
	partial->used = head.used_bytes;
	partial->state = head.state;
	partial->first_ticks = head.first_ticks;
	*lost_events = head.lost_events;
	if (!css_ring_read_window(windows->ring, index, partial->from, to,
				  partial->used - partial->from) ||
	    !read_head(windows, index, is_last, &again) || !goes_on(&head, &again))
		return false;
	if (partial->from == 0)
		memcpy(to, &head, HEAD_BYTES);
	return true;
}

bool css_windows_post(struct css_windows *windows, struct css_traced *traced,
		      struct css_sender *sender, int level, uint32_t *said)
{
	unsigned char *body = css_sender_body(sender);

	while (windows->next < windows->count) {
		const struct css_due due = windows->due[windows->next++];
		struct css_window *seen = &windows->seen[due.window];
		struct csf_wire_partial partial;
		uint32_t lost_events;

		if (!traced[due.process].is_said ||
		    !read_block(windows, due.window, traced[due.process].phase == CSS_GONE,
				&partial, body + sizeof(partial), &lost_events))
			continue;
		/* Small ones: the server's file has room for all up to the largest. */
		if (seen->number == 0)
			seen->number = ++traced[due.process].windows_named;
		partial.window = seen->number - 1;
		memcpy(body, &partial, sizeof(partial));
		css_sender_post(sender, CSF_WIRE_PARTIAL, traced[due.process].number,
				(uint32_t)sizeof(partial) + partial.used - partial.from, level);
		seen->said = partial.used;
		seen->lost_events = lost_events;
		*said = due.process;
		return true;
	}
	return false;
}

void css_windows_forget(struct css_windows *windows, uint32_t process)
{
	for (uint32_t i = 0; i < windows->ring->window_max; i++) {
		uint32_t word =
			__atomic_load_n(css_ring_window(windows->ring, i), __ATOMIC_RELAXED);

		if (word >> CSF_WINDOW_PROCESS_SHIFT == process)
			windows->seen[i] = (struct css_window){ 0 };
	}
}
