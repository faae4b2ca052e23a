/* SPDX-License-Identifier: MIT */
/*
 * A program with hooked functions of its own in the place of libc's for thread-specific data, memory maps,
 * files, signals and ids, and whose memset and strcmp call a hooked helper: no hook runs into them, and
 * what they return is libc's.
 *
 * @calls main 1
 * @calls body 8
 * @calls step 80009
 * @calls strcmp 9
 * @calls pthread_getspecific 8
 * @calls pthread_setspecific 8
 * @stacks 9
 * @open 0
 * @unwound 0
 * @threads 9
 * @flags -fno-builtin
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline))

static pthread_key_t key;

PLAIN static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

void *pthread_getspecific(pthread_key_t wanted)
{
	void *(*libc_s)(pthread_key_t) =
		(void *(*)(pthread_key_t))dlsym(RTLD_NEXT, "pthread_getspecific");

	return libc_s(wanted);
}

int pthread_setspecific(pthread_key_t wanted, const void *value)
{
	int (*libc_s)(pthread_key_t, const void *) =
		(int (*)(pthread_key_t, const void *))dlsym(RTLD_NEXT, "pthread_setspecific");

	return libc_s(wanted, value);
}

int strcmp(const char *a, const char *b)
{
	step();
	for (; *a && *a == *b; a++, b++)
		__asm__ volatile("" ::: "memory");
	return (unsigned char)*a - (unsigned char)*b;
}

void *memset(void *at, int value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		((char *)at)[i] = (char)value;
		__asm__ volatile("" ::: "memory");
	}
	return at;
}

void *mmap(void *at, size_t bytes, int rights, int flags, int fd, off_t offset)
{
	return (void *)syscall(SYS_mmap, at, bytes, rights, flags, fd, offset);
}

int munmap(void *at, size_t bytes)
{
	return (int)syscall(SYS_munmap, at, bytes);
}

int mprotect(void *at, size_t bytes, int rights)
{
	return (int)syscall(SYS_mprotect, at, bytes, rights);
}

int close(int fd)
{
	return (int)syscall(SYS_close, fd);
}

int sigaltstack(const stack_t *stack, stack_t *old)
{
	return (int)syscall(SYS_sigaltstack, stack, old);
}

int sched_yield(void)
{
	return (int)syscall(SYS_sched_yield);
}

pid_t getpid(void)
{
	return (pid_t)syscall(SYS_getpid);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
	return syscall(SYS_pwrite64, fd, bytes, count, offset);
}

static void *body(void *argument)
{
	pthread_setspecific(key, argument);
	for (int i = 0; i < 10000; i++)
		step();
	return strcmp(pthread_getspecific(key), "x") == 0 ? argument : NULL;
}

int main(void)
{
	char text[] = "x";
	pthread_t threads[8];
	int right = 0;

	pthread_key_create(&key, NULL);
	for (int i = 0; i < 8; i++)
		pthread_create(&threads[i], NULL, body, text);
	for (int i = 0; i < 8; i++) {
		void *result = NULL;

		pthread_join(threads[i], &result);
		right += result == text;
	}
	printf("%d %d\n", right, strcmp("a", "a"));
	return 0;
}
