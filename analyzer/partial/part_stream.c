/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC, dup with F_DUPFD_CLOEXEC */
#include "part_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES 65536u

int csa_part_writer_open(struct csa_part_writer *w, int fd, struct csa_err *err)
{
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	*w = (struct csa_part_writer){ .file = own < 0 ? NULL : gzdopen(own, "wb") };
	if (own < 0)
		return csa_fail(err, CSA_E_IO, "%s", strerror(errno));
	if (!w->file) {
		close(own);
		return csa_fail(err, CSA_E_NOMEM, "no memory to compress a partial report");
	}
	gzbuffer(w->file, BUFFER_BYTES);
	return 0;
}

int csa_part_writer_close(struct csa_part_writer *w, struct csa_err *err)
{
	bool failed = w->has_failed;

	errno = 0;
	if (w->file && gzclose_w(w->file) != Z_OK)
		failed = true;
	w->file = NULL;
	if (failed)
		return csa_fail(err, CSA_E_IO, "%s", errno ? strerror(errno) : "writing failed");
	return 0;
}

void csa_part_put_bytes(struct csa_part_writer *w, const void *bytes, unsigned count)
{
	if (count && !w->has_failed && gzwrite(w->file, bytes, count) != (int)count)
		w->has_failed = true;
}

/* Seven bits a byte, the lowest first; the last byte has bit 7 clear. */
void csa_part_put(struct csa_part_writer *w, uint64_t value)
{
	unsigned char bytes[10];
	unsigned count = 0;

	for (; value > 0x7f; value >>= 7)
		bytes[count++] = (unsigned char)(value | 0x80);
	bytes[count++] = (unsigned char)value;
	csa_part_put_bytes(w, bytes, count);
}

void csa_part_put_signed(struct csa_part_writer *w, int64_t value)
{
	csa_part_put(w, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

void csa_part_put_sum(struct csa_part_writer *w, csa_i128 value)
{
	csa_part_put(w, (uint64_t)value);
	csa_part_put_signed(w, (int64_t)(value >> 64));
}

void csa_part_put_real(struct csa_part_writer *w, double value)
{
	uint64_t bits;
	unsigned char bytes[8];

	memcpy(&bits, &value, sizeof(bits));
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(bits >> 8 * i);
	csa_part_put_bytes(w, bytes, 8);
}

void csa_part_put_text(struct csa_part_writer *w, const char *text)
{
	size_t length = text ? strlen(text) : 0;

	if (length > CSA_PART_TEXT_MAX)
		length = CSA_PART_TEXT_MAX;
	csa_part_put(w, text ? length + 1 : 0);
	csa_part_put_bytes(w, text, (unsigned)length);
}

int csa_part_reader_open(struct csa_part_reader *r, const char *path, struct csa_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	*r = (struct csa_part_reader){ .has_failed = false };
	if (fd < 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s",
				strerror(errno));
	r->file = gzdopen(fd, "rb");
	if (!r->file) {
		close(fd);
		return csa_fail(err, CSA_E_NOMEM, "no memory to read a partial report");
	}
	gzbuffer(r->file, BUFFER_BYTES);
	/* Looks at the first bytes: anything else than gzip would be handed on as it is. */
	if (gzdirect(r->file))
		return csa_fail(err, CSA_E_FORMAT, "not a partial report: not compressed by gzip");
	return 0;
}

void csa_part_reader_close(struct csa_part_reader *r)
{
	if (r->file)
		gzclose_r(r->file);
	r->file = NULL;
}

void csa_part_wrong(struct csa_part_reader *r, const char *what)
{
	r->has_failed = true;
	csa_fail(&r->err, CSA_E_FORMAT, "%s at byte %llu", what, (unsigned long long)r->bytes);
}

void csa_part_no_memory(struct csa_part_reader *r)
{
	r->has_failed = true;
	csa_fail(&r->err, CSA_E_NOMEM, "no memory for a partial report");
}

bool csa_part_get_bytes(struct csa_part_reader *r, void *bytes, unsigned count)
{
	int code;
	int n;

	if (r->has_failed)
		return false;
	n = gzread(r->file, bytes, count);
	if (n == (int)count && r->bytes + count <= CSA_PART_BYTES_MAX) {
		r->bytes += count;
		return true;
	}
	if (n == (int)count)
		csa_part_wrong(r, "more than 1 GiB");
	else if (n < 0)
		csa_part_wrong(r, gzerror(r->file, &code));
	else
		csa_part_wrong(r, "it ends");
	return false;
}

uint64_t csa_part_get(struct csa_part_reader *r)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		unsigned char byte = 0;

		if (!csa_part_get_bytes(r, &byte, 1))
			return 0;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80) && (shift < 63 || byte <= 1))
			return value;
	}
	csa_part_wrong(r, "a number of more than 64 bits");
	return 0;
}

int64_t csa_part_get_signed(struct csa_part_reader *r)
{
	uint64_t value = csa_part_get(r);

	return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

csa_i128 csa_part_get_sum(struct csa_part_reader *r)
{
	uint64_t low = csa_part_get(r);
	int64_t high = csa_part_get_signed(r);
	const int64_t limit = 1ll << 50; /* sums of a million parts still fit */

	if (high >= limit || high < -limit) {
		csa_part_wrong(r, "a sum that is too large");
		return 0;
	}
	return (csa_i128)high * ((csa_i128)1 << 64) + low;
}

double csa_part_get_real(struct csa_part_reader *r)
{
	unsigned char bytes[8] = { 0 };
	uint64_t bits = 0;
	double value;

	csa_part_get_bytes(r, bytes, 8);
	for (unsigned i = 0; i < 8; i++)
		bits |= (uint64_t)bytes[i] << 8 * i;
	memcpy(&value, &bits, sizeof(value));
	if (isfinite(value))
		return value;
	csa_part_wrong(r, "a number that is none");
	return 0;
}

char *csa_part_get_string(struct csa_part_reader *r)
{
	uint64_t length =
		csa_part_get_below(r, CSA_PART_TEXT_MAX + 2ull, "a text that is too long");
	char *text = length ? malloc(length) : NULL;

	if (length && !text)
		csa_part_no_memory(r);
	if (!text)
		return NULL;
	if (!csa_part_get_bytes(r, text, (unsigned)length - 1)) {
		free(text);
		return NULL;
	}
	text[length - 1] = '\0';
	return text;
}

const char *csa_part_get_text(struct csa_part_reader *r, struct csa_text_pool *pool)
{
	char *text = csa_part_get_string(r);
	const char *kept = text ? csa_text_pool_add(pool, text, strlen(text)) : NULL;

	if (text && !kept)
		csa_part_no_memory(r);
	free(text);
	return kept;
}

uint64_t csa_part_get_below(struct csa_part_reader *r, uint64_t limit, const char *what)
{
	uint64_t value = csa_part_get(r);

	if (!r->has_failed && value >= limit)
		csa_part_wrong(r, what);
	return r->has_failed ? 0 : value;
}

bool csa_part_get_flag(struct csa_part_reader *r)
{
	return csa_part_get_below(r, 2, "a flag that is neither 0 nor 1");
}

bool csa_part_at_end(struct csa_part_reader *r)
{
	char byte;
	int code;
	int n;

	if (r->has_failed)
		return false;
	n = gzread(r->file, &byte, 1);
	if (n < 0)
		csa_part_wrong(r, gzerror(r->file, &code));
	else if (n > 0)
		csa_part_wrong(r, "more than a partial report");
	else if (gzerror(r->file, &code) && code != Z_OK && code != Z_STREAM_END)
		csa_part_wrong(r, "it ends before gzip's checksum");
	return !r->has_failed;
}
