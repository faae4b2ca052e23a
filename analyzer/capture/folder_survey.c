/* SPDX-License-Identifier: MIT */
/* The files of a process folder: which there are, opened, and what lies in them. */
#define _GNU_SOURCE /* O_CLOEXEC, scandir */
#include "folder_survey.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_bytes.h"

static bool take_number(const char **text, unsigned long *out)
{
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	*out = strtoul(*text, &end, 10);
	*text = end;
	return errno == 0;
}

bool csa_is_block_file_name(const char *name, unsigned long *k, unsigned long *seq)
{
	if (strncmp(name, "blocks-", 7) != 0)
		return false;
	name += 7;
	if (!take_number(&name, k) || *name++ != '.' || !take_number(&name, seq))
		return false;
	return strcmp(name, ".cst") == 0;
}

static int is_block_file(const struct dirent *entry)
{
	unsigned long k;
	unsigned long seq;

	return csa_is_block_file_name(entry->d_name, &k, &seq);
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned long ka = 0, kb = 0, sa = 0, sb = 0;

	csa_is_block_file_name((*a)->d_name, &ka, &sa);
	csa_is_block_file_name((*b)->d_name, &kb, &sb);
	if (ka != kb)
		return ka < kb ? -1 : 1;
	return sa < sb ? -1 : sa > sb;
}

static bool has_file(const char *dir, const char *name)
{
	char *path = csa_path_join(dir, name);
	bool is_there = path && access(path, F_OK) == 0;

	free(path);
	return is_there;
}

static bool has_summary(const char *dir)
{
	return has_file(dir, "summary.cst");
}

bool csa_has_record_files(const char *dir)
{
	struct dirent **entries = NULL;
	int count = scandir(dir, &entries, is_block_file, NULL);

	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
	return count > 0 || has_summary(dir);
}

bool csa_is_process_dir(const char *dir)
{
	static const char *const names[] = { "process.json", "live.cst" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *path = csa_path_join(dir, names[i]);
		bool is_there = path && access(path, F_OK) == 0;

		free(path);
		if (is_there)
			return true;
	}
	return csa_has_record_files(dir);
}

/* A long capture has many segments, all open at once. */
static bool allow_more_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
		return false;
	limit.rlim_cur = limit.rlim_max;
	return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

static int open_file(struct csa_capture_file *file, struct csa_err *err)
{
	struct stat st;
	int rc;

	if (file->fd < 0)
		file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->fd < 0 && errno == EMFILE && allow_more_files())
		file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->fd >= 0 && fstat(file->fd, &st) == 0 && S_ISREG(st.st_mode)) {
		file->bytes = (uint64_t)st.st_size;
		return 0;
	}
	rc = csa_fail(err, file->fd < 0 && errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s",
		      file->path, file->fd < 0 ? strerror(errno) : "not a regular file");
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	return rc;
}

static int add_file(struct csa_capture *capture, char *path, struct csa_err *err)
{
	struct csa_capture_file file = { .path = path, .fd = -1 };
	struct csa_capture_file *files =
		realloc(capture->files, (capture->file_count + 1) * sizeof(*files));
	int rc;

	if (!files) {
		free(path);
		return csa_fail(err, CSA_E_NOMEM, "no memory for the files of %s", capture->dir);
	}
	capture->files = files;
	rc = open_file(&file, err);
	if (rc < 0) {
		free(path);
		return rc;
	}
	files[capture->file_count] = file;
	return (int)capture->file_count++;
}

int csa_take_file(struct csa_capture *capture, char *path, struct csa_err *err)
{
	if (!path)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the files of %s", capture->dir);
	for (size_t i = 0; i < capture->file_count; i++) {
		int rc;

		if (strcmp(capture->files[i].path, path) != 0)
			continue;
		free(path);
		rc = open_file(&capture->files[i], err);
		return rc < 0 ? rc : (int)i;
	}
	return add_file(capture, path, err);
}

int csa_tolerate(const struct csa_capture *capture, int rc, struct csa_err *why,
		 struct csa_notes *notes, struct csa_err *err)
{
	if (rc >= 0)
		return 0;
	if (rc == CSA_E_NOMEM)
		return csa_fail(err, rc, "%s", why->msg);
	csa_notes_add(notes, capture->has_record_files ? CSA_NOTE_DAMAGE : CSA_NOTE_WARNING, "%s",
		      why->msg);
	return 0;
}

static int survey_block_files(struct csa_capture *capture, struct csa_doubts *doubts,
			      struct csa_notes *notes, struct csa_err *err)
{
	struct dirent **entries = NULL;
	int count = scandir(capture->dir, &entries, is_block_file, by_number);
	int rc = 0;

	if (count < 0)
		return csa_fail(err, CSA_E_IO, "%s: %s", capture->dir, strerror(errno));
	capture->has_record_files = count > 0;
	for (int i = 0; i < count && rc == 0; i++) {
		struct csa_err why = { 0 };

		rc = csa_take_file(capture, csa_path_join(capture->dir, entries[i]->d_name), &why);
		if (rc >= 0)
			rc = csa_survey_file(capture, (uint32_t)rc, doubts, notes, &why);
		rc = csa_tolerate(capture, rc, &why, notes, err);
	}
	for (int i = 0; i < count; i++)
		free(entries[i]);
	free(entries);
	return rc;
}

static int take_slot(struct csa_capture *capture, const struct csf_table *table)
{
	struct csa_tick_pair pair = { .ticks = table->pair_ticks, .ns = table->pair_ns };

	if (table->first_ticks < capture->first_ticks)
		capture->first_ticks = table->first_ticks;
	capture->lost_events += table->lost_events;
	return csa_clock_pairs_add(&capture->pairs, pair);
}

int csa_survey_summary(struct csa_capture *capture, uint32_t file, struct csa_notes *notes,
		       struct csa_err *err)
{
	int rc;

	capture->has_record_files = true;
	capture->summary = calloc(1, sizeof(*capture->summary));
	if (!capture->summary)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a summary");
	rc = csa_summary_read(capture->summary, capture->files[file].fd, capture->files[file].path,
			      notes, err);
	for (size_t i = 0; i < capture->summary->slot_count; i++) {
		if (capture->summary->slots[i].is_known &&
		    take_slot(capture, &capture->summary->slots[i].table) < 0)
			return csa_fail(err, CSA_E_NOMEM, "no memory for a summary");
	}
	return rc;
}

/* Of a process that went on: there is no live.cst. */
static bool is_snapshot(const char *dir)
{
	struct csa_process_facts facts;
	bool answer;

	(void)csa_process_facts_read(&facts, dir, NULL);
	answer = facts.snapshot.known;
	csa_process_facts_release(&facts);
	return answer;
}

int csa_survey_folder(struct csa_capture *capture, struct csa_doubts *doubts,
		      struct csa_notes *notes, struct csa_err *err)
{
	struct csa_windows_seen seen;
	struct csa_err why = { 0 };
	int rc = csa_survey_glance(&seen, capture->dir, err);

	capture->is_received = has_file(capture->dir, "stream.json");
	if (rc == 0)
		rc = survey_block_files(capture, doubts, notes, err);
	if (rc < 0)
		goto out;
	rc = csa_take_file(capture, csa_path_join(capture->dir, "live.cst"), &why);
	if (rc >= 0)
		rc = csa_survey_live(capture, (uint32_t)rc, &seen, notes, &why);
	else if (rc == CSA_E_ABSENT && is_snapshot(capture->dir))
		rc = 0;
	rc = csa_tolerate(capture, rc, &why, notes, err);
	if (rc == 0 && has_summary(capture->dir)) {
		why = (struct csa_err){ 0 };
		rc = csa_take_file(capture, csa_path_join(capture->dir, "summary.cst"), &why);
		if (rc >= 0)
			rc = csa_survey_summary(capture, (uint32_t)rc, notes, &why);
		rc = csa_tolerate(capture, rc, &why, notes, err);
	}
out:
	free(seen.items);
	return rc;
}
