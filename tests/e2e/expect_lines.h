/* SPDX-License-Identifier: MIT */
/* Reads the @ lines of a program that hold for one run, compiler and level. */
#ifndef T_EXPECT_LINES_H
#define T_EXPECT_LINES_H

#include <stddef.h>

struct expect_line {
	char *word; /* "calls" */
	char *rest; /* "f 3", without blanks around it */
};

struct expect_lines {
	struct expect_line *items;
	size_t count;
};

/** expect_lines_read() - exits with a message when the file cannot be read. */
struct expect_lines expect_lines_read(const char *path, const char *run, const char *compiler,
				      const char *level);

void expect_lines_release(struct expect_lines *lines);

#endif
