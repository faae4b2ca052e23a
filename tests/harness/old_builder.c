/* SPDX-License-Identifier: MIT */
#include "old_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_files.h"

#define BUCKETS 160u

static unsigned char *room(struct t_old *old, size_t count)
{
	if (old->count + count > old->capacity) {
		old->capacity = 2 * (old->count + count);
		old->bytes = realloc(old->bytes, old->capacity);
		if (!old->bytes) {
			fputs("old_builder: no memory\n", stderr);
			exit(1);
		}
	}
	old->count += count;
	return old->bytes + old->count - count;
}

void t_old_bytes(struct t_old *old, const void *bytes, size_t count)
{
	memcpy(room(old, count), bytes, count);
}

static void put(unsigned char *at, unsigned bytes, uint64_t value, bool is_big_endian)
{
	for (unsigned i = 0; i < bytes; i++)
		at[is_big_endian ? bytes - 1 - i : i] = (unsigned char)(value >> 8 * i);
}

static void add(struct t_old *old, unsigned bytes, uint64_t value)
{
	put(room(old, bytes), bytes, value, old->header.is_big_endian);
}

/* What both kinds of files begin with, version 1 of event files but for its first 16 bytes. */
static void begin(struct t_old *old, const struct t_old_header *h, const char *magic,
		  uint32_t record_bytes, uint32_t header_bytes)
{
	*old = (struct t_old){ .header = *h };
	t_old_bytes(old, magic, 8);
	add(old, 4, h->version);
	add(old, 4, record_bytes);
	if (header_bytes == 16)
		return;
	add(old, 4, header_bytes);
	add(old, 4, h->flags | (h->is_big_endian ? 4u : 0u));
	add(old, 8, h->bias);
	add(old, 8, h->tick_hz);
	add(old, 8, h->first_ticks);
	add(old, 8, h->first_ns);
	add(old, 8, h->hook_ns);
	add(old, 4, h->pid);
	add(old, 4, h->segment);
}

void t_old_events(struct t_old *old, const struct t_old_header *header)
{
	begin(old, header, "MLTRACE", 32, header->version == 1 ? 16 : 80);
	if (header->version > 1)
		add(old, 8, 0);
}

void t_old_summary(struct t_old *old, const struct t_old_header *header)
{
	begin(old, header, "MLSUMRY", header->version == 1 ? 688 : 744, 192);
	old->is_summary = true;
	add(old, 8, 0); /* records: filled at the end */
	add(old, 8, header->span);
	add(old, 8, header->dropped);
	memset(room(old, 192 - old->count), 0, 192 - 96);
}

void t_old_record(struct t_old *old, uint64_t time, uint64_t function, uint64_t callsite,
		  uint32_t tid, unsigned kind)
{
	add(old, 8, time);
	add(old, 8, function);
	add(old, 8, callsite);
	add(old, 4, tid);
	add(old, 1, kind);
	add(old, 3, 0);
}

void t_old_row_numbers(struct t_old *old, const uint64_t numbers[6], const uint32_t *buckets)
{
	for (unsigned i = 0; i < 6; i++)
		add(old, 8, numbers[i]);
	for (unsigned i = 0; i < BUCKETS; i++)
		add(old, 4, buckets[i]);
	for (unsigned i = 0; i < 7 && old->header.version > 1; i++)
		add(old, 8, 0);
	old->records++;
}

static unsigned bucket_of(uint64_t duration)
{
	unsigned top = 0;

	if (duration < 4)
		return (unsigned)duration;
	while (duration >> (top + 1))
		top++;
	return 4 * (top - 1) + (unsigned)(duration >> (top - 2) & 3);
}

void t_old_row(struct t_old *old, uint64_t function, uint64_t calls, uint64_t duration,
	       uint64_t self)
{
	const uint64_t numbers[6] = { function,     calls,    calls * duration,
				      calls * self, duration, duration };
	uint32_t buckets[BUCKETS] = { 0 };

	buckets[bucket_of(duration)] = (uint32_t)calls;
	t_old_row_numbers(old, numbers, buckets);
}

void t_old_write(struct t_old *old, const char *dir, const char *name)
{
	char *path = t_path(dir, name);

	if (old->is_summary)
		put(old->bytes + 72, 8, old->records, old->header.is_big_endian);
	t_write_file(path, old->bytes, old->count);
	free(path);
	free(old->bytes);
	*old = (struct t_old){ 0 };
}
