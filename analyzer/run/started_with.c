/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* getdelim */
#include "started_with.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

struct line {
	char *text;
	size_t capacity;
};

/* The environment of one that has ended and was not waited for is empty. */
static bool was_started_with(const char *pid, const char *entry, struct line *line)
{
	char path[64];
	bool found = false;
	FILE *file;

	if (snprintf(path, sizeof(path), "/proc/%s/environ", pid) >= (int)sizeof(path))
		return false;
	file = fopen(path, "re");
	if (!file)
		return false;
	while (!found && getdelim(&line->text, &line->capacity, '\0', file) > 0)
		found = strcmp(line->text, entry) == 0;
	(void)fclose(file);
	return found;
}

static unsigned count_once(const char *entry)
{
	DIR *folder = opendir("/proc");
	struct line line = { 0 };
	struct dirent *process;
	unsigned count = 0;

	while (folder && (process = readdir(folder)) != NULL) {
		if (process->d_name[0] >= '1' && process->d_name[0] <= '9')
			count += was_started_with(process->d_name, entry, &line);
	}
	if (folder)
		closedir(folder);
	free(line.text);
	return count;
}

unsigned csa_count_started_with(const char *entry)
{
	unsigned count = count_once(entry);

	/* One that forked behind us and ended before we came to it has a child that was not seen. */
	return count ? count : count_once(entry);
}
