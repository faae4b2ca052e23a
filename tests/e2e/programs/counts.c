/* SPDX-License-Identifier: MIT */
/*
 * Blocks are handed over many times: every call of a long run is counted, in every form of record.
 *
 * @calls main 1
 * @calls outer 20000
 * @calls inner 60000
 * @open 0
 * @unwound 0
 * @threads 1
 * @processes 1
 * @path main;outer;inner
 * @nopath main;inner
 * @depth 3
 * @run default
 * @run no-call-sites TRACE_CALLSITES=0
 * @run wide TRACE_WIDE=1
 * @run monotonic TRACE_CLOCK=mono
 * @run raw TRACE_CLOCK=raw
 * @run wide-monotonic TRACE_WIDE=1 TRACE_CLOCK=mono
 */
#include <stdio.h>

__attribute__((noinline)) static unsigned inner(unsigned x)
{
	return x * 2654435761u + 1;
}

__attribute__((noinline)) static unsigned outer(unsigned x)
{
	x = inner(x);
	x ^= inner(x >> 3);
	return inner(x);
}

int main(void)
{
	unsigned x = 1;

	for (int i = 0; i < 20000; i++)
		x = outer(x);
	printf("%u\n", x);
	return 0;
}
