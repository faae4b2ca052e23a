/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "legacy.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capture_dir.h"
#include "capture_runs.h"
#include "exe_file.h"
#include "file_bytes.h"
#include "import_process.h"
#include "old_list.h"
#include "process_writer.h"
#include "received_dirs.h"

/* All processes of the files, while they are imported. */
struct importing {
	const char *dir;
	const char *from;
	struct csa_exe_file exe;
	struct csa_old_list list;
	struct csa_notes notes; /* about files that are of no process */
	struct csa_import_process *processes;
	size_t count;
};

static int import_all(struct importing *all, struct csa_err *err)
{
	int rc = 0;

	all->processes = calloc(all->list.count, sizeof(*all->processes));
	if (!all->processes)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the processes");
	for (uint32_t i = 0; i < all->list.count && rc == 0;) {
		uint32_t end = i + 1;

		while (end < all->list.count && all->list.items[end].pid == all->list.items[i].pid)
			end++;
		rc = csa_import_process(&all->processes[all->count++], &all->list.items[i], end - i,
					all->dir, &all->exe, err);
		i = end;
	}
	return rc;
}

static int by_start(const void *left, const void *right)
{
	uint64_t a = csa_import_start_ns(left);
	uint64_t b = csa_import_start_ns(right);

	return a < b ? -1 : a > b;
}

/*
 * Parents are not in the files: processes whose times overlap are taken for one run. Return: where the
 * newest run begins.
 */
static size_t find_runs(struct importing *all)
{
	size_t newest = 0;
	uint64_t end_ns = 0;

	qsort(all->processes, all->count, sizeof(*all->processes), by_start);
	for (size_t i = 0; i < all->count; i++) {
		struct csa_import_process *p = &all->processes[i];
		uint64_t own_end_ns = csa_import_end_ns(p);

		if (i && csa_import_start_ns(p) > end_ns)
			newest = i;
		if (i > newest)
			p->root_pid = all->processes[newest].pid;
		if (own_end_ns > end_ns)
			end_ns = own_end_ns;
	}
	return newest;
}

static int write_all(struct importing *all, struct csa_err *err)
{
	struct csa_notes *last = &all->processes[all->count - 1].notes;
	int rc = 0;

	for (size_t i = 0; i < all->notes.count; i++)
		csa_notes_add(last, all->notes.items[i].kind, "%s", all->notes.items[i].text);
	for (size_t i = 0; i < all->count && rc == 0; i++)
		rc = csa_process_write(&all->processes[i], all->from, err);
	return rc;
}

/* The folders outlive the processes. */
static int list_dirs(const struct importing *all, struct csa_legacy *legacy, struct csa_err *err)
{
	legacy->process_dirs = calloc(all->count + 1, sizeof(*legacy->process_dirs));
	for (size_t i = 0; legacy->process_dirs && i < all->count; i++) {
		legacy->process_dirs[i] = strdup(all->processes[i].dir);
		if (!legacy->process_dirs[i])
			break;
		legacy->process_count++;
	}
	if (legacy->process_count < all->count)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the folders of processes");
	return 0;
}

static int import(struct importing *all, const char *exe, struct csa_legacy *legacy,
		  struct csa_err *err)
{
	int rc = csa_exe_file_read(&all->exe, exe, err);

	if (rc == 0)
		rc = import_all(all, err);
	if (rc == 0) {
		legacy->newest = find_runs(all);
		rc = write_all(all, err);
	}
	if (rc == 0)
		rc = list_dirs(all, legacy, err);
	for (size_t i = 0; i < all->count; i++)
		csa_import_process_release(&all->processes[i]);
	free(all->processes);
	csa_exe_file_release(&all->exe);
	return rc;
}

/* Finds the files. Return: 1, 0 when there are none, or an error. */
static int find(struct importing *all, const char *path, struct csa_err *err)
{
	int rc;

	csa_notes_init(&all->notes);
	rc = csa_old_list_find(&all->list, path, &all->notes, err);
	if (rc < 0 || all->list.count)
		return rc < 0 ? rc : 1;
	if (all->list.refused)
		return csa_fail(err, CSA_E_FORMAT, "%s",
				all->notes.count ? all->notes.items[0].text : "damaged");
	return 0;
}

/* Is @path, or something in it, a process folder of version 3? */
static bool has_capture(const char *path)
{
	struct dirent *entry;
	bool found = csa_is_process_dir(path);
	DIR *d = found ? NULL : opendir(path);

	while (d && !found && (entry = readdir(d)) != NULL) {
		char *inner = NULL;

		if (entry->d_name[0] != '.')
			inner = csa_path_join(path, entry->d_name);
		found = inner && csa_is_process_dir(inner);
		free(inner);
	}
	if (d)
		closedir(d);
	return found;
}

static const struct csa_legacy empty = { .folder = { .alive = -1, .child = -1 } };

/* @dir: NULL for a private one */
static int open_in(struct csa_legacy *legacy, const char *dir, const char *path, const char *exe,
		   struct csa_err *err)
{
	struct importing all = { .dir = dir, .from = path };
	int rc = find(&all, path, err);

	if (rc > 0) {
		rc = dir ? 0 : csa_private_folder_make(&legacy->folder, err);
		if (!dir)
			all.dir = legacy->folder.path;
		if (rc == 0)
			rc = import(&all, exe, legacy, err);
		if (rc == 0) {
			legacy->dir = strdup(all.dir);
			if (!legacy->dir)
				rc = csa_fail(err, CSA_E_NOMEM, "no memory for a path");
		}
	}
	csa_old_list_release(&all.list);
	csa_notes_release(&all.notes);
	return rc;
}

/* Return: the folder of an earlier client in that of a server, on the heap, when it is the newest capture there. */
static char *newest_received(const char *path)
{
	struct csa_runs runs;
	const struct csa_run_old *old;
	char *found = NULL;

	(void)csa_runs_find(&runs, path, NULL);
	old = runs.old_count ? &runs.old[runs.old_count - 1] : NULL;
	if (old && (runs.count == 0 ||
		    runs.items[runs.newest].start_realtime_ns <= old->start_realtime_ns))
		found = strdup(old->dir);
	csa_runs_release(&runs);
	return found;
}

int csa_legacy_open(struct csa_legacy *legacy, const char *path, const char *exe,
		    struct csa_err *err)
{
	int rc;

	*legacy = empty;
	if (csa_is_process_dir(path))
		return 0;
	rc = has_capture(path) ? 0 : open_in(legacy, NULL, path, exe, err);
	if (rc < 0 || legacy->dir)
		return rc;
	if (csa_has_old_captures(path))
		legacy->path = newest_received(path);
	return legacy->path ? open_in(legacy, NULL, legacy->path, exe, err) : 0;
}

int csa_legacy_import(struct csa_legacy *legacy, const char *dir, const char *path, const char *exe,
		      struct csa_err *err)
{
	*legacy = empty;
	return open_in(legacy, dir, path, exe, err);
}

void csa_legacy_close(struct csa_legacy *legacy)
{
	for (size_t i = 0; i < legacy->process_count; i++)
		free(legacy->process_dirs[i]);
	free(legacy->process_dirs);
	free(legacy->dir);
	free(legacy->path);
	csa_private_folder_remove(&legacy->folder);
	*legacy = empty;
}
