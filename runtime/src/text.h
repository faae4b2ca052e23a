/* SPDX-License-Identifier: MIT */
/*
 * Text and memory helpers without libc. A csr_text is a bounded buffer of the caller: what does not
 * fit is dropped and is_full says so; the content is always NUL-terminated.
 */
#ifndef CSR_TEXT_H
#define CSR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attributes.h"

struct csr_text {
	char *data;
	size_t length;
	size_t capacity; /* bytes of data, at least 1 */
	bool is_full;
};

CSR_HIDDEN void csr_text_init(struct csr_text *text, char *data, size_t capacity);
CSR_HIDDEN void csr_text_add(struct csr_text *text, const char *string);
CSR_HIDDEN void csr_text_add_bytes(struct csr_text *text, const char *bytes, size_t count);
CSR_HIDDEN void csr_text_add_char(struct csr_text *text, char c);
CSR_HIDDEN void csr_text_add_decimal(struct csr_text *text, uint64_t number);
CSR_HIDDEN void csr_text_add_hex(struct csr_text *text, uint64_t number);
/* A JSON string with its quotes; bytes that are not UTF-8 become \u00XX of the byte. */
CSR_HIDDEN void csr_text_add_json(struct csr_text *text, const char *bytes, size_t count);

CSR_HIDDEN size_t csr_length(const char *string);
CSR_HIDDEN bool csr_equal(const char *a, const char *b);
CSR_HIDDEN bool csr_starts_with(const char *string, const char *prefix);
CSR_HIDDEN void csr_copy(void *to, const void *from, size_t bytes);
CSR_HIDDEN void csr_zero(void *to, size_t bytes);

/* One line "callsight: <text>" on stderr; errors of writing it are ignored.
 *  Signals must be blocked. */
CSR_HIDDEN void csr_say(const char *a, const char *b, const char *c, const char *d);

#endif
