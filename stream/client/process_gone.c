/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* major(), minor() */
#include "process_gone.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define START_FIELD 22 /* of /proc/<pid>/stat */

bool css_is_gone(const struct css_gone_facts *facts)
{
	if (facts->has_lock)
		return false;
	if (facts->is_foreign)
		return facts->silent_ms >= CSS_SILENT_MS;
	if (facts->lives == CSS_NO || facts->has_newer || facts->maps == CSS_NO)
		return true;
	if (facts->maps == CSS_YES)
		return false;
	return facts->same == CSS_NO || facts->silent_ms >= CSS_SILENT_MS;
}

uint64_t css_pid_namespace(void)
{
	struct stat status;

	return stat("/proc/self/ns/pid", &status) == 0 ? (uint64_t)status.st_ino : 0;
}

bool css_gone_has_lock(const struct css_ring *ring, uint32_t index)
{
	struct flock lock = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)index, .l_len = 1
	};

	return fcntl(ring->fd, F_GETLK, &lock) < 0 || lock.l_type != F_UNLCK;
}

static FILE *open_proc(uint32_t pid, const char *name)
{
	char path[48];

	snprintf(path, sizeof(path), "/proc/%u/%s", pid, name);
	return fopen(path, "re");
}

static enum css_known look_for_pid(uint32_t pid)
{
	if (pid == 0 || pid > INT32_MAX)
		return CSS_NO;
	if (kill((pid_t)pid, 0) == 0 || errno == EPERM)
		return CSS_YES;
	return errno == ESRCH ? CSS_NO : CSS_UNKNOWN;
}

/* The name in parentheses may have anything in it: fields are counted behind the last one. */
static enum css_known look_at_start(uint32_t pid, uint64_t start)
{
	FILE *file = open_proc(pid, "stat");
	char text[1024];
	char *at;
	size_t count;

	if (!file)
		return CSS_UNKNOWN;
	count = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[count] = '\0';
	at = strrchr(text, ')');
	for (int field = 2; at && field < START_FIELD; field++)
		at = strchr(at + 1, ' ');
	if (!at || start == 0)
		return CSS_UNKNOWN;
	return strtoull(at + 1, NULL, 10) == start ? CSS_YES : CSS_NO;
}

/* "<from>-<to> <rights> <offset> <major>:<minor> <inode> <path>" */
static bool is_mapping(const char *line, const struct css_ring *ring)
{
	unsigned long device_major;
	unsigned long device_minor;
	const char *at = line;
	char *end;

	for (int field = 0; at && field < 3; field++)
		at = strchr(at + 1, ' ');
	if (!at)
		return false;
	device_major = strtoul(at, &end, 16);
	if (*end != ':')
		return false;
	device_minor = strtoul(end + 1, &end, 16);
	return device_major == major(ring->device) && device_minor == minor(ring->device) &&
	       strtoull(end, NULL, 10) == ring->inode;
}

static enum css_known look_at_maps(uint32_t pid, const struct css_ring *ring)
{
	FILE *file = open_proc(pid, "maps");
	enum css_known found = CSS_NO;
	char *line = NULL;
	size_t bytes = 0;

	if (!file)
		return errno == ENOENT || errno == ESRCH ? CSS_NO : CSS_UNKNOWN;
	errno = 0;
	while (found == CSS_NO && getline(&line, &bytes, file) > 0)
		if (is_mapping(line, ring))
			found = CSS_YES;
	if (found == CSS_NO && ferror(file) && errno != ESRCH)
		found = CSS_UNKNOWN;
	free(line);
	fclose(file);
	return found;
}

void css_gone_look(const struct css_ring *ring, const struct css_identity *identity,
		   struct css_gone_facts *facts)
{
	facts->lives = look_for_pid(identity->pid);
	facts->same = CSS_UNKNOWN;
	facts->maps = CSS_UNKNOWN;
	if (facts->lives == CSS_NO)
		return;
	facts->same = look_at_start(identity->pid, identity->process_start);
	facts->maps = look_at_maps(identity->pid, ring);
}
