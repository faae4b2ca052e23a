/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* fdopendir(), O_NOFOLLOW */
#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "folder_file.h"

#define LINE_BYTES 1200

/* Chosen: who is refused comes again and again, and counting a large folder takes a while. */
#define COUNT_AGAIN_NS UINT64_C(5000000000)

void css_store_say(const struct css_store *store, const char *fmt, ...)
{
	char line[LINE_BYTES];
	va_list arguments;

	va_start(arguments, fmt);
	vsnprintf(line, sizeof(line), fmt, arguments);
	va_end(arguments);
	if (store->say)
		store->say(store->say_data, line);
}

static int open_dir(const char *dir, struct csa_err *err)
{
	int fd = -1;

	if (mkdir(dir, 0700) == 0 || errno == EEXIST)
		fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || faccessat(fd, ".", W_OK | X_OK, 0) != 0) {
		csa_fail(err, CSA_E_SYSTEM, "%s: %s", dir, strerror(errno));
		css_close(fd);
		return CSA_E_SYSTEM;
	}
	return fd;
}

int css_store_open(struct css_store *store, const char *dir, struct csa_err *err)
{
	*store = (struct css_store){ .dir = dir, .dir_fd = open_dir(dir, err) };
	if (store->dir_fd < 0)
		return CSA_E_SYSTEM;
	css_budget_init(&store->budget, store->dir_fd);
	return css_inflater_init(&store->inflater, err);
}

void css_store_close(struct css_store *store)
{
	css_buffers_release(&store->buffers);
	css_inflater_release(&store->inflater);
	store->dir_fd = css_close(store->dir_fd);
}

/* Of the files below @fd, which is taken; folders up to @depth. */
static uint64_t count_bytes(int fd, unsigned depth)
{
	DIR *dir = fdopendir(fd);
	uint64_t bytes = 0;
	struct dirent *entry;

	if (!dir) {
		css_close(fd);
		return 0;
	}
	while ((entry = readdir(dir))) {
		struct stat st;
		int below = -1;

		if (entry->d_name[0] == '.' ||
		    fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		if (S_ISREG(st.st_mode))
			bytes += (uint64_t)st.st_size;
		else if (S_ISDIR(st.st_mode) && depth)
			below = css_dir_open(fd, entry->d_name);
		if (below >= 0)
			bytes += count_bytes(below, depth - 1);
	}
	closedir(dir);
	return bytes;
}

void css_store_count(struct css_store *store)
{
	int fd = css_dir_open(store->dir_fd, ".");

	if (fd >= 0)
		store->budget.used_bytes = count_bytes(fd, 2);
}

static bool is_in_place(const struct css_store *store)
{
	struct stat there;
	struct stat ours;

	return stat(store->dir, &there) == 0 && fstat(store->dir_fd, &ours) == 0 &&
	       there.st_dev == ours.st_dev && there.st_ino == ours.st_ino;
}

int css_store_begin(struct css_store *store, struct csa_err *err)
{
	struct css_disk_budget *budget = &store->budget;
	struct timespec now;
	uint64_t now_ns;
	int fd;

	if (!is_in_place(store)) {
		fd = open_dir(store->dir, err);
		if (fd < 0)
			return fd;
		css_close(store->dir_fd);
		store->dir_fd = budget->dir_fd = fd;
		budget->is_total_reached = budget->total_bytes;
		store->counted_ns = 0;
		css_store_say(store, "%s was removed or moved: captures go into a new one",
			      store->dir);
	}
	clock_gettime(CLOCK_MONOTONIC, &now);
	now_ns = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
	if (!budget->is_total_reached ||
	    (store->counted_ns && now_ns - store->counted_ns < COUNT_AGAIN_NS))
		return 0;
	store->counted_ns = now_ns;
	budget->is_total_reached = false;
	css_store_count(store);
	return 0;
}
