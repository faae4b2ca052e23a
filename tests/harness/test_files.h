/* SPDX-License-Identifier: MIT */
/* Files and folders of tests. What cannot be done ends the program: the test has failed. */
#ifndef T_TEST_FILES_H
#define T_TEST_FILES_H

#include <stddef.h>

/** t_temp_dir() - a new empty folder below TMPDIR or /tmp; removed by t_remove(), which frees it. */
char *t_temp_dir(void);
void t_remove(char *dir);

/** t_path() - "<dir>/<name>" on the heap. */
char *t_path(const char *dir, const char *name);

/* Files for tests of damage. */
size_t t_file_bytes(const char *path);
void t_truncate(const char *path, size_t bytes);
void t_patch(const char *path, size_t offset, const void *bytes, size_t count);
void t_write_file(const char *path, const void *bytes, size_t count);

#endif
