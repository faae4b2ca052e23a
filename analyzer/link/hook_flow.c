/* SPDX-License-Identifier: MIT */
#include "hook_flow.h"

#include <stdlib.h>
#include <string.h>

#include "flow_code.h"
#include "flow_sets.h"
#include "hook_local.h"
#include "link_values.h"

struct csa_hook_flow {
	const struct csa_link_image *image;
	struct csa_flow_code code;
	struct csa_flow_sets sets;
	uint64_t *states; /* by place; number 0 is the one under way, the last one is unseen */
	uint8_t *marks;   /* by place: enum mark */
	size_t state_capacity;
	size_t mark_capacity;
	uint32_t unseen; /* what a place can find that control comes to unseen */
};

enum mark {
	MARK_REACHED = 1,
	MARK_GREW = 2, /* since the code from there on was followed */
};

static uint64_t *state_of(const struct csa_hook_flow *flow, uint32_t place)
{
	return flow->states + place * flow->sets.state_words;
}

static void join(struct csa_hook_flow *flow, uint32_t place, const uint64_t *state)
{
	if (csa_flow_join(&flow->sets, state_of(flow, place), state) ||
	    !(flow->marks[place] & MARK_REACHED))
		flow->marks[place] = MARK_REACHED | MARK_GREW;
}

/* A jump table's places are not known; a landing pad's calls are, when its table could be read. */
static bool leads_unseen(const struct csa_hook_flow *flow, const struct csa_insn *insn)
{
	if (insn->flow == CSA_FLOW_JUMP)
		return insn->goal == CSA_GOAL_REGISTER || insn->goal == CSA_GOAL_UNKNOWN;
	return insn->flow == CSA_FLOW_CALL && !flow->image->pads.is_known;
}

/* What comes to the place of @step, from before it when that @is_reached. */
static void arrive(struct csa_hook_flow *flow, const struct csa_step *step, bool is_reached)
{
	if (is_reached)
		join(flow, step->place, state_of(flow, 0));
	if (step->is_entry && !step->is_target)
		join(flow, step->place, state_of(flow, flow->unseen));
}

static void leave(struct csa_hook_flow *flow, const struct csa_step *step)
{
	uint64_t *now = state_of(flow, 0);

	csa_flow_apply(&flow->sets, now, &step->insn);
	if (step->target)
		join(flow, step->target, now);
	if (step->pad)
		join(flow, step->pad, now);
	if (leads_unseen(flow, &step->insn))
		join(flow, flow->unseen, now);
}

/* One round over the code from places that grew. Return: whether something was followed. */
static bool flow_round(struct csa_hook_flow *flow)
{
	size_t bytes = flow->sets.state_words * sizeof(*flow->states);
	bool is_followed = false;
	bool is_reached = false;
	bool any = false;

	for (size_t i = 0; i < flow->code.count; i++) {
		const struct csa_step *step = &flow->code.items[i];

		if (step->place) {
			arrive(flow, step, is_followed && is_reached);
			is_followed = (flow->marks[step->place] & MARK_GREW) != 0;
			any = any || is_followed;
			flow->marks[step->place] &= (uint8_t)~MARK_GREW;
			if (is_followed)
				memcpy(state_of(flow, 0), state_of(flow, step->place), bytes);
		}
		if (is_followed)
			leave(flow, step);
		is_reached = step->falls_on;
	}
	return any;
}

static bool is_hook(uint64_t value)
{
	return value == CSA_VALUE_ENTER || value == CSA_VALUE_EXIT;
}

/* The hook that a register holds, or can hold among other things. Return: 0 = none. */
static uint64_t hook_in_register(const struct csa_hook_flow *flow, uint64_t reg, bool *is_certain)
{
	const uint64_t *set;
	uint64_t hook = 0;
	size_t count = 0;

	if (reg >= flow->image->machine->registers)
		return 0;
	set = csa_flow_set(&flow->sets, state_of(flow, 0), (size_t)reg);
	for (size_t i = 0; i < flow->sets.constant_count; i++) {
		if (!(set[i / 64] >> (i % 64) & 1))
			continue;
		count++;
		if (is_hook(flow->sets.constants[i]))
			hook = flow->sets.constants[i];
	}
	*is_certain = count == 1;
	return hook;
}

/* The hook that an instruction calls or jumps to. Return: 0 = none. */
static uint64_t hook_of(const struct csa_hook_flow *flow, const struct csa_insn *insn,
			bool *is_certain)
{
	uint64_t value;

	*is_certain = true;
	if (insn->flow != CSA_FLOW_CALL && insn->flow != CSA_FLOW_JUMP &&
	    insn->flow != CSA_FLOW_BRANCH)
		return 0;
	if (insn->goal == CSA_GOAL_REGISTER)
		return hook_in_register(flow, insn->target, is_certain);
	if (!csa_link_image_goal(flow->image, insn, &value) || !is_hook(value))
		return 0;
	return value;
}

bool csa_hook_sites_reserve(struct csa_hook_sites *sites, size_t count)
{
	sites->items = calloc(count, sizeof(*sites->items));
	sites->capacity = sites->items ? count : 0;
	return sites->items != NULL;
}

bool csa_hook_sites_add(struct csa_hook_sites *sites, const struct csa_hook_site *site)
{
	if (sites->count == sites->capacity) {
		size_t capacity = sites->capacity ? sites->capacity * 2 : 256;
		struct csa_hook_site *items = realloc(sites->items, capacity * sizeof(*items));

		if (!items)
			return false;
		sites->items = items;
		sites->capacity = capacity;
	}
	sites->items[sites->count++] = *site;
	return true;
}

static struct csa_hook_site make_site(const struct csa_hook_flow *flow, const struct csa_step *step,
				      uint64_t hook)
{
	const struct csa_flow_sets *sets = &flow->sets;
	const uint64_t *argument =
		csa_flow_set(sets, state_of(flow, 0), flow->image->machine->argument);
	struct csa_hook_site site = { .addr = step->addr,
				      .insn = step->insn,
				      .is_exit = hook == CSA_VALUE_EXIT,
				      .is_certain = flow->code.is_whole };

	for (size_t i = 0; i < sets->constant_count; i++) {
		if (!(argument[i / 64] >> (i % 64) & 1) ||
		    !csa_link_image_is_goal(flow->image, sets->constants[i]) ||
		    is_hook(sets->constants[i]))
			continue;
		if (site.function_count == CSA_HOOK_FUNCTIONS)
			site.is_certain = false;
		else
			site.functions[site.function_count++] = sets->constants[i];
	}
	if (site.function_count == 0)
		site.is_certain = false;
	return site;
}

static bool collect(struct csa_hook_flow *flow, struct csa_hook_sites *sites, uint32_t group)
{
	uint64_t *now = state_of(flow, 0);

	for (size_t i = 0; i < flow->code.count; i++) {
		const struct csa_step *step = &flow->code.items[i];
		bool is_certain;
		uint64_t hook;

		if (step->place)
			memcpy(now, state_of(flow, step->place),
			       flow->sets.state_words * sizeof(*now));
		hook = hook_of(flow, &step->insn, &is_certain);
		if (hook) {
			struct csa_hook_site site = make_site(flow, step, hook);

			site.is_certain = site.is_certain && is_certain;
			site.group = group;
			if (!csa_hook_sites_add(sites, &site))
				return false;
		}
		csa_flow_apply(&flow->sets, now, &step->insn);
	}
	return true;
}

/* Zeros for all places and for the two states that belong to none. */
static bool clear_states(struct csa_hook_flow *flow)
{
	size_t places = (size_t)flow->code.places + 1;
	size_t words = places * flow->sets.state_words;

	flow->unseen = flow->code.places;
	if (words > flow->state_capacity) {
		free(flow->states);
		flow->states = malloc(words * sizeof(*flow->states));
		flow->state_capacity = flow->states ? words : 0;
	}
	if (places > flow->mark_capacity) {
		free(flow->marks);
		flow->marks = malloc(places);
		flow->mark_capacity = flow->marks ? places : 0;
	}
	if (!flow->states || !flow->marks)
		return false;
	memset(flow->states, 0, words * sizeof(*flow->states));
	memset(flow->marks, 0, places);
	return true;
}

struct csa_hook_flow *csa_hook_flow_new(const struct csa_link_image *image, bool has_nameless_calls)
{
	struct csa_hook_flow *flow = calloc(1, sizeof(*flow));

	if (flow)
		*flow = (struct csa_hook_flow){
			.image = image,
			.code = { .has_nameless_calls = has_nameless_calls },
		};
	return flow;
}

void csa_hook_flow_free(struct csa_hook_flow *flow)
{
	if (!flow)
		return;
	csa_flow_code_release(&flow->code);
	free(flow->states);
	free(flow->marks);
	free(flow);
}

int csa_hook_flow_run(struct csa_hook_flow *flow, struct csa_hook_sites *sites,
		      const uint32_t *members, size_t member_count, struct csa_err *err)
{
	uint32_t group = flow->image->functions.items[members[0]].group;
	int rc;
	bool is_done = csa_flow_code_read(&flow->code, flow->image, members, member_count);

	rc = is_done ? csa_hook_local(sites, flow->image, &flow->code, group) : CSA_E_NOMEM;
	if (rc == 0) {
		is_done = csa_flow_sets_init(&flow->sets, flow->image, &flow->code) &&
			  clear_states(flow);
		while (is_done && flow_round(flow))
			;
		rc = is_done && collect(flow, sites, group) ? 1 : CSA_E_NOMEM;
		csa_flow_sets_release(&flow->sets);
	}
	return rc > 0 ? 0 : csa_fail(err, rc, "out of memory for the code of a function");
}
