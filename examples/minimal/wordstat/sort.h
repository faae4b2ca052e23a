/* SPDX-License-Identifier: MIT */
/* The most frequent words first. */
#ifndef SORT_H
#define SORT_H

#include "table.h"

void sort_entries(struct entry *entries, size_t count);

#endif
