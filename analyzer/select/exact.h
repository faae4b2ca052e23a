/* SPDX-License-Identifier: MIT */
/*
 * Which names gcc's exclude list leaves out exactly. gcc compares by substring with the printed
 * name: for C the plain one; for C++ the qualified one with template arguments, for what stands
 * inside a function with that function's parameter types (gcc 12: "ns::f(get)::<lambda(int)>").
 */
#ifndef CSA_EXACT_H
#define CSA_EXACT_H

#include <stdint.h>

#include "err.h"
#include "graph.h"

/**
 * csa_exact_find() - test every node marked in @wanted.
 * @wanted: by node; set to 0 where the name is not exact: it has other characters than
 *	[A-Za-z0-9_:~], or is part of another name that the compiler may print
 *
 * Linear in the length of all names. Return: 0, or CSA_E_NOMEM.
 */
int csa_exact_find(const struct csa_graph *graph, uint8_t *wanted, struct csa_err *err);

#endif
