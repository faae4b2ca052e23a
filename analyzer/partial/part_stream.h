/* SPDX-License-Identifier: MIT */
/*
 * Numbers and texts of a partial report, as docs/format/partial.md has them: gzip around variable-length
 * numbers. A failure stays: what is written after it is dropped, what is read after it is 0, so that a
 * run of fields needs one check at its end.
 *
 * A partial report is untrusted input: nothing that is read is taken for a size before as many bytes
 * were there, and more than CSA_PART_BYTES_MAX are refused, for a few bytes of gzip can hold many.
 */
#ifndef CSA_PART_STREAM_H
#define CSA_PART_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <zlib.h>

#include "err.h"
#include "text_pool.h"
#include "user_stats.h"

#define CSA_PART_BYTES_MAX (1ull << 30)
#define CSA_PART_TEXT_MAX  (1u << 22) /* a command line is at most 2 MiB */

struct csa_part_writer {
	gzFile file;
	bool has_failed;
};

/** csa_part_writer_open() - on a descriptor, which stays the caller's. Or CSA_E_IO, CSA_E_NOMEM. */
int csa_part_writer_open(struct csa_part_writer *w, int fd, struct csa_err *err);
/** csa_part_writer_close() - Return: 0, or CSA_E_IO when something could not be written. */
int csa_part_writer_close(struct csa_part_writer *w, struct csa_err *err);

void csa_part_put_bytes(struct csa_part_writer *w, const void *bytes, unsigned count);
void csa_part_put(struct csa_part_writer *w, uint64_t value);
void csa_part_put_signed(struct csa_part_writer *w, int64_t value);
void csa_part_put_sum(struct csa_part_writer *w, csa_i128 value);
void csa_part_put_real(struct csa_part_writer *w, double value);
void csa_part_put_text(struct csa_part_writer *w, const char *text); /* NULL allowed */

struct csa_part_reader {
	gzFile file;
	bool has_failed;
	uint64_t bytes; /* read so far */
	struct csa_err err;
};

/** csa_part_reader_open() - Return: 0, CSA_E_ABSENT, CSA_E_IO, CSA_E_NOMEM; CSA_E_FORMAT: no gzip. */
int csa_part_reader_open(struct csa_part_reader *r, const char *path, struct csa_err *err);
void csa_part_reader_close(struct csa_part_reader *r);

bool csa_part_get_bytes(struct csa_part_reader *r, void *bytes, unsigned count);
uint64_t csa_part_get(struct csa_part_reader *r);
int64_t csa_part_get_signed(struct csa_part_reader *r);
csa_i128 csa_part_get_sum(struct csa_part_reader *r);
double csa_part_get_real(struct csa_part_reader *r);

/** csa_part_get_string() - all bytes as they were, on the heap; NULL as csa_part_get_text(). */
char *csa_part_get_string(struct csa_part_reader *r);

/** csa_part_get_text() - the pool's copy, as UTF-8, or NULL: it was NULL, or the reader has failed. */
const char *csa_part_get_text(struct csa_part_reader *r, struct csa_text_pool *pool);

/** csa_part_get_below() - a number below @limit, else the reader fails with @what. */
uint64_t csa_part_get_below(struct csa_part_reader *r, uint64_t limit, const char *what);

bool csa_part_get_flag(struct csa_part_reader *r);

/** csa_part_wrong() - the reader fails: "<what> at byte <n>". The first failure stays. */
void csa_part_wrong(struct csa_part_reader *r, const char *what);
/** csa_part_no_memory() - likewise. */
void csa_part_no_memory(struct csa_part_reader *r);

/** csa_part_at_end() - whether nothing follows and everything was as it was written. */
bool csa_part_at_end(struct csa_part_reader *r);

#endif
