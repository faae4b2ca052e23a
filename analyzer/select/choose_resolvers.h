/* SPDX-License-Identifier: MIT */
/*
 * What runs while the dynamic loader still relocates: the resolvers of ifuncs and what they call.
 * A hook there jumps through a slot that is not filled yet.
 */
#ifndef CSA_CHOOSE_RESOLVERS_H
#define CSA_CHOOSE_RESOLVERS_H

#include <stdint.h>

#include "err.h"
#include "graph.h"

/**
 * csa_choose_resolvers() - mark resolvers and the functions that they call, directly or not.
 * @marks: by node; set to 1
 *
 * Only calls count: what a resolver returns runs later. A name with a definition in the caller's
 * file means that one. Return: 0, or CSA_E_NOMEM.
 */
int csa_choose_resolvers(const struct csa_graph *graph, uint8_t *marks, struct csa_err *err);

#endif
