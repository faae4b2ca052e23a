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
#include <unistd.h>

#include "folder_file.h"

#define LINE_BYTES 1200

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

int css_store_open(struct css_store *store, const char *dir, struct csa_err *err)
{
	*store = (struct css_store){ .dir_fd = -1 };
	if (mkdir(dir, 0700) != 0 && errno != EEXIST)
		return csa_fail(err, CSA_E_SYSTEM, "%s: %s", dir, strerror(errno));
	store->dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (store->dir_fd < 0)
		return csa_fail(err, CSA_E_SYSTEM, "%s: %s", dir, strerror(errno));
	if (faccessat(store->dir_fd, ".", W_OK | X_OK, 0) != 0)
		return csa_fail(err, CSA_E_SYSTEM, "%s: %s", dir, strerror(errno));
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
