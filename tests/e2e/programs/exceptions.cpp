/* SPDX-License-Identifier: MIT */
/*
 * C++ exceptions through two frames: gcc calls the exit hook while unwinding, clang does not.
 *
 * @calls main 1
 * @calls middle 2
 * @calls thrower 2
 * @calls after 2
 * @[gcc]unwound 0
 * @[clang]unwound 4
 * @open 0
 * @stacks 4
 * @at main;middle 2
 * @at main;middle;thrower 2
 * @at main;after 2
 */
#include <cstdio>
#include <stdexcept>

extern "C" __attribute__((noinline)) void thrower(int n)
{
	if (n)
		throw std::runtime_error("x");
}

extern "C" __attribute__((noinline)) void middle(int n)
{
	thrower(n);
	__asm__ volatile("" ::: "memory");
}

extern "C" __attribute__((noinline)) void after(void)
{
	__asm__ volatile("" ::: "memory");
}

int main()
{
	for (int i = 0; i < 2; i++) {
		try {
			middle(1);
		} catch (std::exception &) {
		}
		after();
	}
	puts("done");
	return 0;
}
