/* SPDX-License-Identifier: MIT */
/*
 * A program that defines and instruments memcpy, malloc, strlen, write, getenv and clock_gettime
 * itself: no hook calls them.
 *
 * @calls main 1
 * @calls memcpy 3
 * @calls clock_gettime 2
 * @calls getenv 1
 * @calls write 1
 * @open 0
 * @unwound 0
 * @flags -fno-builtin
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
	char *t = to;
	const char *f = from;

	for (size_t i = 0; i < bytes; i++) {
		t[i] = f[i];
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	return (int)syscall(SYS_clock_gettime, clock, now);
}

char *getenv(const char *name)
{
	(void)name;
	return environ[0];
}

ssize_t write(int fd, const void *bytes, size_t count)
{
	return syscall(SYS_write, fd, bytes, count);
}

int main(void)
{
	struct timespec now;
	char bytes[8];

	for (int i = 0; i < 3; i++)
		memcpy(bytes, "copied\n", 8);
	clock_gettime(CLOCK_MONOTONIC, &now);
	clock_gettime(CLOCK_MONOTONIC, &now);
	getenv("HOME");
	write(1, bytes, 7);
	return 0;
}
