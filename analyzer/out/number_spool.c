/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* getc_unlocked, 64-bit offsets */
#include "number_spool.h"

#include <unistd.h>

#include "protobuf_writer.h"
#include "temp_file.h"

bool csa_spool_open(struct csa_number_spool *spool)
{
	int fd = csa_temp_file_open();

	*spool = (struct csa_number_spool){ 0 };
	if (fd < 0)
		return false;
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
