/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dirfd, O_CLOEXEC */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "file_text.h"
#include "path_text.h"
#include "source_cache.h"
#include "source_cache_format.h"

static void add_section(struct csa_buf *out, const void *items, size_t bytes)
{
	static const char zeros[8];

	if (bytes)
		csa_buf_add(out, items, bytes);
	csa_buf_add(out, zeros, csa_cache_padded(bytes) - bytes);
}

static void add_names(struct csa_buf *out, const struct csa_names *names)
{
	uint32_t offset = 0;

	for (uint32_t i = 0; i < names->count; i++) {
		struct csa_cache_name name = { offset, names->items[i].length,
					       names->items[i].hash };

		csa_buf_add(out, &name, sizeof(name));
		offset += name.length + 1;
	}
	csa_buf_add(out, "\0\0\0\0\0\0\0", csa_cache_padded(out->length) - out->length);
}

static uint64_t text_bytes(const struct csa_names *names)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < names->count; i++)
		bytes += (uint64_t)names->items[i].length + 1;
	return bytes;
}

static void add_texts(struct csa_buf *out, const struct csa_names *names, const char *plan)
{
	for (uint32_t i = 0; i < names->count; i++)
		csa_buf_add(out, names->items[i].text, (size_t)names->items[i].length + 1);
	csa_buf_add(out, plan, strlen(plan) + 1);
	csa_buf_add(out, "\0\0\0\0\0\0\0", csa_cache_padded(out->length) - out->length);
}

static void add_all(struct csa_buf *out, struct csa_cache_head *head,
		    const struct csa_project *project, const struct csa_source_facts *facts,
		    const char *plan)
{
	const void *const sections[] = {
		[CSA_CACHE_FILES] = facts->files.items,
		[CSA_CACHE_DEFS] = project->defs.items,
		[CSA_CACHE_USES] = project->uses.items,
		[CSA_CACHE_CLASSES] = project->classes.items,
		[CSA_CACHE_MADE] = project->made.items,
		[CSA_CACHE_TAGS] = facts->tags.items,
		[CSA_CACHE_INCLUDES] = facts->includes.items,
	};

	csa_buf_add(out, head, sizeof(*head));
	for (int i = 0; i < CSA_CACHE_NAMES; i++)
		add_section(out, sections[i],
			    (size_t)head->counts[i] *
				    csa_cache_item_bytes((enum csa_cache_section)i));
	add_names(out, &project->names);
	add_section(out, project->names.slots,
		    project->names.slot_count * sizeof(*project->names.slots));
	add_texts(out, &project->names, plan);
}

/* Is the plan of a cache file gone? Only the end of the file is read. */
static bool is_orphan(int folder, const char *name)
{
	char tail[4096 + 16];
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	off_t begin = size > (off_t)sizeof(tail) ? size - (off_t)sizeof(tail) : 0;
	ssize_t length = size > 0 ? pread(fd, tail, sizeof(tail), begin) : -1;
	ssize_t end = length;
	ssize_t at;

	if (fd >= 0)
		close(fd);
	while (end > 0 && tail[end - 1] == '\0')
		end--;
	if (end <= 0 || end == length)
		return false;
	for (at = end; at > 0 && tail[at - 1] != '\0'; at--)
		;
	return tail[at] == '/' && access(tail + at, F_OK) != 0 && errno == ENOENT;
}

/* Plans come and go with targets; what was kept for them would stay for ever. */
static void remove_orphans(const char *path)
{
	struct csa_buf folder;
	const struct dirent *entry;
	DIR *dir = NULL;

	csa_buf_init(&folder);
	csa_buf_add(&folder, path, csa_path_folder_length(path));
	if (!folder.failed)
		dir = opendir(folder.data);
	while (dir && (entry = readdir(dir))) {
		size_t length = strlen(entry->d_name);

		if (length > 8 && strcmp(entry->d_name + length - 8, ".sources") == 0 &&
		    is_orphan(dirfd(dir), entry->d_name))
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
	}
	if (dir)
		closedir(dir);
	csa_buf_release(&folder);
}

int csa_source_cache_write(const char *path, const struct csa_cache_origin *origin,
			   const struct csa_project *project, const struct csa_source_facts *facts,
			   struct csa_err *err)
{
	size_t body = offsetof(struct csa_cache_head, counts);
	struct csa_cache_head head = {
		.key = csa_cache_key(),
		.ctags = origin->ctags,
		.rewrites = origin->rewrites,
		.counts = { [CSA_CACHE_FILES] = facts->files.count,
			    [CSA_CACHE_DEFS] = project->defs.count,
			    [CSA_CACHE_USES] = project->uses.count,
			    [CSA_CACHE_CLASSES] = project->classes.count,
			    [CSA_CACHE_MADE] = project->made.count,
			    [CSA_CACHE_TAGS] = facts->tags.count,
			    [CSA_CACHE_INCLUDES] = facts->includes.count,
			    [CSA_CACHE_NAMES] = project->names.count,
			    [CSA_CACHE_SLOTS] = project->names.slot_count,
			    [CSA_CACHE_TEXTS] =
				    text_bytes(&project->names) + strlen(origin->plan) + 1 },
	};
	struct csa_buf out;
	int rc;

	if (head.counts[CSA_CACHE_TEXTS] > UINT32_MAX)
		return 0;
	memcpy(head.magic, CSA_CACHE_MAGIC, sizeof(head.magic));
	csa_buf_init(&out);
	add_all(&out, &head, project, facts, origin->plan);
	if (!out.failed) {
		head.checksum = csa_content_hash(out.data + body, out.length - body,
						 head.ctags ^ head.rewrites);
		memcpy(out.data, &head, sizeof(head));
	}
	rc = csa_file_text_touch(path, &out, err);
	csa_buf_release(&out);
	if (rc == 0)
		remove_orphans(path);
	return rc;
}
