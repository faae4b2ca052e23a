/* SPDX-License-Identifier: MIT */
/* What a plug-in is: a shared object with this function. */
#ifndef FILTER_H
#define FILTER_H

/* Changes the text in place. Return: how many characters became others. */
unsigned filter_text(char *text);

#endif
