/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup, 64-bit offsets */
#include "capture_runs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture_dir.h"
#include "file_bytes.h"
#include "native_order.h"
#include "received_dirs.h"

/* The start stands in the name as well, for folders without a readable process.json. */
static uint64_t start_in_name(const char *name)
{
	const char *dash = strrchr(name, '-');

	return dash ? strtoull(dash + 1, NULL, 10) : 0;
}

static uint64_t pid_in_name(const char *name)
{
	const char *end = strrchr(name, '-');
	const char *dash = end;

	while (dash && dash > name && dash[-1] != '-')
		dash--;
	return dash && dash > name ? strtoull(dash, NULL, 10) : 0;
}

static uint64_t end_of(const char *dir)
{
	char *path = csa_path_join(dir, "live.cst");
	/* O_NONBLOCK: what has this name need not be a file. */
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	uint64_t end = UINT64_MAX;
	struct csf_live live;

	if (fd >= 0 && csa_live_read(fd, &live, NULL) == sizeof(live) &&
	    live.magic == CSF_LIVE_MAGIC && live.ended)
		end = live.end_pair_ns;
	if (fd >= 0)
		close(fd);
	free(path);
	return end;
}

/* @peer: NULL: none */
static int add(struct csa_runs *runs, const char *dir, const char *name, const char *peer,
	       struct csa_err *err)
{
	struct csa_run_process *items =
		realloc(runs->items, (runs->count + 1) * sizeof(*runs->items));
	struct csa_process_facts facts;
	struct csa_run_process *p;

	if (!items)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the folders of a capture");
	runs->items = items;
	p = &items[runs->count++];
	/* A damaged process.json is reported when the folder is opened. */
	(void)csa_process_facts_read(&facts, dir, NULL);
	*p = (struct csa_run_process){
		.dir = strdup(dir),
		.name = strdup(name),
		.peer = peer ? strdup(peer) : NULL,
		.exe = facts.exe,
		.parent_name = facts.parent,
		.pid = facts.known ? facts.pid : pid_in_name(name),
		.ppid = facts.ppid,
		.process_start = facts.process_start,
		/* Of files of an older format it is not known either. */
		.start_realtime_ns =
			facts.start_realtime_ns ? facts.start_realtime_ns : start_in_name(name),
		.start_monotonic_ns = facts.start_monotonic_ns,
		.end_monotonic_ns = end_of(dir),
		.parent = SIZE_MAX,
		.has_begun = facts.known || csa_has_record_files(dir),
	};
	facts.exe = NULL;
	facts.parent = NULL;
	csa_process_facts_release(&facts);
	return p->dir && p->name && (p->peer || !peer)
		       ? 0
		       : csa_fail(err, CSA_E_NOMEM, "no memory for a path");
}

static int add_old(struct csa_runs *runs, const char *dir, uint64_t start_realtime_ns,
		   struct csa_err *err)
{
	struct csa_run_old *old = realloc(runs->old, (runs->old_count + 1) * sizeof(*old));

	if (!old)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the folders of a capture");
	runs->old = old;
	old[runs->old_count] = (struct csa_run_old){ strdup(dir), start_realtime_ns };
	return old[runs->old_count++].dir ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a path");
}

static int by_time(const void *left, const void *right)
{
	const struct csa_run_old *a = left;
	const struct csa_run_old *b = right;

	if (a->start_realtime_ns != b->start_realtime_ns)
		return a->start_realtime_ns < b->start_realtime_ns ? -1 : 1;
	return strcmp(a->dir, b->dir);
}

static int by_start(const void *left, const void *right)
{
	const struct csa_run_process *a = left;
	const struct csa_run_process *b = right;

	if (a->start_realtime_ns != b->start_realtime_ns)
		return a->start_realtime_ns < b->start_realtime_ns ? -1 : 1;
	if (a->start_monotonic_ns != b->start_monotonic_ns)
		return a->start_monotonic_ns < b->start_monotonic_ns ? -1 : 1;
	return strcmp(a->name, b->name);
}

static bool is_same_process(const struct csa_run_process *a, const struct csa_run_process *b)
{
	return a->pid == b->pid && a->process_start && a->process_start == b->process_start;
}

/* Numbers of processes of two machines have nothing to do with each other. */
static bool is_same_peer(const struct csa_run_process *a, const struct csa_run_process *b)
{
	return a->peer && b->peer ? strcmp(a->peer, b->peer) == 0 : a->peer == b->peer;
}

/*
 * Children of fork name their parent's folder. After exec it is the image before, of the same process.
 * A program that a traced program started knows only
 * its parent's number: the parent is then the last process of that number that began before and had
 * not ended yet.
 */
static size_t find_parent(const struct csa_runs *runs, size_t child)
{
	const struct csa_run_process *c = &runs->items[child];
	size_t found = SIZE_MAX;
	bool is_exec = false;

	for (size_t i = 0; i < runs->count; i++) {
		const struct csa_run_process *p = &runs->items[i];

		if (i == child || !is_same_peer(p, c))
			continue;
		if (c->parent_name) {
			if (strcmp(p->name, c->parent_name) == 0)
				return i;
			continue;
		}
		if (i < child && is_same_process(p, c)) {
			found = i;
			is_exec = true;
		}
		if (!is_exec && i < child && p->pid == c->ppid && c->ppid &&
		    p->end_monotonic_ns >= c->start_monotonic_ns &&
		    p->start_monotonic_ns <= c->start_monotonic_ns)
			found = i;
	}
	return found;
}

static void link_runs(struct csa_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		runs->items[i].parent = find_parent(runs, i);
	for (size_t i = 0; i < runs->count; i++) {
		size_t root = i;

		/* Two damaged folders can name each other: at most count steps. */
		for (size_t n = 0; n < runs->count && runs->items[root].parent != SIZE_MAX; n++)
			root = runs->items[root].parent;
		runs->items[i].root = root;
		/* Sorted by start: the last root is the newest. One that only begins, and whose
		 * parent is therefore not known, must not hide the run that it belongs to. */
		if (root == i && runs->items[i].has_begun)
			runs->newest = i;
	}
	if (runs->newest == SIZE_MAX && runs->count)
		runs->newest = runs->items[runs->count - 1].root;
}

/* The first by name, so that the message does not depend on the file system. */
static void add_stranger(struct csa_runs *runs, const char *name)
{
	runs->strangers++;
	if (runs->stranger && strcmp(name, runs->stranger) >= 0)
		return;
	free(runs->stranger);
	runs->stranger = strdup(name);
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A folder @name of a folder of captures: of a peer, when there is something in it that was received. */
static int scan_peer(struct csa_runs *runs, const char *dir, const char *name, struct csa_err *err)
{
	const size_t before = runs->count + runs->old_count;
	DIR *d = opendir(dir);
	struct dirent *entry;
	size_t entries = 0;
	int rc = 0;

	while (d && rc == 0 && (entry = readdir(d)) != NULL) {
		char *path = csa_path_join(dir, entry->d_name);
		uint64_t old_ns = path ? csa_old_capture_ns(path, entry->d_name) : 0;

		entries += !is_dots(entry->d_name);
		if (!path)
			rc = csa_fail(err, CSA_E_NOMEM, "no memory for a path");
		else if (old_ns)
			rc = add_old(runs, path, old_ns, err);
		else if (!is_dots(entry->d_name) && csa_is_received(path) &&
			 csa_is_process_dir(path))
			rc = add(runs, path, entry->d_name, name, err);
		free(path);
	}
	if (d)
		closedir(d);
	if (runs->count + runs->old_count == before) {
		add_stranger(runs, name);
		runs->empty_dirs += d && entries == 0;
	}
	return rc;
}

static int scan_entry(struct csa_runs *runs, const char *path, const char *name,
		      struct csa_err *err)
{
	uint64_t old_ns = csa_old_capture_ns(path, name);

	if (old_ns)
		return add_old(runs, path, old_ns, err);
	return csa_is_process_dir(path) ? add(runs, path, name, NULL, err)
					: scan_peer(runs, path, name, err);
}

static int scan(struct csa_runs *runs, const char *dir, struct csa_err *err)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	int rc = 0;

	if (!d)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", dir,
				strerror(errno));
	while (rc == 0 && (entry = readdir(d)) != NULL) {
		char *path;

		if (is_dots(entry->d_name))
			continue;
		path = csa_path_join(dir, entry->d_name);
		rc = path ? scan_entry(runs, path, entry->d_name, err)
			  : csa_fail(err, CSA_E_NOMEM, "no memory for a path");
		free(path);
	}
	closedir(d);
	return rc;
}

static int nothing_found(const struct csa_runs *runs, const char *dir, struct csa_err *err)
{
	if (runs->strangers == 0)
		return csa_fail(err, CSA_E_ABSENT,
				"%s: empty folder, no capture; was the program run with "
				"TRACE_ENABLE=1, and does it have hooks?",
				dir);
	if (runs->old_count)
		return csa_fail(
			err, CSA_E_ABSENT,
			"%s: only captures of earlier clients, which are read one by one: %s", dir,
			runs->old[runs->old_count - 1].dir);
	if (runs->strangers == runs->empty_dirs)
		return csa_fail(
			err, CSA_E_ABSENT,
			"%s: no capture in this folder; '%s' is empty: nothing was received "
			"from there",
			dir, runs->stranger ? runs->stranger : "?");
	return csa_fail(err, CSA_E_ABSENT,
			"%s: no capture in this folder; '%s' is no process folder", dir,
			runs->stranger ? runs->stranger : "?");
}

static int find(struct csa_runs *runs, const char *dir, struct csa_err *err)
{
	struct stat st;
	int rc;

	if (stat(dir, &st) != 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s%s", dir,
				strerror(errno),
				errno == ENOENT ? "; was the program run with TRACE_ENABLE=1, and "
						  "does it have hooks?"
						: "");
	if (!S_ISDIR(st.st_mode))
		return csa_fail(err, CSA_E_FORMAT, "%s: not a folder, expected a capture", dir);
	if (csa_is_process_dir(dir)) {
		const char *slash = strrchr(dir, '/');

		rc = add(runs, dir, slash && slash[1] ? slash + 1 : dir, NULL, err);
	} else {
		rc = scan(runs, dir, err);
	}
	if (rc < 0)
		return rc;
	if (runs->old_count)
		qsort(runs->old, runs->old_count, sizeof(*runs->old), by_time);
	if (runs->count == 0)
		return nothing_found(runs, dir, err);
	qsort(runs->items, runs->count, sizeof(*runs->items), by_start);
	link_runs(runs);
	return 0;
}

int csa_runs_find(struct csa_runs *runs, const char *dir, struct csa_err *err)
{
	char *trimmed = strdup(dir);
	size_t length = trimmed ? strlen(trimmed) : 0;
	int rc;

	*runs = (struct csa_runs){ .newest = SIZE_MAX };
	if (!trimmed)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	while (length > 1 && trimmed[length - 1] == '/')
		trimmed[--length] = '\0';
	rc = find(runs, trimmed, err);
	free(trimmed);
	return rc;
}

void csa_runs_release(struct csa_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++) {
		free(runs->items[i].dir);
		free(runs->items[i].name);
		free(runs->items[i].peer);
		free(runs->items[i].exe);
		free(runs->items[i].parent_name);
	}
	for (size_t i = 0; i < runs->old_count; i++)
		free(runs->old[i].dir);
	free(runs->old);
	free(runs->items);
	free(runs->stranger);
	*runs = (struct csa_runs){ .newest = SIZE_MAX };
}
