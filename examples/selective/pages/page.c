/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <stdio.h>

#include "checksum.h"
#include "escape.h"

static char *put_head(char *at, const struct request *request)
{
	int length = snprintf(at, PAGE_SIZE / 2, "<title>%u headers</title>", request->headers);

	if (length < 0)
		return at;
	return at + length;
}

static char *put_body(char *at, const struct request *request)
{
	at = escape_text(at, request->path);
	*at++ = '\n';
	*at = '\0';
	return at;
}

unsigned render_page(char *page, const struct request *request)
{
	char *end = put_head(page, request);

	end = put_body(end, request);
	return checksum(page, (unsigned)(end - page));
}
