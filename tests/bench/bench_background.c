/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* wait4, pipe2 */
#include "bench_background.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double bench_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void bench_sleep(double seconds)
{
	const struct timespec pause = { .tv_sec = (time_t)seconds,
					.tv_nsec =
						(long)((seconds - (double)(time_t)seconds) * 1e9) };

	nanosleep(&pause, NULL);
}

bool bench_wait_for(double seconds, bool (*is_true)(void *data), void *data)
{
	const double end = bench_now_ns() + seconds * 1e9;

	while (!is_true(data)) {
		if (bench_now_ns() > end)
			return false;
		bench_sleep(0.002);
	}
	return true;
}

static _Noreturn void become(const char *const *argv, const char *const *environment, int output,
			     const char *words)
{
	const int fd = open(words, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(output, STDOUT_FILENO);
	if (fd >= 0)
		dup2(fd, STDERR_FILENO);
	for (; environment && *environment; environment++)
		putenv((char *)(size_t)*environment);
	execv(argv[0], (char *const *)(size_t)argv);
	_exit(127);
}

struct bench_background bench_start(const char *const *argv, const char *const *environment,
				    const char *words)
{
	struct bench_background background = { .output = -1 };
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0) {
		perror("bench: pipe");
		exit(1);
	}
	background.pid = fork();
	if (background.pid == 0)
		become(argv, environment, ends[1], words);
	close(ends[1]);
	if (background.pid < 0) {
		perror("bench: fork");
		exit(1);
	}
	background.output = ends[0];
	return background;
}

/* Keeps the end of what is said. false: it says no more. */
static bool read_some(int fd, char *output, size_t output_bytes)
{
	char bytes[4096];
	const ssize_t count = read(fd, bytes, sizeof(bytes) - 1);
	size_t had = output ? strlen(output) : 0;

	if (count <= 0)
		return count < 0 && errno == EINTR;
	for (ssize_t i = 0; output && i < count; i++) {
		if (had + 1 == output_bytes)
			memmove(output, output + 1, had--);
		output[had++] = bytes[i];
		output[had] = '\0';
	}
	return true;
}

struct bench_usage bench_finish(struct bench_background *background, double seconds, char *output,
				size_t output_bytes)
{
	struct bench_usage usage = { .status = -1 };
	struct pollfd wait = { .fd = background->output, .events = POLLIN };
	const double end = bench_now_ns() + seconds * 1e9;
	struct rusage rusage;
	int status;
	double left;

	if (output)
		*output = '\0';
	while ((left = (end - bench_now_ns()) / 1e6) > 0 && poll(&wait, 1, (int)left + 1) > 0 &&
	       read_some(wait.fd, output, output_bytes)) {
	}
	if (left <= 0)
		kill(background->pid, SIGKILL);
	close(background->output);
	if (wait4(background->pid, &status, 0, &rusage) == background->pid) {
		usage.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		usage.peak_kb = rusage.ru_maxrss;
		usage.cpu_ns =
			((double)rusage.ru_utime.tv_sec + (double)rusage.ru_stime.tv_sec) * 1e9 +
			((double)rusage.ru_utime.tv_usec + (double)rusage.ru_stime.tv_usec) * 1e3;
	}
	background->pid = 0;
	background->output = -1;
	return usage;
}
