/* SPDX-License-Identifier: MIT */
/*
 * Joins the results of a lane's blocks in order: closes calls that began in earlier blocks, with the
 * time of all calls below them, and notices where blocks do not continue each other.
 *
 * The header of a block is the truth about what is open; the time of entering says which activation of a
 * function a frame is. Frames that it does not name any more were left in a part that is lost: they
 * count as unwound, and are closed when the next call of their caller was entered, else at the block's
 * beginning. Frames that it names and nobody saw entering are calls from then on, if they can have been
 * entered in what is missing here; else foreign.
 */
#ifndef CSA_LANE_STITCH_H
#define CSA_LANE_STITCH_H

#include "block_match.h"
#include "call_list.h"

/** The open frames of one lane between two blocks, and its sums. */
struct csa_stitch {
	struct csa_stats stats;        /* calls that cross blocks, of all lanes */
	struct csa_tree tree;          /* nodes NULL: not wanted */
	struct csa_open_frame *frames; /* outermost first */
	uint32_t count;
	uint32_t capacity;
	uint32_t unnamed; /* frames below frames[0] that nothing is known about */
	uint64_t root_ns; /* of this lane: calls without a caller in the capture */
	uint32_t root_children;
	uint64_t first_ns;
	uint64_t last_ns;
	bool has_blocks;
	struct csa_call_list *calls; /* gets all that happens; NULL: not wanted */
	bool needs_no_sums;          /* as of the matchers */
};

/** @wants_tree: as for the matchers. Return: 0 or CSA_E_NOMEM; csa_stitch_release() after both. */
int csa_stitch_init(struct csa_stitch *stitch, bool wants_tree);
void csa_stitch_release(struct csa_stitch *stitch);

/**
 * csa_stitch_sync() - make the open frames those that a block begins with.
 * @result: its input is filled; is_gap: calls that are open across it have_loss
 *
 * When the block leaves deeper frames unnamed that are known here, they are put into @result's input.
 *
 * Return: 1 when nothing had to change, 0 when frames were dropped or added, CSA_E_NOMEM.
 */
int csa_stitch_sync(struct csa_stitch *stitch, struct csa_block_result *result, uint64_t first_ns);

/** csa_stitch_join() - after csa_stitch_sync(): what the block did. Return: 0 or CSA_E_NOMEM. */
int csa_stitch_join(struct csa_stitch *stitch, const struct csa_block_result *result);

/** csa_stitch_copy() - @to, which has no frames, goes on where @from is; stats and trees stay. */
int csa_stitch_copy(struct csa_stitch *to, const struct csa_stitch *from);
/** csa_stitch_move() - the same, and @from is at the beginning of a lane again. Both: 0 or CSA_E_NOMEM. */
int csa_stitch_move(struct csa_stitch *to, struct csa_stitch *from);

/**
 * csa_stitch_end() - the lane is over: close what is open, at its last time. Then it is empty.
 * @root_ns: filled: time of all calls without a caller in the capture
 */
int csa_stitch_end(struct csa_stitch *stitch, uint64_t *root_ns);

#endif
