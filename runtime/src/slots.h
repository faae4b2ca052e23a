/* SPDX-License-Identifier: MIT */
/*
 * Slots: what a recording thread occupies, at most CSR_SLOT_COUNT alive at a time. A slot is a
 * control block with its shadow stack and a window of live.cst.
 *
 * No destructor gives a slot back: hooks run in destructors of thread-local objects and of other
 * keys after ours, and their events belong to the thread. A new thread takes over the slot of one
 * that the kernel says is gone, and writes what was left in its window.
 */
#ifndef CSR_SLOTS_H
#define CSR_SLOTS_H

#include <stdint.h>

#include "attributes.h"
#include "settings.h"
#include "thread.h"

#define CSR_SLOT_COUNT 4096u

/**
 * csr_slot_take() - a slot for the calling thread, its control block ready but without an open
 * block. Signals must be blocked. @inherited: in a child of fork, the parent's control block of this
 * thread, whose shadow stack goes on; else NULL.
 *
 * Return: NULL when there is none, memory is short or recording was stopped.
 */
CSR_HIDDEN struct csr_thread *csr_slot_take(struct csr_thread *inherited);

/** csr_slot_open() - the thread of a slot that was taken records from now on, in the process's mode. */
CSR_HIDDEN void csr_slot_open(struct csr_thread *t);

/** csr_slot_of_stack() - the control block of the fiber whose stack begins at @low, or NULL. */
CSR_HIDDEN struct csr_thread *csr_slot_of_stack(uint64_t low);

/** csr_slot_end() - what ran on the stack of the fiber @t has ended: what it recorded is handed over, and its
 *  slot is taken for the next thread or fiber. Signals must be blocked. */
CSR_HIDDEN void csr_slot_end(struct csr_thread *t);

/** csr_slots_hurry() - every recording thread takes the slow path at its next hook. */
CSR_HIDDEN void csr_slots_hurry(void);

/** csr_slots_forget() - in a child of fork: the other threads do not exist here. */
CSR_HIDDEN void csr_slots_forget(void);

/** csr_slots_watch_exit() - makes the key whose destructor marks the slot of an ending thread. */
CSR_HIDDEN void csr_slots_watch_exit(void);

/** csr_thread_new() - a control block with the shadow stack that @mode needs, all empty; NULL when memory
 *  is short. */
CSR_HIDDEN struct csr_thread *csr_thread_new(enum csr_mode mode);

#endif
