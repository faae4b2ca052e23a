/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "old_list.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file_bytes.h"
#include "vec.h"

/* "<number>.", at most 32 bits. */
static bool take_number(const char **text, uint32_t *out)
{
	uint64_t value = 0;
	const char *at = *text;

	while (*at >= '0' && *at <= '9' && value <= UINT32_MAX)
		value = value * 10 + (uint64_t)(*at++ - '0');
	if (at == *text || *at != '.' || value > UINT32_MAX)
		return false;
	*out = (uint32_t)value;
	*text = at + 1;
	return true;
}

/* trace.<pid>.<tid>.<segment>.bin, or trace.summary.<pid>.<tid>.bin */
static bool read_name(struct csa_old_entry *entry)
{
	const char *slash = strrchr(entry->path, '/');
	const char *at = slash ? slash + 1 : entry->path;
	bool is_summary = entry->header.kind == CSA_OLD_SUMMARY;
	const char *prefix = is_summary ? "trace.summary." : "trace.";
	uint32_t pid;
	uint32_t tid;
	uint32_t segment = 0;

	if (strncmp(at, prefix, strlen(prefix)) != 0)
		return false;
	at += strlen(prefix);
	if (!take_number(&at, &pid) || !take_number(&at, &tid) ||
	    (!is_summary && !take_number(&at, &segment)) || strcmp(at, "bin") != 0)
		return false;
	entry->pid = pid;
	entry->tid = tid;
	entry->segment = segment;
	return true;
}

/* The header knows best. */
static void place(struct csa_old_entry *entry)
{
	const struct csa_old_header *h = &entry->header;

	entry->has_place = read_name(entry);
	if (h->kind == CSA_OLD_EVENTS && h->version == 1)
		return;
	entry->pid = h->pid;
	if (h->kind == CSA_OLD_SUMMARY)
		entry->tid = h->tid;
	else
		entry->segment = h->segment;
}

static int add(struct csa_old_list *list, const char *path, struct csa_notes *notes,
	       struct csa_err *err)
{
	struct csa_old_file file;
	struct csa_err why = { 0 };
	int rc = csa_old_file_open(&file, path, &why);

	if (rc == CSA_E_NOMEM || (rc == 0 && !CSA_VEC_ROOM(list, 1))) {
		csa_old_file_close(&file);
		return csa_fail(err, CSA_E_NOMEM, "no memory for the files of a folder");
	}
	if (rc == 0) {
		list->items[list->count] =
			(struct csa_old_entry){ .path = file.path, .header = file.header };
		place(&list->items[list->count++]);
		file.path = NULL;
	} else if (rc == CSA_E_FORMAT || rc == CSA_E_UNSUPPORTED) {
		list->refused++;
		csa_notes_add(notes, CSA_NOTE_DAMAGE, "%s", why.msg);
	}
	csa_old_file_close(&file);
	return 0;
}

static int scan(struct csa_old_list *list, const char *dir, struct csa_notes *notes,
		struct csa_err *err)
{
	struct dirent **entries = NULL;
	int count = scandir(dir, &entries, NULL, alphasort);
	int rc = 0;

	for (int i = 0; i < count; i++) {
		char *path = NULL;

		if (rc == 0 && entries[i]->d_name[0] != '.') {
			path = csa_path_join(dir, entries[i]->d_name);
			rc = path ? add(list, path, notes, err)
				  : csa_fail(err, CSA_E_NOMEM, "no memory for a path");
		}
		free(path);
		free(entries[i]);
	}
	free(entries);
	return rc;
}

static int compare(const void *left, const void *right)
{
	const struct csa_old_entry *a = left;
	const struct csa_old_entry *b = right;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->header.kind != b->header.kind)
		return a->header.kind < b->header.kind ? -1 : 1;
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	if (a->segment != b->segment)
		return a->segment < b->segment ? -1 : 1;
	return strcmp(a->path, b->path);
}

int csa_old_list_find(struct csa_old_list *list, const char *path, struct csa_notes *notes,
		      struct csa_err *err)
{
	struct stat st;
	int rc = 0;

	*list = (struct csa_old_list){ 0 };
	if (stat(path, &st) != 0)
		return 0;
	if (S_ISREG(st.st_mode))
		rc = add(list, path, notes, err);
	else if (S_ISDIR(st.st_mode))
		rc = scan(list, path, notes, err);
	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items), compare);
	return rc;
}

void csa_old_list_release(struct csa_old_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		free(list->items[i].path);
	free(list->items);
	*list = (struct csa_old_list){ 0 };
}
