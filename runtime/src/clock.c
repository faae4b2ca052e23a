/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "clock.h"

#include <fcntl.h>
#include <time.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "clock_vdso.h"
#include "syscalls.h"
#include "text.h"

#define NS_PER_SECOND UINT64_C(1000000000)

/* Written once by csr_clock_choose() before any thread records, read by all afterwards. */
static struct csr_clock clock_state;
static csr_vdso_gettime_fn *vdso_gettime;

CSR_FN static uint64_t ask_kernel(int clock_id)
{
#if defined(SYS_clock_gettime)
	struct csr_timespec now = { 0, 0 };

	csr_sys(SYS_clock_gettime, clock_id, &now);
	return (uint64_t)now.sec * NS_PER_SECOND + (uint64_t)now.nsec;
#else
	int64_t now[2] = { 0, 0 };

	csr_sys(SYS_clock_gettime64, clock_id, now);
	return (uint64_t)now[0] * NS_PER_SECOND + (uint64_t)now[1];
#endif
}

CSR_FN uint64_t csr_clock_ns(int clock_id)
{
	struct csr_timespec now = { 0, 0 };

	/* The vDSO's own function: a program may define clock_gettime itself. */
	if (!vdso_gettime || vdso_gettime(clock_id, &now) != 0)
		return ask_kernel(clock_id);
	return (uint64_t)now.sec * NS_PER_SECOND + (uint64_t)now.nsec;
}

CSR_FN uint64_t csr_clock_read(void)
{
	if (clock_state.is_counter)
		return csr_clock_counter();
	return csr_clock_ns(clock_state.clock_id);
}

CSR_FN struct csr_clock_pair csr_clock_pair_read(void)
{
	struct csr_clock_pair pair = { 0, 0 };
	uint64_t shortest = UINT64_MAX;

	/* The shortest of three is the one that no interrupt or migration fell into. */
	for (unsigned i = 0; i < 3; i++) {
		uint64_t before = csr_clock_read();
		uint64_t ns = csr_clock_ns(CLOCK_MONOTONIC);
		uint64_t after = csr_clock_read();

		if (after - before < shortest) {
			shortest = after - before;
			pair = (struct csr_clock_pair){ before + (after - before) / 2, ns };
		}
	}
	return pair;
}

#if !defined(__aarch64__)
/*
 * The rate over 300 us: a reading error of 30 ns at both ends is 2e-4. It matters only for captures
 * that end before their second block; the readings in the blocks replace it.
 */
CSR_FN static uint64_t measure_hz(void)
{
	struct csr_clock_pair first = csr_clock_pair_read();
	struct csr_clock_pair last;

	do {
		last = csr_clock_pair_read();
	} while (last.ns - first.ns < 300000);
	return (uint64_t)((double)(last.ticks - first.ticks) * 1e9 / (double)(last.ns - first.ns));
}
#endif

#if defined(__x86_64__) || defined(__i386__)
CSR_FN static bool kernel_uses_tsc(void)
{
	char name[16] = "";
	long fd = csr_sys(SYS_openat, AT_FDCWD,
			  "/sys/devices/system/clocksource/clocksource0/current_clocksource",
			  O_RDONLY | O_CLOEXEC, 0);
	long count;

	if (CSR_IS_ERROR(fd))
		return false;
	count = csr_sys(SYS_read, fd, name, sizeof(name) - 1);
	csr_sys(SYS_close, fd);
	return count >= 3 && csr_starts_with(name, "tsc") && (name[3] == '\n' || !name[3]);
}
#endif

CSR_FN static bool counter_is_usable(void)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned a;
	unsigned b;
	unsigned c;
	unsigned d;

	if (!__get_cpuid(0x80000007u, &a, &b, &c, &d) || !(d & 1u << 8)) /* invariant TSC */
		return false;
	return kernel_uses_tsc();
#else
	return CSR_HAS_COUNTER;
#endif
}

CSR_FN static void use_clock(const char *source, int clock_id)
{
	clock_state = (struct csr_clock){
		.source = source, .tick_hz = NS_PER_SECOND, .is_exact = true, .clock_id = clock_id
	};
}

CSR_FN void csr_clock_choose(enum csr_clock_choice choice)
{
	vdso_gettime = csr_vdso_gettime();
	if (choice == CSR_CLOCK_RAW) {
		use_clock("monotonic_raw", CLOCK_MONOTONIC_RAW);
		return;
	}
	if (choice == CSR_CLOCK_TSC && !CSR_HAS_COUNTER)
		csr_say("TRACE_CLOCK=tsc: this processor has no counter to read; using the ",
			"monotonic clock", "", "");
	if (!CSR_HAS_COUNTER || choice == CSR_CLOCK_MONO ||
	    (choice == CSR_CLOCK_AUTO && !counter_is_usable())) {
		use_clock("monotonic", CLOCK_MONOTONIC);
		return;
	}
	clock_state.is_counter = true;
#if defined(__aarch64__)
	clock_state.source = "cntvct";
	__asm__ volatile("mrs %0, cntfrq_el0" : "=r"(clock_state.tick_hz));
	clock_state.is_exact = true;
#else
	clock_state.source = "tsc";
	clock_state.tick_hz = measure_hz();
	clock_state.is_exact = false;
#endif
}

CSR_FN const struct csr_clock *csr_clock_get(void)
{
	return &clock_state;
}
