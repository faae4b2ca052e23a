/* SPDX-License-Identifier: MIT */
/* A folder of files for targets whose code opens several of them by name. */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include <stddef.h>

/** fuzz_folder() - one for the whole process, in memory where /dev/shm is; removed at exit. */
const char *fuzz_folder(void);

/** fuzz_capture() - the folder of one process in it, with a few calls; made at the first call. */
const char *fuzz_capture(void);

/** fuzz_folder_write() - make the file @name of @dir hold these bytes. */
void fuzz_folder_write(const char *dir, const char *name, const void *data, size_t size);

/** fuzz_folder_clear() - remove what is in a folder, and all below it. */
void fuzz_folder_clear(const char *dir);

#endif
