/* SPDX-License-Identifier: MIT */
/*
 * A program whose functions take what they are told to: their work is a loop of so many steps. Compiled several
 * times; what is defined says in what it differs from the first one.
 *
 *   SLOWER  percent that sort_items() takes longer
 *   ONCE    one more call of read_item() in the whole run
 *   TWICE   check_item() is called twice as often
 */
#include <stdio.h>

#ifndef SLOWER
#define SLOWER 0
#endif

#define ITEMS    400
#define NOINLINE __attribute__((noinline))

/* About one cycle a step, at any level of optimization. */
static inline __attribute__((no_instrument_function, always_inline)) void work(unsigned steps)
{
	do
		__asm__ volatile("" : "+r"(steps));
	while (--steps);
}

static NOINLINE unsigned read_item(unsigned number)
{
	work(3000);
	return number * 7919 % ITEMS;
}

static NOINLINE unsigned check_item(unsigned item)
{
	work(4000);
	return item & 1;
}

static NOINLINE void sort_items(void)
{
	work(200000 + 2000 * SLOWER);
}

static NOINLINE void write_items(void)
{
	work(200000);
}

int main(void)
{
	unsigned odd = 0;

#ifdef ONCE
	odd += read_item(0) & 1;
#endif
	for (unsigned i = 0; i < ITEMS; i++) {
		unsigned item = read_item(i);

		odd += check_item(item);
#ifdef TWICE
		odd += check_item(item + 1);
#endif
		if (i % 10 == 0)
			sort_items();
		if (i % 20 == 0)
			write_items();
	}
	return printf("%u\n", odd) < 0;
}
