/* SPDX-License-Identifier: MIT */
/*
 * A program with an allocator of its own whose functions have hooks and call each other, and own string
 * functions, keys and thread ids: no hook calls any of them, in threads neither.
 *
 * @calls main 1
 * @calls my_bytes 21
 * @calls body 20
 * @open 0
 * @unwound 0
 * @threads 21
 * @flags -fno-builtin
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static char arena[8u << 20];
static size_t used;
static unsigned own_calls;
static pthread_barrier_t
	all_are_there; /* libc uses stacks of threads that are gone without allocating */

void *malloc(size_t bytes)
{
	size_t at = __atomic_fetch_add(&used, (bytes + 31) & ~(size_t)15, __ATOMIC_RELAXED);

	__atomic_fetch_add(&own_calls, 1, __ATOMIC_RELAXED);
	if (at + bytes + 16 > sizeof(arena))
		return NULL;
	memcpy(arena + at, &bytes, sizeof(bytes));
	return arena + at + 16;
}

void free(void *at)
{
	__atomic_fetch_add(&own_calls, at != NULL, __ATOMIC_RELAXED);
}

void *calloc(size_t count, size_t bytes)
{
	return malloc(count * bytes); /* the arena is zero and nothing is used twice */
}

void *realloc(void *old, size_t bytes)
{
	char *at = malloc(bytes);
	size_t old_bytes = 0;

	if (old)
		memcpy(&old_bytes, (char *)old - 16, sizeof(old_bytes));
	if (at && old)
		memcpy(at, old, old_bytes < bytes ? old_bytes : bytes);
	return at;
}

size_t strlen(const char *text)
{
	size_t length = 0;

	for (; text[length]; length++)
		__asm__ volatile("" ::: "memory");
	return length;
}

int strcmp(const char *a, const char *b)
{
	for (; *a && *a == *b; a++, b++)
		__asm__ volatile("" ::: "memory");
	return (unsigned char)*a - (unsigned char)*b;
}

pid_t gettid(void)
{
	return (pid_t)syscall(SYS_gettid);
}

int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)
{
	return (int)syscall(SYS_prctl, option, a, b, c, d);
}

__attribute__((noinline)) static char *my_bytes(size_t bytes)
{
	char *at = malloc(bytes);

	if (at)
		at[0] = 'x';
	return at;
}

static void *body(void *argument)
{
	pthread_barrier_wait(&all_are_there);
	free(my_bytes(100));
	return argument;
}

int main(void)
{
	pthread_t threads[20];

	pthread_barrier_init(&all_are_there, NULL, 20);
	for (int i = 0; i < 20; i++)
		pthread_create(&threads[i], NULL, body, NULL);
	for (int i = 0; i < 20; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", my_bytes(10)[0], strcmp("a", "a"));
	printf("%u\n", own_calls); /* as many as without tracing */
	return own_calls == 0;
}
