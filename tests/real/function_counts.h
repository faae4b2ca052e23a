/* SPDX-License-Identifier: MIT */
/*
 * How often each function was called, from two sources that know nothing of each other: a report of
 * callsight and the counters of gcov. Both become a JSON object that maps "file.c:function" to a
 * number, so that they can be compared. Not for times.
 *
 * The file is the last part of its path. C++ names lose parameters, template arguments and return
 * type; functions that are equal then (overloads, instantiations, the same function of a header in
 * several objects) are added up.
 */
#ifndef T_FUNCTION_COUNTS_H
#define T_FUNCTION_COUNTS_H

#include <jansson.h>
#include <stddef.h>

/** Writes the bare name of @name into @out; cut when it does not fit. */
void t_bare_name(char *out, size_t size, const char *name);

/**
 * t_counts_of_report() - calls of the functions whose source lies below @folder.
 * @report: what "analyze --format json" wrote
 *
 * Return: a new object, NULL with words on stderr when the report has no rows or a row no file.
 */
json_t *t_counts_of_report(const json_t *report, const char *folder);

/**
 * t_counts_of_gcov() - the same from the output of "gcov --json-format --stdout".
 * @path: file with one JSON document a line
 *
 * Functions that were never called are there with 0. Those that the compiler makes itself (implicit
 * constructors) are not there.
 *
 * Return: a new object, NULL with words on stderr when the file is unreadable or counts nothing.
 */
json_t *t_counts_of_gcov(const char *path, const char *folder);

#endif
