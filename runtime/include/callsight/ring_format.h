/* SPDX-License-Identifier: MIT */
/*
 * The shared-memory object of TRACE_SHM, version 1. Specified in docs/format/ring-v1.md; the two change
 * together. Types and constants only: no functions, no state.
 *
 * Traced processes attach to it and write; one client (callsight-stream) takes out what they wrote.
 *
 *     struct csf_ring            the first page
 *     struct csf_ring_process    process_count entries of a page each
 *     struct csf_ring_cell       cell_count entries
 *     uint32_t                   window_max entries: who has a window (enum csf_ring_window)
 *     cells                      cell_count of CSF_BLOCK_BYTES: blocks that are complete
 *     windows                    of CSF_BLOCK_BYTES, as many as were made: what threads write into, and
 *                                texts of processes; the object grows by them
 *
 * Each table begins at a multiple of CSF_RING_PAGE. Everything is in the byte order and the alignment of
 * the machine. No lock: a word of 32 bits says of each entry, cell and window who has it, and is
 * taken by compare-and-exchange, so that who dies holds up nobody (docs/decisions/0047).
 */
#ifndef CALLSIGHT_RING_FORMAT_H
#define CALLSIGHT_RING_FORMAT_H

#include "trace_format.h"

#define CSF_RING_MAGIC      0x31474e5253430a7full /* a number in the machine's byte order */
#define CSF_RING_VERSION    1u
#define CSF_RING_PAGE       4096u
#define CSF_RING_PROCESSES  64u
#define CSF_RING_WINDOWS    4096u
#define CSF_RING_NAME_BYTES 320u

struct csf_ring {
	uint64_t magic; /* the object is published under its name when everything else is there */
	uint32_t version;
	uint32_t pointer_bytes; /* of the process that made it */
	uint64_t id[2];         /* random: tells this object from others of its name */
	uint32_t cell_count;    /* TRACE_SHM_SIZE / CSF_BLOCK_BYTES, at least 1 */
	uint32_t process_count;
	uint32_t window_max;
	uint32_t windows_made; /* atomic; numbers below it were given out; only grows */
	uint32_t next_ticket;  /* atomic; of the next cell that is taken; wraps around */
	uint32_t closed;       /* atomic; 1: the client takes no more, nobody attaches */
	uint64_t processes_offset;
	uint64_t cells_table_offset;
	uint64_t windows_table_offset;
	uint64_t cells_offset;
	uint64_t windows_offset;
};

/* csf_ring_process.state */
enum csf_ring_state {
	CSF_RING_FREE = 0,
	CSF_RING_ATTACHING = 1, /* its process writes it; only the lock tells whether it lives */
	CSF_RING_ATTACHED = 2,  /* complete. FREE again, by the client, when all of it was taken. */
};

/**
 * A process image. Its process holds a lock (fcntl F_SETLK, the byte at the entry's number) on the
 * object: where process numbers mean nothing, in another PID namespace, it tells who is gone. The client
 * holds the byte at CSF_RING_PROCESSES: there is one.
 */
struct csf_ring_process {
	uint32_t state;          /* enum csf_ring_state, atomic */
	uint32_t pid;            /* in its own namespace */
	uint64_t pid_namespace;  /* inode of /proc/self/ns/pid; 0: not known */
	uint64_t process_start;  /* field 22 of /proc/<pid>/stat; 0: not known */
	uint64_t start_ns;       /* CLOCK_REALTIME of the image, as in name */
	uint32_t dropped_blocks; /* atomic: for which there was no cell */
	uint32_t reserved;
	struct csf_live live; /* as live.cst begins; window_count counts its EVENTS windows */
	char name[CSF_RING_NAME_BYTES]; /* <exe>-<pid>-<start>; NUL at the end */
};

/* csf_ring_cell.state: a kind, and the entry of the process it belongs to << 8. */
enum csf_ring_cell_kind {
	CSF_CELL_FREE = 0, /* the whole word is 0 */
	CSF_CELL_BUSY = 1, /* a block is copied into it, which is still in its window */
	CSF_CELL_FULL = 2, /* until the client has handed it on */
};
#define CSF_CELL_KIND_MASK     0xffu
#define CSF_CELL_PROCESS_SHIFT 8

struct csf_ring_cell {
	uint32_t state;  /* atomic; release with FULL */
	uint32_t ticket; /* from next_ticket: in this order each thread filled its own */
	uint32_t bytes;  /* of the block */
	uint32_t reserved;
};

/*
 * What a window holds: 0 = free, else a kind and the entry of its process << 8. Free windows are
 * used again; their bytes may not be there: nobody reads them.
 *
 * The block of an EVENTS window that could not be handed over, since no cell was free, is dropped; the next
 * one has its sequence number, and tells in lost_events what was lost. Between the two csf_block.state says
 * closed, and used_bytes is what the lane has lost since its last block: of a process that is gone it counts as a block
 * with that many lost_events and no words.
 */
enum csf_ring_window {
	CSF_WINDOW_FREE = 0,
	CSF_WINDOW_TAKEN = 1,   /* being prepared */
	CSF_WINDOW_EVENTS = 2,  /* struct csf_block, as the windows of live.cst */
	CSF_WINDOW_FACTS = 3,   /* struct csf_ring_text: a part of process.json */
	CSF_WINDOW_MODULES = 4, /* struct csf_ring_text: a part of the file modules */
};
#define CSF_WINDOW_KIND_MASK     0xffu
#define CSF_WINDOW_PROCESS_SHIFT 8

/** A part of a text, at the start of a window; its bytes follow. Never dropped. */
struct csf_ring_text {
	uint32_t part; /* from 0; parts before it are full */
	uint32_t used; /* bytes that are there; atomic, release; only grows */
};
#define CSF_RING_TEXT_BYTES (CSF_BLOCK_BYTES - 8u) /* of a part that is full */

#ifndef __cplusplus
static_assert(sizeof(struct csf_ring) == 96, "csf_ring is shared layout");
static_assert(sizeof(struct csf_ring_process) == 440, "csf_ring_process is shared layout");
static_assert(sizeof(struct csf_ring_cell) == 16, "csf_ring_cell is shared layout");
static_assert(sizeof(struct csf_ring_text) == 8, "csf_ring_text is shared layout");
#endif

#endif
