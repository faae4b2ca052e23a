/* SPDX-License-Identifier: MIT */
#include "block_header.h"

int csa_block_check(const struct csf_block *header, struct csa_err *err)
{
	if (header->magic != CSF_BLOCK_MAGIC)
		return csa_fail(err, CSA_E_FORMAT, "magic is 0x%08x, expected 0x%08x",
				header->magic, CSF_BLOCK_MAGIC);
	if (header->version != CSF_VERSION)
		return csa_fail(err, CSA_E_UNSUPPORTED, "format version is %u, expected %u",
				header->version, CSF_VERSION);
	if (header->flags & ~CSA_BLOCK_FLAGS_KNOWN)
		return csa_fail(err, CSA_E_UNSUPPORTED, "unknown flags 0x%02x, known are 0x%02x",
				header->flags, CSA_BLOCK_FLAGS_KNOWN);
	if (header->used_bytes < CSF_BLOCK_HEADER_BYTES || header->used_bytes > CSF_BLOCK_BYTES ||
	    header->used_bytes % 8)
		return csa_fail(err, CSA_E_FORMAT,
				"used bytes are %u, expected a multiple of 8 from %u to %u",
				header->used_bytes, CSF_BLOCK_HEADER_BYTES, CSF_BLOCK_BYTES);
	if (header->lane > 1)
		return csa_fail(err, CSA_E_FORMAT, "lane is %u, expected 0 or 1", header->lane);
	if (header->thread_serial == 0)
		return csa_fail(err, CSA_E_FORMAT, "thread serial is 0, expected 1 or more");
	return 0;
}
