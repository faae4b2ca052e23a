/* SPDX-License-Identifier: MIT */
/*
 * A program that becomes a daemon as textbooks say: fork, a session of its own, fork again, every
 * descriptor closed by close_range, new ones opened. Each process has its capture, nothing of it is in
 * the daemon's files, also where these take the numbers that the capture's files had.
 *
 * @calls main 1
 * @calls before 2
 * @calls step 20000
 * @calls work_of_daemon 1
 * @processes 3
 * @lost 0
 * @path main;work_of_daemon;step
 * @nopath main;before;step
 * @run close_range -- close_range
 * @run each -- each
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline))
#define BARE  __attribute__((no_instrument_function, noinline))

#define FILES 400

PLAIN static void before(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static void close_all(const char *how)
{
	if (strcmp(how, "close_range") == 0 && close_range(0, ~0u, 0) == 0)
		return;
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
}

/* The status is the sum of what is wrong. */
PLAIN static int work_of_daemon(const char *how)
{
	struct stat status;
	int wrong = 0;
	int fds[FILES];

	for (int i = 0; i < 10000; i++)
		step();
	close_all(how);
	for (int i = 0; i < FILES; i++) {
		fds[i] = open("daemon.txt", O_CREAT | O_RDWR | O_APPEND, 0600);
		wrong |= fds[i] != i;
	}
	for (int i = 0; i < 10000; i++)
		step();
	for (int i = 0; i < FILES; i++)
		wrong |= write(fds[i], "own\n", 4) != 4;
	wrong |= fstat(fds[0], &status) != 0 || status.st_size != 4 * FILES;
	unlink("daemon.txt");
	return wrong;
}

BARE static int ended_well(pid_t child)
{
	int status = 1;

	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
	pid_t child;

	before();
	child = fork();
	if (child == 0) {
		setsid();
		before();
		child = fork();
		if (child == 0)
			_exit(work_of_daemon(argc > 1 ? argv[1] : "each"));
		_exit(ended_well(child) ? 0 : 1);
	}
	puts(ended_well(child) ? "done" : "failed");
	return 0;
}
