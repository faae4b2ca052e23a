/* SPDX-License-Identifier: MIT */
/* Readings of a tree's sources with and without what is kept of earlier ones. */
#ifndef T_KEPT_READING_H
#define T_KEPT_READING_H

#include <stdbool.h>

#include "buf.h"
#include "project.h"
#include "source_tree.h"

struct t_reading {
	struct csa_project project;
	struct csa_buf notes;
	struct csa_buf text; /* everything that was found */
};

/* Reads the tree; @is_kept: with what its folder "cache" keeps. @ctags: NULL for the scanner alone. */
void t_reading_begin(struct t_reading *r, struct t_tree *tree, const char *ctags, bool is_kept);
void t_reading_end(struct t_reading *r);

/* Reading with what is kept finds what reading everything finds. */
void t_assert_kept_is_right(struct t_tree *tree, const char *ctags);

/* The only cache file; the caller frees. NULL: there is none. */
char *t_cache_file(const struct t_tree *tree);

#endif
