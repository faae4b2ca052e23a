/* SPDX-License-Identifier: MIT */
/*
 * Blocks into blocks-<k>.<sequence>.cst, a new sequence after TRACE_SEG_MB. Slot n appends to file n
 * mod k: one file per thread breaks the limit of descriptors, one for all halves the speed
 * (docs/decisions/0015).
 */
#define _GNU_SOURCE
#include "stripes.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "cpus.h"
#include "file.h"
#include "lock.h"
#include "process.h"
#include "syscalls.h"
#include "text.h"
#include "wide_atomic.h"
#include "wide_calls.h"

#define FILES_MAX       16u
#define FEW_DESCRIPTORS 256u

/* One file: blocks-<k>.<sequence>.cst. */
struct segment {
	struct csr_file file;
	char name[40];
	unsigned users; /* threads that write into it now; under the lock */
};

/*
 * The files of one k, one after the other. A thread claims its place under the lock and writes without
 * it; a segment that was left stays open until its last writer is done.
 */
struct stripe {
	uint64_t end; /* of the places claimed in the current segment, so that a resumed short write
			 cannot interleave */
	struct segment segments[2];
	struct csr_lock lock;
	unsigned current;  /* index of the segment in which places are claimed */
	unsigned sequence; /* of that segment */
	bool is_last;      /* the next one could not be made: not tried again */
};

/* Opened in csr_stripes_create() by one thread; everything else in it is under the lock of its stripe. */
static struct stripe stripes[FILES_MAX];
static unsigned stripe_count;
static uint64_t total_bytes; /* atomic */

CSR_FN static int create(struct segment *segment, unsigned k, unsigned sequence)
{
	struct csr_text text;

	csr_text_init(&text, segment->name, sizeof(segment->name));
	csr_text_add(&text, "blocks-");
	csr_text_add_decimal(&text, k);
	csr_text_add_char(&text, '.');
	csr_text_add_decimal(&text, sequence);
	csr_text_add(&text, ".cst");
	return csr_file_create(&segment->file, csr_process.folder, segment->name);
}

CSR_FN int csr_stripes_create(void)
{
	unsigned cpus = csr_cpus();

	stripe_count = cpus < FILES_MAX ? cpus : FILES_MAX;
	/* Few descriptors: they are the program's. */
	if (csr_sys_soft_limit(RLIMIT_NOFILE) < FEW_DESCRIPTORS)
		stripe_count = 1;
	total_bytes = 0;
	for (unsigned i = 0; i < stripe_count; i++) {
		int rc;

		stripes[i] = (struct stripe){ .segments[1].file = CSR_FILE_CLOSED };
		rc = create(&stripes[i].segments[0], i, 0);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/*
 * Goes on in a new file. Where none can be made, in the old one: the program may have taken all
 * descriptors, changed its root or put itself into a sandbox, and what is open still works.
 */
CSR_FN static void begin_segment(struct stripe *stripe)
{
	struct segment *old = &stripe->segments[stripe->current];
	struct segment *next = &stripe->segments[1 - stripe->current];

	if (next->users) /* a writer that is one whole segment late; then this one is longer */
		return;
	if (create(next, (unsigned)(stripe - stripes), stripe->sequence + 1) < 0) {
		stripe->is_last = true;
		return;
	}
	if (old->users == 0) {
		csr_file_close(&old->file);
		csr_file_move_up(&next->file);
	}
	stripe->current = 1 - stripe->current;
	stripe->sequence++;
	stripe->end = 0;
}

/* A place for @bytes in the stripe. NULL: *@result says why there is none. */
CSR_FN static struct segment *claim(struct stripe *stripe, uint64_t bytes, uint64_t *offset,
				    struct csr_sink_result *result)
{
	uint64_t segment_bytes = csr_process.settings.segment_bytes;
	bool is_full = segment_bytes && !stripe->is_last && stripe->end &&
		       stripe->end + bytes > segment_bytes;
	struct segment *segment = &stripe->segments[stripe->current];
	int rc;

	if (is_full && csr_file_check(&segment->file, csr_process.folder, segment->name) == 0) {
		if (csr_file_is_low(&segment->file, 0)) {
			*result = (struct csr_sink_result){
				.marker = CSF_MARKER_MIN_FREE,
				.argument = csr_process.settings.min_free_bytes
			};
			return NULL;
		}
		begin_segment(stripe);
		segment = &stripe->segments[stripe->current];
	}
	rc = csr_file_check(&segment->file, csr_process.folder, segment->name);
	if (rc < 0) {
		*result = (struct csr_sink_result){ .marker = CSF_MARKER_FILE_GONE,
						    .argument = (uint64_t)-rc };
		return NULL;
	}
	segment->users++;
	*offset = stripe->end;
	stripe->end += bytes;
	return segment;
}

CSR_FN static void leave(struct stripe *stripe, struct segment *segment)
{
	struct segment *current;

	csr_lock_take(&stripe->lock);
	current = &stripe->segments[stripe->current];
	if (--segment->users == 0 && segment != current) {
		csr_file_close(&segment->file);
		if (current->users == 0)
			csr_file_move_up(&current->file);
	}
	csr_lock_give(&stripe->lock);
}

CSR_FN static struct csr_sink_result failure(long rc)
{
	bool is_full = rc == -ENOSPC || rc == -EDQUOT;

	return (struct csr_sink_result){
		.marker = is_full ? CSF_MARKER_NO_SPACE : CSF_MARKER_WRITE_ERROR,
		.argument = (uint64_t)-rc,
	};
}

CSR_FN static struct csr_sink_result write_block(unsigned slot, const struct csf_block *block)
{
	struct stripe *stripe = &stripes[slot % stripe_count];
	struct csr_sink_result result = { 0 };
	struct segment *segment;
	uint64_t limit = csr_process.settings.max_bytes;
	uint64_t bytes = block->used_bytes;
	uint64_t offset;
	int rc;

	if (limit && csr_wide_add(&total_bytes, bytes) > limit)
		return (struct csr_sink_result){ .marker = CSF_MARKER_MAX_BYTES,
						 .argument = limit };
	csr_lock_take(&stripe->lock);
	segment = claim(stripe, bytes, &offset, &result);
	csr_lock_give(&stripe->lock);
	if (!segment)
		return result;
	rc = csr_file_write_at(&segment->file, block, bytes, offset);
	leave(stripe, segment);
	return rc < 0 ? failure(rc) : result;
}

CSR_FN struct csr_sink_result csr_stripes_write(unsigned slot, const struct csf_block *block,
						const struct csf_block *nested, bool needs_both)
{
	struct csr_sink_result result = { 0 };

	(void)needs_both; /* what is not taken ends recording */
	if (nested)
		result = write_block(slot, nested);
	return result.marker ? result : write_block(slot, block);
}

CSR_FN void csr_stripes_disown(void)
{
	for (unsigned i = 0; i < stripe_count; i++) {
		csr_file_close(&stripes[i].segments[0].file);
		csr_file_close(&stripes[i].segments[1].file);
	}
	stripe_count = 0;
}
