/* SPDX-License-Identifier: MIT */
/* The numbers of one function, and of one name of the program, in a partial report. */
#ifndef CSA_PART_NUMBERS_H
#define CSA_PART_NUMBERS_H

#include "part_stream.h"
#include "row_stats.h"
#include "user_stats.h"

void csa_part_put_histogram(struct csa_part_writer *w, const struct csa_histogram *h);
void csa_part_put_stats(struct csa_part_writer *w, const struct csa_row_stats *stats);
void csa_part_put_user_row(struct csa_part_writer *w, const struct csa_user_row *row);

/* They fill an empty object, which is the caller's to release, also when the reader fails. */
void csa_part_get_histogram(struct csa_part_reader *r, struct csa_histogram *h);
void csa_part_get_stats(struct csa_part_reader *r, struct csa_row_stats *stats);
void csa_part_get_user_row(struct csa_part_reader *r, struct csa_user_row *row);

#endif
