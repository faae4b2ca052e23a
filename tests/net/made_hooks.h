/* SPDX-License-Identifier: MIT */
/*
 * How many hooks each thread of the traced programs of a network test made: a file that they map and
 * that outlives them, whatever ends them. Written by counted_load.c, read by stream_totals.c.
 */
#ifndef MADE_HOOKS_H
#define MADE_HOOKS_H

#include <stdint.h>

#define T_MADE_SLOTS 1023u

struct t_made_slot {
	uint32_t pid;
	uint32_t tid;
	volatile uint64_t hooks; /* completed; only its thread writes it */
};

struct t_made {
	uint32_t used; /* atomic: slots that were taken */
	/* What stream_totals.c tells the programs. */
	uint32_t over;    /* atomic; 1: end after the call that you make */
	uint64_t allowed; /* atomic; calls of each thread of programs with 0 CALLS */
	struct t_made_slot slots[T_MADE_SLOTS];
};

/* More that a thread may have made than it could write down: it was killed between the two. */
#define T_MADE_STEP 4u

#endif
