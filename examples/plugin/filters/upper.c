/* SPDX-License-Identifier: MIT */
#include "filter.h"

static int convert(char *c)
{
	if (*c < 'a' || *c > 'z')
		return 0;
	*c = (char)(*c - 'a' + 'A');
	return 1;
}

unsigned filter_text(char *text)
{
	unsigned changed = 0;

	while (*text)
		changed += (unsigned)convert(text++);
	return changed;
}
