/* SPDX-License-Identifier: MIT */
#include "block_check.h"

#include <string.h>

#include "byte_order.h"
#include "lane_table.h"

static int check(const struct css_block_facts *facts, const struct csf_block *header,
		 bool is_foreign, struct csa_err *err)
{
	uint16_t version = css_order16(is_foreign, header->version);
	uint32_t serial = css_order32(is_foreign, header->thread_serial);

	if (css_order32(is_foreign, header->magic) != CSF_BLOCK_MAGIC)
		return csa_fail(err, CSA_E_FORMAT, "block without its magic");
	if (version != CSF_VERSION)
		return csa_fail(err, CSA_E_FORMAT, "block of version %u, expected %u", version,
				CSF_VERSION);
	if (facts->used_bytes < CSF_BLOCK_HEADER_BYTES || facts->used_bytes > CSF_BLOCK_BYTES ||
	    facts->used_bytes % 8)
		return csa_fail(err, CSA_E_FORMAT, "block of %u bytes", facts->used_bytes);
	if (header->lane > 1 || serial == 0 || serial > CSS_LANE_SERIAL_MAX)
		return csa_fail(err, CSA_E_FORMAT, "block of lane %u of thread %u", header->lane,
				serial);
	if (facts->state >> 1 != (facts->sequence & 0x7fffffffu))
		return csa_fail(err, CSA_E_FORMAT, "block %u whose state says %u", facts->sequence,
				facts->state >> 1);
	return 0;
}

int css_block_facts(struct css_block_facts *facts, const void *from, size_t bytes, bool is_foreign,
		    struct csa_err *err)
{
	struct csf_block header;

	if (bytes < sizeof(header))
		return csa_fail(err, CSA_E_FORMAT, "block of %zu bytes, its header has %zu", bytes,
				sizeof(header));
	/* Not the frames: they are most of it, and of no use here. */
	memcpy(&header, from, offsetof(struct csf_block, frames));
	*facts = (struct css_block_facts){
		.key = css_lane_key(css_order32(is_foreign, header.thread_serial), header.lane),
		.sequence = css_order32(is_foreign, header.sequence),
		.used_bytes = css_order32(is_foreign, header.used_bytes),
		.state = css_order32(is_foreign, header.state),
		.lost_events = css_order32(is_foreign, header.lost_events),
		.first_ticks = css_order64(is_foreign, header.first_ticks),
	};
	return check(facts, &header, is_foreign, err);
}
