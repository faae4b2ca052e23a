/* SPDX-License-Identifier: MIT */
/* Text in a page of HTML. */
#ifndef ESCAPE_H
#define ESCAPE_H

/* Return: behind the last character that was written. */
char *escape_text(char *at, const char *text);

#endif
