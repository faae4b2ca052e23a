/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "lock.h"

#include <stdbool.h>
#include <stddef.h>

#include "syscalls.h"

#define FUTEX_WAIT_PRIVATE 128
#define FUTEX_WAKE_PRIVATE 129

/* 32-bit machines whose time is 64 bits have only the new call; without a timeout they are alike. */
#if !defined(SYS_futex) && defined(SYS_futex_time64)
#define SYS_futex SYS_futex_time64
#endif

CSR_FN void csr_lock_take(struct csr_lock *lock)
{
	uint32_t word = 0;

	/* acquire: pairs with the release in csr_lock_give() */
	if (__atomic_compare_exchange_n(&lock->word, &word, 1, false, __ATOMIC_ACQUIRE,
					__ATOMIC_RELAXED))
		return;
	while (__atomic_exchange_n(&lock->word, 2, __ATOMIC_ACQUIRE) != 0)
		csr_sys(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, 2, NULL);
}

CSR_FN void csr_lock_give(struct csr_lock *lock)
{
	/* release: pairs with the acquires in csr_lock_take() */
	if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) == 2)
		csr_sys(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1);
}
