/* SPDX-License-Identifier: MIT */
/* Where a function of a side stands in its sources, for the tables of people. */
#ifndef CSA_SIDE_PLACE_H
#define CSA_SIDE_PLACE_H

#include "buf.h"
#include "compare_side.h"

/** csa_side_add_place() - as "src/parse.c:41"; without a file "in libparse.so"; nothing where neither is known. */
void csa_side_add_place(struct csa_buf *buf, const struct csa_side_row *row);

#endif
