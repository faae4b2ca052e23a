/* SPDX-License-Identifier: MIT */
/*
 * A lock for slow paths of different threads, held for a few instructions or system calls with
 * signals blocked. It sleeps instead of spinning: a thread that waits may have the higher priority.
 * In a child of fork whoever held it does not exist: the owner of the data makes it free again.
 */
#ifndef CSR_LOCK_H
#define CSR_LOCK_H

#include <stdint.h>

#include "attributes.h"

struct csr_lock {
	uint32_t word; /* atomic; 0 = free, 1 = held, 2 = held and somebody waits */
};

/** csr_lock_take() - signals must be blocked until csr_lock_give(). */
CSR_HIDDEN void csr_lock_take(struct csr_lock *lock);
CSR_HIDDEN void csr_lock_give(struct csr_lock *lock);

#endif
