/* SPDX-License-Identifier: MIT */
/*
 * Pauses of a thread (docs/decisions/0032). Enters of a paused thread, and their exits whenever they come, are
 * not recorded; exits of calls that were open at the pause are.
 *
 * The shadow stack goes on meanwhile, with entries that are marked as no calls, so that the rules for frames
 * that were left hold, wherever the thread is paused and resumed. Hooks of a paused thread find
 * CSR_BUSY_PAUSED and take the slow path; other hooks pay nothing. What is asked of the whole process from outside,
 * a word in live.cst, is looked at on every slow path, which is taken once in CSR_LOOK_WORDS at least.
 */
#ifndef CSR_PAUSE_H
#define CSR_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "live.h"
#include "thread.h"

/** csr_pause_of_process() - are all threads to be paused? */
CSR_INLINE bool csr_pause_of_process(void)
{
	return __atomic_load_n(csr_live_request, __ATOMIC_RELAXED) & CSF_REQUEST_PAUSE;
}

/** csr_pause_is_due() - is the thread to be paused or resumed? */
CSR_INLINE bool csr_pause_is_due(const struct csr_thread *t)
{
	return (t->wants_pause || csr_pause_of_process()) != t->is_paused;
}

/** csr_pause_rest() - csr_thread.busy when no hook of @t runs, in events mode. */
CSR_INLINE uint64_t csr_pause_rest(const struct csr_thread *t)
{
	return t->is_paused ? CSR_BUSY_PAUSED : 0;
}

/**
 * csr_pause_apply() - the thread is paused or resumed where that is due, and the capture says so. Signals must be
 * blocked; in events mode there must be room.
 *
 * Return: false when recording was stopped meanwhile.
 */
CSR_HIDDEN bool csr_pause_apply(struct csr_thread *t);

#endif
