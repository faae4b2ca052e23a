/* SPDX-License-Identifier: MIT */
/* blocks-0.<seq>.cst of a received process: appended to, a new one when one is long enough. */
#ifndef CSS_BLOCK_FILES_H
#define CSS_BLOCK_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "lane_table.h"

struct css_block_files {
	int dir_fd; /* borrowed */
	int fd;     /* of the last file; -1: there is none */
	unsigned sequence;
	uint64_t end;
	uint64_t segment_bytes; /* 0: one file */
	uint64_t blocks;        /* in all files */
	uint64_t block_bytes;
};

void css_block_files_init(struct css_block_files *files, int dir_fd, uint64_t segment_bytes);
void css_block_files_close(struct css_block_files *files);

/** css_block_files_begin() - there is a file: without any, a process has only begun. Return: 0 or -errno. */
int css_block_files_begin(struct css_block_files *files);

/**
 * css_block_files_append() - @blocks blocks, @bytes in all. On failure the file is as it was.
 *
 * Return: 0 or -errno.
 */
int css_block_files_append(struct css_block_files *files, const void *from, size_t bytes,
			   unsigned blocks);

/**
 * css_block_files_resume() - after css_block_files_init(), where files are there: what do they hold?
 * @lanes: gets the last block of each lane
 * @cut_bytes: what was behind the last whole block of the last file, and is not there any more
 *
 * A server that was killed leaves at most one block half written; it was not acknowledged, and comes again.
 *
 * Return: 0; CSA_E_SYSTEM: a file cannot be read or cut; CSA_E_NOMEM.
 */
int css_block_files_resume(struct css_block_files *files, bool is_foreign,
			   struct css_lane_table *lanes, uint64_t *cut_bytes, struct csa_err *err);

#endif
