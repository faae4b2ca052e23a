/* SPDX-License-Identifier: MIT */
/*
 * Functions by the names that people write: the name itself, qualified as far as wanted
 * ("f", "C::f", "ns::C::f"), "::f" for exactly that one, '*' '?' '[...]' as globs. Anonymous
 * namespaces may be left out, and so may blanks behind "operator".
 */
#ifndef CSA_FIND_FUNC_H
#define CSA_FIND_FUNC_H

#include <stdint.h>

#include "err.h"
#include "graph.h"

struct csa_found {
	uint32_t *items; /* nodes */
	uint32_t count;
	uint32_t capacity;
};

/** csa_find_func() - append the functions that @pattern names. Return: 0, or CSA_E_NOMEM. */
int csa_find_func(const struct csa_graph *graph, const char *pattern, struct csa_found *found,
		  struct csa_err *err);

#endif
