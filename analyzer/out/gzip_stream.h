/* SPDX-License-Identifier: MIT */
/* One gzip member (RFC 1952) that is written piece by piece. The same bytes give the same file. */
#ifndef CSA_GZIP_STREAM_H
#define CSA_GZIP_STREAM_H

#include <stddef.h>
#include <stdio.h>

struct csa_gzip;

/** csa_gzip_new() - Return: NULL: no memory. */
struct csa_gzip *csa_gzip_new(FILE *out);

/** csa_gzip_free() - @gzip may be NULL. Without csa_gzip_end() the file has no end. */
void csa_gzip_free(struct csa_gzip *gzip);

/** csa_gzip_add() - write errors stay in the file. */
void csa_gzip_add(struct csa_gzip *gzip, const void *bytes, size_t count);

/** csa_gzip_end() - nothing may be added after it. */
void csa_gzip_end(struct csa_gzip *gzip);

#endif
