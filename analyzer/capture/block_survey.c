/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pread with 64-bit offsets */
#include "block_survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_header.h"
#include "file_bytes.h"
#include "native_order.h"

#define SCAN_BYTES 65536u

static bool is_zero(const void *bytes, size_t count)
{
	const unsigned char *p = bytes;

	return count == 0 || (p[0] == 0 && memcmp(p, p + 1, count - 1) == 0);
}

/*
 * The first offset at or after @from, below @end, where a possible header stands; @end when there
 * is none. *@all_zero: nothing but zeros was skipped.
 */
static int find_header(const struct csa_capture_file *file, uint64_t from, uint64_t end,
		       uint64_t *found, bool *all_zero, struct csa_err *err)
{
	uint64_t words[SCAN_BYTES / 8];

	*all_zero = true;
	*found = end;
	while (from < end) {
		uint64_t want = end - from < SCAN_BYTES ? end - from : SCAN_BYTES;
		ssize_t n = csa_file_read_at(file->fd, words, want, from, err);

		if (n < 0)
			return (int)n;
		for (size_t i = 0; i < (size_t)n / 8; i++) {
			struct csf_block header;
			uint32_t magic;

			if (words[i] == 0)
				continue;
			memcpy(&magic, &words[i], sizeof(magic));
			if (csa_is_magic(magic, CSF_BLOCK_MAGIC) &&
			    csa_block_read_header(file->fd, &header, sizeof(header), from + 8 * i,
						  NULL) == sizeof(header) &&
			    csa_block_check(&header, NULL) == 0) {
				*found = from + 8 * i;
				return 0;
			}
			*all_zero = false;
		}
		if (n % 8)
			*all_zero = *all_zero && is_zero((char *)words + n / 8 * 8, (size_t)n % 8);
		if ((size_t)n < want)
			break;
		from += (uint64_t)n;
	}
	return 0;
}

static int add_doubt(struct csa_doubts *doubts, const struct csa_doubt *doubt)
{
	struct csa_doubt *items;

	if (doubts->count >= CSA_NOTES_KEPT)
		return 0; /* many enough to be reported; those of a kill are at most one a thread */
	items = realloc(doubts->items, (doubts->count + 1) * sizeof(*items));
	if (!items)
		return CSA_E_NOMEM;
	doubts->items = items;
	items[doubts->count++] = *doubt;
	return 0;
}

static int add_cut(struct csa_doubts *doubts, const struct csa_block_ref *ref, uint32_t said,
		   bool is_at_end)
{
	struct csa_doubt doubt = { .file = ref->file,
				   .is_at_end = is_at_end,
				   .offset = ref->offset,
				   .has_key = true,
				   .lane = ref->lane,
				   .thread_serial = ref->thread_serial,
				   .sequence = ref->sequence };

	snprintf(doubt.text, sizeof(doubt.text),
		 "cut block: %u bytes are there, its header says %u", ref->bytes, said);
	return add_doubt(doubts, &doubt);
}

int csa_survey_add(struct csa_capture *capture, const struct csf_block *header,
		   const struct csa_block_ref *ref)
{
	struct csa_tick_pair pair = { .ticks = header->pair_ticks, .ns = header->pair_ns };

	if (capture->block_count == capture->block_capacity) {
		size_t capacity = capture->block_capacity ? 2 * capture->block_capacity : 256;
		struct csa_block_ref *blocks = realloc(capture->blocks, capacity * sizeof(*blocks));

		if (!blocks)
			return CSA_E_NOMEM;
		capture->blocks = blocks;
		capture->block_capacity = capacity;
	}
	capture->blocks[capture->block_count++] = *ref;
	if (csa_clock_pairs_add(&capture->pairs, pair) < 0)
		return CSA_E_NOMEM;
	if (header->first_ticks < capture->first_ticks)
		capture->first_ticks = header->first_ticks;
	return 0;
}

static struct csa_block_ref ref_of(const struct csf_block *header, uint32_t file, uint64_t offset)
{
	return (struct csa_block_ref){ .offset = offset,
				       .file = file,
				       .bytes = header->used_bytes,
				       .thread_serial = header->thread_serial,
				       .sequence = header->sequence,
				       .lane0_sequence = header->lane0_sequence,
				       .lane = header->lane,
				       .flags = header->lost_events ? CSA_REF_LOST : 0 };
}

/* State of the walk over one file. */
struct walk {
	struct csa_capture *capture;
	struct csa_doubts *doubts;
	struct csa_notes *notes;
	uint32_t file;
	uint64_t offset;
	bool has_block;  /* capture->blocks[block_count - 1] is the one just before offset */
	bool is_refused; /* the rest of the file cannot be read by this version */
};

/*
 * Not a header at walk->offset. The block before may have lied about its length: the search begins
 * inside it.
 */
static int skip_damage(struct walk *walk, bool begins_zero, struct csa_err *why,
		       struct csa_err *err)
{
	struct csa_capture *capture = walk->capture;
	const struct csa_capture_file *file = &capture->files[walk->file];
	struct csa_block_ref *last =
		walk->has_block ? &capture->blocks[capture->block_count - 1] : NULL;
	uint64_t found;
	bool all_zero;
	int rc;

	if (last) {
		rc = find_header(file, last->offset + CSF_BLOCK_HEADER_BYTES, walk->offset, &found,
				 &all_zero, err);
		if (rc < 0)
			return rc;
		if (found < walk->offset) {
			uint32_t said = last->bytes;

			last->bytes = (uint32_t)(found - last->offset);
			last->flags |= CSA_REF_CUT;
			walk->offset = found;
			return add_cut(walk->doubts, last, said, false);
		}
	}
	rc = find_header(file, walk->offset, file->bytes, &found, &all_zero, err);
	if (rc < 0)
		return rc;
	/* A block that is being written while it is read begins as a hole, too. */
	if (all_zero || begins_zero) {
		struct csa_doubt doubt = { .file = walk->file,
					   .offset = walk->offset,
					   .has_rest = !all_zero,
					   .is_at_end = found == file->bytes };

		if (all_zero)
			snprintf(doubt.text, sizeof(doubt.text),
				 "hole of %llu bytes, expected a block",
				 (unsigned long long)(found - walk->offset));
		else
			snprintf(doubt.text, sizeof(doubt.text), "%.100s; %llu bytes skipped",
				 why->msg, (unsigned long long)(found - walk->offset));
		rc = add_doubt(walk->doubts, &doubt);
	} else {
		csa_notes_add(walk->notes, CSA_NOTE_DAMAGE,
			      "%s: offset %llu: %s; %llu bytes skipped", file->path,
			      (unsigned long long)walk->offset, why->msg,
			      (unsigned long long)(found - walk->offset));
	}
	walk->offset = found;
	walk->has_block = false;
	return rc;
}

/* Fewer bytes than a header has are left; @header holds @count of them. */
static int end_in_header(struct walk *walk, const struct csf_block *header, size_t count,
			 struct csa_err *err)
{
	struct csa_doubt doubt = { .file = walk->file, .offset = walk->offset, .is_at_end = true };
	struct csa_err why = { 0 };

	if (count >= sizeof(header->magic) && header->magic && header->magic != CSF_BLOCK_MAGIC) {
		(void)csa_block_check(header, &why);
		return skip_damage(walk, false, &why, err);
	}
	snprintf(doubt.text, sizeof(doubt.text), "cut block: %zu bytes are there, a header has %u",
		 count, CSF_BLOCK_HEADER_BYTES);
	walk->offset = walk->capture->files[walk->file].bytes;
	return add_doubt(walk->doubts, &doubt);
}

static int add_block(struct walk *walk, const struct csf_block *header)
{
	const struct csa_capture_file *file = &walk->capture->files[walk->file];
	struct csa_block_ref ref = ref_of(header, walk->file, walk->offset);

	if (ref.bytes > file->bytes - walk->offset) {
		ref.bytes = (uint32_t)(file->bytes - walk->offset) & ~7u;
		ref.flags |= CSA_REF_CUT;
		if (add_cut(walk->doubts, &ref, header->used_bytes, true) < 0)
			return CSA_E_NOMEM;
		walk->offset = file->bytes;
	} else {
		walk->offset += ref.bytes;
	}
	walk->has_block = true;
	return csa_survey_add(walk->capture, header, &ref);
}

static int walk_one(struct walk *walk, struct csa_err *err)
{
	const struct csa_capture_file *file = &walk->capture->files[walk->file];
	struct csf_block header;
	struct csa_err why = { 0 };
	ssize_t n = csa_block_read_header(file->fd, &header, sizeof(header), walk->offset, err);
	int rc;

	if (n < 0)
		return (int)n;
	if ((size_t)n < sizeof(header))
		return end_in_header(walk, &header, (size_t)n, err);
	rc = csa_block_check(&header, &why);
	if (rc == 0)
		return add_block(walk, &header);
	if (rc == CSA_E_UNSUPPORTED && !(header.flags & ~CSA_BLOCK_FLAGS_KNOWN)) {
		walk->is_refused = true;
		csa_notes_add(walk->notes, CSA_NOTE_DAMAGE, "%s: offset %llu: %s", file->path,
			      (unsigned long long)walk->offset, why.msg);
		return 0;
	}
	return skip_damage(walk, header.magic == 0, &why, err);
}

int csa_survey_file(struct csa_capture *capture, uint32_t file, struct csa_doubts *doubts,
		    struct csa_notes *notes, struct csa_err *err)
{
	struct csa_capture_file *f = &capture->files[file];
	struct walk walk = { .capture = capture,
			     .doubts = doubts,
			     .notes = notes,
			     .file = file,
			     .offset = f->surveyed };
	size_t doubts_before = doubts->count;

	while (walk.offset < f->bytes && !walk.is_refused) {
		int rc = walk_one(&walk, err);

		if (rc == CSA_E_NOMEM)
			return csa_fail(err, rc, "no memory for the blocks of %s", capture->dir);
		if (rc < 0) {
			csa_err_context(err, "%s", f->path);
			return rc;
		}
		/* What is in doubt is looked at again by csa_capture_refresh(). */
		if (doubts->count == doubts_before && doubts->count < CSA_NOTES_KEPT)
			f->surveyed = walk.offset;
	}
	return 0;
}
