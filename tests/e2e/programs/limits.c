/* SPDX-License-Identifier: MIT */
/*
 * TRACE_MAX and TRACE_MAX_MB stop the capture, never the program, and the report says so.
 *
 * @run events TRACE_MAX=1001
 * @events 1001
 * @marker max-events
 * @run megabytes TRACE_MAX_MB=1
 * @marker max-bytes
 * @run none TRACE_MAX=0 TRACE_MAX_MB=0
 * @calls step 400000
 * @open 0
 */
#include <stdio.h>

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	for (int i = 0; i < 400000; i++)
		step();
	puts("ran to its end");
	return 0;
}
