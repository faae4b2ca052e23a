/* SPDX-License-Identifier: MIT */
#include "buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char empty[1]; /* never written: length 0 is never grown in place */

void csa_buf_init(struct csa_buf *buf)
{
	*buf = (struct csa_buf){ .data = empty };
}

void csa_buf_release(struct csa_buf *buf)
{
	if (buf->capacity)
		free(buf->data);
	csa_buf_init(buf);
}

void csa_buf_clear(struct csa_buf *buf)
{
	buf->length = 0;
	buf->failed = false;
	if (buf->capacity)
		buf->data[0] = '\0';
}

static bool reserve(struct csa_buf *buf, size_t extra)
{
	size_t capacity = buf->capacity ? buf->capacity : 64;
	char *data;

	if (buf->failed || extra > SIZE_MAX / 4 - buf->length)
		goto fail;
	while (capacity - 1 < buf->length + extra)
		capacity *= 2;
	if (capacity == buf->capacity)
		return true;
	data = realloc(buf->capacity ? buf->data : NULL, capacity);
	if (!data)
		goto fail;
	data[buf->length] = '\0';
	buf->data = data;
	buf->capacity = capacity;
	return true;
fail:
	buf->failed = true;
	return false;
}

void csa_buf_add(struct csa_buf *buf, const void *bytes, size_t count)
{
	if (count == 0 || !reserve(buf, count))
		return;
	memcpy(buf->data + buf->length, bytes, count);
	buf->length += count;
	buf->data[buf->length] = '\0';
}

void csa_buf_add_str(struct csa_buf *buf, const char *text)
{
	csa_buf_add(buf, text, strlen(text));
}

void csa_buf_add_char(struct csa_buf *buf, char c)
{
	csa_buf_add(buf, &c, 1);
}

void csa_buf_add_fmt(struct csa_buf *buf, const char *fmt, ...)
{
	va_list ap;
	int count;

	va_start(ap, fmt);
	count = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (count < 0) {
		buf->failed = true;
		return;
	}
	if (!reserve(buf, (size_t)count))
		return;
	va_start(ap, fmt);
	(void)vsnprintf(buf->data + buf->length, (size_t)count + 1, fmt, ap);
	va_end(ap);
	buf->length += (size_t)count;
}

char *csa_buf_steal(struct csa_buf *buf)
{
	char *data = NULL;

	if (!buf->failed && reserve(buf, 0))
		data = buf->data;
	if (!data) {
		csa_buf_release(buf);
		return NULL;
	}
	csa_buf_init(buf);
	return data;
}
