/* SPDX-License-Identifier: MIT */
/*
 * Full cells of the ring, in the order in which each thread filled its own. A cell that was taken from the queue stays
 * full until css_cells_free(): the ring is the buffer for repeats.
 *
 * Order: the next ticket is read first, then all cells; of the full ones, those with a ticket below it are
 * taken, in the order of tickets. A thread's later block has a ticket that was drawn after its earlier one was full, so
 * that a scan which missed the earlier one finds the ticket of the later one too new.
 */
#ifndef CSS_CELL_QUEUE_H
#define CSS_CELL_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "shared_ring.h"

/* Blocks of a message. With 4, 0.5 MB more memory and 3 % less on the wire. */
#define CSS_GROUP_MAX 2u

struct css_cell {
	uint32_t ticket;
	uint32_t index;
	uint32_t process; /* number of its entry */
	uint32_t bytes;
};

struct css_cells {
	const struct css_ring *ring;
	uint8_t *is_taken;      /* a flag a cell: it was given out and is not free yet */
	struct css_cell *queue; /* found, in order */
	uint32_t count;
	uint32_t next;
	uint32_t taken;       /* flags that are set */
	uint32_t scans;       /* how many there were */
	uint32_t last_ticket; /* that the last scan began with */
	bool has_unknown;     /* a scan met cells of entries that are not known */
	bool is_settled;      /* it found no cell that was just written */
};

/** css_cells_init() - Return: false without memory. css_cells_release() frees. */
bool css_cells_init(struct css_cells *cells, const struct css_ring *ring);
void css_cells_release(struct css_cells *cells);

/** css_cells_restart() - all full cells are new again: nothing of them was acknowledged. */
void css_cells_restart(struct css_cells *cells);

/**
 * css_cells_scan() - look for full cells, if the queue is empty.
 * @is_known: flags of the entries whose cells are wanted; those of others stay where they are
 *
 * Return: false when the table is damaged.
 */
bool css_cells_scan(struct css_cells *cells, const bool *is_known);

/** css_cells_waiting() - cells in the queue. */
uint32_t css_cells_waiting(const struct css_cells *cells);

/** css_cells_has() - is one of @process in the queue? */
bool css_cells_has(const struct css_cells *cells, uint32_t process);

/**
 * css_cells_take() - the next cells of one process, as they go into one message.
 * @max_bytes: that they may have together
 *
 * Return: how many, at most CSS_GROUP_MAX; 0: the queue is empty.
 */
uint32_t css_cells_take(struct css_cells *cells, struct css_cell *group, uint32_t max_bytes);

/** css_cells_free() - its block is in a file elsewhere. */
void css_cells_free(struct css_cells *cells, uint32_t index, uint32_t process);

/** css_cells_free_all() - those of a process that is gone: what it was about to fill is still in its windows. */
void css_cells_free_all(struct css_cells *cells, uint32_t process);

#endif
