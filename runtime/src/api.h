/* SPDX-License-Identifier: MIT */
/*
 * The runtime's side of callsight.h: what it declares weakly for programs is defined here. Each of
 * these does what hooks do for errno, signals, forks and memory.
 *
 *     api.c          scopes, marks, frames, values, flush
 *     thread_name.c  the name that the program gives to a thread
 *     fibers.c       switches of stacks
 *     pause.c        pauses
 */
#ifndef CSR_API_H
#define CSR_API_H

#include "attributes.h"

#define CALLSIGHT_RUNTIME_ CSR_EXPORT
#include "callsight/callsight.h"

/** One function of each object that programs refer to weakly; who links the hooks links these. */
struct csr_api {
	void (*scope_enter)(const void *name, const void *frame, const void *call_site);
	void (*thread_name)(const char *name);
	void (*fiber_switch)(const void *stack, size_t bytes);
	void (*pause)(void);
};

#endif
