/* SPDX-License-Identifier: MIT */
/* A system header, as far as the selection is concerned. */
static inline int system_inlined(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 7;
}
