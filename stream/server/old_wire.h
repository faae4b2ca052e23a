/* SPDX-License-Identifier: MIT */
/*
 * What earlier clients say (TKSTREAM, version 2), and the event file that it becomes. Specified in
 * docs/format/old-formats.md. Offsets and constants only: numbers are in the agent's byte order.
 */
#ifndef CSS_OLD_WIRE_H
#define CSS_OLD_WIRE_H

#define CSS_OLD_MAGIC   "TKSTREAM" /* 8 bytes, no NUL */
#define CSS_OLD_VERSION 2u

/* The handshake. */
#define CSS_OLD_HELLO_BYTES    64u
#define CSS_OLD_AT_VERSION     8u
#define CSS_OLD_AT_EVENT_BYTES 12u
#define CSS_OLD_AT_FLAGS       16u /* or at 20: whichever is not 0 */
#define CSS_OLD_AT_CLOCK \
	24u /* load bias, Hz, first ticks, first ns, ns per hook, as a file has them */
#define CSS_OLD_CLOCK_BYTES 40u

/* A chunk: u32 type, u32 raw bytes, u32 stored bytes, then a zstd frame of those. */
#define CSS_OLD_CHUNK_HEADER 12u
#define CSS_OLD_CHUNK_MAX \
	(16u << 20) /* raw: the size of the agent's ring, unless it was told another */
enum css_old_chunk {
	CSS_OLD_EVENTS = 0,
	CSS_OLD_NOTICE = 1, /* u64: events that the ring had no room for */
};

/* The file. */
#define CSS_OLD_FILE_MAGIC       "MLTRACE" /* with its NUL */
#define CSS_OLD_FILE_HEADER      80u
#define CSS_OLD_FILE_AT_HEADER   16u
#define CSS_OLD_FILE_AT_FLAGS    20u
#define CSS_OLD_FILE_AT_CLOCK    24u
#define CSS_OLD_FILE_AT_SEGMENT  68u
#define CSS_OLD_EVENT_BYTES      32u
#define CSS_OLD_EVENT_AT_CODE    8u
#define CSS_OLD_EVENT_AT_PAYLOAD 16u
#define CSS_OLD_EVENT_AT_TID     24u
#define CSS_OLD_EVENT_AT_KIND    28u
#define CSS_OLD_KIND_MARKER      2u

enum css_old_flags {
	CSS_OLD_TICKS = 1u << 0,
	CSS_OLD_BIG_ENDIAN = 1u << 2,
};

enum css_old_marker {
	CSS_OLD_BUDGET = 1,
	CSS_OLD_NO_SPACE = 2,
	CSS_OLD_WRITE_ERROR = 3,
	CSS_OLD_LOST = 5,
};

#endif
