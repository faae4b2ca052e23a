/* SPDX-License-Identifier: MIT */
/*
 * Writes the events of threads as blocks of version 3 (docs/format/trace-v3.md) into one file. Addresses
 * are taken as they are; a block that has one of more than 42 bits becomes a wide one.
 *
 * Few threads have a buffer at a time: the one that had no event for longest gives its own away, as a
 * short block. So memory does not grow with their number but for struct csa_thread_out.
 */
#ifndef CSA_BLOCK_WRITER_H
#define CSA_BLOCK_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include <callsight/trace_format.h>

#include "err.h"
#include "open_calls.h"
#include "tick_rate.h"

#define CSA_WRITER_BUFFERS 16u

struct csa_block_buffer;

/** One thread. What is not marked is set by the caller, at the beginning. */
struct csa_thread_out {
	uint32_t serial;
	uint32_t tid;
	uint64_t lost;                   /* events, to be said in the next block; set at any time */
	struct csa_tick_pair pair;       /* of clocks, likewise; zeros: none */
	uint32_t sequence;               /* own: of the next block */
	uint64_t ticks;                  /* own: of the last record */
	struct csa_open_calls calls;     /* own, released by the caller */
	struct csa_block_buffer *buffer; /* own */
};

struct csa_block_writer {
	int fd;
	const char *path;        /* for messages */
	uint64_t open_calls;     /* of all threads */
	uint64_t too_deep;       /* calls that there was no room for */
	uint64_t unwritten_lost; /* lost events that did not fit into the headers of blocks */
	uint64_t clock;          /* counts buffers handed out */
	struct csa_block_buffer *buffers[CSA_WRITER_BUFFERS];
};

/** csa_block_writer_open() - a new file @path, which must live as long. Return: 0 or CSA_E_IO. */
int csa_block_writer_open(struct csa_block_writer *writer, const char *path, struct csa_err *err);

/** csa_block_writer_close() - also after a failure. Blocks that were not flushed are dropped. */
int csa_block_writer_close(struct csa_block_writer *writer, struct csa_err *err);

/**
 * csa_thread_enter(), csa_thread_exit(), csa_thread_marker() - one event.
 * @address: not 0
 * @callsite: 0: not known
 *
 * An exit of a call that is not the innermost ends those inside it as unwound. One of no call that is
 * open is unmatched.
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_thread_enter(struct csa_block_writer *writer, struct csa_thread_out *thread, uint64_t ticks,
		     uint64_t address, uint64_t callsite, struct csa_err *err);
int csa_thread_exit(struct csa_block_writer *writer, struct csa_thread_out *thread, uint64_t ticks,
		    uint64_t address, struct csa_err *err);
int csa_thread_marker(struct csa_block_writer *writer, struct csa_thread_out *thread,
		      uint64_t ticks, uint32_t marker, uint64_t argument, struct csa_err *err);

/** csa_thread_flush() - write the block that is open; what was lost without one is counted. */
int csa_thread_flush(struct csa_block_writer *writer, struct csa_thread_out *thread,
		     struct csa_err *err);

#endif
