/* SPDX-License-Identifier: MIT */
/*
 * Writes a capture with random calls, to measure the analyzer:
 *
 *     make_trace <folder> <events> [<functions> [<enters with a call site, percent>]]
 *
 * One thread. From each function a few others are called, as in programs; depth is at most 40.
 */
#include <stdio.h>
#include <stdlib.h>

#include "trace_builder.h"

#define BASE 0x555555554000ull

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

int main(int argc, char **argv)
{
	const struct t_trace_options options = { .tick_hz = 2.6e9, .is_inexact = true };
	uint64_t state = 88172645463325252u;
	uint64_t functions[64] = { 0 };
	uint64_t ticks = 1000;
	unsigned long long events;
	unsigned count;
	unsigned percent;
	struct t_trace *trace;
	struct t_thread *thread;

	if (argc < 3) {
		fputs("usage: make_trace <folder> <events> [<functions> [<percent>]]\n", stderr);
		return 2;
	}
	events = strtoull(argv[2], NULL, 10);
	count = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 300;
	percent = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 10;
	trace = t_trace_new(argv[1], &options);
	thread = t_thread_new(trace, 7);
	for (unsigned long long i = 0; i < events; i++) {
		uint64_t x = next_random(&state);
		unsigned depth = t_depth(thread);
		uint64_t function;

		ticks += 30 + (x & 63) + ((x >> 20 & 1023) == 0 ? 100000 : 0);
		if (depth >= 40 || (depth && (x >> 32 & 7) >= 4)) {
			t_exit(thread, ticks);
			continue;
		}
		function = (functions[depth] * 7 + (x >> 60 & 3) * 131 + 1) % (count ? count : 1);
		functions[depth + 1] = function;
		if ((x >> 40) % 100 < percent)
			t_enter_at(thread, ticks, BASE + 64 * function, BASE + 64 * function + 5);
		else
			t_enter(thread, ticks, BASE + 64 * function);
	}
	t_trace_end(trace, true);
	return 0;
}
