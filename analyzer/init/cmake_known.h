/* SPDX-License-Identifier: MIT */
/*
 * What is known of variables and conditions while the commands of a CMakeLists.txt are read in their order: values
 * that are one word, options with their defaults, and whether a command is sure to run on Linux with these.
 */
#ifndef CSA_CMAKE_KNOWN_H
#define CSA_CMAKE_KNOWN_H

#include "buf.h"
#include "cmake_text.h"

enum csa_cmake_chance {
	CSA_CMAKE_NEVER,
	CSA_CMAKE_MAYBE,
	CSA_CMAKE_SURE,
};

#define CSA_CMAKE_NESTED_MAX 64u

struct csa_cmake_known {
	struct csa_buf values; /* lines NAME=value, the newest last; an empty value: not known */
	size_t nested; /* open if(), function() and macro(); more than the arrays hold are MAYBE */
	enum csa_cmake_chance branch[CSA_CMAKE_NESTED_MAX]; /* of this branch */
	enum csa_cmake_chance others[CSA_CMAKE_NESTED_MAX]; /* that none so far was taken */
};

void csa_cmake_known_init(struct csa_cmake_known *known);
void csa_cmake_known_release(struct csa_cmake_known *known);

/* Where a folder was entered: what it sets holds in it and below it only. */
struct csa_cmake_mark {
	size_t length;
	size_t nested;
};
struct csa_cmake_mark csa_cmake_known_mark(const struct csa_cmake_known *known);
void csa_cmake_known_return(struct csa_cmake_known *known, struct csa_cmake_mark mark);

/** csa_cmake_known_see() - learns from a command; its arguments are not moved. */
void csa_cmake_known_see(struct csa_cmake_known *known, struct csa_cmake_command command);

/** csa_cmake_known_chance() - does the command that was seen last run? */
enum csa_cmake_chance csa_cmake_known_chance(const struct csa_cmake_known *known);

/**
 * csa_cmake_known_expand() - a word with the values of its variables.
 * @out: empty before; the text
 *
 * Return: false: one of them is not known, or the word is an expression.
 */
bool csa_cmake_known_expand(const struct csa_cmake_known *known, struct csa_cmake_word word,
			    struct csa_buf *out);

#endif
