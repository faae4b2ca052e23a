/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <stdio.h>
#include <string.h>

/* Return: where the next line begins, NULL at the end. */
static const char *next_line(const char *text)
{
	const char *end = strchr(text, '\n');

	if (!end || !end[1])
		return NULL;
	return end + 1;
}

static int is_header(const char *line)
{
	return strchr(line, ':') != NULL;
}

static unsigned count_headers(const char *text)
{
	unsigned count = 0;

	for (text = next_line(text); text; text = next_line(text))
		count += is_header(text) != 0;
	return count;
}

int parse_request(struct request *request, const char *text)
{
	if (sscanf(text, "%7s %63s", request->method, request->path) != 2)
		return 0;
	request->headers = count_headers(text);
	return request->headers > 0;
}
