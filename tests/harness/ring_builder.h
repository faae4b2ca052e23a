/* SPDX-License-Identifier: MIT */
/*
 * An object of TRACE_SHM in memory, and what traced processes write into it. What cannot be done ends the
 * program. All of it is mapped: tests change what they like.
 */
#ifndef T_RING_BUILDER_H
#define T_RING_BUILDER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <callsight/ring_format.h>

struct t_ring {
	int fd;
	size_t bytes;
	struct csf_ring *header;
	uint32_t window_count; /* for which there is room */
	pid_t holder;          /* of locks; 0: nobody */
};

/** t_ring_make() - a ring without processes, with room for @windows. t_ring_release() ends it and its holder. */
void t_ring_make(struct t_ring *ring, uint32_t cells, uint32_t windows);
void t_ring_release(struct t_ring *ring);

/** t_ring_hold() - another process takes the lock of @entry, and has the object mapped. Return: its pid. */
pid_t t_ring_hold(struct t_ring *ring, uint32_t entry);

/** t_ring_drop() - that process is killed, and gone on return. */
void t_ring_drop(struct t_ring *ring);

/** t_ring_attach() - entry @entry becomes that of @pid, in our namespace. */
struct csf_ring_process *t_ring_attach(struct t_ring *ring, uint32_t entry, pid_t pid,
				       const char *name);

struct csf_ring_process *t_ring_process(struct t_ring *ring, uint32_t entry);
struct csf_ring_cell *t_ring_cell(struct t_ring *ring, uint32_t cell);
uint32_t *t_ring_window_word(struct t_ring *ring, uint32_t window);
void *t_ring_cell_bytes(struct t_ring *ring, uint32_t cell);
void *t_ring_window_bytes(struct t_ring *ring, uint32_t window);

/** A block of thread 1, lane 0, with a word that says its sequence. */
struct t_ring_block {
	uint32_t sequence;
	uint32_t used_bytes; /* 0: 1024 */
	uint64_t first_ticks;
	uint32_t lost_events;
	uint8_t lane;
};

/** t_ring_fill() - the block into @cell, which takes the next ticket. */
void t_ring_fill(struct t_ring *ring, uint32_t cell, uint32_t entry, struct t_ring_block block);

/** t_ring_open() - the block, which is open, into @window. */
void t_ring_open(struct t_ring *ring, uint32_t window, uint32_t entry, struct t_ring_block block);

/** t_ring_text() - part 0 of a text of @kind becomes @text. */
void t_ring_text(struct t_ring *ring, uint32_t window, uint32_t entry, enum csf_ring_window kind,
		 const char *text);

#endif
