/* SPDX-License-Identifier: MIT */
/* The shared-memory object of TRACE_SHM, only looked at: who writes into it, and what a client has still to
 * take. Not for: taking anything out. */
#ifndef CSA_RING_VIEW_H
#define CSA_RING_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct csf_ring;

struct csa_ring_view {
	const struct csf_ring *ring; /* mapped as far as its tables go; NULL: it is not there */
	size_t bytes;
};

/** What it holds now. Two of them are equal when nothing has moved in between. */
struct csa_ring_state {
	uint32_t processes;      /* that the client has not finished with */
	uint32_t running;        /* of these, alive */
	uint32_t waiting_blocks; /* that were not acknowledged */
	uint32_t next_ticket;
	uint32_t dropped_blocks; /* of these processes; there was no room for them */
};

/**
 * csa_ring_view_open() - look at the object.
 * @name: without the folder, with the slash
 *
 * Return: false when there is none, or it is no ring of this version and byte order.
 */
bool csa_ring_view_open(struct csa_ring_view *view, const char *name);
void csa_ring_view_close(struct csa_ring_view *view);

void csa_ring_view_get(const struct csa_ring_view *view, struct csa_ring_state *state);

/** csa_ring_remove() - take its name away, if it has one. */
void csa_ring_remove(const char *name);

#endif
