/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* ftruncate() */
#include "block_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "block_check.h"
#include "folder_file.h"

void css_block_files_init(struct css_block_files *files, int dir_fd, uint64_t segment_bytes)
{
	*files = (struct css_block_files){ .dir_fd = dir_fd,
					   .fd = -1,
					   .segment_bytes = segment_bytes };
}

void css_block_files_close(struct css_block_files *files)
{
	files->fd = css_close(files->fd);
}

static int open_file(const struct css_block_files *files, unsigned sequence, int flags)
{
	char name[40];

	snprintf(name, sizeof(name), "blocks-0.%u.cst", sequence);
	return css_file_open(files->dir_fd, name, flags);
}

static int begin(struct css_block_files *files)
{
	unsigned sequence = files->fd < 0 ? 0 : files->sequence + 1;
	int fd = open_file(files, sequence, O_RDWR | O_CREAT | O_EXCL);

	if (fd < 0)
		return fd;
	css_close(files->fd);
	files->fd = fd;
	files->sequence = sequence;
	files->end = 0;
	return 0;
}

int css_block_files_begin(struct css_block_files *files)
{
	return files->fd < 0 ? begin(files) : 0;
}

int css_block_files_append(struct css_block_files *files, const void *from, size_t bytes,
			   unsigned blocks)
{
	bool is_full =
		files->segment_bytes && files->end && files->end + bytes > files->segment_bytes;
	int rc = 0;

	if (files->fd < 0 || is_full)
		rc = begin(files);
	if (rc == 0)
		rc = css_file_write_at(files->fd, from, bytes, files->end);
	if (rc < 0) {
		if (files->fd >= 0 && ftruncate(files->fd, (off_t)files->end) != 0)
			return -errno;
		return rc;
	}
	files->end += bytes;
	files->blocks += blocks;
	files->block_bytes += bytes;
	return 0;
}

/* Headers of short blocks lie close together: several are read at once. */
struct ahead {
	uint64_t words[512];
	uint64_t offset;
	size_t count;
};

static int read_header(struct ahead *ahead, int fd, uint64_t offset, const void **header,
		       size_t *bytes)
{
	uint64_t skip = offset - ahead->offset;

	if (offset < ahead->offset || skip > ahead->count ||
	    ahead->count - skip < CSF_BLOCK_HEADER_BYTES) {
		int64_t count = css_file_read_at(fd, ahead->words, sizeof(ahead->words), offset);

		if (count < 0)
			return (int)count;
		ahead->offset = offset;
		ahead->count = (size_t)count;
		skip = 0;
	}
	*header = (const char *)ahead->words + skip;
	*bytes = ahead->count - (size_t)skip;
	return 0;
}

/* Up to the first place where no whole block is. Return: 0, CSA_E_NOMEM, or CSA_E_SYSTEM. */
static int scan(struct css_block_files *files, bool is_foreign, struct css_lane_table *lanes,
		struct csa_err *err)
{
	uint64_t size = css_file_bytes(files->fd);
	struct ahead ahead = { .count = 0 };

	files->end = 0;
	while (files->end < size) {
		struct css_block_facts facts;
		const void *header = NULL;
		size_t bytes = 0;
		int rc = read_header(&ahead, files->fd, files->end, &header, &bytes);

		if (rc < 0)
			return csa_fail(err, CSA_E_SYSTEM, "blocks-0.%u.cst: %s", files->sequence,
					strerror(-rc));
		if (css_block_facts(&facts, header, bytes, is_foreign, NULL) < 0 ||
		    facts.used_bytes > size - files->end)
			return 0;
		if (!css_lanes_has(lanes, facts.key, facts.sequence) &&
		    css_lanes_set(lanes, facts.key, facts.sequence) < 0)
			return csa_fail(err, CSA_E_NOMEM, "no memory for the threads");
		files->end += facts.used_bytes;
		files->blocks++;
		files->block_bytes += facts.used_bytes;
	}
	return 0;
}

static int cut(struct css_block_files *files, uint64_t *cut_bytes, struct csa_err *err)
{
	uint64_t size = css_file_bytes(files->fd);

	*cut_bytes = size - files->end;
	if (*cut_bytes && ftruncate(files->fd, (off_t)files->end) != 0)
		return csa_fail(err, CSA_E_SYSTEM, "blocks-0.%u.cst: %s", files->sequence,
				strerror(errno));
	return 0;
}

int css_block_files_resume(struct css_block_files *files, bool is_foreign,
			   struct css_lane_table *lanes, uint64_t *cut_bytes, struct csa_err *err)
{
	*cut_bytes = 0;
	for (unsigned sequence = 0;; sequence++) {
		int fd = open_file(files, sequence, O_RDWR);
		int rc;

		if (fd == -ENOENT)
			break;
		if (fd < 0)
			return csa_fail(err, CSA_E_SYSTEM, "blocks-0.%u.cst: %s", sequence,
					strerror(-fd));
		css_close(files->fd);
		files->fd = fd;
		files->sequence = sequence;
		rc = scan(files, is_foreign, lanes, err);
		if (rc < 0)
			return rc;
	}
	return files->fd < 0 ? 0 : cut(files, cut_bytes, err);
}
