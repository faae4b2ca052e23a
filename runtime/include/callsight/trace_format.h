/* SPDX-License-Identifier: MIT */
/*
 * On-disk trace layout, version 3. Specified in docs/format/trace-v3.md; the two change together.
 * Types and constants only: no functions, no state.
 *
 * A capture folder holds, for every process image, a folder <exe>-<pid>-<start>/ with
 *
 *     process.json          facts known at start (UTF-8 JSON, schema CSF_PROCESS_SCHEMA)
 *     modules               append-only text: what was loaded where and when
 *     blocks-<k>.<seq>.cst  blocks, one after the other; all blocks of a thread lie in files of one
 *                           k, in the order of their sequence numbers
 *     live.cst              struct csf_live, then the windows that threads write into
 *
 * A block is a struct csf_block and then 8-byte words. All integers are in the producer's byte
 * order, which csf_block.magic shows.
 */
#ifndef CALLSIGHT_TRACE_FORMAT_H
#define CALLSIGHT_TRACE_FORMAT_H

#include <stdint.h>
#ifndef __cplusplus
#include <assert.h>
#endif

#define CSF_BLOCK_MAGIC 0x33424353u /* bytes "SCB3" where little-endian, "3BCS" where big-endian */
#define CSF_LIVE_MAGIC  0x334c4353u /* "SCL3" / "3LCS" */
#define CSF_VERSION     3u

#define CSF_BLOCK_BYTES    65536u /* largest block, and the size of a window */
#define CSF_BLOCK_FRAMES   32u    /* open frames named in every block header */
#define CSF_PROCESS_SCHEMA 1
#define CSF_LIVE_HEADER_BYTES \
	4096u /* the first window begins here; window n at + n * window_bytes */

/* csf_block.flags */
enum csf_block_flags {
	CSF_BLOCK_WIDE = 1u << 0, /* kinds 0-2: a word with the full function address follows */
	CSF_BLOCK_NO_CALLSITES = 1u << 1, /* TRACE_CALLSITES=0: call sites were not recorded */
	CSF_BLOCK_HOOK_FRAMES =
		1u << 2, /* frames compared by the hook's own frame: nesting is approximate */
	CSF_BLOCK_INHERITED = 1u << 3, /* the open frames were entered in the parent process */
};

/** One open frame, innermost first. function = 0: not used. */
struct csf_frame {
	uint64_t function_ip; /* run-time address, all bits */
	uint64_t enter_ticks;
};

/**
 * Block header. A reader refuses a block whose magic, version, used or depth is impossible and
 * goes on at the next one; unknown flags are an error, because they change the words' meaning.
 */
struct csf_block {
	uint32_t magic;   /* CSF_BLOCK_MAGIC; byte-swapped: the other byte order */
	uint16_t version; /* CSF_VERSION */
	uint8_t lane;     /* 0 = ordinary, 1 = hooks that interrupted a hook of the same thread */
	uint8_t flags;    /* enum csf_block_flags */
	uint32_t used_bytes; /* header, frames and words; multiple of 8, at most CSF_BLOCK_BYTES.
				   In a window: the published position; words beyond it are not valid. */
	uint32_t state;      /* sequence << 1 | open. In a window: open = 0 means nothing to read */
	uint32_t
		thread_serial; /* from 1, in the order of the threads' first hooks; unique per process */
	uint32_t tid;          /* kernel thread id; can be used again by a later thread */
	uint32_t sequence; /* of this lane of this thread, from 0 */
	uint32_t
		lane0_sequence; /* lane 1: sequence of the lane 0 block it belongs to; lane 0: own */
	uint32_t depth;         /* open frames when the block was opened */
	uint32_t
		lost_events; /* hooks of this lane not recorded since its previous block ended, also
				   while this one was open; saturates */
	uint64_t first_ticks; /* full time that the words' 20 bits continue */
	uint64_t pair_ticks;  /* one reading of both clocks when the block was opened */
	uint64_t pair_ns;     /* CLOCK_MONOTONIC, ns */
	struct csf_frame frames[CSF_BLOCK_FRAMES]; /* innermost first; min(depth, 32) are used */
};

#define CSF_BLOCK_HEADER_BYTES 576u /* words begin here */

/** The first CSF_LIVE_HEADER_BYTES of live.cst; the rest of that page is 0. */
struct csf_live {
	uint32_t magic; /* CSF_LIVE_MAGIC */
	uint16_t version;
	uint16_t ended; /* 1: the process reached its exit handlers; 0: it runs or was killed */
	uint32_t window_bytes; /* CSF_BLOCK_BYTES */
	uint32_t window_count; /* windows that exist; only grows */
	uint32_t pid;
	uint32_t lost_threads;   /* threads that could not be recorded at all */
	uint64_t lost_events;    /* hooks of threads without a window */
	uint64_t end_pair_ticks; /* valid with ended: a reading of both clocks */
	uint64_t end_pair_ns;
	uint32_t control;     /* 1: the process looks at request; 0: it does not know it */
	uint32_t request;     /* enum csf_request, set and cleared by others while it runs */
	uint32_t stop_marker; /* enum csf_marker: why nothing is recorded any more; 0: it is */
	uint32_t snapshots;   /* that the process wrote itself */
	uint32_t snapshots_skipped; /* that it did not: TRACE_SNAPSHOTS, space, or a failure */
	uint32_t snapshot_error;    /* errno of the last failure; 0: there was none */
	uint64_t stop_argument;     /* of stop_marker */
};

/* csf_live.request */
enum csf_request {
	CSF_REQUEST_PAUSE = 1u << 0, /* all threads are paused as by callsight_pause() */
};

/*
 * Words. 0 is a hole: skip it.
 *
 *    63           44 43                          2 1  0
 *   +---------------+-----------------------------+----+
 *   | time, 20 bits | function address, 42 bits   |kind|
 *   +---------------+-----------------------------+----+
 */
#define CSF_KIND_MASK     3u
#define CSF_KIND_ENTER    0u /* call site: that of the last ENTER_AT of this function in this block */
#define CSF_KIND_EXIT     1u
#define CSF_KIND_ENTER_AT 2u /* the next word (after the wide address) is the call site, all bits */
#define CSF_KIND_EXTENDED 3u

#define CSF_TIME_SHIFT    44
#define CSF_TIME_MASK     0xfffffull /* after the shift; gaps of this many ticks need a full time */
#define CSF_ADDRESS_SHIFT 2
#define CSF_ADDRESS_BITS  42
#define CSF_ADDRESS_MASK  0x3ffffffffffull

#define CSF_CALLSITE_INLINED (1ull << 63) /* call site is the hook's own return address */

/*
 * Extended words: | time, 20 | payload, 28 | words that follow, 8 | type, 6 | 3 |
 * Readers skip types that they do not know by their length.
 */
#define CSF_EXT_TYPE_SHIFT    2
#define CSF_EXT_TYPE_MASK     0x3fu
#define CSF_EXT_LENGTH_SHIFT  8
#define CSF_EXT_LENGTH_MASK   0xffu
#define CSF_EXT_PAYLOAD_SHIFT 16
#define CSF_EXT_PAYLOAD_MASK  0xfffffffu

enum csf_ext_type {
	CSF_EXT_FULL_TIME = 1, /* + the full tick counter; payload 1: the clock stepped back */
	CSF_EXT_MARKER = 2,    /* payload: enum csf_marker; + its argument */
	CSF_EXT_UNWOUND =
		3, /* payload: depth that is left; frames above it ended without exit hook */
	CSF_EXT_THREAD_NAME = 4, /* + 2 words: 16 bytes, NUL padded, as the kernel knows it */
	CSF_EXT_COUNTERS = 5,    /* reserved: values of the exit just before */
	CSF_EXT_ARGUMENT = 6,    /* reserved */
	CSF_EXT_OFF_CPU = 7,     /* reserved */
	CSF_EXT_USER_MARK = 8, /* payload: enum csf_name_kind; + address of a struct csf_name; for a
				    value + the value, 64 bits, two's complement */
	CSF_EXT_FRAMES = 9,    /* open frames beyond the header's 32, innermost first, 2 words each
				    (struct csf_frame); only at the start of a block, may repeat */
	CSF_EXT_UNMATCHED =
		10, /* + function address: an exit whose enter is older than the capture */
};

enum csf_marker {
	CSF_MARKER_MAX_EVENTS = 1,  /* TRACE_MAX reached; argument: the limit */
	CSF_MARKER_MAX_BYTES = 2,   /* TRACE_MAX_MB reached; argument: the limit in bytes */
	CSF_MARKER_WRITE_ERROR = 3, /* argument: errno */
	CSF_MARKER_NO_SPACE = 4,    /* argument: errno (ENOSPC or EDQUOT) */
	CSF_MARKER_TOO_DEEP = 5,    /* the shadow stack is full; deeper calls are counted as lost.
				       argument: its depth */
	CSF_MARKER_FILE_GONE = 6,   /* descriptor or folder taken away; argument: errno or 0 */
	CSF_MARKER_MIN_FREE = 7,    /* less than TRACE_MIN_FREE_MB is free; argument: that, bytes */
	CSF_MARKER_PAUSED = 8,  /* the thread's calls are not recorded from here on; argument: 0 */
	CSF_MARKER_RESUMED = 9, /* and again from here on; argument: hooks not recorded */
	CSF_MARKER_SNAPSHOT =
		10, /* the thread wrote a snapshot just before; argument: its number */
};

/*
 * A name that the program itself gives (callsight.h): constant data of the module, behind it the name
 * and the source file, each with a NUL. Records hold its address. A scope is an activation: words of
 * the kinds 0 to 2 whose function is this. Descriptors of one module with equal bytes are one name:
 * inline functions and templates can have several.
 */
struct csf_name {
	uint8_t magic[8]; /* CSF_NAME_MAGIC */
	uint32_t line;    /* in the source file */
	uint32_t kind;    /* enum csf_name_kind; unknown: no name */
};

/* The magic as a little-endian number; the bytes are the same on every machine: 7f "CSname1". */
#define CSF_NAME_MAGIC        0x31656d616e53437full
#define CSF_NAME_HEADER_BYTES 16u /* the name begins here */

enum csf_name_kind {
	CSF_NAME_SCOPE = 1, /* a part of a function */
	CSF_NAME_MARK = 2,  /* a moment */
	CSF_NAME_FRAME = 3, /* the boundary of a piece of work that repeats */
	CSF_NAME_VALUE = 4, /* a number at a moment */
};

/* A block's open frames: 32 in the header, at most this many in FRAMES records (1/8 of a block). */
#define CSF_BLOCK_FRAMES_MAX 508u

#ifndef __cplusplus
static_assert(sizeof(struct csf_frame) == 16, "csf_frame is file layout");
static_assert(sizeof(struct csf_block) == CSF_BLOCK_HEADER_BYTES, "csf_block is file layout");
static_assert(sizeof(struct csf_live) == 80, "csf_live is file layout");
static_assert(sizeof(struct csf_name) == CSF_NAME_HEADER_BYTES, "csf_name is module layout");
#endif

/*
 * modules: one line a record, fields separated by one TAB, numbers in hexadecimal without 0x:
 *
 *     load <ticks> <load bias> <first address> <end address> <build-id or -> <path>
 *     unload <ticks> <first address>
 *
 * First and end address bound the mapped image at run time. link-time address = run-time address -
 * load bias (modulo 2^64). In paths, bytes below 0x20, 0x7f and the backslash are \xNN. A line
 * without newline at the end of the file is incomplete and is ignored.
 */

#endif
