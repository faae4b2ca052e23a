/* SPDX-License-Identifier: MIT */
/*
 * gcc inlines the head of a function and calls the rest (guarded.part.0): the enter hook runs in the
 * caller's frame, the exit hook in a frame below it.
 *
 * @calls main 1
 * @calls first 30
 * @calls second 30
 * @calls third 10
 * @calls guarded 90
 * @calls helper 160
 * @open 0
 * @unwound 0
 * @stacks 10
 * @at main;first;guarded 30
 * @at main;second;guarded 30
 * @at main;third;guarded 30
 * @path main;first;guarded;helper
 * @path main;second;guarded;helper
 * @path main;third;guarded;helper
 */
#include <stdio.h>

struct handle {
	int number;
	int flags;
	struct handle *next;
};

static volatile int sink;

__attribute__((noinline)) static int helper(const struct handle *p)
{
	sink = sink + p->flags;
	return p->flags;
}

/* Short way out, long rest, several callers: what gcc splits at -O2. */
static void guarded(struct handle *p)
{
	int flags;

	if (p->number == 0)
		return;
	helper(p);
	flags = p->next->flags & 2;
	if (!p->next->next) {
		sink = sink + 1;
	} else {
		int more = p->next->next->flags & 2;

		if (more && !flags)
			sink = sink + 2;
	}
	helper(p->next);
	p->number = 0;
	if (p->flags & 4) {
		p->flags &= ~4;
		if (p->flags & 8)
			p->next->number--;
	}
}

__attribute__((noinline)) static int first(struct handle *p)
{
	guarded(p);
	return 0;
}

__attribute__((noinline)) static int second(struct handle *p)
{
	p->number = p->flags;
	guarded(p);
	__asm__ volatile("" ::: "memory");
	return 1;
}

__attribute__((noinline)) static void third(struct handle *p)
{
	while (p) {
		p->number = p->flags;
		guarded(p);
		p = p->next == p ? NULL : p->next;
	}
}

int main(void)
{
	struct handle last = { 0, 1, &last };
	struct handle middle = { 0, 2, &last };
	struct handle head = { 0, 3, &middle };
	int sum = 0;

	for (int i = 0; i < 30; i++) {
		head.number = i % 3;
		sum += first(&head);
		sum += second(&middle);
		if (i % 3 == 0)
			third(&head);
	}
	printf("%d\n", sum + sink);
	return 0;
}
