/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fstatat */
#include "report_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "capture_dir.h"

uint64_t csa_watch_bytes(const char *dir)
{
	DIR *entries = opendir(dir);
	uint64_t bytes = 0;
	struct dirent *entry;
	struct stat st;

	while (entries && (entry = readdir(entries)) != NULL) {
		unsigned long k;
		unsigned long seq;

		if (!csa_is_block_file_name(entry->d_name, &k, &seq) &&
		    strcmp(entry->d_name, "live.cst") != 0)
			continue;
		if (fstatat(dirfd(entries), entry->d_name, &st, 0) == 0 && st.st_size > 0)
			bytes += (uint64_t)st.st_size;
	}
	if (entries)
		closedir(entries);
	return bytes;
}
