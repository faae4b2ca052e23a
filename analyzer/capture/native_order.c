/* SPDX-License-Identifier: MIT */
#include "native_order.h"

#include <string.h>

#include "file_bytes.h"
#include "word_reader.h"

static void swap16(uint16_t *value)
{
	*value = __builtin_bswap16(*value);
}

static void swap32(uint32_t *value)
{
	*value = __builtin_bswap32(*value);
}

static void swap64(uint64_t *value)
{
	*value = __builtin_bswap64(*value);
}

void csa_swap_words(void *words, size_t count)
{
	uint64_t *word = words;

	for (size_t i = 0; i < count; i++)
		swap64(&word[i]);
}

static void swap_header(struct csf_block *h)
{
	swap32(&h->magic);
	swap16(&h->version);
	swap32(&h->used_bytes);
	swap32(&h->state);
	swap32(&h->thread_serial);
	swap32(&h->tid);
	swap32(&h->sequence);
	swap32(&h->lane0_sequence);
	swap32(&h->depth);
	swap32(&h->lost_events);
	swap64(&h->first_ticks);
	swap64(&h->pair_ticks);
	swap64(&h->pair_ns);
	csa_swap_words(h->frames, sizeof(h->frames) / 8);
}

ssize_t csa_block_read_header(int fd, struct csf_block *header, size_t bytes, uint64_t offset,
			      struct csa_err *err)
{
	ssize_t n;

	*header = (struct csf_block){ 0 };
	n = csa_file_read_at(fd, header, bytes, offset, err);
	if (header->magic == __builtin_bswap32(CSF_BLOCK_MAGIC))
		swap_header(header);
	return n;
}

/* All words were swapped: those that are characters are swapped again. */
static void restore_names(void *block, size_t bytes)
{
	struct csa_word_reader reader;
	struct csa_record record;

	csa_word_reader_init(&reader, block, (uint32_t)bytes);
	while (csa_word_reader_next(&reader, &record, NULL) == 1) {
		if (record.kind == CSF_KIND_EXTENDED && record.type == CSF_EXT_THREAD_NAME)
			csa_swap_words((char *)block + record.offset + 8, record.length);
	}
}

void csa_block_to_native(void *block, size_t bytes)
{
	struct csf_block *header = block;

	if (bytes < CSF_BLOCK_HEADER_BYTES || header->magic != __builtin_bswap32(CSF_BLOCK_MAGIC))
		return;
	swap_header(header);
	csa_swap_words((char *)block + CSF_BLOCK_HEADER_BYTES,
		       (bytes - CSF_BLOCK_HEADER_BYTES) / 8);
	restore_names(block, bytes);
}

static void swap_live(struct csf_live *live)
{
	swap32(&live->magic);
	swap16(&live->version);
	swap16(&live->ended);
	swap32(&live->window_bytes);
	swap32(&live->window_count);
	swap32(&live->pid);
	swap32(&live->lost_threads);
	swap64(&live->lost_events);
	swap64(&live->end_pair_ticks);
	swap64(&live->end_pair_ns);
	swap32(&live->control);
	swap32(&live->request);
	swap32(&live->stop_marker);
	swap32(&live->snapshots);
	swap32(&live->snapshots_skipped);
	swap32(&live->snapshot_error);
	swap64(&live->stop_argument);
}

ssize_t csa_live_read(int fd, struct csf_live *live, struct csa_err *err)
{
	ssize_t n = csa_file_read_at(fd, live, sizeof(*live), 0, err);

	if (n == (ssize_t)sizeof(*live) && live->magic == __builtin_bswap32(CSF_LIVE_MAGIC))
		swap_live(live);
	return n;
}

bool csa_summary_to_native(struct csf_summary *header)
{
	if (header->magic != __builtin_bswap32(CSF_SUMMARY_MAGIC))
		return false;
	swap32(&header->magic);
	swap16(&header->version);
	swap16(&header->mode);
	swap32(&header->window_bytes);
	swap32(&header->window_count);
	swap32(&header->pid);
	swap32(&header->windows_refused);
	swap32(&header->error);
	return true;
}

void csa_table_to_native(struct csf_table *window)
{
	const size_t words_at = offsetof(struct csf_table, first_ticks);

	if (window->magic != __builtin_bswap32(CSF_TABLE_MAGIC))
		return;
	swap32(&window->magic);
	swap16(&window->version);
	swap32(&window->slot);
	swap32(&window->index);
	swap32(&window->threads);
	swap32(&window->tid);
	swap32(&window->first_serial);
	swap32(&window->serial);
	csa_swap_words((char *)window + words_at, (CSF_WINDOW_BYTES - words_at) / 8);
}
