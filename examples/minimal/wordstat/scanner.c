/* SPDX-License-Identifier: MIT */
#include "scanner.h"

static int is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

int scan_word(const char **at, struct word *word)
{
	const char *begin = *at;
	const char *end;

	while (*begin && !is_letter(*begin))
		begin++;
	for (end = begin; is_letter(*end);)
		end++;
	*at = end;
	*word = (struct word){ begin, (size_t)(end - begin) };
	return end > begin;
}
