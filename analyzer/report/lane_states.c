/* SPDX-License-Identifier: MIT */
#include "lane_states.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

void csa_lane_states_release(struct csa_lane_states *states)
{
	for (uint32_t i = 0; i < states->count; i++)
		csa_stitch_release(&states->items[i].stitch);
	free(states->items);
	*states = (struct csa_lane_states){ 0 };
}

/* Where @lane is or belongs. */
static uint32_t place_of(const struct csa_lane_states *states, const struct csa_lane *lane)
{
	uint32_t low = 0;
	uint32_t high = states->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const struct csa_lane_state *state = &states->items[middle];

		if (state->thread_serial < lane->thread_serial ||
		    (state->thread_serial == lane->thread_serial && state->lane < lane->lane))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct csa_lane_state *csa_lane_states_find(const struct csa_lane_states *states,
					    const struct csa_lane *lane)
{
	uint32_t place = place_of(states, lane);
	struct csa_lane_state *state = &states->items[place];

	if (place == states->count || state->thread_serial != lane->thread_serial ||
	    state->lane != lane->lane)
		return NULL;
	return state;
}

struct csa_lane_state *csa_lane_states_make(struct csa_lane_states *states,
					    const struct csa_lane *lane)
{
	struct csa_lane_state *state = csa_lane_states_find(states, lane);
	uint32_t place;

	if (state)
		return state;
	if (!CSA_VEC_ROOM(states, 1))
		return NULL;
	place = place_of(states, lane);
	state = &states->items[place];
	memmove(state + 1, state, (states->count - place) * sizeof(*state));
	*state =
		(struct csa_lane_state){ .thread_serial = lane->thread_serial, .lane = lane->lane };
	states->count++;
	return state;
}

static void add_numbers(struct csa_lane_numbers *to, const struct csa_lane_numbers *from)
{
	to->events += from->events;
	to->unmatched += from->unmatched;
	to->clock_steps += from->clock_steps;
	if (from->name[0])
		memcpy(to->name, from->name, sizeof(to->name));
}

int csa_lane_states_suspend(struct csa_lane_states *states, const struct csa_lane *lane,
			    struct csa_stitch *stitch, const struct csa_lane_numbers *numbers)
{
	struct csa_lane_state *state = csa_lane_states_make(states, lane);

	if (!state)
		return CSA_E_NOMEM;
	add_numbers(&state->numbers, numbers);
	return csa_stitch_move(&state->stitch, stitch);
}

int csa_lane_states_resume(const struct csa_lane_states *states, const struct csa_lane *lane,
			   struct csa_stitch *stitch)
{
	const struct csa_lane_state *state = csa_lane_states_find(states, lane);

	return state ? csa_stitch_copy(stitch, &state->stitch) : 0;
}

void csa_lane_states_add(const struct csa_lane_states *states, const struct csa_lane *lane,
			 struct csa_lane_numbers *numbers)
{
	const struct csa_lane_state *state = csa_lane_states_find(states, lane);
	char name[sizeof(numbers->name)];

	if (!state)
		return;
	/* The name of the last pass is newer. */
	memcpy(name, numbers->name, sizeof(name));
	add_numbers(numbers, &state->numbers);
	if (name[0])
		memcpy(numbers->name, name, sizeof(name));
}
