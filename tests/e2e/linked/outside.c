/* SPDX-License-Identifier: MIT */
/* Functions with external linkage in a file of their own: a part of the program, a library or a plug-in. */
int outside_quiet(int x);

__attribute__((noinline)) int outside_quiet(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

int outside(int x)
{
	return outside_quiet(x) * 2;
}
