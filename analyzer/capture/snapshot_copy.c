/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, copy_file_range, 64-bit offsets */
#include "snapshot_copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture_dir.h"
#include "file_bytes.h"
#include "file_text.h"

#define NUMBER_MAX 99999u
#define COPIES_MAX 50 /* of a ring that goes round while it is copied */

static const char prefix[] = "snapshot-";
static const char part[] = ".part";

/* A snapshot while it is written. */
struct writing {
	const char *source;
	struct csa_snapshot_made *made;
	char *part_dir;
};

static char *name_of(const char *dir, unsigned number, const char *suffix)
{
	char *path;

	return asprintf(&path, "%s/%s%u%s", dir, prefix, number, suffix) < 0 ? NULL : path;
}

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for a snapshot");
}

/*
 * The next number that is free. The process may write snapshots itself at the same time: whoever makes the
 * folder of a number with .part has it, unless its snapshot was finished before.
 */
static int make_folder(struct writing *w, struct csa_err *err)
{
	struct csa_snapshot_made *made = w->made;

	for (made->number = 1; made->number <= NUMBER_MAX; made->number++) {
		free(made->dir);
		free(w->part_dir);
		made->dir = name_of(w->source, made->number, "");
		w->part_dir = name_of(w->source, made->number, part);
		if (!made->dir || !w->part_dir)
			return no_memory(err);
		if (access(made->dir, F_OK) == 0)
			continue;
		if (mkdir(w->part_dir, 0700) != 0) {
			if (errno == EEXIST)
				continue;
			return csa_fail(err, CSA_E_IO, "%s: %s", w->part_dir, strerror(errno));
		}
		if (access(made->dir, F_OK) != 0)
			return 0;
		rmdir(w->part_dir);
	}
	return csa_fail(err, CSA_E_IO, "%s: too many snapshots", w->source);
}

/* Whole, however long it has become; a last line that is cut is ignored by readers. */
static int copy_file(const struct writing *w, const char *name, struct csa_err *err)
{
	char *path = csa_path_join(w->source, name);
	char *bytes = NULL;
	ssize_t count = path ? csa_file_read_all(&bytes, path, SIZE_MAX / 2, err) : no_memory(err);
	int rc = count < 0 ? (int)count
			   : csa_file_create(w->part_dir, name, bytes, (size_t)count, err);

	free(bytes);
	free(path);
	return rc;
}

/* NULL: no memory. */
static json_t *snapshot_facts(const struct csa_snapshot_made *made, const struct csf_live *live)
{
	json_t *facts = json_object();
	int rc = 0;

	rc |= json_object_set_new(facts, "number", json_integer((json_int_t)made->number));
	rc |= json_object_set_new(facts, "reason", json_string("ctl"));
	rc |= json_object_set_new(facts, "function", json_null());
	rc |= json_object_set_new(facts, "duration_ns", json_integer(0));
	rc |= json_object_set_new(facts, "lost_threads",
				  json_integer((json_int_t)live->lost_threads));
	rc |= json_object_set_new(facts, "lost_events",
				  json_integer((json_int_t)live->lost_events));
	if (rc == 0)
		return facts;
	json_decref(facts);
	return NULL;
}

/* process.json with what makes it one of a snapshot. */
static int copy_facts(const struct writing *w, const struct csf_live *live, struct csa_err *err)
{
	char *path = csa_path_join(w->source, "process.json");
	json_error_t where;
	json_t *facts = path ? json_load_file(path, 0, &where) : NULL;
	json_t *added = NULL;
	char *text = NULL;
	int rc = 0;

	if (!path)
		return no_memory(err);
	if (!json_is_object(facts))
		rc = csa_fail(err, CSA_E_FORMAT, "%s: %s", path, facts ? "no object" : where.text);
	if (rc == 0)
		added = snapshot_facts(w->made, live);
	if (added && json_object_set_new(facts, "snapshot", added) == 0)
		text = json_dumps(facts, JSON_COMPACT);
	if (rc == 0)
		rc = text ? csa_file_create(w->part_dir, "process.json", text, strlen(text), err)
			  : no_memory(err);
	free(text);
	json_decref(facts);
	free(path);
	return rc;
}

/* Every block that can be had, in one file, of each thread the newest first: what a running process uses again
 * meanwhile is the oldest, and its place is left out. */
static int copy_blocks(const struct writing *w, const struct csa_capture *capture, int fd,
		       struct csa_err *err)
{
	struct csf_block *block = malloc(CSF_BLOCK_BYTES);
	int rc = 0;

	if (!block)
		return no_memory(err);

	for (size_t i = capture->block_count; i-- > 0 && rc == 0;) {
		int bytes = csa_capture_read_block(capture, &capture->blocks[i], block, NULL);

		if (bytes < 0) {
			w->made->missed++;
			continue;
		}
		block->used_bytes = (uint32_t)bytes;
		if (!csa_write_all(fd, block, (size_t)bytes))
			rc = csa_fail(err, CSA_E_IO, "%s: %s", w->part_dir, strerror(errno));
		w->made->blocks++;
	}
	free(block);
	return rc;
}

static int write_blocks(const struct writing *w, const struct csa_capture *capture,
			struct csa_err *err)
{
	char *path = csa_path_join(w->part_dir, "blocks-0.0.cst");
	int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
	int fd = path ? open(path, flags, 0600) : -1;
	int rc;

	if (!path)
		return no_memory(err);
	w->made->blocks = 0;
	w->made->missed = 0;
	if (fd < 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	else
		rc = copy_blocks(w, capture, fd, err);
	if (fd >= 0 && close(fd) != 0 && rc == 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	free(path);
	return rc;
}

static int look_again(const struct writing *w, struct csa_capture *capture, struct csa_err *err)
{
	struct csa_notes notes; /* the same as those of the first look */
	int rc;

	csa_notes_init(&notes);
	csa_capture_close(capture);
	rc = csa_capture_open(capture, w->source, &notes, err);
	csa_notes_release(&notes);
	return rc;
}

/* Most of a small ring can be used again between the look at its windows and the copy of them, as
 * whoever copies does not always have a processor. Then it is looked at again. */
static int write_ring(const struct writing *w, struct csa_capture *capture, struct csa_err *err)
{
	const struct csa_snapshot_made *made = w->made;
	int rc = write_blocks(w, capture, err);

	for (int i = 1;
	     i < COPIES_MAX && rc == 0 && made->missed + capture->changed_windows > made->blocks;
	     i++) {
		rc = look_again(w, capture, err);
		if (rc == 0)
			rc = write_blocks(w, capture, err);
	}
	if (rc == 0 && made->blocks == 0 && capture->changed_windows + made->missed)
		return csa_fail(
			err, CSA_E_IO,
			"%s: its windows are used again faster than they can be copied; pause "
			"it first, or give it a larger TRACE_MAX_MB",
			w->source);
	return rc;
}

static int write_events(const struct writing *w, struct csa_capture *capture, struct csa_err *err)
{
	if (capture->summary)
		return copy_file(w, "summary.cst", err);
	return capture->is_wrap ? write_ring(w, capture, err) : write_blocks(w, capture, err);
}

static void remove_part(const struct writing *w)
{
	static const char *const names[] = { "process.json", "modules", "blocks-0.0.cst",
					     "summary.cst" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *path = csa_path_join(w->part_dir, names[i]);

		if (path)
			unlink(path);
		free(path);
	}
	rmdir(w->part_dir);
}

int csa_snapshot_write(const char *dir, struct csa_snapshot_made *made, struct csa_notes *notes,
		       struct csa_err *err)
{
	struct writing w = { .source = dir, .made = made };
	struct csa_capture capture;
	int rc = csa_capture_open(&capture, dir, notes, err);

	*made = (struct csa_snapshot_made){ 0 };
	if (rc == 0)
		rc = make_folder(&w, err);
	if (rc < 0)
		goto out;
	rc = copy_facts(&w, &capture.live, err);
	if (rc == 0)
		rc = write_events(&w, &capture, err);
	/* Last, as a module that is loaded meanwhile is in what was copied before. */
	if (rc == 0)
		rc = copy_file(&w, "modules", err);
	if (rc == 0 && rename(w.part_dir, made->dir) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", made->dir, strerror(errno));
	if (rc < 0)
		remove_part(&w);
out:
	csa_capture_close(&capture);
	free(w.part_dir);
	return rc;
}

void csa_snapshot_made_release(struct csa_snapshot_made *made)
{
	free(made->dir);
	*made = (struct csa_snapshot_made){ 0 };
}

static bool parse_name(const char *name, struct csa_snapshot_name *out)
{
	unsigned long number;
	char *end;

	if (strncmp(name, prefix, sizeof(prefix) - 1) != 0)
		return false;
	name += sizeof(prefix) - 1;
	if (*name < '0' || *name > '9')
		return false;
	number = strtoul(name, &end, 10);
	out->number = number > NUMBER_MAX ? NUMBER_MAX : (unsigned)number;
	out->is_part = strcmp(end, part) == 0;
	return *end == '\0' || out->is_part;
}

static int by_number(const void *left, const void *right)
{
	const struct csa_snapshot_name *a = left;
	const struct csa_snapshot_name *b = right;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return strcmp(a->name, b->name);
}

int csa_snapshots_find(struct csa_snapshot_list *list, const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	int rc = 0;

	*list = (struct csa_snapshot_list){ 0 };
	while (d && rc == 0 && (entry = readdir(d)) != NULL) {
		struct csa_snapshot_name found;
		struct csa_snapshot_name *items;

		if (!parse_name(entry->d_name, &found))
			continue;
		items = realloc(list->items, (list->count + 1) * sizeof(*items));
		if (!items) {
			rc = CSA_E_NOMEM;
			break;
		}
		list->items = items;
		found.name = strdup(entry->d_name);
		items[list->count] = found;
		rc = found.name ? 0 : CSA_E_NOMEM;
		list->count += found.name != NULL;
	}
	if (d)
		closedir(d);
	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items), by_number);
	return rc;
}

void csa_snapshots_release(struct csa_snapshot_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].name);
	free(list->items);
	*list = (struct csa_snapshot_list){ 0 };
}
