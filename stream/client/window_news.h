/* SPDX-License-Identifier: MIT */
/*
 * Blocks that are still open: what is new in the windows of threads, as PARTIAL messages. The block that is complete
 * replaces them at the server.
 *
 * A window is said when its block was open already at the look before, and has grown since it was said: blocks of
 * busy threads are complete before that. What is in a process that is gone is said at once. Which block a window
 * holds is told by state and first_ticks: a block for which there was no cell is followed by one of the same sequence.
 */
#ifndef CSS_WINDOW_NEWS_H
#define CSS_WINDOW_NEWS_H

#include <stdbool.h>
#include <stdint.h>

#include "sender.h"
#include "shared_ring.h"
#include "traced.h"

/* Of the block in a window. */
struct css_window {
	uint64_t first_ticks; /* these two: which block was seen */
	uint32_t state;
	uint32_t said;        /* bytes, in this connection; 0: none */
	uint32_t lost_events; /* as said with it */
	uint32_t number;      /* in its process, from 1; 0: none yet */
};

/* A window that is to be said. */
struct css_due {
	uint32_t window;
	uint32_t process;
	uint8_t lane;
};

struct css_windows {
	const struct css_ring *ring;
	struct css_window *seen;
	struct css_due *due;
	uint32_t count;
	uint32_t next;
};

#define CSS_ALL_PROCESSES UINT32_MAX

/** css_windows_init() - Return: false without memory. css_windows_release() frees. */
bool css_windows_init(struct css_windows *windows, const struct css_ring *ring);
void css_windows_release(struct css_windows *windows);

/** css_windows_restart() - a new connection: nothing was said. */
void css_windows_restart(struct css_windows *windows);

/**
 * css_windows_look() - find what is to be said, lane 0 before lane 1, as readers expect it.
 * @traced: of all entries
 * @process: of the entry that is gone, for all that is left in it; CSS_ALL_PROCESSES: news of all that live
 *
 * Return: how many windows.
 */
uint32_t css_windows_look(struct css_windows *windows, const struct css_traced *traced,
			  uint32_t process);

/**
 * css_windows_post() - make a message of the next window that was found and is still worth it.
 * @said: number of the entry whose window it was
 *
 * The sender has to be idle. Return: false when none is left.
 */
bool css_windows_post(struct css_windows *windows, struct css_traced *traced,
		      struct css_sender *sender, int level, uint32_t *said);

/** css_windows_forget() - the process is done; its windows still have its mark. */
void css_windows_forget(struct css_windows *windows, uint32_t process);

#endif
