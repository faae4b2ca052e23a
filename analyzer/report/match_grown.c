/* SPDX-License-Identifier: MIT */
#include "match_grown.h"

#include <stdlib.h>
#include <string.h>

/* Some blocks of a capture: its files, clock and modules, and lists of its own. */
struct part {
	struct csa_capture capture;
	struct csa_block_ref *blocks;
	struct csa_lane *lanes;
};

/* Lane 1 of a thread stands behind its lane 0. */
static const struct csa_lane *host_of(const struct csa_capture *c, const struct csa_lane *lane)
{
	const struct csa_lane *host = lane > c->lanes ? lane - 1 : NULL;

	return lane->lane == 1 && host && host->thread_serial == lane->thread_serial ? host : NULL;
}

/* In doubt is what is in a window, or only half in its file. */
static bool is_whole(const struct csa_capture *c, size_t block)
{
	const struct csa_block_ref *ref = &c->blocks[block];

	return !(ref->flags & (CSA_REF_WINDOW | CSA_REF_CUT)) &&
	       ref->offset < c->files[ref->file].surveyed;
}

/* The sequence behind the last whole block of @lane. */
static uint32_t whole_until(const struct csa_capture *c, const struct csa_lane *lane)
{
	const struct csa_block_ref *last = NULL;

	for (size_t i = lane->first; i < lane->first + lane->count; i++) {
		if (is_whole(c, i))
			last = &c->blocks[i];
	}
	return last ? last->sequence + 1 : 0;
}

/*
 * How many blocks of @lane are whole, from its first one on. One of lane 1 is a part of its block of
 * lane 0, so it has to wait for that.
 */
static size_t whole_blocks(const struct csa_capture *c, const struct csa_lane *lane)
{
	const struct csa_lane *host = host_of(c, lane);
	uint32_t limit = host ? whole_until(c, host) : UINT32_MAX;
	size_t count = 0;

	while (count < lane->count && is_whole(c, lane->first + count) &&
	       (!host || c->blocks[lane->first + count].lane0_sequence < limit))
		count++;
	return count;
}

static int make_part(struct part *part, const struct csa_capture *capture)
{
	part->capture = *capture;
	part->blocks = calloc(capture->block_count + 1, sizeof(*part->blocks));
	part->lanes = calloc(capture->lane_count + 1, sizeof(*part->lanes));
	part->capture.blocks = part->blocks;
	part->capture.lanes = part->lanes;
	part->capture.block_count = 0;
	return part->blocks && part->lanes ? 0 : CSA_E_NOMEM;
}

static void release_part(struct part *part)
{
	free(part->blocks);
	free(part->lanes);
}

/* @from, @until: of the lane's blocks */
static void add_lane(struct part *part, const struct csa_capture *capture, size_t number,
		     size_t from, size_t until)
{
	struct csa_lane *lane = &part->lanes[number];

	*lane = capture->lanes[number];
	lane->is_continued = from != 0;
	lane->count = until - from;
	memcpy(part->blocks + part->capture.block_count,
	       capture->blocks + capture->lanes[number].first + from,
	       lane->count * sizeof(*part->blocks));
	lane->first = part->capture.block_count;
	part->capture.block_count += lane->count;
}

/* Divides what no pass has joined into whole blocks and the rest. */
static int divide(const struct csa_match_grown *grown, const struct csa_capture *capture,
		  struct part *whole, struct part *rest)
{
	if (make_part(whole, capture) < 0 || make_part(rest, capture) < 0)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < capture->lane_count; i++) {
		const struct csa_lane *lane = &capture->lanes[i];
		const struct csa_lane_state *state = csa_lane_states_find(&grown->states, lane);
		size_t joined = state ? state->joined : 0;
		size_t until = whole_blocks(capture, lane);

		/* Never less than before; a folder that shrinks is not of this process any more. */
		joined = joined < lane->count ? joined : lane->count;
		until = until > joined ? until : joined;
		add_lane(whole, capture, i, joined, until);
		add_lane(rest, capture, i, until, lane->count);
	}
	return 0;
}

static int take_markers(struct csa_match_grown *grown, const struct csa_match_output *pass)
{
	size_t count = grown->marker_count + pass->marker_count;
	struct csa_marker_count *markers = realloc(grown->markers, (count + 1) * sizeof(*markers));

	if (!markers)
		return CSA_E_NOMEM;
	grown->markers = markers;
	if (pass->marker_count)
		memcpy(markers + grown->marker_count, pass->markers,
		       pass->marker_count * sizeof(*markers));
	grown->marker_count = count;
	return 0;
}

/* What a pass over whole blocks made stays. */
static int keep(struct csa_match_grown *grown, const struct part *whole,
		struct csa_match_output *pass, bool wants_tree)
{
	if (!csa_stats_take(&grown->stats, &pass->stats) ||
	    !csa_user_stats_take(&grown->user, &pass->user) ||
	    (wants_tree && !csa_tree_take(&grown->tree, &pass->tree)) ||
	    take_markers(grown, pass) < 0)
		return CSA_E_NOMEM;
	grown->hook_frame_blocks += pass->hook_frame_blocks;
	for (size_t i = 0; i < whole->capture.lane_count; i++) {
		const struct csa_lane *lane = &whole->lanes[i];
		/* Of lane 1 nothing need be open: what is in blocks of lane 0 is joined as well. */
		struct csa_lane_state *state =
			lane->count ? csa_lane_states_make(&grown->states, lane) : NULL;

		if (lane->count && !state)
			return CSA_E_NOMEM;
		if (state)
			state->joined += lane->count;
	}
	return 0;
}

/* And is a part of what the last pass says. */
static int add_kept(const struct csa_match_grown *grown, struct csa_match_output *output,
		    bool wants_tree)
{
	struct csa_match_grown copy = { 0 };
	bool ok = csa_stats_copy(&copy.stats, &grown->stats) &&
		  csa_user_stats_copy(&copy.user, &grown->user) &&
		  (!wants_tree || csa_tree_add(&output->tree, &grown->tree)) &&
		  take_markers(&copy,
			       &(struct csa_match_output){ .markers = grown->markers,
							   .marker_count = grown->marker_count }) ==
			  0 &&
		  take_markers(&copy, output) == 0;

	ok = ok && csa_stats_take(&copy.stats, &output->stats) &&
	     csa_user_stats_take(&copy.user, &output->user);
	if (ok) {
		free(output->markers);
		output->markers = copy.markers;
		output->marker_count = copy.marker_count;
		output->stats = copy.stats;
		output->user = copy.user;
		output->hook_frame_blocks += grown->hook_frame_blocks;
		return 0;
	}
	csa_match_grown_release(&copy);
	return CSA_E_NOMEM;
}

int csa_match_grown(struct csa_match_grown *grown, const struct csa_capture *capture,
		    const struct csa_address_space *space, struct csa_row_table *rows,
		    const struct csa_match_options *options, struct csa_match_output *output,
		    struct csa_notes *notes, struct csa_err *err)
{
	struct csa_match_options how = *options;
	struct csa_match_output pass = { 0 };
	struct part whole = { 0 };
	struct part rest = { 0 };
	int rc = divide(grown, capture, &whole, &rest);

	*output = (struct csa_match_output){ 0 };
	if (rc == 0 && how.wants_tree && !grown->tree.nodes && !csa_tree_init(&grown->tree))
		rc = CSA_E_NOMEM;
	how.states = &grown->states;
	how.keeps_open = true;
	if (rc == 0 && whole.capture.block_count)
		rc = csa_match_capture(&whole.capture, space, rows, &how, &pass, notes, err);
	if (rc == 0 && whole.capture.block_count)
		rc = keep(grown, &whole, &pass, how.wants_tree);
	how.keeps_open = false;
	if (rc == 0)
		rc = csa_match_capture(&rest.capture, space, rows, &how, output, notes, err);
	if (rc == 0)
		rc = add_kept(grown, output, how.wants_tree);
	if (rc == CSA_E_NOMEM)
		csa_fail(err, rc, "no memory to match the calls of %s", capture->dir);
	csa_match_output_release(&pass);
	release_part(&whole);
	release_part(&rest);
	return rc;
}

void csa_match_grown_release(struct csa_match_grown *grown)
{
	csa_lane_states_release(&grown->states);
	csa_stats_release(&grown->stats);
	csa_tree_release(&grown->tree);
	csa_user_stats_release(&grown->user);
	free(grown->markers);
	*grown = (struct csa_match_grown){ 0 };
}
