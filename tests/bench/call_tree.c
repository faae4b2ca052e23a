/* SPDX-License-Identifier: MIT */
/*
 * A program with 300 functions that call each other in a pseudo-random way, up to 40 deep: what the
 * analyzer is measured on. call_tree EVENTS makes about that many events.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BARE __attribute__((no_instrument_function))

static uint64_t random_state = 88172645463325252u;
static long events_left;
static int depth;

BARE static inline uint64_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

typedef void function_fn(void);
static function_fn *const functions[300];

/* Half of the functions are leaves; the others call two of a few functions of their own. */
BARE static inline void call_some(size_t number)
{
	uint64_t random = next_random();

	events_left -= 2;
	if (depth >= 40 || random % 2 || events_left <= 0)
		return;
	depth++;
	functions[(number * 7 + random / 2 % 4 * 131) % 300]();
	functions[(number * 13 + random / 8 % 4 * 37) % 300]();
	depth--;
}

#define F(n)                                             \
	__attribute__((noinline)) static void f##n(void) \
	{                                                \
		call_some(n##u);                         \
		__asm__ volatile("" ::: "memory");       \
	}
#define F10(n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define F100(n)   \
	F10(n##0) \
	F10(n##1) F10(n##2) F10(n##3) F10(n##4) F10(n##5) F10(n##6) F10(n##7) F10(n##8) F10(n##9)
F100(1)
F100(2)
F100(3)

#define N(n)   f##n,
#define N10(n) N(n##0) N(n##1) N(n##2) N(n##3) N(n##4) N(n##5) N(n##6) N(n##7) N(n##8) N(n##9)
#define N100(n)   \
	N10(n##0) \
	N10(n##1) N10(n##2) N10(n##3) N10(n##4) N10(n##5) N10(n##6) N10(n##7) N10(n##8) N10(n##9)
static function_fn *const functions[300] = { N100(1) N100(2) N100(3) };

BARE int main(int argc, char **argv)
{
	events_left = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
	for (unsigned i = 0; events_left > 0; i++)
		functions[i % 300]();
	puts("done");
	return 0;
}
