/* SPDX-License-Identifier: MIT */
/* Paths as text: nothing here looks at the file system. */
#ifndef CSA_PATH_TEXT_H
#define CSA_PATH_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

/**
 * csa_path_normal() - replace the content of @out by @path without "//", "." and "..".
 * @base: folder in front of a relative @path; absolute
 */
void csa_path_normal(struct csa_buf *out, const char *base, size_t base_length, const char *path);

/** csa_path_folder_length() - bytes in front of the last '/'; 0 when it is the first byte. */
size_t csa_path_folder_length(const char *path);

/** csa_path_is_below() - is @path inside @folder? A '/' at the end of @folder is allowed. */
bool csa_path_is_below(const char *path, const char *folder);

/** csa_path_shown() - @path for people: without @folder where it is below it; "" is no folder. */
const char *csa_path_shown(const char *path, const char *folder);

/** csa_path_common_length() - bytes of @a, a whole number of components, that begin @b too. */
size_t csa_path_common_length(const char *a, size_t a_length, const char *b);

#endif
