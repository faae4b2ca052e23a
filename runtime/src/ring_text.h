/* SPDX-License-Identifier: MIT */
/* A text of a process in windows of the ring: what files have in one piece, in parts. */
#ifndef CSR_RING_TEXT_H
#define CSR_RING_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "ring_object.h"

struct csr_ring_text {
	enum csf_ring_window kind;
	struct csf_ring_text *part; /* that is written into; NULL: none yet */
	uint32_t parts;
};

/** csr_ring_text_add() - @bytes of @data at the end of the text. One thread at a time, signals blocked.
 *  Return: false when a part could not be made: the rest is missing then. */
CSR_HIDDEN bool csr_ring_text_add(struct csr_ring *ring, uint32_t process,
				  struct csr_ring_text *text, const char *data, size_t bytes);

#endif
