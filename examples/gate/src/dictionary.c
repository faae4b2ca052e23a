/* SPDX-License-Identifier: MIT */
#include "dictionary.h"

static char words[WORD_COUNT][WORD_SIZE];

/* A number as a word of four letters; larger numbers come later in the alphabet. */
static void spell(char *word, int number)
{
	for (int i = 3; i >= 0; i--) {
		word[i] = (char)('a' + number % 26);
		number /= 26;
	}
}

static int compare(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a - *b;
}

void dictionary_fill(void)
{
	for (int i = 0; i < WORD_COUNT; i++)
		spell(words[i], 7 * i);
}

int dictionary_find(const char *word)
{
	int first = 0;
	int last = WORD_COUNT - 1;

	while (first <= last) {
		int middle = (first + last) / 2;
		int order = compare(word, words[middle]);

		if (order == 0)
			return middle;
		if (order < 0)
			last = middle - 1;
		else
			first = middle + 1;
	}
	return -1;
}
