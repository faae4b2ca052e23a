/* SPDX-License-Identifier: MIT */
#include "old_summary.h"

#include "file_bytes.h"

int csa_old_row_read(const struct csa_old_file *file, uint64_t index, struct csa_old_row *row,
		     struct csa_err *err)
{
	const struct csa_old_header *h = &file->header;
	bool big = h->is_big_endian;
	unsigned char bytes[CSA_OLD_ROW_BYTES];
	ssize_t n;

	if (index > file->bytes / h->record_bytes)
		return 0;
	row->offset = h->header_bytes + index * h->record_bytes;
	n = csa_file_read_at(file->fd, bytes, h->record_bytes, row->offset, err);
	if (n < 0)
		return (int)n;
	if ((size_t)n < h->record_bytes)
		return 0;
	row->function = csa_old_u64(bytes, big);
	row->calls = csa_old_u64(bytes + 8, big);
	row->inclusive = csa_old_u64(bytes + 16, big);
	row->self = csa_old_u64(bytes + 24, big);
	row->min = csa_old_u64(bytes + 32, big);
	row->max = csa_old_u64(bytes + 40, big);
	for (size_t i = 0; i < CSA_OLD_BUCKETS; i++)
		row->buckets[i] = csa_old_u32(bytes + CSA_OLD_ROW_AT_BUCKETS + 4 * i, big);
	return 1;
}

uint64_t csa_old_bucket_middle(unsigned index)
{
	uint64_t low;
	uint64_t width;

	if (index < 4)
		return index;
	low = 4 + (uint64_t)(index & 3);
	low <<= index / 4 - 1;
	width = 1ull << (index / 4 - 1);
	return low + width / 2;
}
