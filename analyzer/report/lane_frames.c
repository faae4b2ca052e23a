/* SPDX-License-Identifier: MIT */
#include "lane_frames.h"

#include <stdlib.h>

#include "block_header.h"
#include "vec.h"

void csa_lane_frames_release(struct csa_lane_frames *f)
{
	free(f->items);
	free(f->named);
	*f = (struct csa_lane_frames){ 0 };
}

static bool push(struct csf_frame **items, uint32_t *count, uint32_t *capacity,
		 const struct csf_frame *frame)
{
	struct csf_frame *grown = csa_vec_grow(*items, *count, capacity, 1, sizeof(*grown));

	if (!grown)
		return false;
	*items = grown;
	grown[(*count)++] = *frame;
	return true;
}

static bool name(struct csa_lane_frames *f, const struct csf_frame *frames, uint32_t count,
		 uint32_t depth)
{
	for (uint32_t i = 0; i < count && f->named_count < depth; i++) {
		if (!push(&f->named, &f->named_count, &f->named_capacity, &frames[i]))
			return false;
	}
	return true;
}

/* All that the block names, the innermost first. */
static bool take_names(struct csa_lane_frames *f, const void *block, uint32_t bytes)
{
	const struct csf_block *header = block;
	struct csa_word_reader reader;
	struct csa_record record;

	f->named_count = 0;
	if (!name(f, header->frames, csa_block_frames(header), header->depth))
		return false;
	csa_word_reader_init(&reader, block, bytes);
	while (csa_word_reader_next(&reader, &record, NULL) == 1 &&
	       record.kind == CSF_KIND_EXTENDED && record.type == CSF_EXT_FRAMES) {
		if (!name(f, (const struct csf_frame *)record.data, record.length / 2,
			  header->depth))
			return false;
	}
	return true;
}

static void reverse(struct csf_frame *frames, uint32_t count)
{
	for (uint32_t i = 0; i < count / 2; i++) {
		struct csf_frame frame = frames[i];

		frames[i] = frames[count - 1 - i];
		frames[count - 1 - i] = frame;
	}
}

static bool is_same(const struct csf_frame *a, const struct csf_frame *b)
{
	return ((a->function_ip ^ b->function_ip) & CSF_ADDRESS_MASK) == 0 &&
	       a->enter_ticks == b->enter_ticks;
}

bool csa_lane_frames_are_due(const struct csa_lane_frames *f)
{
	return f->count > f->keep || f->named_next < f->named_count;
}

void csa_lane_frames_next(struct csa_lane_frames *f)
{
	uint64_t ticks = f->first_ticks;

	if (f->named_next < f->named_count && f->named[f->named_next].enter_ticks < ticks)
		ticks = f->named[f->named_next].enter_ticks;
	f->due_ticks = ticks < f->last_ticks ? f->last_ticks : ticks;
}

bool csa_lane_frames_begin(struct csa_lane_frames *f, const void *block, uint32_t bytes)
{
	const struct csf_block *header = block;
	uint32_t same = 0;

	if (!take_names(f, block, bytes))
		return false;
	reverse(f->named, f->named_count);
	/* Those below what is named are taken for unchanged. */
	f->keep = header->depth - f->named_count;
	f->keep = f->keep < f->count ? f->keep : f->count;
	while (same < f->named_count && f->keep < f->count &&
	       is_same(&f->items[f->keep], &f->named[same])) {
		f->keep++;
		same++;
	}
	f->named_next = same;
	f->first_ticks = header->first_ticks;
	csa_lane_frames_next(f);
	return true;
}

const struct csf_frame *csa_lane_frames_take(struct csa_lane_frames *f)
{
	const struct csf_frame *frame = &f->named[f->named_next++];

	if (!push(&f->items, &f->count, &f->capacity, frame))
		return NULL;
	f->keep = f->count;
	f->last_ticks = f->due_ticks;
	csa_lane_frames_next(f);
	return frame;
}

bool csa_lane_frames_record(struct csa_lane_frames *f, const struct csa_record *r)
{
	const struct csf_frame frame = { r->address, r->ticks };
	bool ok = true;

	f->last_ticks = r->ticks;
	if (r->kind == CSF_KIND_ENTER || r->kind == CSF_KIND_ENTER_AT)
		ok = push(&f->items, &f->count, &f->capacity, &frame);
	else if (r->kind == CSF_KIND_EXIT && f->count &&
		 ((f->items[f->count - 1].function_ip ^ r->address) & CSF_ADDRESS_MASK) == 0)
		f->count--;
	else if (r->kind == CSF_KIND_EXTENDED && r->type == CSF_EXT_UNWOUND &&
		 r->payload < f->count)
		f->count = r->payload;
	f->keep = f->count;
	return ok;
}
