/* SPDX-License-Identifier: MIT */
/* How the programs of the benchmark measure themselves: one line "<ns> <hooks>" on stdout. */
#ifndef BENCH_LOOP_TIME_H
#define BENCH_LOOP_TIME_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define LOOP_BARE __attribute__((no_instrument_function)) static inline

LOOP_BARE uint64_t loop_ns(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

LOOP_BARE uint64_t loop_counter(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return loop_ns();
#endif
}

LOOP_BARE void loop_report(uint64_t ns, unsigned long hooks)
{
	printf("%llu %lu\n", (unsigned long long)ns, hooks);
}

#endif
