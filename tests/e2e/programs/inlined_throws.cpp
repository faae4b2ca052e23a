/* SPDX-License-Identifier: MIT */
/*
 * Inlined calls that are left by an exception: they share their caller's frame.
 *
 * @calls main 1
 * @calls loop 1
 * @[gcc]calls in1 3
 * @[gcc]calls in2 2
 * @[clang]calls in1(int) 3
 * @[clang]calls in2(int) 2
 * @open 0
 * @[gcc]unwound 0
 * @[clang]unwound 1
 * @[O0]stacks 4
 * @[O1]stacks 4
 * @[gcc]stacks 4
 * @[gcc]at main;loop;in1 3
 * @[gcc]at main;loop;in2 2
 * @[clang][O0]at main;loop;in1(int) 3
 * @[clang][O0]at main;loop;in2(int) 2
 * @[clang][O1]at main;loop;in1(int) 3
 * @[clang][O1]at main;loop;in2(int) 2
 * @depth 4
 */
#include <cstdio>

struct error {
};
static volatile int z;

extern "C" {
static inline void in1(int x)
{
	if (x)
		throw error();
	z = z + 1;
}

static inline void in2(int x)
{
	z = z + x;
}

__attribute__((noinline)) void loop(void)
{
	for (int i = 0; i < 3; i++) {
		try {
			in1(i & 1);
			in2(i);
		} catch (error &) {
			z = z - 1;
		}
	}
}
}

int main()
{
	loop();
	printf("%d\n", z);
	return 0;
}
