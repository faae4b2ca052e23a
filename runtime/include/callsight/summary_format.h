/* SPDX-License-Identifier: MIT */
/*
 * summary.cst, version 1: what a process writes with TRACE_MODE=summary or count. Specified in
 * docs/format/summary.md; the two change together. Types and constants only: no functions, no state.
 *
 * The file is a struct csf_summary, padded to CSF_SUMMARY_HEADER_BYTES, and then windows of
 * CSF_WINDOW_BYTES. A window belongs to one slot, and a slot to one thread at a time. A window is a
 * struct csf_table and then cells of CSF_CELL_BYTES; the tag of a cell says what it holds. Windows and
 * cells are only added. All integers are in the producer's byte order, which the magics show.
 */
#ifndef CALLSIGHT_SUMMARY_FORMAT_H
#define CALLSIGHT_SUMMARY_FORMAT_H

#include <stdint.h>
#ifndef __cplusplus
#include <assert.h>
#endif

#define CSF_SUMMARY_MAGIC \
	0x33534353u /* bytes "SCS3" where little-endian, "3SCS" where big-endian */
#define CSF_TABLE_MAGIC     0x33544353u /* "SCT3" / "3TCS" */
#define CSF_SUMMARY_VERSION 1u

#define CSF_SUMMARY_HEADER_BYTES 4096u /* window n begins here + n * CSF_WINDOW_BYTES */
#define CSF_WINDOW_BYTES         65536u
#define CSF_CELL_BYTES           512u
#define CSF_TABLE_HEADER_BYTES   1536u /* cell n of a window begins here + n * CSF_CELL_BYTES */
#define CSF_TABLE_CELLS          125u

enum csf_summary_mode {
	CSF_MODE_SUMMARY = 1, /* cells hold rows, octaves and a stack */
	CSF_MODE_COUNT = 2,   /* cells hold count rows */
};

/** The first bytes of summary.cst; the rest of the page is 0. */
struct csf_summary {
	uint32_t magic; /* CSF_SUMMARY_MAGIC, written last */
	uint16_t version;
	uint16_t mode;         /* enum csf_summary_mode */
	uint32_t window_bytes; /* CSF_WINDOW_BYTES */
	uint32_t
		window_count; /* windows that exist; only grows. One without magic is not in use. */
	uint32_t pid;
	uint32_t windows_refused; /* that TRACE_MAX_MB did not allow or that could not be made */
	uint32_t error;           /* errno of the last that could not be made; 0: TRACE_MAX_MB */
	uint32_t reserved;
};

/** What a cell holds: kind | octave << 8 | row number << 32; 0 = nothing yet. */
enum csf_cell_kind {
	CSF_CELL_ROWS = 1,   /* CSF_ROWS_PER_CELL struct csf_summary_row */
	CSF_CELL_OCTAVE = 2, /* 64 counters of 8 bytes, of the row and the octave in the tag */
	CSF_CELL_STACK = 3,  /* part of the open frames, see CSF_STACK_OFFSET */
	CSF_CELL_COUNTS = 4, /* CSF_COUNTS_PER_CELL struct csf_count_row */
};

#define CSF_TAG_KIND_MASK    0xffu
#define CSF_TAG_OCTAVE_SHIFT 8
#define CSF_TAG_OCTAVE_MASK  0xffu
#define CSF_TAG_ROW_SHIFT    32

/** The header of a window. What stands from threads to paused_hooks counts in window 0 of a slot only. */
struct csf_table {
	uint32_t magic; /* CSF_TABLE_MAGIC, written last */
	uint16_t version;
	uint16_t reserved;
	uint32_t slot;
	uint32_t index;        /* of this window in its slot, from 0 */
	uint32_t threads;      /* that used the slot, one after the other */
	uint32_t tid;          /* of the latest */
	uint32_t first_serial; /* of the first; serials count from 1 in the order of first hooks */
	uint32_t serial;       /* of the latest */
	char name[16];         /* of the latest, as the kernel knows it */
	uint64_t first_ticks;  /* when the slot was first used */
	uint64_t last_ticks;   /* of the last exit; count mode: when the latest thread came */
	uint64_t pair_ticks;   /* one reading of both clocks when the latest thread came */
	uint64_t pair_ns;      /* CLOCK_MONOTONIC, ns */
	uint64_t lost_events;  /* hooks that were not recorded */
	uint64_t unmatched;    /* exits without enter */
	uint64_t clock_steps;  /* calls that seemed to end before they began; their time is 0 */
	uint64_t torn;         /* calls whose exit hook was left by a jump: times may lack them */
	uint64_t pauses;       /* of its threads */
	uint64_t resumes;
	uint64_t paused_hooks; /* not recorded, because the thread was paused */
	uint64_t padding[13];
	uint64_t tags[CSF_TABLE_CELLS];
};

#define CSF_TABLE_TAGS_OFFSET 240u

/**
 * The numbers of one function in one slot; all times in ticks. Row number n is row n % 4 of the
 * (n / 4)th cell of rows of the slot. Row 0 has function 0: it stands for all functions for which there
 * was no room. Other rows with function 0 are not in use.
 *
 * entered - ended activations are open. leaving != ended: the process was killed in an exit hook; the
 * call has ended, and the row's times may lack it.
 */
struct csf_summary_row {
	uint64_t function; /* run-time address; written last when the row is made */
	uint64_t entered;  /* calls */
	uint64_t leaving;  /* calls that have ended or are about to */
	uint64_t ended;
	uint64_t self;  /* of ended calls: without callees that have hooks */
	uint64_t total; /* of ended calls: from enter to exit */
	uint64_t min;   /* of ended calls; UINT64_MAX: none */
	uint64_t max;
	uint64_t nested;   /* part of total: below another activation of the function */
	uint64_t children; /* calls that ended calls made to functions with hooks */
	uint64_t unwound;  /* ended calls that had no exit hook */
	uint64_t
		left_open; /* ended calls that were open when their thread ended; in total, self and
				max, not in min and octaves */
	uint64_t open_total; /* part of total that is theirs */
	uint64_t flags;      /* enum csf_row_flags */
	uint64_t handle;     /* what open frames call the row */
	uint64_t reserved;
};

enum csf_row_flags {
	CSF_ROW_NO_OCTAVES = 1u << 0, /* there was no room for some of its octaves */
};

#define CSF_ROWS_PER_CELL 4u

/** A row of count mode. Function 0: not in use, but the first of a slot as in csf_summary_row. */
struct csf_count_row {
	uint64_t function;
	uint64_t calls;
};

#define CSF_COUNTS_PER_CELL 32u

/*
 * Histogram: durations of ended calls in ticks. A value below 128 has its own bucket; above, every power
 * of two has 64. bucket(v) = 64 * s + (v >> s) with s = the position of the highest bit of (v | 64) - 6.
 * Octave = bucket / 64, counter in it = bucket % 64.
 */
#define CSF_OCTAVES 59u

/*
 * In window 0 of a slot of summary mode: the outermost frames that are open, CSF_STACK_FRAMES struct
 * csf_tally_frame. Entry 0 is the root: its child_ticks are the time of all outermost calls that have
 * ended. From entry 1 on: row = 0 is the end, CSF_FRAME_FOREIGN no call of this capture.
 */
#define CSF_STACK_OFFSET 49152u
#define CSF_STACK_BYTES  16384u
#define CSF_STACK_FRAMES 512u

/* Entered in the parent process before fork, or while the thread was paused: time passes through it. */
#define CSF_FRAME_FOREIGN 1u

struct csf_tally_frame {
	uint64_t row; /* csf_summary_row.handle; written last at an enter, 0 after an exit */
	uint64_t enter_ticks;
	uint64_t child_ticks; /* of callees that have ended */
	uint64_t child_count;
};

#ifndef __cplusplus
static_assert(sizeof(struct csf_summary) == 32, "csf_summary is file layout");
static_assert(sizeof(struct csf_table) ==
		      CSF_TABLE_TAGS_OFFSET + CSF_TABLE_CELLS * sizeof(uint64_t),
	      "csf_table is file layout");
static_assert(sizeof(struct csf_table) <= CSF_TABLE_HEADER_BYTES, "tags end below the cells");
static_assert(sizeof(struct csf_summary_row) * CSF_ROWS_PER_CELL == CSF_CELL_BYTES, "file layout");
static_assert(sizeof(struct csf_count_row) * CSF_COUNTS_PER_CELL == CSF_CELL_BYTES, "file layout");
static_assert(sizeof(struct csf_tally_frame) * CSF_STACK_FRAMES == CSF_STACK_BYTES, "file layout");
static_assert(CSF_TABLE_HEADER_BYTES + CSF_TABLE_CELLS * CSF_CELL_BYTES == CSF_WINDOW_BYTES,
	      "cells fill the window");
#endif

#endif
