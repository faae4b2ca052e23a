/* SPDX-License-Identifier: MIT */
/* Whole files into memory, and generated files out of it without touching what did not change. */
#ifndef CSA_FILE_TEXT_H
#define CSA_FILE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "err.h"

/**
 * csa_file_text_read() - append the content of a regular file, NUL bytes included.
 *
 * Return: 0; CSA_E_ABSENT when there is no such file; CSA_E_IO otherwise, also for folders, devices
 * and files over 1 GiB; CSA_E_NOMEM.
 */
int csa_file_text_read(struct csa_buf *text, const char *path, struct csa_err *err);

/**
 * csa_file_text_keep() - make the file hold exactly @text.
 *
 * The same content already there: nothing is touched, the time of change stays. Otherwise a new
 * file beside it is renamed over it, so that a reader never sees half of it.
 *
 * Return: 1 = written, 0 = was the same, CSA_E_IO.
 */
int csa_file_text_keep(const char *path, const struct csa_buf *text, struct csa_err *err);

/** csa_file_text_touch() - as keep, but the time of change is always now. Return: 0 or CSA_E_IO. */
int csa_file_text_touch(const char *path, const struct csa_buf *text, struct csa_err *err);

/** csa_write_all() - resumed when short or interrupted. Return: false: errno says why. */
bool csa_write_all(int fd, const void *bytes, size_t count);

#endif
