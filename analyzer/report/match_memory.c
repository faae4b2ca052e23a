/* SPDX-License-Identifier: MIT */
/* What matchers and their results are made of, and how they are freed; markers as they add up. */
#include <stdlib.h>

#include "match_pipeline.h"
#include "word_reader.h"

/* More than there are kinds and snapshots: a damaged capture has any number. */
#define MARKERS_OF_A_THREAD 100u

int csa_matcher_init(struct csa_matcher *matcher, const struct csa_capture *capture,
		     const struct csa_address_space *space, struct csa_row_table *rows,
		     const struct csa_match_wants *wants)
{
	size_t maps = 2 * (size_t)capture->modules.epoch_count;

	*matcher = (struct csa_matcher){
		.capture = capture, .space = space, .rows = rows, .needs_no_sums = wants->no_sums
	};
	csa_stats_init(&matcher->stats);
	matcher->maps = calloc(maps, sizeof(*matcher->maps));
	matcher->pieces = calloc(maps, sizeof(*matcher->pieces));
	if (!matcher->maps || !matcher->pieces)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < maps; i++) {
		/* One empty slot, so that the loop's look-up needs no test for an empty map. */
		matcher->maps[i].shift = 63;
		matcher->maps[i].slots = calloc(2, sizeof(*matcher->maps[i].slots));
		if (!matcher->maps[i].slots)
			return CSA_E_NOMEM;
	}
	if ((wants->tree && !csa_tree_init(&matcher->tree)) ||
	    (wants->calls && !csa_sites_init(&matcher->sites)))
		return CSA_E_NOMEM;
	return 0;
}

static void free_maps(const struct csa_matcher *matcher, struct csa_address_map *maps)
{
	for (size_t i = 0; maps && i < 2 * (size_t)matcher->capture->modules.epoch_count; i++)
		free(maps[i].slots);
	free(maps);
}

void csa_matcher_release(struct csa_matcher *matcher)
{
	free_maps(matcher, matcher->maps);
	free_maps(matcher, matcher->pieces);
	free(matcher->stack);
	csa_tree_release(&matcher->tree);
	csa_stats_release(&matcher->stats);
	csa_user_matcher_release(&matcher->user);
	csa_sites_release(&matcher->sites);
	*matcher = (struct csa_matcher){ 0 };
}

void csa_block_result_release(struct csa_block_result *result)
{
	free(result->inherited);
	free(result->closings);
	free(result->opened);
	free(result->calls);
	csa_user_block_release(&result->user);
	*result = (struct csa_block_result){ 0 };
}

/* More than a block has records: only a deep stack needs that, and 32 results would each keep it. */
#define FRAMES_KEPT 16384u

void csa_block_result_trim(struct csa_block_result *result)
{
	if (result->inherited_capacity > FRAMES_KEPT || result->closing_capacity > FRAMES_KEPT ||
	    result->opened_capacity > FRAMES_KEPT)
		csa_block_result_release(result);
}

/* Blocks of a thread come one after the other: its markers are the last ones. */
void csa_match_note_marker(struct csa_match_output *out, const struct csa_marker_seen *seen,
			   uint32_t thread_serial)
{
	struct csa_marker_count *markers = out->markers;
	size_t count = out->marker_count;
	size_t i = count;

	for (; i > 0 && markers[i - 1].thread_serial == thread_serial; i--) {
		struct csa_marker_count *m = &markers[i - 1];

		if (m->marker != seen->marker ||
		    (m->argument != seen->argument && !csa_marker_adds_up(m->marker)))
			continue;
		m->argument += csa_marker_adds_up(m->marker) ? seen->argument : 0;
		m->count += seen->count;
		return;
	}
	if (count - i >= MARKERS_OF_A_THREAD)
		return;
	if ((count & (count - 1)) == 0) /* capacities are powers of two */
		markers = realloc(markers, (count ? 2 * count : 1) * sizeof(*markers));
	if (!markers)
		return;
	out->markers = markers;
	markers[out->marker_count++] = (struct csa_marker_count){ seen->marker, thread_serial,
								  seen->count, seen->argument };
}

void csa_match_output_release(struct csa_match_output *output)
{
	csa_stats_release(&output->stats);
	csa_tree_release(&output->tree);
	csa_user_stats_release(&output->user);
	free(output->lanes);
	free(output->markers);
	*output = (struct csa_match_output){ 0 };
}
