/* SPDX-License-Identifier: MIT */
/*
 * Matches the enters and exits of one block. A block is matched by itself: from the open frames that
 * its header names to those that are open at its end. What concerns frames of earlier blocks (their
 * exits, and time of calls below them) goes into a result that lane_stitch.h joins in order.
 *
 * One matcher belongs to one worker. Its numbers are sums that are added up at the end, so it does
 * not matter which worker gets which block.
 *
 * Three kinds of frames:
 *   counted      it was entered in the time of this capture: a call, also when the enter is in a part
 *                that was lost and a header names the frame
 *   foreign      it was entered before the lane's first block, or in the parent process: not a call;
 *                time passes through it to its caller
 *   transparent  its function is not selected: likewise
 */
#ifndef CSA_BLOCK_MATCH_H
#define CSA_BLOCK_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call_stream.h"
#include "capture_dir.h"
#include "row_stats.h"
#include "row_table.h"
#include "site_cache.h"
#include "stack_tree.h"
#include "user_marks.h"

/** What a call that is not selected costs its caller, in hooks: both of its own. */
#define CSA_HOOKS_OF_TRANSPARENT 2u

/** An open frame between two blocks. */
struct csa_open_frame {
	uint64_t low_ip; /* low 42 bits of the function's address */
	uint64_t enter_ns;
	uint64_t child_ns; /* of calls that have ended */
	uint32_t children;
	uint32_t row;
	uint32_t node; /* of the stitch's tree; unused in results */
	bool is_transparent;
	bool is_piece;  /* of a coroutine, the one that is resumed */
	bool is_resume; /* and resumed, not called by another piece */
	bool is_counted;
	bool has_loss;    /* events were lost while it was open, or as it was entered */
	bool has_no_time; /* inherited: entered before what is 0 ns, after a step back of the clock */
	bool is_of_parent; /* foreign, and known: entered in the parent process before fork, or before
				the windows that TRACE_FULL=wrap kept */
	bool is_hidden;    /* not among the calls: it got its name below others that were shown */
};

/** The end of a frame that was open when the block began. */
struct csa_closing {
	uint64_t exit_ns;
	uint64_t child_ns; /* of calls below it that ended in this block */
	uint32_t children;
	bool is_unwound;
	bool is_outermost; /* no other activation of its row is open */
};

struct csa_marker_seen {
	uint32_t marker;
	uint32_t count;
	uint64_t argument; /* the sum of all where csa_marker_adds_up() */
};

#define CSA_MARKERS_KEPT 16u

/** What one block gives; reused for many blocks. */
struct csa_block_result {
	/* Input: the frames that are open when the block begins, outermost first. */
	struct csa_open_frame *inherited;
	uint32_t inherited_count;
	uint32_t inherited_capacity;
	uint32_t unnamed; /* deeper frames that nothing is known about */
	uint32_t made;    /* enters in it that are no events of it (lane_merge.h) */
	bool is_gap;      /* something before it is missing */
	/* Output. */
	uint32_t kept;                /* inherited frames still open at the end */
	uint32_t unnamed_left;        /* of unnamed */
	struct csa_closing *closings; /* of inherited frames, innermost first */
	uint32_t closing_count;
	uint32_t closing_capacity;
	struct csa_open_frame *opened; /* frames of this block that are open at its end */
	uint32_t opened_count;
	uint32_t opened_capacity;
	uint64_t rest_child_ns; /* of calls right below the innermost kept frame, or the root */
	uint32_t rest_children;
	uint64_t first_ns;
	uint64_t last_ns;
	uint64_t events;
	uint64_t unmatched;
	uint64_t clock_steps;    /* times that were before the one before, or out of range */
	uint64_t damaged_offset; /* in the block; 0: no damage. The first one counts. */
	char damage[120];
	bool has_name;
	char thread_name[17];
	struct csa_marker_seen markers[CSA_MARKERS_KEPT];
	uint32_t marker_count;
	struct csa_user_block user;
	/* What happened, in order, when calls are wanted; times of the process, without depth. The end
	 * of an inherited frame is a CSA_CALL_CLOSING. */
	struct csa_call *calls;
	uint32_t call_count;
	uint32_t call_capacity;
};

struct csa_match_frame {
	uint64_t enter_ns;
	uint64_t child_ns;
	struct csa_row_stats *row;
	uint64_t key; /* the address; CSA_KEY_INHERITED set for frames of earlier blocks */
	uint32_t children;
	uint32_t node;
};

#define CSA_KEY_INHERITED (1ull << 63)
#define CSA_ADDRESS_HASH  0x9e3779b97f4a7c15ull

/** Open addressing from addresses to rows, one for each epoch and width of addresses. */
struct csa_address_map {
	struct csa_address_slot {
		uint64_t key; /* 0: empty */
		struct csa_row_stats *row;
	} * slots;
	uint64_t count;
	unsigned shift; /* 64 - log2 of the size */
};

struct csa_matcher {
	const struct csa_capture *capture;
	const struct csa_address_space *space;
	struct csa_row_table *rows;
	struct csa_stats stats;
	struct csa_tree tree;         /* nodes NULL: not wanted */
	struct csa_address_map *maps; /* 2 * epoch_count */
	struct csa_address_map
		*pieces; /* likewise, of addresses that are resumed; empty as a rule */
	struct csa_user_matcher user;
	struct csa_site_cache sites;    /* slots NULL: calls are not wanted */
	struct csa_row_stats *zero_row; /* of a function at address 0 */
	struct csa_match_frame *stack;  /* [0] is the root */
	uint32_t stack_capacity;
	/* State of the block that is being matched. */
	struct csa_block_result *result;
	struct csa_match_frame *top;
	uint64_t ticks;
	const uint64_t *words; /* of the block, header included */
	const uint64_t *end;
	struct csa_address_map *map;
	uint64_t skipped; /* words that are no event */
	const struct csa_tick_rate *rate;
	uint64_t epoch_limit; /* ticks at which map or rate is no longer right */
	bool is_wide;
	bool needs_care; /* the loop for unusual blocks: wide, several epochs, a step back */
	bool has_failed; /* memory ran out */
	bool needs_no_sums;
};

/** What the passes make beside the numbers of rows. */
struct csa_match_wants {
	bool tree;
	bool calls;   /* csa_block_result.calls */
	bool no_sums; /* of functions that are selected: they are added up from the calls */
};

/** Return: 0 or CSA_E_NOMEM; csa_matcher_release() after both. */
int csa_matcher_init(struct csa_matcher *matcher, const struct csa_capture *capture,
		     const struct csa_address_space *space, struct csa_row_table *rows,
		     const struct csa_match_wants *wants);
void csa_matcher_release(struct csa_matcher *matcher);

/**
 * csa_match_frames() - the open frames that a block names, into @result's input.
 * @block: @bytes bytes, checked
 * @lane: frames entered before its first block are foreign
 * @is_first: this is its first block
 *
 * Return: 1 when they are all of them; 0 when deeper frames are unnamed, or the clock leaves open whether
 * one is foreign; CSA_E_NOMEM.
 */
int csa_match_frames(struct csa_matcher *matcher, struct csa_block_result *result,
		     const void *block, uint32_t bytes, const struct csa_lane *lane, bool is_first);

/** csa_match_block() - match; @result's input is filled. Return: 0 or CSA_E_NOMEM. */
int csa_match_block(struct csa_matcher *matcher, struct csa_block_result *result, const void *block,
		    uint32_t bytes);

/** csa_block_result_trim() - when @result was used: keep no more memory than an ordinary block needs. */
void csa_block_result_trim(struct csa_block_result *result);
void csa_block_result_release(struct csa_block_result *result);

#endif
