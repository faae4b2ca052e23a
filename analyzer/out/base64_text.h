/* SPDX-License-Identifier: MIT */
/* Bytes as base64 text (RFC 4648, with padding), written while they come. */
#ifndef CSA_BASE64_TEXT_H
#define CSA_BASE64_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct csa_base64 {
	FILE *out;
	uint32_t waiting_bytes; /* 0 to 2 that do not fill a group yet */
	uint8_t waiting[3];
};

/* Begin with {.out = file}; write errors stay in the file. */
void csa_base64_add(struct csa_base64 *text, const void *bytes, size_t count);

/** csa_base64_end() - the last group. */
void csa_base64_end(struct csa_base64 *text);

#endif
