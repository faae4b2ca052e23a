/* SPDX-License-Identifier: MIT */
#define ZLIB_CONST /* next_in points to const */
#include "gzip_stream.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#define WINDOW_BITS 15 /* the largest */
#define WITH_GZIP   16 /* added to it: a gzip header, with time 0, and trailer */
#define MEMORY      8  /* zlib's default */

struct csa_gzip {
	z_stream stream;
	FILE *out;
	unsigned char bytes[1 << 16];
};

struct csa_gzip *csa_gzip_new(FILE *out)
{
	struct csa_gzip *gzip = calloc(1, sizeof(*gzip));

	if (!gzip)
		return NULL;
	gzip->out = out;
	if (deflateInit2(&gzip->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS + WITH_GZIP,
			 MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
		free(gzip);
		return NULL;
	}
	return gzip;
}

void csa_gzip_free(struct csa_gzip *gzip)
{
	if (!gzip)
		return;
	deflateEnd(&gzip->stream);
	free(gzip);
}

/* Until zlib leaves room in the output: it then has nothing more to give. */
static void pump(struct csa_gzip *gzip, int flush)
{
	do {
		gzip->stream.next_out = gzip->bytes;
		gzip->stream.avail_out = sizeof(gzip->bytes);
		deflate(&gzip->stream, flush);
		fwrite(gzip->bytes, 1, sizeof(gzip->bytes) - gzip->stream.avail_out, gzip->out);
	} while (gzip->stream.avail_out == 0);
}

void csa_gzip_add(struct csa_gzip *gzip, const void *bytes, size_t count)
{
	const unsigned char *next = bytes;

	while (count) {
		uInt part = count < UINT_MAX ? (uInt)count : UINT_MAX;

		gzip->stream.next_in = next;
		gzip->stream.avail_in = part;
		pump(gzip, Z_NO_FLUSH);
		next += part;
		count -= part;
	}
}

void csa_gzip_end(struct csa_gzip *gzip)
{
	gzip->stream.avail_in = 0;
	pump(gzip, Z_FINISH);
}
