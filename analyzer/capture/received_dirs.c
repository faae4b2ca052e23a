/* SPDX-License-Identifier: MIT */
#include "received_dirs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_bytes.h"

bool csa_is_received(const char *dir)
{
	char *path = csa_path_join(dir, "stream.json");
	bool is_there = path && access(path, F_OK) == 0;

	free(path);
	return is_there;
}

/* old-<seconds since 1970>-<number> */
uint64_t csa_old_capture_ns(const char *dir, const char *name)
{
	char *end;
	unsigned long long seconds;
	unsigned long number;

	if (strncmp(name, "old-", 4) != 0 || name[4] < '0' || name[4] > '9')
		return 0;
	seconds = strtoull(name + 4, &end, 10);
	if (*end != '-' || seconds == 0 || seconds > UINT64_MAX / 1000000001u)
		return 0;
	number = strtoul(end + 1, &end, 10);
	if (*end || number > 999999 || !csa_is_received(dir))
		return 0;
	/* Of the same second the higher number is the later one. */
	return seconds * 1000000000u + number;
}

/* @depth: of the folders below it that are looked into */
static bool find(const char *dir, unsigned depth)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	bool found = false;

	while (d && !found && (entry = readdir(d)) != NULL) {
		char *path = NULL;

		if (entry->d_name[0] != '.')
			path = csa_path_join(dir, entry->d_name);
		found = path && (csa_old_capture_ns(path, entry->d_name) != 0 ||
				 (depth && find(path, depth - 1)));
		free(path);
	}
	if (d)
		closedir(d);
	return found;
}

bool csa_has_old_captures(const char *dir)
{
	return find(dir, 1);
}
