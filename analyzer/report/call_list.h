/* SPDX-License-Identifier: MIT */
/*
 * Calls on their way from the blocks of a lane to a sink (call_stream.h): here they get their depth and
 * their time since the first process began, which never goes back.
 */
#ifndef CSA_CALL_LIST_H
#define CSA_CALL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call_stream.h"

/** In a block's calls: the end of the next inherited frame, which the stitch knows. */
#define CSA_CALL_CLOSING 255u

struct csa_call_list {
	struct csa_call *items;
	size_t count;
	size_t capacity;
	int64_t shift_ns; /* from the process's time to the sink's */
	uint64_t last_ns; /* of the lane, as the sink has it */
	uint32_t depth;   /* of calls that are open */
};

void csa_call_list_release(struct csa_call_list *list);

/** csa_call_list_reserve() - room for @more. Return: false: no memory. */
bool csa_call_list_reserve(struct csa_call_list *list, size_t more);

/** csa_call_list_begin() - another lane. */
static inline void csa_call_list_begin(struct csa_call_list *list)
{
	list->last_ns = 0;
	list->depth = 0;
}

/** csa_call_list_put() - @call, of the process's time, is next; there is room. */
static inline void csa_call_list_put(struct csa_call_list *list, const struct csa_call *call)
{
	struct csa_call *out = &list->items[list->count++];
	/* Times of a process are below 2^62. */
	int64_t ns = (int64_t)call->ns + list->shift_ns;

	*out = *call;
	if (ns > 0 && (uint64_t)ns > list->last_ns)
		list->last_ns = (uint64_t)ns;
	out->ns = list->last_ns;
	out->depth = list->depth + (call->kind == CSA_CALL_ENTER);
	list->depth = out->depth - (call->kind == CSA_CALL_EXIT);
}

/**
 * csa_call_list_put_run() - the same for calls up to the next CSA_CALL_CLOSING.
 *
 * Return: how many.
 */
size_t csa_call_list_put_run(struct csa_call_list *list, const struct csa_call *calls,
			     size_t count);

#endif
