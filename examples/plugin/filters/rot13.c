/* SPDX-License-Identifier: MIT */
#include "filter.h"

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* 'a' and 'A' differ in one bit, 32. */
static int convert(char *c)
{
	int place = (*c | 32) - 'a';

	if (!is_letter(*c))
		return 0;
	*c = (char)(*c - place + (place + 13) % 26);
	return 1;
}

unsigned filter_text(char *text)
{
	unsigned changed = 0;

	while (*text)
		changed += (unsigned)convert(text++);
	return changed;
}
