/* SPDX-License-Identifier: MIT */
/* The records of one old summary file. */
#ifndef CSA_OLD_SUMMARY_H
#define CSA_OLD_SUMMARY_H

#include <stdint.h>

#include "err.h"
#include "old_file.h"

struct csa_old_row {
	uint64_t function;
	uint64_t calls;
	uint64_t inclusive; /* every activation of a recursion counts */
	uint64_t self;
	uint64_t min;
	uint64_t max;
	uint32_t buckets[CSA_OLD_BUCKETS]; /* calls by duration, see csa_old_bucket_middle() */
	uint64_t offset;                   /* in the file */
};

/**
 * csa_old_row_read() - record number @index.
 *
 * Return: 1; 0 when the file ends before or within it; CSA_E_IO.
 */
int csa_old_row_read(const struct csa_old_file *file, uint64_t index, struct csa_old_row *row,
		     struct csa_err *err);

/** csa_old_bucket_middle() - the middle of bucket @index: 1 to 3 by themselves, then four an octave. */
uint64_t csa_old_bucket_middle(unsigned index);

#endif
