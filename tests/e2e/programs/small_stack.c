/* SPDX-License-Identifier: MIT */
/*
 * The first hook of a process runs on the smallest stack that a thread may have: what a capture's
 * start needs is not on it.
 *
 * @calls body 1
 */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

__attribute__((noinline)) static void *body(void *argument)
{
	__asm__ volatile("" ::: "memory");
	return argument;
}

__attribute__((no_instrument_function)) int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN);
	if (pthread_create(&thread, &attributes, body, NULL) != 0)
		return 1;
	pthread_join(thread, NULL);
	puts("joined");
	return 0;
}
