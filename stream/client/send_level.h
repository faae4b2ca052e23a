/* SPDX-License-Identifier: MIT */
/*
 * How hard to compress: as little as the network allows, because the processor belongs to the traced programs.
 *
 * Steps go from "as they are" to level 7 of zstd. A step up is tried while the network does not take what is
 * there and blocks pile up in the ring; it is kept if messages become smaller by it and the network is still what is slow. A
 * step that failed is not tried again for a while. A step down is taken when blocks pile up although the network would
 * take more, and when it has had time for long. Above NETWORK_MAX it is no network that does not take more, but a
 * server that shares our processor.
 */
#ifndef CSS_SEND_LEVEL_H
#define CSS_SEND_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct css_level {
	int fixed;           /* a level of zstd; CSS_LEVEL_AUTO: chosen here */
	unsigned step;       /* of the table in send_level.c */
	bool is_trial;       /* the step was just raised */
	double ratio;        /* of raw to stored bytes, by the step before the trial */
	uint64_t begin_ms;   /* of this interval */
	uint64_t next_ms;    /* its end */
	uint64_t trial_ms;   /* no step up before */
	uint32_t penalty_ms; /* of the next trial that fails */
	uint64_t raw_bytes;  /* sent in this interval */
	uint64_t stored_bytes;
	uint32_t blocked_ms; /* in which the network took nothing */
	uint32_t calm;       /* intervals without blocking */
};

/** css_level_init() - @level: of zstd, or CSS_LEVEL_AUTO. */
void css_level_init(struct css_level *level, int fixed);

/** css_level_now() - level of zstd for the next message; 0: as it is. */
int css_level_now(const struct css_level *level);

/** css_level_sent() - blocks were sent. css_level_blocked() - for @ms the network took nothing. */
void css_level_sent(struct css_level *level, size_t raw_bytes, size_t stored_bytes);
void css_level_blocked(struct css_level *level, uint32_t ms);

/** How much of the ring waits, from 0 to 1: to be sent, and to be acknowledged. */
struct css_fill {
	double unsent;
	double sent;
};

/** css_level_tick() - decide, if it is time. */
void css_level_tick(struct css_level *level, uint64_t now_ms, const struct css_fill *fill);

#endif
