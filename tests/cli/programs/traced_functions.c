/* SPDX-License-Identifier: MIT */
/* Functions that build-trace can name in a capture. Their lines are in expected output. */
#include "traced_functions.h"

__attribute__((noinline)) void alpha(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void beta(void)
{
	__asm__ volatile("nop" ::: "memory");
}

__attribute__((noinline)) void gamma_ray(void)
{
	__asm__ volatile("nop; nop" ::: "memory");
}
