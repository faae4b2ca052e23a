/* SPDX-License-Identifier: MIT */
/*
 * What a register or a word on the stack can hold: sets of the constants of a group of functions,
 * one bit a constant. Constants are functions, hooks, and the parts that an address is built from.
 *
 * A state is one set for each holder: the registers, the words on the stack that constants are
 * stored to, and last one for all the stack, which a word that is not among them may be part of.
 */
#ifndef CSA_FLOW_SETS_H
#define CSA_FLOW_SETS_H

#include "flow_code.h"

struct csa_flow_sets {
	const struct csa_link_image *image;
	uint64_t *constants; /* sorted */
	size_t constant_count;
	uint64_t *stack_words; /* sorted */
	size_t stack_word_count;
	size_t words;       /* uint64_t in a set */
	size_t holders;     /* sets in a state */
	size_t state_words; /* uint64_t in a state */
	uint64_t *result;   /* a set, for csa_flow_apply() */
};

/** csa_flow_sets_init() - Return: false = out of memory. Release it in every case. */
bool csa_flow_sets_init(struct csa_flow_sets *sets, const struct csa_link_image *image,
			const struct csa_flow_code *code);
void csa_flow_sets_release(struct csa_flow_sets *sets);

/** csa_flow_apply() - what an instruction does to a state. */
void csa_flow_apply(struct csa_flow_sets *sets, uint64_t *state, const struct csa_insn *insn);

/** csa_flow_join() - @state can be as @other too. Return: whether it grew. */
bool csa_flow_join(const struct csa_flow_sets *sets, uint64_t *state, const uint64_t *other);

/** csa_flow_set() - the set of a register. */
static inline const uint64_t *csa_flow_set(const struct csa_flow_sets *sets, const uint64_t *state,
					   size_t holder)
{
	return state + holder * sets->words;
}

#endif
