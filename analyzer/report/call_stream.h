/* SPDX-License-Identifier: MIT */
/*
 * The calls of a capture one after the other, for views that show single calls. They come out of the
 * same pass as the numbers of the report (match_pipeline.h), thread by thread and in the order of
 * time within a thread, and pass the filter on their way.
 *
 * Promises to a sink, whatever the capture holds:
 *   - every enter of a thread has its exit in the same thread, the innermost first;
 *   - ns never goes back within a thread: an enter is not before its caller's, an exit not after it;
 *   - the self_ns of a thread's exits add up to the durations of its exits at depth 1.
 * Functions that are not selected do not appear; their time is their caller's.
 *
 * Durations are those of the rows. They are the distance of exit and enter, but for damaged captures and
 * steps back of the clock, where ns stands still; a foreign exit's is that of the calls below it, with
 * self_ns 0. While a member of the sink runs, the report's table and names do not move; strings stay.
 */
#ifndef CSA_CALL_STREAM_H
#define CSA_CALL_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "err.h"

struct csa_report;
struct csa_user_name;

enum csa_call_kind {
	CSA_CALL_ENTER,
	CSA_CALL_EXIT,
	CSA_CALL_USER,   /* a mark, frame or value that the program named */
	CSA_CALL_MARKER, /* why a capture stopped, paused, lost: enum csf_marker */
	CSA_CALL_LOST,   /* something before this point of the thread is missing */
};

enum csa_call_flags {
	CSA_CALL_FOREIGN =
		1u << 0, /* entered before the capture or in a part that is lost: no call */
	CSA_CALL_UNWOUND = 1u << 1,   /* exit: left without an exit hook, seen later */
	CSA_CALL_OPEN = 1u << 2,      /* exit: still running at the end */
	CSA_CALL_RESUME = 1u << 3,    /* a coroutine is resumed */
	CSA_CALL_OUTERMOST = 1u << 4, /* exit: no other activation of its row is open */
	CSA_CALL_CUT = 1u << 5,       /* begins or ends where the filter's time does */
	CSA_CALL_LOSSY = 1u << 6,     /* exit: events were lost while it was open */
};

struct csa_call {
	uint64_t ns;    /* since the first process of the report began */
	uint32_t row;   /* enter, exit: csa_report.table */
	uint32_t depth; /* enter, exit: 1 = without a caller */
	uint8_t kind;   /* enum csa_call_kind */
	uint8_t flags;  /* enum csa_call_flags; an exit also has those of its enter */
	union {
		struct {
			/* Run-time address behind the call; 0: not known. Bit 63: the call was inlined, and
			 * the address is the hook's. */
			uint64_t call_site;
		} enter;
		struct {
			uint64_t duration_ns;
			uint64_t self_ns;
			uint32_t hooks; /* of others in self_ns: see csa_row_stats.children */
		} exit;
		struct {
			const struct csa_user_name *name;
			int64_t value; /* of a value */
		} user;
		struct {
			uint32_t marker;
			uint64_t argument;
		} marker;
		struct {
			uint64_t events; /* 0: not known how many */
			uint64_t blocks;
		} lost;
	};
};

struct csa_call_thread {
	size_t process; /* index in csa_report.processes */
	uint32_t serial;
	uint32_t tid;
	uint32_t lane; /* not 0: what nested hooks recorded and cannot be placed any more */
	const char *
		name; /* as far as known now, UTF-8; csa_report.threads has the last word. NULL: none */
};

/** Who receives the calls. All members may be NULL but calls. Return: 0, or a CSA_E_ that stops the pass. */
struct csa_call_ops {
	/** processes[process] is filled but for what is known at its end; process_symbols can be asked */
	int (*begin_process)(void *state, const struct csa_report *report, size_t process);
	int (*begin_thread)(void *state, const struct csa_call_thread *thread);
	/** some calls of the thread begun last, in order */
	int (*calls)(void *state, const struct csa_call *calls, size_t count);
	int (*end_thread)(void *state);
	int (*end_process)(void *state);
};

/** What is shown. All zero but to_ns = UINT64_MAX: everything. */
struct csa_call_filter {
	uint64_t from_ns;             /* since the first process began */
	uint64_t to_ns;               /* what reaches over an edge is cut there */
	const char *const *threads;   /* globs on names, or thread ids in decimal */
	size_t thread_count;          /* 0: all */
	const char *const *functions; /* globs: these calls and everything below; 0: all */
	size_t function_count;
	uint64_t min_duration_ns; /* shorter calls are left out, their time is their caller's */
	uint32_t max_depth;       /* deeper ones likewise; 0: none are too deep */
};

/** What the filter did, for the notes and the metadata of exports. */
struct csa_call_filtered {
	uint64_t threads; /* left out */
	uint64_t cut;     /* calls that reach over an edge; what is left of them is a call */
	uint64_t outside; /* calls left out by time or function */
	uint64_t too_short;
	uint64_t too_deep;
};

#endif
