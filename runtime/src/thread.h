/* SPDX-License-Identifier: MIT */
/*
 * The control block of a recording thread, and the shadow stack.
 *
 * Only the thread itself writes it, with two exceptions: another thread may store 0 to limit (stop,
 * docs/decisions/0018), and the thread that takes over the slot of a dead one writes all of it.
 *
 * The first page is given back zeroed in a child of fork (MADV_WIPEONFORK): there position and
 * limit are 0, so the child's first hook takes the slow path before it reads anything else.
 */
#ifndef CSR_THREAD_H
#define CSR_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

#define CSR_PAGE            4096u
#define CSR_MADV_WIPEONFORK 18 /* since kernel 4.14; libcs may be older */

#define CSR_NAME_BYTES 16u /* of a thread's name with its NUL: the kernel's limit */

/* csr_thread.busy: 0 = ready; a CFA = a hook of the function with that frame runs; or: */
#define CSR_BUSY_OFF   1u /* never again: not enabled, stopped, or not recordable */
#define CSR_BUSY_COUNT 2u /* TRACE_MODE=count: count_mode.h is what the hook does */
#define CSR_BUSY_SUMMARY \
	3u /* TRACE_MODE=summary: summary_mode.h; running says what busy does else */
#define CSR_BUSY_CAREFUL 4u /* the same, every hook by the slow path: see careful */
#define CSR_BUSY_PAUSED  5u /* in every mode: see pause.h */
#define CSR_BUSY_MUTED   6u /* TRACE_THREADS does not match the thread's name (yet) */
#define CSR_BUSY_NEW     7u /* no hook of the thread has run */

/* csr_thread.careful: why every hook of the thread takes the slow path (limit is 0) */
enum csr_careful {
	CSR_CAREFUL_CLOCK = 1u << 0,  /* the clock is not the counter that the fast path reads */
	CSR_CAREFUL_WIDE = 1u << 1,   /* wide records */
	CSR_CAREFUL_STACK = 1u << 2,  /* frames of an alternate stack lie on the shadow stack */
	CSR_CAREFUL_FIBER = 1u << 3,  /* a fiber whose stack lies above the thread's own */
	CSR_CAREFUL_NESTED = 1u << 4, /* lane 1: it has no hot path */
};

/** An entry of the shadow stack: 32 bytes, so that an index is a shift (0021). */
struct csr_frame {
	uint64_t function; /* 0: the barrier below the frames of an alternate stack. With marks: */
	uint64_t cfa;      /* UINT64_MAX: the bottom, or a barrier: nothing is popped below it */
	uint64_t enter_ticks;
	uint64_t site; /* csr_frame_site(): low halves of hook address and call site */
};

#define CSR_FRAME_SITE_CALL UINT64_C(0xffffffff)

/* Marks in csr_frame.function. They make the hot path leave the exit hook to the slow one, since the
 * function is another then. */
#define CSR_FRAME_HIDDEN   (UINT64_C(1) << 62) /* entered while the thread was paused: no call */
#define CSR_FRAME_WATCHED  (UINT64_C(1) << 63) /* of TRACE_TRIGGER: its duration is looked at */
#define CSR_FRAME_FUNCTION (~(CSR_FRAME_HIDDEN | CSR_FRAME_WATCHED))

/** csr_frame_is_call() - is the entry an activation of the capture? The bottom and barriers are not. */
CSR_INLINE bool csr_frame_is_call(const struct csr_frame *frame)
{
	return frame->function && !(frame->function & CSR_FRAME_HIDDEN);
}

CSR_INLINE uint64_t csr_frame_site(uint64_t call_site, uint64_t hook_ip)
{
	return hook_ip << 32 | (call_site & CSR_FRAME_SITE_CALL);
}

/* The shadow stack is looked at when a frame crosses a multiple of this, and grows by it (shadow_stack.h). */
#define CSR_STACK_CHUNK (UINT64_C(1) << 20)

/** Direct-mapped by function: what the last ENTER_AT of a function in this block said. */
struct csr_site_entry {
	uint64_t tagged_function; /* function | csr_thread.site_tag; user addresses have 47 bits */
	uint64_t call_site;
};
#define CSR_SITE_ENTRIES 1024u

/** Whether two hook addresses at one CFA are an inlined call (1) or not (2); 0 = empty. */
struct csr_pair_entry {
	uint64_t hook_ips; /* low halves: outer << 32 | inner */
	uint64_t verdict;
};
#define CSR_PAIR_ENTRIES 64u

/** The numbers of a slot in the modes summary and count (tally.h); kept for successive threads. */
struct csr_tally {
	struct csr_index *index;
	uint64_t extra_offset; /* from an entry of the shadow stack to its csf_tally_frame */
	struct csf_table *first;
	uint64_t first_offset; /* in the file */
	struct csf_table *window;
	unsigned next_cell; /* of window */
	uint32_t window_count;
	uint32_t row_count;
	bool is_full; /* no more windows */
	bool has_stack_in_file;
	void *row_cell;      /* of the newest rows */
	void *others;        /* row of all functions for which there was no room */
	uint64_t *no_octave; /* counters that nobody reads */
	char *arena;
	size_t arena_left;
};

/** A stretch of time. */
struct csr_span {
	uint64_t begin; /* ticks; 0: none */
	uint64_t ticks;
};
#define CSR_SNAPSHOT_SPANS 8u

struct csr_thread {
	/* --- wiped in a child of fork --- */
	uint64_t busy;
	uint64_t *position; /* the next word is written here */
	uint64_t *limit;    /* the slow path is taken from here on; 0 = always */
	uint64_t is_alive;  /* 1; 0 in a child of fork */
	uint64_t running;   /* summary mode: 0, or the CFA while a hook runs; else unused */
	unsigned char pad[CSR_PAGE - 5 * sizeof(uint64_t)];

	/* --- kept --- */
	uint64_t last_ticks;   /* full time of the last word */
	struct csr_frame *top; /* innermost open frame, or the bottom entry */
	uint64_t *
		forking; /* position of a hook that a handler interrupted and forks in; else NULL */
	struct csf_block *block;
	uint64_t site_tag; /* number of blocks that were opened << 48 */
	uint64_t has_call_sites;

	uint64_t *window_limit; /* limit of the block when nothing is asked of the slow path */
	struct csr_frame *bottom;
	struct csr_frame *stack_end; /* at a multiple of CSR_STACK_CHUNK; frames end below it */
	uint64_t stack_end_max;      /* it does not grow beyond this */
	uint64_t stack_bytes;        /* of the mapping that begins at bottom */
	uint64_t stack_low; /* of a fiber: the bounds of its stack; 0: the thread's own stack */
	uint64_t stack_high;
	unsigned careful;   /* enum csr_careful */
	unsigned barriers;  /* entries of the shadow stack that are no frames */
	unsigned hidden;    /* and those that are marked as CSR_FRAME_HIDDEN */
	unsigned inherited; /* frames at the bottom that the parent process entered */
	bool is_too_deep;   /* marker for this was written */
	bool wants_pause;   /* callsight_pause() */
	bool is_paused;     /* and the capture says so */
	unsigned slot;      /* index in the table of slots; in lane 1 that of outer */
	uint32_t serial;
	uint32_t tid;
	uint32_t sequence; /* of the open block */
	uint32_t stop_seen;
	uint64_t paused_hooks;         /* not recorded since the pause */
	const struct csr_trigger *due; /* a snapshot is to be written, NULL: none is */
	uint64_t due_ticks;            /* because a call took so long */
	struct csr_span snapshots[CSR_SNAPSHOT_SPANS]; /* the latest that the thread wrote */
	unsigned next_snapshot;                        /* index in snapshots */
	char name[CSR_NAME_BYTES];                     /* as last written to the trace */
	char given_name[CSR_NAME_BYTES];               /* by callsight_thread_name(), or empty */
	struct csr_thread *nested; /* lane 1 of this one, made when first needed; or NULL */
	struct csr_thread *outer;  /* of lane 1: the one that it is lane 1 of; else NULL */
	struct csr_tally tally;
	struct csr_pair_entry pairs[CSR_PAIR_ENTRIES];
	struct csr_site_entry sites[CSR_SITE_ENTRIES];
};

/* Stand for the control block of a thread that does not record: only busy is ever read. */
extern CSR_HIDDEN const uint64_t csr_thread_new_words[4];
extern CSR_HIDDEN const uint64_t csr_thread_muted_words[4];
extern CSR_HIDDEN const uint64_t csr_thread_off_words[4];

/** csr_busy_is_rest() - does no hook of a thread that records run? */
CSR_INLINE bool csr_busy_is_rest(uint64_t busy)
{
	return busy == 0 || busy - CSR_BUSY_COUNT <= CSR_BUSY_PAUSED - CSR_BUSY_COUNT;
}

/** csr_thread_records() - has @t a control block of its own? */
CSR_INLINE bool csr_thread_records(const struct csr_thread *t)
{
	const uint64_t *words = (const uint64_t *)(const void *)t;

	return words != csr_thread_new_words && words != csr_thread_muted_words &&
	       words != csr_thread_off_words;
}

/* Never NULL: before a thread's first hook it points to words of which only busy is read. */
extern CSR_HIDDEN __thread struct csr_thread *csr_self __attribute__((tls_model("initial-exec")));

/* What csr_self is while the thread runs on its own stack; only fibers make a difference. */
extern CSR_HIDDEN __thread struct csr_thread *csr_primary
	__attribute__((tls_model("initial-exec")));

#endif
