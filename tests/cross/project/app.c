/* SPDX-License-Identifier: MIT */
/*
 * What programs do, on a machine that is not this one: threads, recursion, a signal handler, longjmp, fork, a shared
 * library, a file beyond 4 GiB.
 *
 * @processes 2
 * @calls main 1
 * @calls worker 3
 * @calls step 6000
 * @calls fib 1973
 * @calls jumps 1
 * @calls outer 4
 * @calls jumper 4
 * @calls after 4
 * @calls signals 1
 * @calls handler 5
 * @calls in_handler 10
 * @calls part_work 50
 * @calls part_inner 150
 * @calls far_away 1
 * @calls forks 1
 * @calls in_child 7
 * @unwound 8
 * @unmatched 0
 * @lost 0
 * @at main;jumps;outer;jumper 4
 * @at main;jumps;after 4
 * @at main;signals;handler;in_handler 10
 * @at main;part_work;part_inner 150
 * @at main;far_away 1
 * @at worker;step 6000
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "part.h"

#define NOINLINE __attribute__((noinline))
#define FAR      ((off_t)5 << 30)

static jmp_buf place;
static volatile int sum;

NOINLINE static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

NOINLINE static void *worker(void *unused)
{
	for (int i = 0; i < 2000; i++)
		step();
	return unused;
}

NOINLINE static int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

NOINLINE static void jumper(void)
{
	longjmp(place, 1);
}

NOINLINE static void outer(int n)
{
	volatile char room[300];

	room[n] = 0;
	jumper();
	sum += room[n];
}

NOINLINE static void after(void)
{
	__asm__ volatile("" ::: "memory");
}

NOINLINE static void jumps(void)
{
	for (volatile int i = 0; i < 4; i++) {
		if (setjmp(place) == 0)
			outer(i);
		else
			after();
	}
}

NOINLINE static void in_handler(void)
{
	__asm__ volatile("" ::: "memory");
}

NOINLINE static void handler(int number)
{
	sum += number;
	in_handler();
	in_handler();
}

NOINLINE static void signals(void)
{
	signal(SIGUSR1, handler);
	for (int i = 0; i < 5; i++)
		raise(SIGUSR1);
}

NOINLINE static int far_away(void)
{
	char byte = 0;
	int fd = open("far", O_RDWR | O_CREAT | O_TRUNC, 0600);
	int is_there = fd >= 0 && pwrite(fd, "x", 1, FAR) == 1 && pread(fd, &byte, 1, FAR) == 1 &&
		       lseek(fd, 0, SEEK_END) == FAR + 1 && byte == 'x';

	close(fd);
	unlink("far");
	return is_there;
}

NOINLINE static void in_child(void)
{
	__asm__ volatile("" ::: "memory");
}

NOINLINE static int forks(void)
{
	int status = 1;
	pid_t pid = fork();

	if (pid == 0) {
		for (int i = 0; i < 7; i++)
			in_child();
		exit(0);
	}
	waitpid(pid, &status, 0);
	return status;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", fib(15));
	jumps();
	signals();
	for (int i = 0; i < 50; i++)
		sum += part_work(i);
	printf("%d %d\n", sum, far_away());
	fflush(stdout);
	return forks();
}
