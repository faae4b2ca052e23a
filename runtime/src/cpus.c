/* SPDX-License-Identifier: MIT */
#include "cpus.h"

#include "syscalls.h"

CSR_FN unsigned csr_cpus(void)
{
	unsigned char mask[1024];
	long bytes = csr_sys(SYS_sched_getaffinity, 0, sizeof(mask), mask);
	unsigned count = 0;

	for (long i = 0; i < bytes; i++) {
		for (unsigned bits = mask[i]; bits; bits &= bits - 1)
			count++;
	}
	return count ? count : 1;
}
