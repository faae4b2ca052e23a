/* SPDX-License-Identifier: MIT */
/*
 * Globs of trace.config. Paths: '*' and '?' stay within a component, '**' as a whole component
 * crosses any number of them, [abc], [a-z] and [!a] name one character, '\' quotes the next one.
 * Names: '*' crosses everything, '::' included. Linear in practice, no recursion on the input.
 */
#ifndef CSA_GLOB_H
#define CSA_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/**
 * csa_glob_path() - does a pattern of include or exclude match a file?
 * @pattern: "a/b.c", "src", "src/", "**" with components, "/abs/path"; repeated and trailing '/'
 *	allowed ('/' at the end: a folder only)
 * @path: absolute and normal
 * @root_length: bytes of @path that name the project's top folder, 0 for "/"
 *
 * A pattern that begins with '/' is matched from the start; any other one from any component. It
 * matches the file itself or a folder above it. A match has to reach below the top folder, so
 * that the name of a folder above the project (a checkout in ~/test) never counts.
 */
bool csa_glob_path(const char *pattern, const char *path, size_t root_length);

/** csa_glob_name() - does @pattern match the whole of @name? */
bool csa_glob_name(const char *pattern, const char *name);

/** csa_glob_has_wildcard() - does @pattern hold an unquoted wildcard at all? */
bool csa_glob_has_wildcard(const char *pattern);

#endif
