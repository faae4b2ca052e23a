/* SPDX-License-Identifier: MIT */
/*
 * Calls in the order in which they began, each with its duration: the call stream tells it only when
 * the call ends. The newest are held in memory, older ones in a temporary file without a name, and
 * the end of a call is written over its beginning.
 *
 * Invariants: memory is CSA_CALLS_HELD items and 8 bytes for each open call; the items of a thread
 * lie one behind the other, threads in the order in which they were begun.
 */
#ifndef CSA_CALL_SPOOL_H
#define CSA_CALL_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call_stream.h"

#define CSA_CALLS_HELD (1u << 15) /* items, 1.25 MiB; calls that are shorter cost no system call */

/** What is shown as one line. */
struct csa_spooled {
	uint64_t ns;
	union {
		struct {
			uint64_t duration_ns;
			uint64_t self_ns;
		} call;
		struct {
			const char *name; /* as long as the call stream's strings */
			int64_t value;
		} user;
		struct {
			uint64_t marker;
			uint64_t argument;
		} marker;
		struct {
			uint64_t events;
			uint64_t blocks;
		} lost;
	};
	uint32_t row; /* of a call */
	uint32_t
		depth; /* of a call, and of what lies between calls: of the call that it is in + 1 */
	uint8_t kind;  /* enum csa_call_kind, without CSA_CALL_EXIT */
	uint8_t flags; /* those of the call's end */
};

struct csa_call_spool {
	int fd;           /* -1: nothing was written yet */
	uint64_t count;   /* items */
	uint64_t written; /* part of count: in the file, the others in held */
	struct csa_spooled *held;
	uint64_t *open; /* items of the calls that are open in this thread */
	size_t open_count;
	size_t open_capacity;
	uint64_t top; /* items of a thread; others are counted. UINT64_MAX: no limit */
	uint64_t thread_begin;
	uint64_t left_out; /* calls beyond top, in this thread */
};

/** csa_call_spool_init() - @top: lines of a thread at most; 0: all. Return: 0 or CSA_E_NOMEM. */
int csa_call_spool_init(struct csa_call_spool *spool, uint64_t top);
void csa_call_spool_release(struct csa_call_spool *spool);

/** csa_call_spool_begin_thread() - @keep: the items of earlier threads stay readable. */
void csa_call_spool_begin_thread(struct csa_call_spool *spool, bool keep);

/**
 * csa_call_spool_add() - the next of the call stream.
 *
 * Return: 0, CSA_E_NOMEM, or CSA_E_IO: the temporary file cannot be written.
 */
int csa_call_spool_add(struct csa_call_spool *spool, const struct csa_call *call,
		       struct csa_err *err);

/** csa_call_spool_read() - @count items from @first on. Return: 0 or CSA_E_IO. */
int csa_call_spool_read(const struct csa_call_spool *spool, uint64_t first, size_t count,
			struct csa_spooled *items, struct csa_err *err);

#endif
