/* SPDX-License-Identifier: MIT */
/* Writes event and summary files of earlier producers. What cannot be done ends the program. */
#ifndef T_OLD_BUILDER_H
#define T_OLD_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t_old_header {
	unsigned version;
	bool is_big_endian;
	uint32_t flags;
	uint64_t bias;
	uint64_t tick_hz;
	uint64_t first_ticks;
	uint64_t first_ns;
	uint64_t hook_ns;
	uint32_t pid;
	uint32_t segment; /* of summary files: the tid */
	uint64_t span;    /* summary files */
	uint64_t dropped;
};

/** A file while it is made; t_old_write() frees its bytes. */
struct t_old {
	struct t_old_header header;
	bool is_summary;
	unsigned char *bytes;
	size_t count;
	size_t capacity;
	uint64_t records;
};

void t_old_events(struct t_old *old, const struct t_old_header *header);
void t_old_summary(struct t_old *old, const struct t_old_header *header);

/** t_old_record() - one event: what the fields mean depends on @kind. */
void t_old_record(struct t_old *old, uint64_t time, uint64_t function, uint64_t callsite,
		  uint32_t tid, unsigned kind);

/** t_old_row() - one function of a summary: all calls last @duration, of which @self is its own. */
void t_old_row(struct t_old *old, uint64_t function, uint64_t calls, uint64_t duration,
	       uint64_t self);

/** t_old_row_numbers() - the same with everything; @buckets has 160 counters. */
void t_old_row_numbers(struct t_old *old, const uint64_t numbers[6], const uint32_t *buckets);

/** t_old_bytes() - as they are. */
void t_old_bytes(struct t_old *old, const void *bytes, size_t count);

void t_old_write(struct t_old *old, const char *dir, const char *name);

#endif
