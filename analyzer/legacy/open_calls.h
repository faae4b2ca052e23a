/* SPDX-License-Identifier: MIT */
/*
 * The calls of one thread that are open, innermost last. Earlier producers left no word about frames that
 * ended without an exit: the exit of an outer function says it.
 */
#ifndef CSA_OPEN_CALLS_H
#define CSA_OPEN_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include <callsight/trace_format.h>

/* Of all threads of a process: 16 MiB. Chosen: above what a stack of 8 MiB has room for. */
#define CSA_OPEN_CALLS_MAX 1000000u

struct csa_open_calls {
	struct csf_frame *items;
	uint32_t count;
	uint32_t capacity;
	uint64_t beyond; /* calls open that there was no room for */
	uint64_t
		credit; /* steps that a search in vain may take, so that a file of them takes no hours */
};

/* An object of zeros is empty. */
void csa_open_calls_release(struct csa_open_calls *calls);

/** csa_open_calls_push() - Return: false when memory ran out. */
bool csa_open_calls_push(struct csa_open_calls *calls, uint64_t function_ip, uint64_t ticks);

/**
 * csa_open_calls_find() - the innermost open call of a function.
 *
 * Return: its number from 0, the outermost; UINT32_MAX: none is open.
 */
uint32_t csa_open_calls_find(struct csa_open_calls *calls, uint64_t function_ip);

#endif
