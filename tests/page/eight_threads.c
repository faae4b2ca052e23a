/* SPDX-License-Identifier: MIT */
/*
 * eight_threads ROUNDS: what the page is tested on. Eight threads make ROUNDS round trips each, of 17 calls:
 *
 *     round_trip                          1
 *       scope with a name that is markup  1
 *         fetch                           2
 *           checksum                      8
 *         sum_down(4)                     5
 *
 * and each has a call of worker around them; main has one. Every 64th round calls say_where, which leaves
 * a mark, a frame and a value. The third thread pauses for ten rounds, which are not recorded. The names of
 * scope, mark, thread and arguments try to end the element that they stand in.
 */
#define _GNU_SOURCE /* pthread_setname_np, usleep */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <callsight/callsight.h>

#define THREADS 8u

static unsigned rounds;

__attribute__((noinline)) static unsigned checksum(unsigned seed)
{
	for (unsigned i = 0; i < 4 + seed % 16; i++)
		seed = seed * 1664525u + 1013904223u;
	return seed;
}

__attribute__((noinline)) static unsigned fetch(unsigned seed)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < 4; i++)
		sum += checksum(seed + i);
	return sum;
}

__attribute__((noinline)) static unsigned sum_down(unsigned n)
{
	unsigned below = n ? sum_down(n - 1) : 0;

	return below + n;
}

__attribute__((noinline)) static unsigned round_trip(unsigned number)
{
	unsigned sum;

	CALLSIGHT_SCOPE("</script><!--<script>\"'&\\\xe2\x80\xa8\xff");
	sum = fetch(number) + fetch(number + 1);
	sum += sum_down(4);
	return sum;
}

static void say_where(unsigned number)
{
	callsight_mark("</script><b>mark");
	callsight_frame("frame");
	callsight_value("round", number);
}

__attribute__((noinline)) static void *worker(void *argument)
{
	static const char *const names[THREADS] = {
		"parser",  "</script><b>\"'", "paused", "deep",
		"io-read", "io-write",        "writer", "last"
	};
	unsigned thread = *(const unsigned *)argument;
	unsigned *result = calloc(1, sizeof(*result));

	pthread_setname_np(pthread_self(), names[thread]);
	for (unsigned i = 0; result && i < rounds; i++) {
		*result += round_trip(i);
		if (i % 64 == 0)
			say_where(i);
		if (i % 1000 == 999)
			usleep(1000 + 200 * thread);
		if (thread == 2 && i == rounds / 2) {
			callsight_pause();
			for (unsigned unseen = 0; unseen < 10; unseen++)
				*result += round_trip(unseen);
			usleep(2000);
			callsight_resume();
		}
	}
	return result;
}

int main(int argc, char **argv)
{
	static unsigned numbers[THREADS];
	pthread_t threads[THREADS];
	void *result;

	if (argc < 2)
		return 2;
	rounds = (unsigned)atoi(argv[1]);
	for (unsigned i = 0; i < THREADS; i++) {
		numbers[i] = i;
		if (pthread_create(&threads[i], NULL, worker, &numbers[i]) != 0)
			return 1;
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &result);
		free(result);
	}
	return 0;
}
