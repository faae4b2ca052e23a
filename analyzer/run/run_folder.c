/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup, clock_gettime */
#include "run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "descendants.h"

void csa_run_folder_release(struct csa_run_folder *folder)
{
	for (size_t i = 0; i < folder->process_count; i++)
		free(folder->processes[i]);
	free(folder->processes);
	free(folder->path);
	free(folder->dir);
	*folder = (struct csa_run_folder){ 0 };
}

static char *absolute(const char *path)
{
	char here[PATH_MAX] = "";
	struct csa_buf out;

	csa_buf_init(&out);
	if (*path != '/' && getcwd(here, sizeof(here)))
		csa_buf_add_fmt(&out, "%s/", strcmp(here, "/") == 0 ? "" : here);
	csa_buf_add_str(&out, path);
	while (out.length > 1 && out.data[out.length - 1] == '/')
		out.data[--out.length] = '\0';
	return csa_buf_steal(&out);
}

/* mkdir -p. A parent that cannot be made shows when its child is made. */
static int make_folders(char *path, bool *is_new, struct csa_err *err)
{
	struct stat status;

	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	*is_new = mkdir(path, 0700) == 0;
	if (*is_new)
		return 0;
	if (errno != EEXIST)
		return csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
		return csa_fail(err, CSA_E_IO, "%s: not a folder", path);
	return 0;
}

int csa_run_folder_name(struct csa_run_folder *folder, const char *dir, struct csa_err *err)
{
	struct timespec now;
	struct csa_buf path;

	*folder = (struct csa_run_folder){ .dir = absolute(dir) };
	if (!folder->dir)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", dir);
	clock_gettime(CLOCK_REALTIME, &now);
	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/run-%lld%09ld-%ld", folder->dir, (long long)now.tv_sec,
			now.tv_nsec, (long)getpid());
	folder->path = csa_buf_steal(&path);
	return folder->path ? 0 : csa_fail(err, CSA_E_NOMEM, "%s: out of memory", dir);
}

int csa_run_folder_create(struct csa_run_folder *folder, const char *dir, struct csa_err *err)
{
	int rc = csa_run_folder_name(folder, dir, err);

	if (rc == 0)
		rc = make_folders(folder->dir, &folder->dir_is_new, err);
	if (rc < 0)
		return rc;
	if (mkdir(folder->path, 0700) != 0)
		return csa_fail(err, CSA_E_IO, "%s: %s", folder->path, strerror(errno));
	return 0;
}

void csa_run_folder_discard(const struct csa_run_folder *folder)
{
	if (folder->path)
		rmdir(folder->path);
	if (folder->dir_is_new)
		rmdir(folder->dir);
}

/* <exe>-<pid>-<start>: the name of a process folder. Return: the pid, 0 when it is no such name. */
static pid_t pid_of(const char *name)
{
	const char *start = strrchr(name, '-');
	const char *pid = start;
	long number;

	if (!start || start == name || strspn(start + 1, "0123456789") != strlen(start + 1))
		return 0;
	do {
		pid--;
	} while (pid > name && *pid != '-');
	number = strtol(pid + 1, NULL, 10);
	if (pid == name || strspn(pid + 1, "0123456789") != (size_t)(start - pid - 1))
		return 0;
	return number > 0 && number <= INT_MAX ? (pid_t)number : 0;
}

static int add_process(struct csa_run_folder *folder, const char *name)
{
	pid_t pid = pid_of(name);
	char **processes = realloc(folder->processes, (folder->process_count + 1) * sizeof(char *));
	struct csa_buf from;
	struct csa_buf to;
	bool moved = false;

	if (!processes)
		return CSA_E_NOMEM;
	folder->processes = processes;
	csa_buf_init(&from);
	csa_buf_init(&to);
	csa_buf_add_fmt(&from, "%s/%s", folder->path, name);
	csa_buf_add_fmt(&to, "%s/%s", folder->dir, name);
	if (pid && csa_process_is_alive(pid))
		folder->running_count++;
	else
		moved = !from.failed && !to.failed && rename(from.data, to.data) == 0;
	processes[folder->process_count] = csa_buf_steal(moved ? &to : &from);
	csa_buf_release(&from);
	csa_buf_release(&to);
	if (!processes[folder->process_count])
		return CSA_E_NOMEM;
	folder->process_count++;
	return 0;
}

static unsigned long long start_of(const char *path)
{
	const char *start = strrchr(path, '-');

	return start ? strtoull(start + 1, NULL, 10) : 0;
}

static int compare(const void *left, const void *right)
{
	const char *a = *(char *const *)left;
	const char *b = *(char *const *)right;

	if (start_of(a) != start_of(b))
		return start_of(a) < start_of(b) ? -1 : 1;
	return strcmp(a, b);
}

int csa_run_folder_collect(struct csa_run_folder *folder, struct csa_err *err)
{
	struct dirent **entries = NULL;
	int count = scandir(folder->path, &entries, NULL, NULL);
	int rc = 0;

	if (count < 0 && errno == ENOENT)
		return 0;
	if (count < 0)
		return csa_fail(err, CSA_E_IO, "%s: %s", folder->path, strerror(errno));
	for (int i = 0; i < count; i++) {
		if (rc == 0 && entries[i]->d_name[0] != '.')
			rc = add_process(folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	rmdir(folder->path); /* stays when something is left in it */
	if (rc < 0)
		return csa_fail(err, rc, "%s: out of memory", folder->path);
	if (folder->process_count)
		qsort(folder->processes, folder->process_count, sizeof(char *), compare);
	return 0;
}
