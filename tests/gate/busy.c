/* SPDX-License-Identifier: MIT */
/*
 * Keeps a processor busy for so many seconds, or until it is killed: it computes, and walks through more memory than
 * caches hold, in turn.
 *
 *   busy SECONDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WORDS (4u << 20) /* 32 MiB */

int main(int argc, char **argv)
{
	time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 0);
	unsigned long *words = calloc(WORDS, sizeof(*words));
	unsigned long sum = 0;

	if (argc != 2 || !words) {
		fprintf(stderr, "usage: busy SECONDS\n");
		return 2;
	}
	while (time(NULL) < end) {
		for (unsigned i = 0; i < WORDS; i += 8)
			words[i] += sum++;
		for (unsigned i = 0; i < 20000000; i++)
			sum = sum * 6364136223846793005u + 1442695040888963407u;
	}
	printf("%lu\n", sum);
	free(words);
	return 0;
}
