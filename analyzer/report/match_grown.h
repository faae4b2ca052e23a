/* SPDX-License-Identifier: MIT */
/*
 * Matches a capture that grows, again and again: whole blocks once, when they are new, and open windows
 * every time. What comes out each time is what csa_match_capture() makes of the whole, but for the
 * times between frames of the program (callsight_frame) from one pass to the next.
 */
#ifndef CSA_MATCH_GROWN_H
#define CSA_MATCH_GROWN_H

#include "lane_states.h"
#include "match_pipeline.h"

/** All zeros: nothing has been matched. */
struct csa_match_grown {
	struct csa_lane_states states;
	struct csa_stats stats; /* of whole blocks, as all below */
	struct csa_tree tree;
	struct csa_user_stats user;
	struct csa_marker_count *markers;
	size_t marker_count;
	uint64_t hook_frame_blocks;
};

/**
 * csa_match_grown() - what is new in @capture since the last call.
 * @capture: opened, or refreshed since the last call; not of TRACE_FULL=wrap
 * @rows: the same each time, and what @space has
 * @options: without feed and states
 * @output, @notes: as for csa_match_capture()
 */
int csa_match_grown(struct csa_match_grown *grown, const struct csa_capture *capture,
		    const struct csa_address_space *space, struct csa_row_table *rows,
		    const struct csa_match_options *options, struct csa_match_output *output,
		    struct csa_notes *notes, struct csa_err *err);

void csa_match_grown_release(struct csa_match_grown *grown);

#endif
