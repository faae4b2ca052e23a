/* SPDX-License-Identifier: MIT */
/* A few sources in a folder of their own, read like a project. */
#ifndef T_SOURCE_TREE_H
#define T_SOURCE_TREE_H

#include "buf.h"
#include "graph.h"
#include "project.h"

struct t_tree {
	char folder[64];
	char *paths[16]; /* sources */
	uint8_t languages[16];
	uint32_t count;
	struct csa_project project;
	struct csa_graph graph;
	struct csa_buf notes;
	struct csa_buf text; /* what the functions below return */
};

void t_tree_begin(struct t_tree *tree);
void t_tree_end(struct t_tree *tree);

/* Writes a file; .c, .cc and .cpp are sources, everything else is there to be included. */
void t_tree_bytes(struct t_tree *tree, const char *name, const char *text, size_t length);
void t_tree_file(struct t_tree *tree, const char *name, const char *text);

/* Reads the sources and builds the graph. @ctags: NULL for the scanner alone. */
void t_tree_load(struct t_tree *tree, const char *ctags);

/* One source of this text, loaded. */
void t_tree_of(struct t_tree *tree, const char *name, const char *text);

/* "name line-end" of each function that is written in a file, in order of files, joined by ", ". */
const char *t_tree_functions(struct t_tree *tree);

/* Names of the functions that @root reaches within @depth, itself included, sorted. */
const char *t_tree_reached(struct t_tree *tree, const char *root, uint32_t depth);

/* Names of nodes marked in @marks, sorted; functions that the compiler writes are left out. */
const char *t_tree_marked(struct t_tree *tree, const uint8_t *marks);

/* The definition of this qualified name; fails the test when there is none. */
const struct csa_def *t_tree_def(struct t_tree *tree, const char *name);

#endif
