/* SPDX-License-Identifier: MIT */
/*
 * For which function each hook call of a group is: the constants that can be in the register of the
 * first argument, followed through the group's instructions.
 *
 * A hook's argument is a constant of its call, so what matters is that no constant is overlooked.
 * Where control comes from a place that is not seen (a jump table, a landing pad), a register may
 * hold every constant that it is given anywhere in the group; a word on the stack every constant
 * that is ever stored there. Calls of two functions that the compiler merged have two constants.
 */
#ifndef CSA_HOOK_FLOW_H
#define CSA_HOOK_FLOW_H

#include "link_image.h"

#define CSA_HOOK_FUNCTIONS 8 /* clang merges the ends of that many calls, gcc of up to 4 */

/** One call of a hook, or jump to it. */
struct csa_hook_site {
	uint64_t addr;
	uint64_t functions[CSA_HOOK_FUNCTIONS]; /* values; which it can be for */
	uint8_t function_count;
	bool is_certain; /* it is for one of these and no other */
	bool is_exit;
	uint32_t group;
	struct csa_insn insn;
};

struct csa_hook_sites {
	struct csa_hook_site *items;
	size_t count;
	size_t capacity;
};

/** csa_hook_sites_reserve() - of an empty list: room for @count. Return: false = out of memory. */
bool csa_hook_sites_reserve(struct csa_hook_sites *sites, size_t count);

/** csa_hook_sites_add() - Return: false = out of memory. */
bool csa_hook_sites_add(struct csa_hook_sites *sites, const struct csa_hook_site *site);

struct csa_hook_flow; /* memory for the work on one group after the other */

/**
 * csa_hook_flow_new() - Return: NULL = out of memory.
 * @has_nameless_calls: hooks are also called by code that no function symbol names
 */
struct csa_hook_flow *csa_hook_flow_new(const struct csa_link_image *image,
					bool has_nameless_calls);
void csa_hook_flow_free(struct csa_hook_flow *flow);

/**
 * csa_hook_flow_run() - add the sites of one group.
 * @members: indices of its functions, by address
 *
 * Code that cannot be read as instructions to its end, and jumps to code that no function symbol
 * names, make the sites of the group uncertain.
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_hook_flow_run(struct csa_hook_flow *flow, struct csa_hook_sites *sites,
		      const uint32_t *members, size_t member_count, struct csa_err *err);

#endif
