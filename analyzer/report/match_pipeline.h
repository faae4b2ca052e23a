/* SPDX-License-Identifier: MIT */
/*
 * Matches all blocks of one process with several workers. Workers take blocks in order and match
 * each by itself; whoever has the result that is next in order joins it (lane_stitch.h). A block
 * whose open frames cannot be known from itself waits until all before it are joined.
 *
 * A sink of calls is called without the lock of the workers, by one of them at a time; rows and names do not
 * move meanwhile.
 *
 * Blocks of lane 1 are merged into their block of lane 0 before it is matched (lane_merge.h). One whose
 * block of lane 0 is lost is matched as a stack of its own.
 */
#ifndef CSA_MATCH_PIPELINE_H
#define CSA_MATCH_PIPELINE_H

#include "block_match.h"
#include "call_feed.h"
#include "note_list.h"
#include "report_watch.h"

struct csa_marker_count {
	uint32_t marker;
	uint32_t thread_serial;
	uint64_t count;
	uint64_t argument; /* as in struct csa_marker_seen */
};

/** Numbers of one lane. */
struct csa_lane_numbers {
	char name[17];
	uint64_t events;
	uint64_t unmatched;
	uint64_t clock_steps;
	uint64_t root_ns; /* time of calls without a caller in the capture */
	uint64_t first_ns;
	uint64_t last_ns;
};

struct csa_match_output {
	struct csa_stats stats;
	struct csa_tree tree;           /* nodes NULL: not wanted */
	struct csa_lane_numbers *lanes; /* one for each of the capture's lanes */
	struct csa_marker_count *markers;
	size_t marker_count;
	struct csa_user_stats user; /* of the names of the address space */
	uint64_t hook_frame_blocks; /* blocks whose nesting is approximate */
};

struct csa_lane_states;

struct csa_match_options {
	unsigned workers; /* 0: one for each CPU, at most 16 */
	bool wants_tree;
	const struct csa_call_feed *feed; /* NULL: calls are not wanted; otherwise states is NULL */
	bool needs_no_sums; /* with a feed: rows and tree are added up from its calls */
	const struct csa_report_watch *watch; /* its step is called with the lock; NULL: none */
	struct csa_lane_states
		*states; /* of earlier passes over a capture that grows; NULL: none */
	bool keeps_open; /* leave open frames and numbers of lanes in states for later passes */
};

/**
 * csa_match_capture() - match a whole process.
 * @output: released by csa_match_output_release(), also after a failure
 * @notes: damage in words, blocks that do not continue each other
 *
 * Return: 0, CSA_E_NOMEM, CSA_E_SYSTEM. Blocks that cannot be read are noted and skipped.
 */
int csa_match_capture(const struct csa_capture *capture, const struct csa_address_space *space,
		      struct csa_row_table *rows, const struct csa_match_options *options,
		      struct csa_match_output *output, struct csa_notes *notes,
		      struct csa_err *err);
/** csa_match_note_marker() - one more of a thread; those of a thread come one after the other. */
void csa_match_note_marker(struct csa_match_output *output, const struct csa_marker_seen *seen,
			   uint32_t thread_serial);
void csa_match_output_release(struct csa_match_output *output);

#endif
