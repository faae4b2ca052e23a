/* SPDX-License-Identifier: MIT */
/* Text and durations for people. */
#ifndef CSA_TERMINAL_TEXT_H
#define CSA_TERMINAL_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "buf.h"

/**
 * csa_add_terminal_text() - @text without bytes that a terminal would obey.
 *
 * C0 and C1 control characters and DEL become \xNN, bytes that are not UTF-8 become U+FFFD.
 */
void csa_add_terminal_text(struct csa_buf *buf, const char *text);

/**
 * csa_print_terminal_text() - the same onto @out, but for line ends and tabs, which stay.
 *
 * For everything that quotes what others wrote: messages, notes, names, paths.
 */
void csa_print_terminal_text(FILE *out, const char *text);

/** csa_add_duration() - three or more digits and a unit: "0 ns", "12.3 us", "1.04 s". */
void csa_add_duration(struct csa_buf *buf, uint64_t ns);

/** csa_text_width() - columns of a UTF-8 text, each character taken as one. */
unsigned csa_text_width(const char *text);

#endif
