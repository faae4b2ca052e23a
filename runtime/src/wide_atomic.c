/* SPDX-License-Identifier: MIT */
#include "wide_atomic.h"

#include "lock.h"

#if !CSR_HAS_WIDE_ATOMICS
static struct csr_lock lock;

CSR_FN uint64_t csr_wide_add(uint64_t *number, uint64_t n)
{
	uint64_t sum;

	csr_lock_take(&lock);
	sum = *number += n;
	csr_lock_give(&lock);
	return sum;
}

CSR_FN uint64_t csr_wide_load(const uint64_t *number)
{
	uint64_t value;

	csr_lock_take(&lock);
	value = *number;
	csr_lock_give(&lock);
	return value;
}

CSR_FN void csr_wide_disown(void)
{
	lock = (struct csr_lock){ 0 };
}
#endif
