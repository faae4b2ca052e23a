/* SPDX-License-Identifier: MIT */
#include "document.h"

#include <stdlib.h>
#include <string.h>

static const char *const syllables[] = { "ka", "lo", "mi", "ra", "tu", "ne", "so", "vi" };

#define SYLLABLES     (sizeof(syllables) / sizeof(*syllables))
#define SYLLABLES_MAX 4u

/* Numerical Recipes' generator: the same everywhere, unlike rand(). */
static unsigned next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/* Short words are frequent, as in real text. */
static size_t append_word(char *at, unsigned *state)
{
	unsigned count = 1 + next_random(state) % SYLLABLES_MAX;
	size_t length = 0;

	for (unsigned i = 0; i < count; i++) {
		memcpy(at + length, syllables[next_random(state) % SYLLABLES], 2);
		length += 2;
	}
	at[length] = next_random(state) % 12 ? ' ' : '\n';
	return length + 1;
}

char *document_make(unsigned seed, unsigned words)
{
	char *text = malloc((size_t)words * (2 * SYLLABLES_MAX + 1) + 1);
	size_t length = 0;

	if (!text)
		return NULL;
	for (unsigned i = 0; i < words; i++)
		length += append_word(text + length, &seed);
	text[length] = '\0';
	return text;
}
