/* SPDX-License-Identifier: MIT */
/*
 * Assembly that calls C with a stack that is not aligned by 16: harmless for code without vector
 * registers, so the hooks must bear it too, over a block's end as well.
 *
 * @calls many 1
 * @calls step 20000
 */
#include <stdio.h>

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline, used)) void many(void)
{
	for (int i = 0; i < 20000; i++)
		step();
}

__attribute__((no_instrument_function)) int main(void)
{
#if defined(__x86_64__)
	/* 128 bytes of red zone, and 8 that break the alignment wherever it was. */
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
			 "subq $128, %%rsp\n\t"
			 "andq $-16, %%rsp\n\t"
			 "subq $8, %%rsp\n\t"
			 "call many\n\t"
			 "movq %%rbx, %%rsp"
			 :
			 :
			 : "memory", "cc", "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
			   "r10", "r11");
#else
	many();
#endif
	puts("done");
	return 0;
}
