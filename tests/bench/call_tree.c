/* SPDX-License-Identifier: MIT */
/*
 * A program with 300 functions, or with WIDE 5000, that call each other in a pseudo-random way, up to 40
 * deep: what the analyzer is measured on. call_tree EVENTS makes about that many events.
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
#ifdef WIDE
#define COUNT     5000
#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define ALL(X)    TEN(X, 1) TEN(X, 2) TEN(X, 3) TEN(X, 4) TEN(X, 5)
#else
#define COUNT  300
#define ALL(X) X(1) X(2) X(3)
#endif
static function_fn *const functions[COUNT];

/* Half of the functions are leaves; the others call two of a few functions of their own. */
BARE static inline void call_some(size_t number)
{
	uint64_t random = next_random();

	events_left -= 2;
	if (depth >= 40 || random % 2 || events_left <= 0)
		return;
	depth++;
	functions[(number * 7 + random / 2 % 4 * 131) % COUNT]();
	functions[(number * 13 + random / 8 % 4 * 37) % COUNT]();
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
ALL(F100)

#define N(n)   f##n,
#define N10(n) N(n##0) N(n##1) N(n##2) N(n##3) N(n##4) N(n##5) N(n##6) N(n##7) N(n##8) N(n##9)
#define N100(n)   \
	N10(n##0) \
	N10(n##1) N10(n##2) N10(n##3) N10(n##4) N10(n##5) N10(n##6) N10(n##7) N10(n##8) N10(n##9)
static function_fn *const functions[COUNT] = { ALL(N100) };

BARE int main(int argc, char **argv)
{
	events_left = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
	for (unsigned i = 0; events_left > 0; i++)
		functions[i % COUNT]();
	puts("done");
	return 0;
}
