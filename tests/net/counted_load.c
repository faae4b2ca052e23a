/* SPDX-License-Identifier: MIT */
/*
 * counted_load MADE THREADS CALLS RATE [forks N | exec N]: the traced program of the network tests. So
 * many threads call step() CALLS times each, RATE times a second (0: as fast as it goes), and write into
 * the file MADE how many hooks that were (made_hooks.h). With 0 CALLS they make as many as this file allows, now or
 * later, and stay until it says that it is over, or SIGTERM comes. The latter words: N children are made at the
 * same time, by fork or as programs of their own, each of which does the same with one thread. After SIGTERM
 * all threads end after the call that they make. Each marks its loop, for a list of system calls, by
 * getpgrp() before and after it.
 */
#define _GNU_SOURCE /* gettid */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "made_hooks.h"

#define BARE __attribute__((no_instrument_function))

static struct t_made *made;
static unsigned long calls;
static unsigned long rate;
static const char *const *arguments;
static char *const *words;
static volatile sig_atomic_t is_over;

__attribute__((noinline)) static void inner(void)
{
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void step(void)
{
	inner();
	__asm__ volatile("" ::: "memory");
}

BARE static void end_soon(int signal_number)
{
	(void)signal_number;
	is_over = 1;
}

BARE static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

BARE static int is_to_end(void)
{
	return is_over || __atomic_load_n(&made->over, __ATOMIC_RELAXED);
}

BARE static int is_allowed(uint64_t done)
{
	return done < (calls ? calls : __atomic_load_n(&made->allowed, __ATOMIC_RELAXED));
}

/* Sleeps until so many calls are due. */
BARE static void keep_pace(uint64_t since_ns, unsigned long done)
{
	const uint64_t due = since_ns + (uint64_t)done * 1000000000u / rate;
	const uint64_t now = now_ns();
	struct timespec pause;

	if (due <= now)
		return;
	pause = (struct timespec){ .tv_sec = (time_t)((due - now) / 1000000000u),
				   .tv_nsec = (long)((due - now) % 1000000000u) };
	nanosleep(&pause, NULL);
}

BARE static struct t_made_slot *take_slot(void)
{
	const uint32_t number = __atomic_fetch_add(&made->used, 1, __ATOMIC_RELAXED);

	if (number >= T_MADE_SLOTS)
		abort();
	made->slots[number].pid = (uint32_t)getpid();
	made->slots[number].tid = (uint32_t)syscall(SYS_gettid);
	return &made->slots[number];
}

/* From  calls on, as long as they are allowed. Return: how many there are then. */
BARE static uint64_t make_calls(struct t_made_slot *slot, uint64_t done)
{
	const uint64_t since = now_ns();
	const uint64_t before = done;

	while (is_allowed(done) && !is_to_end()) {
		step();
		slot->hooks += T_MADE_STEP;
		done++;
		if (rate && done % 256 == 0)
			keep_pace(since, done - before);
	}
	return done;
}

BARE static void *work(void *unused)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	struct t_made_slot *slot = take_slot();
	uint64_t done;

	step(); /* the first hook of a thread starts it: before the mark */
	slot->hooks += T_MADE_STEP;
	syscall(SYS_getpgrp);
	done = make_calls(slot, 0);
	while (!calls && !is_to_end()) {
		nanosleep(&pause, NULL);
		done = make_calls(slot, done);
	}
	syscall(SYS_getpgrp);
	return unused;
}

BARE static void in_threads(unsigned count)
{
	pthread_t threads[64];

	for (unsigned i = 0; i + 1 < count && i < 64; i++) {
		if (pthread_create(&threads[i], NULL, work, NULL) != 0)
			abort();
	}
	work(NULL);
	for (unsigned i = 0; i + 1 < count && i < 64; i++)
		pthread_join(threads[i], NULL);
}

/* While the other threads are at work. */
BARE static void *make_children(void *count)
{
	const unsigned long children = strtoul(count, NULL, 10);
	const struct timespec pause = { .tv_nsec = 50000000 };

	for (unsigned long i = 0; i < children; i++) {
		pid_t child;

		nanosleep(&pause, NULL);
		child = fork();

		if (child == 0 && strcmp(arguments[4], "exec") == 0) {
			execl("/proc/self/exe", words[0], arguments[0], "1", arguments[2],
			      arguments[3], (char *)NULL);
			_exit(127);
		}
		if (child == 0) {
			work(NULL);
			exit(0);
		}
		if (child < 0)
			abort();
	}
	return NULL;
}

BARE static int wait_for_children(void)
{
	int status = 0;
	int one;

	while (wait(&one) > 0)
		status |= one;
	return status;
}

BARE int main(int argc, char **argv)
{
	pthread_t parent;
	int fd = argc > 4 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
	const int has_children = argc > 6;

	if (fd < 0)
		return 2;
	made = mmap(NULL, sizeof(*made), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (made == MAP_FAILED)
		return 3;
	signal(SIGTERM, end_soon);
	words = argv;
	arguments = (const char *const *)argv + 1;
	calls = strtoul(argv[3], NULL, 10);
	rate = strtoul(argv[4], NULL, 10);
	if (has_children && pthread_create(&parent, NULL, make_children, argv[6]) != 0)
		return 3;
	in_threads((unsigned)strtoul(argv[2], NULL, 10));
	if (has_children)
		pthread_join(parent, NULL);
	return wait_for_children() ? 4 : 0;
}
