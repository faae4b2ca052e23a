/* SPDX-License-Identifier: MIT */
/* Entries as lines of text. */
#ifndef RENDER_H
#define RENDER_H

#include "table.h"

/* Writes the first entries into a buffer, cut to its size. Return: bytes written. */
size_t render_entries(const struct entry *entries, size_t count, char *buffer, size_t size);

#endif
