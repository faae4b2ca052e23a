/* SPDX-License-Identifier: MIT */
/* Words of a text, one after the other. */
#ifndef SCANNER_H
#define SCANNER_H

#include <stddef.h>

struct word {
	const char *text; /* in the text that is scanned, without an end */
	size_t length;
};

/* Moves *at behind the next word. Return: 1 = a word, 0 = the text ends. */
int scan_word(const char **at, struct word *word);

#endif
