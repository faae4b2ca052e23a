/* SPDX-License-Identifier: MIT */
/*
 * More threads than there are slots begin while the process may have no more memory: they are counted, and those that
 * begin when it may are recorded.
 *
 * @calls main 1
 * @calls without 0
 * @calls with 10
 * @lost 0
 * @unmatched 0
 * @open 0
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#define BARE __attribute__((no_instrument_function))

__attribute__((noinline)) static void without(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void with(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void *run(void *function)
{
	if (function)
		((void (*)(void))function)();
	return NULL;
}

/* All on the stack that libc keeps of the first. */
BARE static void threads(int count, void (*function)(void))
{
	for (int i = 0; i < count; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, run, (void *)function) ||
		    pthread_join(thread, NULL))
			exit(9);
	}
}

int main(void)
{
	struct rlimit all, none;

	threads(1, NULL);
	getrlimit(RLIMIT_AS, &all);
	none = all;
	none.rlim_cur = 4096;
	if (setrlimit(RLIMIT_AS, &none))
		return 8;
	threads(4200, without);
	setrlimit(RLIMIT_AS, &all);
	threads(10, with);
	return 0;
}
