/* SPDX-License-Identifier: MIT */
/*
 * The frames of lane 1 that are open while its blocks are merged into one of lane 0, and how they differ from
 * what the header of the next block names when one between was dropped. Private to lane_merge.c.
 */
#ifndef CSA_LANE_FRAMES_H
#define CSA_LANE_FRAMES_H

#include "word_reader.h"

struct csa_lane_frames {
	struct csf_frame *items; /* open, outermost first */
	uint32_t count;
	uint32_t capacity;
	struct csf_frame *named; /* by the header, outermost first */
	uint32_t named_count;
	uint32_t named_capacity;
	uint32_t named_next; /* the first one that is not open yet */
	uint32_t keep;       /* of count: those that the header names as well, or is silent about */
	uint64_t due_ticks;  /* when the next difference came to be */
	uint64_t first_ticks;
	uint64_t last_ticks; /* of the last record */
};

void csa_lane_frames_release(struct csa_lane_frames *frames);

/** csa_lane_frames_begin() - compare with the header of the next block. Return: false: no memory. */
bool csa_lane_frames_begin(struct csa_lane_frames *frames, const void *block, uint32_t bytes);

/** csa_lane_frames_are_due() - whether there is a difference left, at due_ticks. */
bool csa_lane_frames_are_due(const struct csa_lane_frames *frames);

/** csa_lane_frames_next() - one was made up for: due_ticks of the next one. */
void csa_lane_frames_next(struct csa_lane_frames *frames);

/** csa_lane_frames_take() - the next frame that the header names is open now; NULL: no memory. */
const struct csf_frame *csa_lane_frames_take(struct csa_lane_frames *frames);

/** csa_lane_frames_record() - follow an enter, an exit or an unwound. Return: false: no memory. */
bool csa_lane_frames_record(struct csa_lane_frames *frames, const struct csa_record *record);

#endif
