/* SPDX-License-Identifier: MIT */
/*
 * An exception that nobody catches, and one that meets noexcept: the process ends by abort, with the
 * frames of the thrower open where the unwinder did not run their cleanups.
 *
 * @calls main 1
 * @calls middle 1
 * @calls thrower 1
 * @calls work 11
 * @status 134
 * @path main;work
 * @run uncaught -- uncaught
 * @unwound 0
 * @open 3
 * @path main;middle;thrower;work
 * @run noexcept -- noexcept
 * @calls fence 1
 * @unwound 0
 * @[gcc]open 2
 * @[clang]open 4
 * @path main;fence;middle;thrower;work
 * @run thread -- thread
 * @nopath main;middle
 * @path body;middle;thrower;work
 * @threads 2
 * @unwound 0
 * @open 4
 */
#include <cstdio>
#include <cstring>
#include <pthread.h>

#define PLAIN extern "C" __attribute__((noinline))

PLAIN void work()
{
	__asm__ volatile("" ::: "memory");
}

PLAIN void thrower()
{
	work();
	throw 1;
}

PLAIN void middle()
{
	thrower();
	__asm__ volatile("" ::: "memory");
}

PLAIN void fence() noexcept
{
	middle();
	__asm__ volatile("" ::: "memory");
}

extern "C" void *body(void *argument)
{
	middle();
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	for (int i = 0; i < 10; i++)
		work();
	std::puts("worked");
	std::fflush(stdout);
	if (argc > 1 && std::strcmp(argv[1], "noexcept") == 0)
		fence();
	if (argc > 1 && std::strcmp(argv[1], "thread") == 0) {
		pthread_create(&thread, nullptr, body, nullptr);
		pthread_join(thread, nullptr);
	}
	middle();
	return 0;
}
