/* SPDX-License-Identifier: MIT */
/*
 * Where a capture goes. A sink is a medium behind this struct (sink_file.c, sink_ring.c); nothing
 * else knows which one it is.
 *
 * A capture begins with open, put_facts and add_modules, by one thread with signals blocked. What open
 * could not do is undone by close. All that is needed later is opened then: the program may put itself into a
 * sandbox.
 */
#ifndef CSR_SINK_H
#define CSR_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"
#include "text.h"

/** What a sink did with a block. */
struct csr_sink_result {
	uint32_t marker; /* enum csf_marker: it was not taken, and recording ends; 0: */
	uint64_t argument;
	bool is_full;        /* nothing was taken: there is no room now; there may be later */
	bool is_nested_full; /* the block was taken, for the nested one there was no room */
};

struct csr_sink {
	const char *name;
	/* A place for this process image: sets csr_process.name, calls csr_live_begin(). Return: 0, or -errno; what
	 * was opened then is still open. Says why where process.c does not know it. */
	int (*open)(void);
	/* process.json, complete. Return: 0 or -errno. */
	int (*put_facts)(const struct csr_text *text);
	/* Whole lines of `modules`. Under the lock of modules.c. */
	void (*add_modules)(const char *lines, size_t bytes);
	/*
	 * A new window for a thread, closed, every page touched. Windows are never given back: a thread's
	 * window serves the next thread of its slot. Any thread, signals blocked. Return: NULL when there is none;
	 * where that ends recording it has been stopped.
	 */
	struct csf_block *(*window)(void);
	/*
	 * Any thread, signals blocked. @block->used_bytes are taken whole or not at all; before it those of @nested,
	 * which is NULL or the block of lane 1 that belongs to it. With @needs_both they are taken both or neither.
	 */
	struct csr_sink_result (*write)(unsigned slot, const struct csf_block *block,
					const struct csf_block *nested, bool needs_both);
	/* A block that was not taken because there was no room will never be. NULL: write always has room. */
	void (*count_drop)(void);
	/* The capture could not be made: nothing of it stays open. */
	void (*close)(void);
	/* In a child of fork: gives up what is the parent's. open comes next. */
	void (*disown)(void);
	/* Where the capture goes when it cannot be made here; NULL: nowhere. */
	const struct csr_sink *otherwise;
};

extern CSR_HIDDEN const struct csr_sink csr_sink_file;
extern CSR_HIDDEN const struct csr_sink csr_sink_ring;

/* That of this process. Written during a start, by one thread. */
extern CSR_HIDDEN const struct csr_sink *csr_sink;

#endif
