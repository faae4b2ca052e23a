/* SPDX-License-Identifier: MIT */
/*
 * Files that hold keys: refused when others can read them, in memory only as long as they are needed,
 * and overwritten there afterwards.
 */
#ifndef CSS_SECRET_FILE_H
#define CSS_SECRET_FILE_H

#include <stddef.h>

#define CSS_SECRET_FILE_MAX 65536u /* chosen: keys in PEM are a few KB */

struct css_secret {
	char *bytes; /* NULL: nothing read; otherwise a NUL follows the last */
	size_t count;
};

/**
 * css_secret_read() - read @path, which only its owner may read.
 * @secret: filled on 0; css_secret_release() wipes and frees it, and is allowed after a failure too
 * @why: of @why_bytes: one line without newline, written on failure only
 *
 * The file has to be a regular one that belongs to this user or to root, without rights for others; a group may
 * read it only where root is the owner, as for the key of a system service.
 *
 * Return: 0, or -1.
 */
int css_secret_read(struct css_secret *secret, const char *path, char *why, size_t why_bytes);

void css_secret_release(struct css_secret *secret);

/** css_wipe() - overwrite @bytes in a way that the compiler does not leave out. */
void css_wipe(void *bytes, size_t count);

#endif
