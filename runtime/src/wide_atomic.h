/* SPDX-License-Identifier: MIT */
/*
 * Numbers of 64 bits that threads share, also where the processor cannot store one at once: the compiler
 * calls libatomic there, whose locks a child of fork may find held, and which the program would have to
 * link.
 */
#ifndef CSR_WIDE_ATOMIC_H
#define CSR_WIDE_ATOMIC_H

#include <stdint.h>

#include "attributes.h"

#define CSR_HAS_WIDE_ATOMICS (__GCC_ATOMIC_LLONG_LOCK_FREE == 2)

/* The part of a number that an address fills; the other half of the 64 bits is always 0. */
CSR_INLINE uintptr_t *csr_address_part(const uint64_t *number)
{
	uintptr_t *part = (uintptr_t *)(uintptr_t)number;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	part += sizeof(*number) / sizeof(*part) - 1;
#endif
	return part;
}

/** csr_address_load() - of what csr_address_store() stored, with its order. */
CSR_INLINE uint64_t csr_address_load(const uint64_t *number, int order)
{
	return __atomic_load_n(csr_address_part(number), order);
}

CSR_INLINE void csr_address_store(uint64_t *number, uint64_t address, int order)
{
	__atomic_store_n(csr_address_part(number), (uintptr_t)address, order);
}

/** csr_wide_publish() - release; where it takes two stores the low half comes last. */
CSR_INLINE void csr_wide_publish(uint64_t *number, uint64_t value)
{
#if CSR_HAS_WIDE_ATOMICS
	__atomic_store_n(number, value, __ATOMIC_RELEASE);
#else
	uint32_t *halves = (uint32_t *)(void *)number;
	unsigned low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	__atomic_store_n(&halves[!low], (uint32_t)(value >> 32), __ATOMIC_RELEASE);
	__atomic_store_n(&halves[low], (uint32_t)value, __ATOMIC_RELEASE);
#endif
}

#if CSR_HAS_WIDE_ATOMICS
CSR_INLINE uint64_t csr_wide_add(uint64_t *number, uint64_t n)
{
	/* relaxed: the sum decides, not the order of the threads */
	return __atomic_add_fetch(number, n, __ATOMIC_RELAXED);
}

CSR_INLINE uint64_t csr_wide_load(const uint64_t *number)
{
	return __atomic_load_n(number, __ATOMIC_RELAXED);
}

CSR_INLINE void csr_wide_disown(void)
{
}
#else
/** csr_wide_add() - signals must be blocked. Return: the sum. */
CSR_HIDDEN uint64_t csr_wide_add(uint64_t *number, uint64_t n);
CSR_HIDDEN uint64_t csr_wide_load(const uint64_t *number);

/** csr_wide_disown() - in a child of fork: who held the lock does not exist here. */
CSR_HIDDEN void csr_wide_disown(void);
#endif

#endif
