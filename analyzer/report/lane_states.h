/* SPDX-License-Identifier: MIT */
/*
 * What is open in each lane, and its numbers so far, between two passes over a capture that grows
 * (match_grown.h).
 */
#ifndef CSA_LANE_STATES_H
#define CSA_LANE_STATES_H

#include "capture_dir.h"
#include "lane_stitch.h"
#include "match_pipeline.h"

struct csa_lane_state {
	uint32_t thread_serial;
	uint8_t lane;
	size_t joined;            /* blocks of the lane, from its first one on */
	struct csa_stitch stitch; /* frames and sums; no stats and no tree */
	struct csa_lane_numbers numbers;
};

struct csa_lane_states {
	struct csa_lane_state *items; /* by thread and lane */
	uint32_t count;
	uint32_t capacity;
};

void csa_lane_states_release(struct csa_lane_states *states);

/** csa_lane_states_find() - the state of @lane; NULL: no pass has seen it. */
struct csa_lane_state *csa_lane_states_find(const struct csa_lane_states *states,
					    const struct csa_lane *lane);

/** csa_lane_states_make() - the same, made when there is none; NULL: no memory. */
struct csa_lane_state *csa_lane_states_make(struct csa_lane_states *states,
					    const struct csa_lane *lane);

/**
 * csa_lane_states_suspend() - what is open in @stitch becomes the state of @lane; the stitch is then empty.
 * @numbers: those of this pass are added to the state's
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_lane_states_suspend(struct csa_lane_states *states, const struct csa_lane *lane,
			    struct csa_stitch *stitch, const struct csa_lane_numbers *numbers);

/**
 * csa_lane_states_resume() - @stitch, which is empty, goes on where @lane was left; the state stays as it is.
 *
 * Return: 0, also when no pass has seen the lane; CSA_E_NOMEM.
 */
int csa_lane_states_resume(const struct csa_lane_states *states, const struct csa_lane *lane,
			   struct csa_stitch *stitch);

/** csa_lane_states_add() - the numbers of earlier passes to those of the last one. */
void csa_lane_states_add(const struct csa_lane_states *states, const struct csa_lane *lane,
			 struct csa_lane_numbers *numbers);

#endif
