/* SPDX-License-Identifier: MIT */
#include "flow_code.h"

#include <stdlib.h>

#include "link_values.h"

/* Room for one more, at the end. Return: NULL = out of memory. */
static struct csa_step *next_step(struct csa_flow_code *code)
{
	if (code->count == code->capacity) {
		size_t capacity = code->capacity ? code->capacity * 2 : 4096;
		struct csa_step *items = realloc(code->items, capacity * sizeof(*items));

		if (!items)
			return NULL;
		code->items = items;
		code->capacity = capacity;
	}
	return &code->items[code->count];
}

static bool read_function(struct csa_flow_code *code, const struct csa_link_image *image,
			  const struct csa_link_function *function)
{
	size_t first = code->count;
	size_t room = 0;
	const uint8_t *bytes = csa_link_image_code(image, function->addr, &room);
	uint64_t at = 0;

	if (!bytes || function->size > room) {
		code->is_whole = code->is_whole && function->size == 0;
		return true;
	}
	while (at < function->size) {
		struct csa_step *step = next_step(code);

		if (!step)
			return false;
		*step = (struct csa_step){ .addr = function->addr + at };
		if (!image->machine->decode(bytes + at, (size_t)(function->size - at), step->addr,
					    &step->insn)) {
			code->is_whole = false;
			break;
		}
		step->falls_on =
			step->insn.flow != CSA_FLOW_JUMP && step->insn.flow != CSA_FLOW_END;
		at += step->insn.length;
		code->count++;
	}
	if (code->count > first) {
		struct csa_step *last = &code->items[code->count - 1];

		/* What never returns may be called last. */
		if (last->falls_on && last->insn.flow != CSA_FLOW_CALL && !last->insn.is_nop &&
		    code->has_nameless_calls)
			code->is_whole = false;
		last->falls_on = false;
	}
	return true;
}

static struct csa_step *find_step(const struct csa_flow_code *code, uint64_t addr)
{
	size_t low = 0;
	size_t high = code->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code->items[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < code->count && code->items[low].addr == addr ? &code->items[low] : NULL;
}

static void number_place(struct csa_flow_code *code, struct csa_step *step)
{
	if (!step->place)
		step->place = code->places++;
}

/* Return: the number of the place at @addr; 0: it is not in the group. */
static uint32_t place_at(struct csa_flow_code *code, uint64_t addr)
{
	struct csa_step *target = addr ? find_step(code, addr) : NULL;

	if (!target)
		return 0;
	target->is_target = true;
	number_place(code, target);
	return target->place;
}

/*
 * Whether hooks may be called at @addr unseen: by code that has no name, or in the middle of a function
 * of another group. 0: nothing goes there.
 */
static bool is_unseen(const struct csa_flow_code *code, const struct csa_link_image *image,
		      uint64_t addr)
{
	const struct csa_link_function *function;

	if (addr == 0)
		return false;
	function = csa_link_image_function(image, addr);
	if (function)
		return function->addr != addr;
	return code->has_nameless_calls && csa_link_image_value(image, addr) == addr;
}

/* A jump table may lead to code without a name, which calls hooks of this group's functions. */
static bool may_leave_unseen(const struct csa_flow_code *code, const struct csa_insn *insn)
{
	return code->has_nameless_calls && insn->flow == CSA_FLOW_JUMP &&
	       (insn->goal == CSA_GOAL_REGISTER || insn->goal == CSA_GOAL_UNKNOWN);
}

static void number_places(struct csa_flow_code *code, const struct csa_link_image *image)
{
	code->places = 1;
	for (size_t i = 0; i < code->count; i++) {
		struct csa_step *step = &code->items[i];
		uint64_t to = 0;

		if (step->insn.flow == CSA_FLOW_CALL) {
			to = csa_landing_pads_find(&image->pads,
						   step->addr + step->insn.length - 1);
			step->pad = place_at(code, to);
		} else if (step->insn.goal == CSA_GOAL_ADDR && step->insn.flow != CSA_FLOW_NEXT) {
			to = step->insn.target;
			step->target = place_at(code, to);
		}
		if ((!step->pad && !step->target && is_unseen(code, image, to)) ||
		    may_leave_unseen(code, &step->insn))
			code->is_whole = false;
	}
	for (size_t i = 0; i < code->count; i++) {
		struct csa_step *step = &code->items[i];

		step->is_entry = i == 0 || !code->items[i - 1].falls_on;
		/* Padding before a loop must not bring what is not known into it. */
		if (step->is_entry && !step->place && step->insn.is_nop)
			step->falls_on = false;
		if (step->is_entry)
			number_place(code, step);
	}
}

static bool matters(const struct csa_step *step)
{
	const struct csa_insn *insn = &step->insn;

	return step->place || insn->effect != CSA_EFFECT_NONE || insn->clobbers ||
	       insn->flow != CSA_FLOW_NEXT || !step->falls_on;
}

static void leave_out(struct csa_flow_code *code)
{
	size_t kept = 0;

	for (size_t i = 0; i < code->count; i++) {
		if (matters(&code->items[i]))
			code->items[kept++] = code->items[i];
	}
	code->count = kept;
}

bool csa_flow_code_read(struct csa_flow_code *code, const struct csa_link_image *image,
			const uint32_t *members, size_t member_count)
{
	uint64_t end = 0;

	code->count = 0;
	code->is_whole = true;
	for (size_t i = 0; i < member_count; i++) {
		const struct csa_link_function *function = &image->functions.items[members[i]];

		/* Names of one address, and what lies inside another function, are read once. */
		if (i > 0 && function->addr < end)
			continue;
		if (!read_function(code, image, function))
			return false;
		end = function->addr + function->size;
	}
	number_places(code, image);
	leave_out(code);
	return true;
}

void csa_flow_code_release(struct csa_flow_code *code)
{
	free(code->items);
	*code = (struct csa_flow_code){ 0 };
}
