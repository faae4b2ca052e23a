/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_setaffinity, nftw, wait4 */
#include "bench_run.h"

#include <errno.h>
#include <fnmatch.h>
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The last processors: interrupts and everything else prefer the first. */
static void use_cpus(unsigned count)
{
	cpu_set_t all;
	cpu_set_t some;

	if (sched_getaffinity(0, sizeof(all), &all) != 0)
		return;
	CPU_ZERO(&some);
	for (size_t cpu = CPU_SETSIZE; cpu-- && count;) {
		if (CPU_ISSET(cpu, &all)) {
			CPU_SET(cpu, &some);
			count--;
		}
	}
	sched_setaffinity(0, sizeof(some), &some);
}

static void become(const char *const *argv, const char *const *environment, unsigned cpus,
		   int output, FILE *words)
{
	use_cpus(cpus);
	dup2(output, STDOUT_FILENO);
	if (words)
		dup2(fileno(words), STDERR_FILENO);
	for (; environment && *environment; environment++)
		putenv((char *)(size_t)*environment);
	execv(argv[0], (char *const *)(size_t)argv);
	_exit(127);
}

/* Keeps the first bytes, reads the rest away. */
static void drain(int fd, struct bench_result *result)
{
	char bytes[65536];
	size_t kept = 0;
	ssize_t count;

	while ((count = read(fd, bytes, sizeof(bytes))) > 0 || (count < 0 && errno == EINTR)) {
		size_t room = sizeof(result->output) - 1 - kept;
		size_t take = count < 0 ? 0 : (size_t)count < room ? (size_t)count : room;

		memcpy(result->output + kept, bytes, take);
		kept += take;
	}
	result->output[kept] = '\0';
}

/* What a program that failed said. */
static void show(FILE *words)
{
	char line[512];

	rewind(words);
	while (fgets(line, sizeof(line), words))
		fputs(line, stderr);
}

struct bench_result bench_run(const char *const *argv, const char *const *environment,
			      unsigned cpus)
{
	struct bench_result result = { .status = -1 };
	struct rusage usage;
	FILE *words = tmpfile();
	double before = now_ns();
	int status;
	int ends[2];
	pid_t child;

	if (pipe(ends) != 0) {
		if (words)
			fclose(words);
		return result;
	}
	child = fork();
	if (child == 0)
		become(argv, environment, cpus, ends[1], words);
	close(ends[1]);
	drain(ends[0], &result);
	close(ends[0]);
	if (child > 0 && wait4(child, &status, 0, &usage) == child) {
		result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		result.peak_kb = usage.ru_maxrss;
	}
	result.wall_ns = now_ns() - before;
	if (words && result.status != 0)
		show(words);
	if (words)
		fclose(words);
	return result;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

void bench_remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* nftw has no argument for its function. */
static const char *counted_pattern;
static long long counted_bytes;

static int add_bytes(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	if (type == FTW_F && fnmatch(counted_pattern, path + ftw->base, 0) == 0)
		counted_bytes += status->st_size;
	return 0;
}

long long bench_file_bytes(const char *folder, const char *pattern)
{
	counted_pattern = pattern;
	counted_bytes = 0;
	nftw(folder, add_bytes, 16, FTW_PHYS);
	return counted_bytes;
}

char *bench_text(const char *fmt, const char *a, const char *b)
{
	char *text;

	/* The callers' formats are literals with two %s. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	if (asprintf(&text, fmt, a, b) < 0)
		abort();
#pragma GCC diagnostic pop
	return text;
}
