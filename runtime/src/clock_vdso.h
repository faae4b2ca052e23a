/* SPDX-License-Identifier: MIT */
/* Finds the kernel's clock_gettime in the vDSO, for clocks that are not a counter. */
#ifndef CSR_CLOCK_VDSO_H
#define CSR_CLOCK_VDSO_H

#include "attributes.h"

/* As the kernel has it for calls of this name, whatever libc makes of struct timespec. */
struct csr_timespec {
	long sec;
	long nsec;
};
typedef int csr_vdso_gettime_fn(int clock_id, struct csr_timespec *now);

/** csr_vdso_gettime() - NULL where the kernel offers none: use the system call. */
CSR_HIDDEN csr_vdso_gettime_fn *csr_vdso_gettime(void);

#endif
