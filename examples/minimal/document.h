/* SPDX-License-Identifier: MIT */
/* Text to count words in, the same in every run. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

/* A new text of that number of words; free() it. NULL without memory. */
char *document_make(unsigned seed, unsigned words);

#endif
