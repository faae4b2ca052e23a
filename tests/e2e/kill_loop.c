/* SPDX-License-Identifier: MIT */
/*
 * kill_loop COUNTER SEED TRACE-DIR PROGRAM ARG...: runs the program with tracing on, kills it with
 * SIGKILL after a pseudo-random 5 to 40 ms, prints the first 8 bytes of the file COUNTER as a number.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_ns(uint64_t ns)
{
	struct timespec left = { .tv_sec = 0, .tv_nsec = (long)ns };

	nanosleep(&left, NULL);
}

int main(int argc, char **argv)
{
	volatile uint64_t *counter;
	uint64_t random;
	int status;
	pid_t child;
	int fd;

	if (argc < 5)
		return 2;
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || ftruncate(fd, 4096) != 0)
		return 1;
	counter = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (counter == MAP_FAILED)
		return 1;
	random = ((uint64_t)strtoull(argv[2], NULL, 10) + (uint32_t)getpid()) * 0x9E3779B97F4A7C15u;
	child = fork();
	if (child == 0) {
		setenv("TRACE_ENABLE", "1", 1);
		setenv("TRACE_DIR", argv[3], 1);
		setenv("TRACE_MAX_MB", "0", 1); /* the kill may come late */
		execv(argv[4], argv + 4);
		_exit(127);
	}
	/* Not before it records: the first call is counted only after its hooks have run. */
	for (int i = 0; i < 60000 && counter[0] == 0; i++)
		sleep_ns(1000000);
	sleep_ns(5000000 + (random >> 32) % 35000000);
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	printf("%llu\n", (unsigned long long)counter[0]);
	return WIFSIGNALED(status) && counter[0] ? 0 : 1;
}
