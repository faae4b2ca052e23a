/* SPDX-License-Identifier: MIT */
/*
 * Functions that are selected and functions that are not, in each form that a hook call takes: in a
 * function of its own, inlined into the other kind, before a tail call, at both ends of a loop, in
 * several branches of a switch. selection.in says which is which; the counts are in link_case.sh.
 */
#include <stdio.h>

#include "system.h"

#define APART         __attribute__((noinline))
#define KEEP_VALUE(x) __asm__ volatile("" : "+r"(x))

typedef int (*step_fn)(int);

APART static int kept(int x)
{
	KEEP_VALUE(x);
	return x + 1;
}

APART static int quiet(int x)
{
	KEEP_VALUE(x);
	return x + 2;
}

static inline int kept_inlined(int x)
{
	KEEP_VALUE(x);
	return x + 3;
}

static inline int quiet_inlined(int x)
{
	KEEP_VALUE(x);
	return x + 4;
}

/* A selected function inlined into one that is not, and the other way round. */
APART static int quiet_around(int x)
{
	return kept_inlined(x) + quiet_inlined(x);
}

APART static int kept_around(int x)
{
	return quiet_inlined(x) + kept_inlined(x) + system_inlined(x);
}

/* No value: the exit hook is the last thing that they do. */
APART static void kept_void(int *x)
{
	*x += 5;
}

APART static void quiet_void(int *x)
{
	*x += 6;
}

APART static int kept_tail(int x)
{
	return quiet(x);
}

APART static int quiet_tail(int x)
{
	return kept(x);
}

APART static int quiet_switch(int x)
{
	switch (x) {
	case 0:
		return kept_inlined(x);
	case 1:
#ifdef MERGED
		return quiet_inlined(x);
#else
		return quiet(x) + quiet_inlined(x);
#endif
	case 2:
		return kept(x) + quiet(x);
	case 3:
		return kept_tail(x);
	case 4:
		return quiet_tail(x);
	default:
		return x;
	}
}

APART static int quiet_many_returns(int x)
{
	for (int i = 0; i < 10; i++) {
		if (i == x)
			return quiet(i);
		if (i + x == 15)
			return kept(i);
	}
	return 0;
}

APART static int quiet_recursion(int x)
{
	return x ? quiet_recursion(x - 1) + 1 : kept(0);
}

/* With a constant: compilers make a copy of it for that. */
APART static int quiet_constant(int x, int how)
{
	KEEP_VALUE(x);
	return how == 1 ? x + 1 : how == 2 ? x + 2 : x;
}

static const step_fn steps[] = { kept, quiet, kept_tail, quiet_tail };

int outside(int x);

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 1000; i++) {
		sum += quiet_around(i) + kept_around(i);
		kept_void(&sum);
		quiet_void(&sum);
		sum += quiet_switch(i % 6) + quiet_many_returns(i % 10) + steps[i % 4](i);
		sum += quiet_constant(i, 1) + quiet_constant(i, 1) + outside(i);
		sum &= 0xffff;
	}
	printf("%d\n", sum + quiet_recursion(20));
	return 0;
}
