// SPDX-License-Identifier: MIT
// Serves requests in a thread: the program of the pages in docs/. Words that it does not know are
// ignored: app [--requests N] [--reload MS] [--fork] [--crash].
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long requests = 1000, reload_ms = 12, crash_at = -1;
static volatile unsigned answer;

static unsigned hash_step(unsigned hash, unsigned byte)
{
	return (hash ^ byte) * 16777619u;
}

static unsigned look_up(unsigned key)
{
	unsigned hash = 2166136261u;

	for (unsigned i = 0; i < 20; i++)
		hash = hash_step(hash, key + i);
	return hash;
}

static void reload(void)
{
	struct timespec pause = { .tv_nsec = reload_ms * 1000000 };

	nanosleep(&pause, NULL);
}

static void handle_request(long number)
{
	if (number == crash_at)
		abort();
	if (number % 500 == 499)
		reload();
	for (unsigned i = 0; i < 7; i++)
		answer += look_up((unsigned)number + i);
}

static void *serve(void *unused)
{
	pthread_setname_np(pthread_self(), "server");
	for (long number = 0; number < requests; number++)
		handle_request(number);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	pid_t child = -1;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--requests") && i + 1 < argc)
			requests = atol(argv[++i]);
		else if (!strcmp(argv[i], "--reload") && i + 1 < argc)
			reload_ms = atol(argv[++i]);
		else if (!strcmp(argv[i], "--crash"))
			crash_at = requests / 2;
		else if (!strcmp(argv[i], "--fork"))
			child = fork();
	}
	if (pthread_create(&thread, NULL, serve, NULL) != 0 || pthread_join(thread, NULL) != 0)
		return 1;
	if (child > 0)
		waitpid(child, NULL, 0);
	return 0;
}
