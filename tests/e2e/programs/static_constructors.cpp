/* SPDX-License-Identifier: MIT */
/*
 * Hooks before main and after it: static constructors and destructors are recorded.
 *
 * @calls main 1
 * @calls made 2
 * @calls gone 2
 * @open 0
 */
#include <cstdio>

extern "C" {
__attribute__((noinline)) void made(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void gone(void)
{
	__asm__ volatile("" ::: "memory");
}
}

struct thing {
	thing()
	{
		made();
	}
	~thing()
	{
		gone();
	}
};

static thing global;

int main()
{
	static thing local;

	puts("main");
	return 0;
}
