/* SPDX-License-Identifier: MIT */
/* spellcheck [<count>]: looks up so many made-up words, and says how many there are. */
#include <stdio.h>
#include <stdlib.h>

#include "dictionary.h"

static unsigned next_number(unsigned number)
{
	return number * 1103515245u + 12345u;
}

static void make_word(char *word, unsigned number)
{
	for (int i = 0; i < 4; i++) {
		word[i] = (char)('a' + (number >> 16) % (i == 0 ? 2 : 26));
		number = next_number(number);
	}
	word[4] = '\0';
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 20000;
	int found = 0;
	unsigned number = 1;
	char word[WORD_SIZE];

	dictionary_fill();
	for (int i = 0; i < count; i++) {
		number = next_number(number);
		make_word(word, number);
		found += dictionary_find(word) >= 0;
	}
	printf("%d of %d words are known\n", found, count);
	return 0;
}
