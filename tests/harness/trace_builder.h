/* SPDX-License-Identifier: MIT */
/*
 * Builds captures for tests: process folders with process.json, modules, block files and live.cst,
 * as a runtime would write them, from calls such as t_enter() and t_exit().
 *
 * The builder keeps each thread's stack, fills block headers from it, begins a new block when one is
 * full and writes a full-time word where 20 bits are not enough. Everything that cannot be done ends
 * the program: a test that cannot build its input has failed.
 */
#ifndef T_TRACE_BUILDER_H
#define T_TRACE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/trace_format.h>

#include "test_files.h"

struct t_trace_options {
	const char *name;   /* of the process folder; NULL: "app-7-<realtime_ns>" */
	const char *exe;    /* default /nonexistent/app */
	const char *parent; /* folder name; NULL: null */
	const char *selection;
	const char *module;    /* path of the one module; NULL: no module is recorded */
	const char *build_id;  /* of the module, hexadecimal; NULL: none */
	uint64_t module_start; /* and its bias */
	uint64_t module_bytes;
	unsigned pid;  /* default 7 */
	unsigned ppid; /* default 1 */
	uint64_t process_start;
	uint64_t start_ticks; /* default 1000; CLOCK_MONOTONIC is the same number of ns */
	uint64_t realtime_ns; /* default 1795972517000000000 */
	double tick_hz;       /* default 1e9, and exact */
	bool is_inexact;      /* the rate comes from pairs */
	const char *mode;     /* in the settings; default events. Its file is the caller's */
	const char *full;     /* in the settings; default stop */
	double hook_ns;
	double events_hook_ns; /* 0: the key is not there */
	bool is_wide;          /* every block in the wide form */
	unsigned stripes;      /* block files, default 1: thread n writes to file n mod stripes */
};

struct t_trace;
struct t_thread;

/** t_trace_new() - a process folder in @capture_dir, which is made when it is not there. */
struct t_trace *t_trace_new(const char *capture_dir, const struct t_trace_options *options);

/** t_trace_dir() - path of the process folder. */
const char *t_trace_dir(const struct t_trace *trace);

/**
 * t_trace_end() - write what is left and free everything.
 * @has_ended: the process reached its exit handlers
 *
 * Open blocks of threads go into open windows of live.cst.
 */
void t_trace_end(struct t_trace *trace, bool has_ended);

/** t_trace_lose() - what live.cst says about threads without a window. */
void t_trace_lose(struct t_trace *trace, unsigned threads, uint64_t events);

/** t_trace_module() - a line "load" or, with @path NULL, "unload". */
void t_trace_module(struct t_trace *trace, uint64_t ticks, uint64_t bias, uint64_t start,
		    uint64_t end, const char *path);

/** t_thread_new() - the next thread serial. Freed with the trace. */
struct t_thread *t_thread_new(struct t_trace *trace, unsigned tid);

/** t_thread_lane1() - lane 1 of @thread: a lane of its own with the same serial. */
struct t_thread *t_thread_lane1(struct t_thread *thread);

/** t_open_frame() - before the first event: a frame that was entered earlier. */
void t_open_frame(struct t_thread *thread, uint64_t ticks, uint64_t function);

/** t_inherited() - before the first event: the open frames are those of the parent process. */
void t_inherited(struct t_thread *thread);

void t_enter(struct t_thread *thread, uint64_t ticks, uint64_t function);
void t_enter_at(struct t_thread *thread, uint64_t ticks, uint64_t function, uint64_t callsite);
void t_exit(struct t_thread *thread, uint64_t ticks); /* of the innermost frame */
void t_exit_of(struct t_thread *thread, uint64_t ticks, uint64_t function); /* pops nothing */
void t_unwound(struct t_thread *thread, uint64_t ticks, unsigned left);
void t_unmatched(struct t_thread *thread, uint64_t ticks, uint64_t function);
void t_marker(struct t_thread *thread, uint64_t ticks, unsigned marker, uint64_t argument);
void t_name(struct t_thread *thread, uint64_t ticks, const char *name);
void t_extended(struct t_thread *thread, uint64_t ticks, unsigned type, unsigned payload,
		const uint64_t *words, unsigned length);
void t_word(struct t_thread *thread, uint64_t word);   /* as it is; 0 is a hole */
void t_lost(struct t_thread *thread, unsigned events); /* in the header of the open block */

/** t_pair() - CLOCK_MONOTONIC in the pair of the open block, in place of what the ticks say. */
void t_pair(struct t_thread *thread, uint64_t ns);

/** t_end_pair() - the same of the pair that live.cst has at the end. */
void t_end_pair(struct t_trace *trace, uint64_t ns);

unsigned t_depth(const struct t_thread *thread);

/** What becomes of a block that is closed by t_block(). */
enum t_block_fate {
	T_BLOCK_WRITTEN,
	T_BLOCK_MISSING, /* nowhere: a lost block */
	T_BLOCK_HOLE,    /* its place in the file is zeros, its window is open */
	T_BLOCK_TWICE,   /* in the file, and in a window that is still open */
	T_BLOCK_PARTIAL, /* half of it at the file's end, all of it in an open window */
	T_BLOCK_PREFIX, /* in the file, and its beginning in a window that is still open: partial blocks */
	T_BLOCK_DROPPED, /* there was no room in the ring: the next block has its sequence, and counts it */
	T_BLOCK_STALE, /* likewise, but its beginning is in a window that is still open */
};

/** t_block() - close the open block, if there is one. */
void t_block(struct t_thread *thread, enum t_block_fate fate);

#endif
