/* SPDX-License-Identifier: MIT */
/*
 * Layout of the event and summary files that earlier producers wrote, versions 1 and 2. Specified in
 * docs/format/old-formats.md. Offsets and constants only; files are of either byte order, so that their
 * bytes are read one by one (old_file.h).
 */
#ifndef CSA_OLD_FORMAT_H
#define CSA_OLD_FORMAT_H

#define CSA_OLD_MAGIC_BYTES   8u
#define CSA_OLD_EVENTS_MAGIC  "MLTRACE" /* with its NUL: 8 bytes */
#define CSA_OLD_SUMMARY_MAGIC "MLSUMRY"

/* Both kinds of files. */
#define CSA_OLD_AT_VERSION      8u /* u32; does not fit in 16 bits: the other byte order */
#define CSA_OLD_AT_RECORD_BYTES 12u
#define CSA_OLD_V1_HEADER_BYTES 16u /* event files of version 1 have no more than this */
#define CSA_OLD_AT_HEADER_BYTES 16u
#define CSA_OLD_AT_FLAGS        20u
#define CSA_OLD_AT_BIAS         24u
#define CSA_OLD_AT_TICK_HZ      32u
#define CSA_OLD_AT_FIRST_TICKS  40u
#define CSA_OLD_AT_FIRST_NS     48u
#define CSA_OLD_AT_HOOK_NS      56u
#define CSA_OLD_AT_PID          64u

/* Event files: the header, and a record. */
#define CSA_OLD_AT_SEGMENT          68u
#define CSA_OLD_EVENTS_HEADER_BYTES 80u
#define CSA_OLD_EVENT_BYTES         32u
#define CSA_OLD_EVENT_AT_TIME       0u
#define CSA_OLD_EVENT_AT_FUNCTION   8u  /* marker: enum csa_old_marker */
#define CSA_OLD_EVENT_AT_CALLSITE   16u /* marker: its payload */
#define CSA_OLD_EVENT_AT_TID        24u
#define CSA_OLD_EVENT_AT_KIND       28u

/* Summary files: the header, and a record. */
#define CSA_OLD_AT_TID               68u
#define CSA_OLD_AT_RECORDS           72u
#define CSA_OLD_AT_SPAN              80u /* ticks */
#define CSA_OLD_AT_DROPPED           88u /* calls beyond the producer's depth limit */
#define CSA_OLD_SUMMARY_HEADER_BYTES 192u
#define CSA_OLD_V1_ROW_BYTES         688u
#define CSA_OLD_ROW_BYTES            744u
#define CSA_OLD_ROW_AT_BUCKETS       48u /* after function, calls, inclusive, self, min, max */
#define CSA_OLD_BUCKETS              160u

enum csa_old_flags {
	CSA_OLD_TICKS = 1u << 0,      /* times are in ticks of a counter; else in ns */
	CSA_OLD_WRAPPED = 1u << 1,    /* older events were overwritten or removed, as meant */
	CSA_OLD_BIG_ENDIAN = 1u << 2, /* of the producer */
};

enum csa_old_event_kind {
	CSA_OLD_ENTER = 0,
	CSA_OLD_EXIT = 1,
	CSA_OLD_MARKER = 2,
	CSA_OLD_COUNTERS = 3, /* of the exit just before */
};

enum csa_old_marker {
	CSA_OLD_BUDGET = 1,
	CSA_OLD_NO_SPACE = 2,
	CSA_OLD_WRITE_ERROR = 3, /* payload: errno */
	CSA_OLD_EVENT_CAP = 4,   /* payload: the cap */
	CSA_OLD_LOST = 5,        /* segments were lost; payload: their events */
	CSA_OLD_ANCHOR = 6,      /* time: ticks, payload: ns, when the process ended */
	CSA_OLD_COUNTER = 7,     /* time: slot << 32 | perf type, payload: perf config */
	CSA_OLD_COUNTER_COST = 8,
	CSA_OLD_READ_COST = 9,
	CSA_OLD_TOO_SHORT = 10, /* a function that was not counted */
	CSA_OLD_MULTIPLEXED = 11,
};

#endif
