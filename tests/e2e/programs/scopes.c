/* SPDX-License-Identifier: MIT */
/*
 * Scopes in C: nested, several on a line, in loops, left by every kind of jump, in functions with and
 * without hooks, in handlers, before main, while the program ends.
 *
 * @calls main 1
 * @calls early 1
 * @calls whole 4
 * @calls first 4
 * @calls second 4
 * @calls inner 4
 * @calls each 40
 * @calls even 20
 * @calls by_return 10
 * @calls by_break 5
 * @calls by_goto 3
 * @calls recursive 6
 * @calls jumped 8
 * @calls around_jump 2
 * @calls unhooked 12
 * @calls handled 5
 * @calls late 1
 * @unwound 16
 * @open 0
 * @threads 1
 * @stacks 31
 * @at early 1
 * @at late 1
 * @at main 1
 * @at main;again 2
 * @at main;again;recursive 2
 * @at main;again;recursive;again 2
 * @at main;again;recursive;again;recursive 2
 * @at main;again;recursive;again;recursive;again 2
 * @at main;again;recursive;again;recursive;again;recursive 2
 * @at main;jump 2
 * @at main;jump;around_jump 2
 * @at main;jump;around_jump;leap 4
 * @at main;jump;around_jump;leap;jumped 4
 * @at main;jump;around_jump;leap;jumped;leap 4
 * @at main;jump;around_jump;leap;jumped;leap;jumped 4
 * @at main;leave 18
 * @at main;leave;by_break 5
 * @at main;leave;by_goto 3
 * @at main;leave;by_return 10
 * @at main;many 4
 * @at main;many;whole 4
 * @at main;many;whole;first 4
 * @at main;many;whole;first;second 4
 * @at main;many;whole;first;second;inner 4
 * @at main;many;whole;first;second;inner;each 40
 * @at main;many;whole;first;second;inner;each;even 20
 * @at main;raised 1
 * @at main;raised;handler 5
 * @at main;raised;handler;handled 5
 * @at main;unhooked 12
 * @at main;unhooked;leaf 12
 */
#include <callsight/callsight.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

#define UNHOOKED __attribute__((noinline, no_instrument_function))
#define HOOKED   __attribute__((noinline))
/* On one line, as a macro of the program's may have them. */
#define BOTH(a, b)          \
	CALLSIGHT_SCOPE(a); \
	CALLSIGHT_SCOPE(b);

static jmp_buf back;
static volatile int sum;

__attribute__((constructor, no_instrument_function)) static void construct(void)
{
	CALLSIGHT_SCOPE("early");
	sum++;
}

__attribute__((destructor, no_instrument_function)) static void destruct(void)
{
	CALLSIGHT_SCOPE("late");
	sum++;
}

HOOKED static void many(void)
{
	CALLSIGHT_SCOPE("whole");
	BOTH("first", "second")
	{
		CALLSIGHT_SCOPE("inner");
		for (int i = 0; i < 10; i++) {
			CALLSIGHT_SCOPE("each");
			if (i % 2)
				continue;
			CALLSIGHT_SCOPE("even");
			sum += i;
		}
	}
}

HOOKED static int leave(int how)
{
	for (int i = 0; i < 3; i++) {
		if (how == 0) {
			CALLSIGHT_SCOPE("by_return");
			return sum;
		}
		if (how == 1) {
			CALLSIGHT_SCOPE("by_break");
			break;
		}
		CALLSIGHT_SCOPE("by_goto");
		if (how == 2)
			goto out;
	}
out:
	return sum + 1;
}

HOOKED static void again(int depth)
{
	CALLSIGHT_SCOPE("recursive");
	sum += depth;
	if (depth)
		again(depth - 1);
	sum++;
}

HOOKED static void leap(int times)
{
	CALLSIGHT_SCOPE("jumped");
	if (times)
		leap(times - 1);
	longjmp(back, 1);
}

/* Two functions and their scopes are left at a time. */
HOOKED static void jump(void)
{
	CALLSIGHT_SCOPE("around_jump");
	for (volatile int i = 0; i < 2; i = i + 1) {
		if (setjmp(back) == 0)
			leap(1);
	}
}

HOOKED static void leaf(void)
{
	sum++;
}

UNHOOKED static void unhooked(void)
{
	for (int i = 0; i < 3; i++) {
		CALLSIGHT_SCOPE("unhooked");
		leaf();
	}
}

HOOKED static void handler(int number)
{
	CALLSIGHT_SCOPE("handled");
	sum += number;
}

HOOKED static void raised(void)
{
	for (int i = 0; i < 5; i++)
		raise(SIGUSR1);
}

int main(void)
{
	int is_kept = 1;

	signal(SIGUSR1, handler);
	errno = 1234;
	for (int i = 0; i < 4; i++)
		many();
	for (int i = 0; i < 10; i++)
		leave(0);
	for (int i = 0; i < 5; i++)
		leave(1);
	for (int i = 0; i < 3; i++)
		leave(2);
	again(2);
	again(2);
	jump();
	jump();
	for (int i = 0; i < 4; i++)
		unhooked();
	raised();
	is_kept = is_kept && errno == 1234;
	printf("%d %d\n", sum, is_kept);
	return 0;
}
