/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkostemp, getc_unlocked, 64-bit offsets */
#include "number_spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "protobuf_writer.h"

bool csa_spool_open(struct csa_number_spool *spool)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int length =
		snprintf(path, sizeof(path), "%s/callsight.XXXXXX", dir && *dir ? dir : "/tmp");
	int fd;

	*spool = (struct csa_number_spool){ 0 };
	if (length >= (int)sizeof(path)) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return false;
	unlink(path);
	spool->file = fdopen(fd, "w+");
	if (!spool->file)
		close(fd);
	return spool->file != NULL;
}

void csa_spool_close(struct csa_number_spool *spool)
{
	if (spool->file)
		fclose(spool->file);
	spool->file = NULL;
}

void csa_spool_put(struct csa_number_spool *spool, uint64_t value)
{
	uint8_t bytes[CSA_VARINT_BYTES];
	size_t count = (size_t)(csa_put_varint(bytes, value) - bytes);

	spool->bytes += count;
	fwrite_unlocked(bytes, 1, count, spool->file);
}

bool csa_spool_seek(struct csa_number_spool *spool, uint64_t at)
{
	return !ferror(spool->file) && fseeko(spool->file, (off_t)at, SEEK_SET) == 0;
}

uint64_t csa_spool_get(struct csa_number_spool *spool)
{
	uint64_t value = 0;
	int byte = 0x80;

	for (unsigned shift = 0; (byte & 0x80) && shift < 64; shift += 7) {
		byte = getc_unlocked(spool->file);
		if (byte == EOF)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
	}
	return value;
}
