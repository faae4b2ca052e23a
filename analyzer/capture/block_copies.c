/* SPDX-License-Identifier: MIT */
#include "block_copies.h"

#include <stdlib.h>

#include "native_order.h"

/* The better a copy is without a look into it, the earlier: a whole one of a file, of a window, a cut one. */
static int rank(const struct csa_block_ref *ref)
{
	if (ref->flags & CSA_REF_CUT)
		return 2;
	return ref->flags & CSA_REF_WINDOW ? 1 : 0;
}

static int compare_blocks(const void *left, const void *right)
{
	const struct csa_block_ref *a = left;
	const struct csa_block_ref *b = right;

	if (a->thread_serial != b->thread_serial)
		return a->thread_serial < b->thread_serial ? -1 : 1;
	if (a->lane != b->lane)
		return a->lane < b->lane ? -1 : 1;
	if (a->sequence != b->sequence)
		return a->sequence < b->sequence ? -1 : 1;
	if (rank(a) != rank(b))
		return rank(a) - rank(b);
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

bool csa_is_same_block(const struct csa_block_ref *a, const struct csa_block_ref *b)
{
	return a->thread_serial == b->thread_serial && a->lane == b->lane &&
	       a->sequence == b->sequence;
}

/* When the block began; 0 when that cannot be read. */
static uint64_t first_ticks(const struct csa_capture *capture, const struct csa_block_ref *ref)
{
	struct csf_block header;

	if (csa_block_read_header(capture->files[ref->file].fd, &header, sizeof(header),
				  ref->offset, NULL) != (ssize_t)sizeof(header))
		return 0;
	return header.first_ticks;
}

/* Neither of both is whole in a file. */
static bool is_better(const struct csa_capture *capture, const struct csa_block_ref *other,
		      const struct csa_block_ref *kept)
{
	uint64_t other_ticks = first_ticks(capture, other);
	uint64_t kept_ticks = first_ticks(capture, kept);

	return other_ticks != kept_ticks ? other_ticks > kept_ticks : other->bytes > kept->bytes;
}

static void note_twice(const struct csa_capture *capture, const struct csa_block_ref *ref,
		       struct csa_notes *notes)
{
	csa_notes_add(notes, CSA_NOTE_DAMAGE,
		      "%s: offset %llu: block %u of thread %u is there twice",
		      capture->files[ref->file].path, (unsigned long long)ref->offset,
		      ref->sequence, ref->thread_serial);
}

/* @copies: of one block, @count of them, the best at a glance first. Return: windows among them. */
static size_t choose(const struct csa_capture *capture, struct csa_block_ref *copies, size_t count,
		     struct csa_notes *notes)
{
	struct csa_block_ref *best = copies;
	size_t windows = (copies[0].flags & CSA_REF_WINDOW) != 0;

	for (size_t i = 1; i < count; i++) {
		if (copies[i].flags & CSA_REF_WINDOW)
			windows++;
		else if (windows == 0)
			note_twice(capture, &copies[i], notes);
		if (rank(best) && is_better(capture, &copies[i], best))
			best = &copies[i];
	}
	copies[0] = *best;
	return windows;
}

size_t csa_copies_drop(struct csa_capture *capture, struct csa_notes *notes)
{
	struct csa_block_ref *blocks = capture->blocks;
	size_t unwritten = capture->open_windows;
	size_t kept = 0;
	size_t next;

	if (capture->block_count)
		qsort(blocks, capture->block_count, sizeof(*blocks), compare_blocks);
	for (size_t i = 0; i < capture->block_count; i = next) {
		bool is_whole = rank(&blocks[i]) == 0;
		size_t windows = 0;

		for (next = i + 1;
		     next < capture->block_count && csa_is_same_block(&blocks[i], &blocks[next]);)
			next++;
		if (next - i > 1)
			windows = choose(capture, &blocks[i], next - i, notes);
		if (is_whole && windows)
			unwritten -= windows < unwritten ? windows : unwritten;
		blocks[kept++] = blocks[i];
	}
	capture->block_count = kept;
	return unwritten;
}
