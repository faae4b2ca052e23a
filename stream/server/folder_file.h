/* SPDX-License-Identifier: MIT */
/* Files and folders below an open folder, never through a link, for this user only (0600, 0700). */
#ifndef CSS_FOLDER_FILE_H
#define CSS_FOLDER_FILE_H

#include <stddef.h>
#include <stdint.h>

/** css_dir_open() - the folder @name in @parent_fd, which is there. Return: its descriptor, or -errno. */
int css_dir_open(int parent_fd, const char *name);

/** css_file_open() - the regular file @name in @dir_fd; @flags as for open(). Return: its descriptor, or -errno. */
int css_file_open(int dir_fd, const char *name, int flags);

/** css_file_bytes() - its size; 0 when it cannot be known. */
uint64_t css_file_bytes(int fd);

/** css_file_write_at() - all of @bytes, resumed when short. Return: 0 or -errno. */
int css_file_write_at(int fd, const void *from, size_t bytes, uint64_t offset);

/** css_file_read_at() - up to @bytes. Return: how many are there, or -errno. */
int64_t css_file_read_at(int fd, void *to, size_t bytes, uint64_t offset);

/** css_file_replace() - @name becomes a file with these @bytes, at once or not at all. Return: 0 or -errno. */
int css_file_replace(int dir_fd, const char *name, const void *from, size_t bytes);

/** css_close() - close @fd unless it is negative. Return: -1, to be kept in its place. */
int css_close(int fd);

#endif
