/* SPDX-License-Identifier: MIT */
/* What matchers and their results are made of, and how they are freed. */
#include <stdlib.h>

#include "block_match.h"

int csa_matcher_init(struct csa_matcher *matcher, const struct csa_capture *capture,
		     const struct csa_address_space *space, struct csa_row_table *rows,
		     const struct csa_match_wants *wants)
{
	size_t maps = 2 * (size_t)capture->modules.epoch_count;

	*matcher = (struct csa_matcher){ .capture = capture, .space = space, .rows = rows };
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
