/* SPDX-License-Identifier: MIT */
/*
 * How hard to compress: as little as the network allows, because the processor belongs to the traced programs.
 *
 * Steps go from "as they are" to level 7 of zstd. A step up is tried while the network does not take what is
 * there and blocks pile up in the ring; it is kept if more events got through in that time than by the step
 * before. Where that fails (the server is the slow one, or this processor), it is not tried again for a while. A
 * step down is taken when blocks pile up although the network would take more, and when it has been idle for long.
 */
#ifndef CSS_SEND_LEVEL_H
#define CSS_SEND_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

struct css_level {
	int fixed;           /* a level of zstd; CSS_LEVEL_AUTO: chosen here */
	unsigned step;       /* of the table in send_level.c */
	bool is_trial;       /* the step was just raised */
	double rate;         /* bytes of blocks a second, by the step before the trial */
	uint64_t next_ms;    /* end of this interval */
	uint64_t begin_ms;   /* of it */
	uint64_t trial_ms;   /* no step up before */
	uint32_t penalty_ms; /* of the next trial that fails */
	uint64_t raw_bytes;  /* sent in this interval */
	uint32_t blocked_ms; /* in which the network took nothing */
	uint32_t calm;       /* intervals without blocking */
};

/** css_level_init() - @level: of zstd, or CSS_LEVEL_AUTO. */
void css_level_init(struct css_level *level, int fixed);

/** css_level_now() - level of zstd for the next message; 0: as it is. */
int css_level_now(const struct css_level *level);

/** css_level_sent() - @raw_bytes of blocks were sent. css_level_blocked() - for @ms the network took nothing. */
void css_level_sent(struct css_level *level, uint32_t raw_bytes);
void css_level_blocked(struct css_level *level, uint32_t ms);

/**
 * css_level_tick() - decide, if it is time.
 * @fill: how much of the ring waits to be sent, 0 to 1
 */
void css_level_tick(struct css_level *level, uint64_t now_ms, double fill);

#endif
