/* SPDX-License-Identifier: MIT */
/* Functions that threads begin with: what is handed to pthread_create(), std::thread and others. */
#ifndef CSA_THREAD_ROOTS_H
#define CSA_THREAD_ROOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "graph.h"

struct csa_thread_start {
	const char *name;
	uint32_t index; /* of the argument that is the function */
};

/** csa_thread_starts() - what starts threads, up to a NULL name. */
const struct csa_thread_start *csa_thread_starts(void);

/**
 * csa_thread_roots() - for each function that a thread may begin with, what starts it.
 * @starts: by node, set to a row of csa_thread_starts() or to NULL; one a definition
 *
 * Followed through wrappers and members, as a call through a pointer is. Return: false when memory
 * ran out.
 */
bool csa_thread_roots(const struct csa_graph *graph, const struct csa_thread_start **starts);

#endif
