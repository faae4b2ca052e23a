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

#define NAME(line, kind, texts)                                                    \
	{                                                                          \
		{ { 0x7f, 'C', 'S', 'n', 'a', 'm', 'e', '1' }, line, kind }, texts \
	}

const struct t_name parse_scope = NAME(7, CSF_NAME_SCOPE, "parse\0/src/lib/parse.c");
const struct t_name tick_frame = NAME(11, CSF_NAME_FRAME, "tick\0/src/loop.c");
const struct t_name queue_value = NAME(12, CSF_NAME_VALUE, "queue\0/src/loop.c");
const struct t_name ready_mark = NAME(3, CSF_NAME_MARK, "ready\x1b[31m\0");
