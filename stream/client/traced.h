/* SPDX-License-Identifier: MIT */
/*
 * A process that has an entry in the ring, and what was said of it in this connection. Makes its messages PROCESS,
 * MODULES and STATUS. Not for: its blocks (cell_queue.h, window_news.h).
 */
#ifndef CSS_TRACED_H
#define CSS_TRACED_H

#include <stdbool.h>
#include <stdint.h>

#include "process_gone.h"
#include "sender.h"
#include "shared_ring.h"

enum css_phase {
	CSS_ABSENT = 0, /* its entry is free */
	CSS_LIVE,
	CSS_GONE,  /* nothing of it changes any more */
	CSS_ENDED, /* that it has ended was said */
};

struct css_traced {
	enum css_phase phase;
	uint32_t index;  /* of its entry */
	uint32_t number; /* in this connection */
	bool is_said;    /* PROCESS was, in this connection */
	struct css_identity identity;
	char name[CSF_RING_NAME_BYTES];
	uint64_t modules_said;  /* bytes */
	uint32_t windows_named; /* numbers that its windows have */
	bool status_is_said;
	struct csf_wire_status status; /* as it was said */
	uint64_t changed_ms;           /* when something of it was new */
	uint64_t looked_ms;            /* when /proc was looked at */
	uint32_t scans;                /* how many there had been when it was seen to be gone */
};

/**
 * css_traced_adopt() - read the entry, which is ATTACHED.
 *
 * Return: false when it is damaged.
 */
bool css_traced_adopt(struct css_traced *traced, const struct css_ring *ring, uint32_t index);

/** css_traced_restart() - a new connection: nothing was said. */
void css_traced_restart(struct css_traced *traced);

/**
 * css_traced_post_process(), css_traced_post_modules(), css_traced_post_status() - make such a message, if there is
 * something to say. The sender has to be idle.
 *
 * Return: true when one was made.
 */
bool css_traced_post_process(struct css_traced *traced, const struct css_ring *ring,
			     struct css_sender *sender, uint32_t number, int level);
bool css_traced_post_modules(struct css_traced *traced, const struct css_ring *ring,
			     struct css_sender *sender, int level);
bool css_traced_post_status(struct css_traced *traced, const struct css_ring *ring,
			    struct css_sender *sender);

/** css_traced_forget() - everything of it is in files elsewhere: its windows and its entry become free. */
void css_traced_forget(struct css_traced *traced, const struct css_ring *ring);

#endif
