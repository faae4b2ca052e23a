/* SPDX-License-Identifier: MIT */
/*
 * One ring and one line: decides what is said next, takes acknowledgements, and frees what they release.
 * Whatever was not acknowledged is still in the ring, and is said again in the next connection.
 *
 * Order: processes that were not said, then every CSS_DRAIN_TICK_MS what is new in texts, states and
 * windows, then blocks, then the ends of processes that are gone.
 */
#ifndef CSS_DRAIN_H
#define CSS_DRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "cell_queue.h"
#include "line.h"
#include "send_level.h"
#include "sender.h"
#include "shared_ring.h"
#include "traced.h"
#include "window_news.h"

#define CSS_DRAIN_TICK_MS 100u

enum css_drain_result {
	CSS_DRAIN_GOES_ON = 0,
	CSS_DRAIN_DAMAGED, /* the object is; why says what */
	CSS_DRAIN_REFUSED, /* the server does not want it, for good; why says it */
};

struct css_drain {
	struct css_ring ring;
	struct css_cells cells;
	struct css_windows windows;
	struct css_sender *sender;
	struct css_level level;
	struct css_traced *traced; /* one an entry of the ring */
	bool *is_known;            /* of these: has a phase */
	uint32_t known;            /* how many */
	uint64_t pid_namespace;
	bool had_process;
	bool news_due;       /* the tick's news were not all said */
	uint32_t news_at;    /* entry that is next */
	bool news_looked;    /* windows were looked at */
	unsigned end_looks;  /* how often windows of the process that ends were looked at */
	uint32_t end_at;     /* entry of it */
	uint32_t numbers;    /* of processes, drawn so far */
	uint64_t tick_ms;    /* next one */
	uint64_t spoke_ms;   /* last message */
	uint64_t moved_ms;   /* last progress of the connection */
	uint64_t blocked_ms; /* since when the network takes nothing; 0: it does */
	char why[256];
};

/** css_drain_open() - take a ring that was opened. Return: false without memory. css_drain_close() closes it. */
bool css_drain_open(struct css_drain *drain, const struct css_ring *ring, int level);
void css_drain_close(struct css_drain *drain);

/** css_drain_tick() - look at entries: who came, who is gone. From tick_ms on. @is_up: the line is. Return: a result. */
enum css_drain_result css_drain_tick(struct css_drain *drain, uint64_t now_ms, bool is_up);

/** css_drain_restart() - the line came up. */
void css_drain_restart(struct css_drain *drain, const struct css_line *line, uint64_t now_ms);

/**
 * css_drain_step() - read what the server says, and say what can be said. The line is up; a line that broke is
 * down afterwards.
 * @has_worked: set when something was said or heard
 */
enum css_drain_result css_drain_step(struct css_drain *drain, struct css_line *line,
				     uint64_t now_ms, bool *has_worked);

/** css_drain_is_done() - all processes are gone, and everything of them was acknowledged. */
bool css_drain_is_done(const struct css_drain *drain);

/** css_drain_is_empty() - nothing waits in the ring. */
bool css_drain_is_empty(const struct css_drain *drain);

/** css_drain_finish() - nobody attaches any more. Return: false when somebody did meanwhile. */
bool css_drain_finish(struct css_drain *drain);

#endif
