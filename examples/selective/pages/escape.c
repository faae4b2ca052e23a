/* SPDX-License-Identifier: MIT */
#include "escape.h"

#include <string.h>

static char *escape_character(char *at, char c)
{
	const char *name = c == '<' ? "&lt;" : c == '>' ? "&gt;" : NULL;

	if (!name) {
		*at = c;
		return at + 1;
	}
	memcpy(at, name, 4);
	return at + 4;
}

char *escape_text(char *at, const char *text)
{
	while (*text)
		at = escape_character(at, *text++);
	return at;
}
