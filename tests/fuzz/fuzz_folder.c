/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, mkdtemp, nftw */
#include "fuzz_folder.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace_builder.h"

static char path[200];

static void stop(const char *what)
{
	perror(what);
	abort();
}

static int remove_one(const char *name, const struct stat *st, int type, struct FTW *where)
{
	(void)st;
	(void)type;
	return where->level ? remove(name) : 0;
}

void fuzz_folder_clear(const char *dir)
{
	(void)nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void remove_folder(void)
{
	fuzz_folder_clear(path);
	(void)rmdir(path);
}

const char *fuzz_folder(void)
{
	const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

	if (path[0])
		return path;
	snprintf(path, sizeof(path), "%s/callsight-fuzz-XXXXXX", base);
	if (!mkdtemp(path))
		stop(path);
	if (atexit(remove_folder) != 0)
		stop("atexit");
	return path;
}

const char *fuzz_capture(void)
{
	const struct t_trace_options options = { .name = "app-7-1000", .process_start = 1000 };
	static char dir[250];
	struct t_trace *trace;
	struct t_thread *thread;

	if (dir[0])
		return dir;
	snprintf(dir, sizeof(dir), "%s/app-7-1000", fuzz_folder());
	trace = t_trace_new(path, &options);
	thread = t_thread_new(trace, 7);
	t_name(thread, 1500, "main");
	t_enter(thread, 2000, 0x401000);
	t_enter_at(thread, 2010, 0x402000, 0x401010);
	t_exit(thread, 2020);
	t_marker(thread, 2030, CSF_MARKER_TOO_DEEP, 5);
	t_exit(thread, 3000);
	t_block(thread, T_BLOCK_WRITTEN);
	t_trace_end(trace, true);
	return dir;
}

void fuzz_folder_write(const char *dir, const char *name, const void *data, size_t size)
{
	char file[300];
	int fd;

	snprintf(file, sizeof(file), "%s/%s", dir, name);
	fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		stop(file);
	close(fd);
}
