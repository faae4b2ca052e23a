/* SPDX-License-Identifier: MIT */
/*
 * The text of a CMakeLists.txt as commands and words. Not an interpreter: bracket arguments and escapes are words
 * like others, and a generator expression with blanks is several.
 */
#ifndef CSA_CMAKE_TEXT_H
#define CSA_CMAKE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A part of the text, not NUL-terminated. */
struct csa_cmake_word {
	const char *text;
	size_t length;
};

struct csa_cmake_command {
	struct csa_cmake_word name;
	const char *at;  /* arguments: the next one */
	const char *end; /* behind the last one */
};

/** csa_cmake_blank_comments() - makes comments blanks. */
void csa_cmake_blank_comments(char *text);

/** csa_cmake_next_command() - the next command from *@at on, which is moved behind it. Return: false: there is none. */
bool csa_cmake_next_command(const char **at, struct csa_cmake_command *command);

/** csa_cmake_next_word() - the next argument, without quotes. Return: false: there is none. */
bool csa_cmake_next_word(struct csa_cmake_command *command, struct csa_cmake_word *word);

/** csa_cmake_is_word() - is that the word? Names of commands are compared by csa_cmake_is_command(), without case. */
bool csa_cmake_is_word(struct csa_cmake_word word, const char *text);
bool csa_cmake_is_command(const struct csa_cmake_command *command, const char *name);

#endif
