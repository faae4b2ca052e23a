/* SPDX-License-Identifier: MIT */
/*
 * The clock of a capture. On the fast path of a hook only the cycle counter is read; every other
 * clock goes through csr_clock_read() on the slow path (docs/decisions/0019).
 */
#ifndef CSR_CLOCK_H
#define CSR_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "settings.h"

struct csr_clock {
	const char *source; /* "tsc", "cntvct", "monotonic" or "monotonic_raw" */
	uint64_t tick_hz;   /* measured over a fraction of a millisecond unless is_exact */
	bool is_exact;      /* tick_hz is the clock's definition */
	bool is_counter;    /* the fast path may read it: csr_clock_counter() */
	int clock_id;       /* where !is_counter */
};

/** A reading of both clocks; ticks lie within the reading of the other. */
struct csr_clock_pair {
	uint64_t ticks;
	uint64_t ns; /* CLOCK_MONOTONIC */
};

/** csr_clock_choose() - picks and calibrates; takes up to half a millisecond. Once a process. */
CSR_HIDDEN void csr_clock_choose(enum csr_clock_choice choice);

CSR_HIDDEN const struct csr_clock *csr_clock_get(void);
CSR_HIDDEN uint64_t csr_clock_read(void); /* ticks of the chosen clock, whichever it is */
CSR_HIDDEN struct csr_clock_pair csr_clock_pair_read(void);
CSR_HIDDEN uint64_t csr_clock_ns(int clock_id); /* clock_gettime() by the kernel's entry, ns */

#if defined(__x86_64__) || defined(__i386__)
#define CSR_HAS_COUNTER 1
CSR_INLINE uint64_t csr_clock_counter(void)
{
	return __builtin_ia32_rdtsc();
}
#elif defined(__aarch64__)
#define CSR_HAS_COUNTER 1
CSR_INLINE uint64_t csr_clock_counter(void)
{
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
}
#else
#define CSR_HAS_COUNTER 0
CSR_INLINE uint64_t csr_clock_counter(void)
{
	return 0;
}
#endif

#endif
