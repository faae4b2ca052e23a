/* SPDX-License-Identifier: MIT */
/* A sorted list of words, and which place a word has in it. */
#ifndef DICTIONARY_H
#define DICTIONARY_H

enum { WORD_SIZE = 8, WORD_COUNT = 4000 };

void dictionary_fill(void);
int dictionary_find(const char *word); /* its place, or -1 */

#endif
