/* SPDX-License-Identifier: MIT */
/*
 * longjmp out of calls that the compiler may inline, thousands of times: every call and every frame that
 * was left is counted at each level, and the depth never grows.
 *
 * @calls main 1
 * @calls round_of 3000
 * @calls deep 12000
 * @calls outer 6000
 * @calls inner 6000
 * @calls leaf 4000
 * @calls after 6000
 * @unwound 20000
 * @open 0
 * @threads 1
 * @[O0]at main;round_of;deep;deep;deep;deep 3000
 * @[O0]at main;round_of;outer;inner;leaf 4000
 * @[O0]at main;round_of;after 6000
 * @[O0]stacks 10
 * @[gcc][O1]at main;round_of;deep;deep;deep;deep 3000
 * @[gcc][O1]at main;round_of;outer;inner;leaf 4000
 * @[gcc][O1]at main;round_of;after 6000
 * @[gcc][O1]stacks 10
 * @depth 10
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf target;
static volatile int n;

static void deep(int depth)
{
	if (depth == 0)
		longjmp(target, 1);
	deep(depth - 1);
	n++;
}

static void leaf(int x)
{
	n += x;
}

static void inner(int x)
{
	if (x % 3 == 0)
		longjmp(target, 2);
	leaf(x);
	if (x % 3 == 1)
		longjmp(target, 3);
}

static void outer(int x)
{
	inner(x);
	n++;
}

static void after(void)
{
	n++;
}

static void round_of(volatile int i)
{
	if (!setjmp(target))
		deep(3);
	after();
	if (!setjmp(target))
		outer(i);
	if (!setjmp(target))
		outer(i + 1);
	after();
}

int main(void)
{
	for (volatile int i = 0; i < 3000; i++)
		round_of(i);
	printf("%d\n", n);
	return 0;
}
