/* SPDX-License-Identifier: MIT */
/* Strings for JSON. The only place where bytes of a traced program become JSON text. */
#ifndef CSA_JSON_STRING_H
#define CSA_JSON_STRING_H

#include <stdbool.h>
#include <stdio.h>

/**
 * csa_json_string() - @text as a JSON string with its quotes; NULL is null.
 *
 * Control characters, quotes and backslashes are escaped; bytes that are not UTF-8 become U+FFFD, one
 * for each wrong byte.
 */
void csa_json_string(FILE *out, const char *text);

/**
 * csa_json_string_in_page() - the same where the text stands in a script element of a page: "<" is escaped, so that
 * nothing in it ends the element or begins a comment.
 */
void csa_json_string_in_page(FILE *out, const char *text);

/**
 * csa_is_c1_control() - is the character at @text, which has two bytes, one of U+0080 to U+009F?
 *
 * Terminals obey some of them as they do escape sequences.
 */
bool csa_is_c1_control(const char *text);

/**
 * csa_utf8_length() - bytes of the character at @text, 1 to 4; 0 when it is not UTF-8.
 * @text: NUL-terminated, not at its end
 */
unsigned csa_utf8_length(const char *text);

#endif
