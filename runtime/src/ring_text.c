/* SPDX-License-Identifier: MIT */
#include "ring_text.h"

#include "ring_windows.h"
#include "text.h"

CSR_FN static bool add_part(struct csr_ring *ring, uint32_t process, struct csr_ring_text *text)
{
	uint32_t index;
	struct csf_ring_text *part = csr_ring_window(ring, process, &index);

	if (!part)
		return false;
	part->part = text->parts++;
	text->part = part;
	csr_ring_window_publish(ring, process, index, text->kind);
	return true;
}

CSR_FN bool csr_ring_text_add(struct csr_ring *ring, uint32_t process, struct csr_ring_text *text,
			      const char *data, size_t bytes)
{
	while (bytes) {
		uint32_t used = text->part ? text->part->used : CSF_RING_TEXT_BYTES;
		size_t count = CSF_RING_TEXT_BYTES - used;

		if (count == 0) {
			if (!add_part(ring, process, text))
				return false;
			continue;
		}
		if (count > bytes)
			count = bytes;
		csr_copy((char *)(text->part + 1) + used, data, count);
		/* release: pairs with the acquire of the client */
		__atomic_store_n(&text->part->used, used + (uint32_t)count, __ATOMIC_RELEASE);
		data += count;
		bytes -= count;
	}
	return true;
}
