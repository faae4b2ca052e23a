/* SPDX-License-Identifier: MIT */
/*
 * A growing byte buffer that is always NUL-terminated.
 *
 * Invariants: data is never NULL after csa_buf_init(); data[length] is '\0'; when memory ran out,
 * failed is true, everything added later is dropped, and the content so far stays readable, so that
 * a run of additions needs one check at its end.
 */
#ifndef CSA_BUF_H
#define CSA_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct csa_buf {
	char *data;
	size_t length;
	size_t capacity; /* 0: data is the static empty string */
	bool failed;
};

void csa_buf_init(struct csa_buf *buf);
void csa_buf_release(struct csa_buf *buf); /* back to the state after init */
void csa_buf_clear(struct csa_buf *buf);   /* keeps the memory, forgets a failure */

void csa_buf_add(struct csa_buf *buf, const void *bytes, size_t count);
void csa_buf_add_str(struct csa_buf *buf, const char *text);
void csa_buf_add_char(struct csa_buf *buf, char c);
void csa_buf_add_fmt(struct csa_buf *buf, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** csa_buf_steal() - the heap string; the caller frees it. NULL when memory ran out. */
char *csa_buf_steal(struct csa_buf *buf);

#endif
