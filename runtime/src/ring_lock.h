/* SPDX-License-Identifier: MIT */
/*
 * Locks on bytes of the object: the kernel gives them back when a process ends or executes another
 * program, and a child of fork has none. They say who lives, and hold up nobody: nobody waits for one. A
 * process loses all of its locks when it closes any descriptor of the object.
 */
#ifndef CSR_RING_LOCK_H
#define CSR_RING_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "ring_object.h"

/** csr_ring_lock() - takes byte @number for this process. Return: false when another process has it. */
CSR_HIDDEN bool csr_ring_lock(const struct csr_ring *ring, uint32_t number);

/** csr_ring_unlock() - gives it back. */
CSR_HIDDEN void csr_ring_unlock(const struct csr_ring *ring, uint32_t number);

#endif
