/* SPDX-License-Identifier: MIT */
/* Names and other texts where there is no room for all of them. */
#ifndef CSA_SHORT_NAME_H
#define CSA_SHORT_NAME_H

#include "buf.h"

/**
 * csa_add_shortened() - @text in at most @width columns: what is too much goes out of its middle.
 *
 * It is UTF-8, each character taken as one column; ".." stands for what is left out.
 */
void csa_add_shortened(struct csa_buf *buf, const char *text, unsigned width);

/**
 * csa_add_shortened_name() - likewise of a name, which may be a C++ function's.
 *
 * Parameters go first, then template arguments, then namespaces and classes, then its middle.
 */
void csa_add_shortened_name(struct csa_buf *buf, const char *name, unsigned width);

#endif
