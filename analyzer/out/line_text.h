/* SPDX-License-Identifier: MIT */
/*
 * Bytes of a traced program in formats made of lines. Not for terminals (terminal_text.h), nor for
 * JSON (json_string.h).
 */
#ifndef CSA_LINE_TEXT_H
#define CSA_LINE_TEXT_H

#include "buf.h"

/**
 * csa_add_line_text() - @text on one line.
 * @from: a character that means something in the format, written as @to; '\0': none
 *
 * Control characters become '?', bytes that are not UTF-8 U+FFFD. In front of nothing, and of spaces alone,
 * stands '?'.
 */
void csa_add_line_text(struct csa_buf *buf, const char *text, char from, char to);

#endif
