/* SPDX-License-Identifier: MIT */
/*
 * Numbers kept on disk until the end of an export, for formats that need them in another order than
 * that in which they come. The file has no name: it goes away with the process.
 */
#ifndef CSA_NUMBER_SPOOL_H
#define CSA_NUMBER_SPOOL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct csa_number_spool {
	FILE *file;
	uint64_t bytes; /* written */
};

/** csa_spool_open() - in TMPDIR, or /tmp. Return: false: errno says why. */
bool csa_spool_open(struct csa_number_spool *spool);
void csa_spool_close(struct csa_number_spool *spool); /* also one that is not open */

/** csa_spool_put() - one number more; a write error is seen by csa_spool_seek(). */
void csa_spool_put(struct csa_number_spool *spool, uint64_t value);

/**
 * csa_spool_seek() - the next csa_spool_get() returns the number that was put when bytes were @at.
 *
 * Return: false: the numbers could not be written.
 */
bool csa_spool_seek(struct csa_number_spool *spool, uint64_t at);
uint64_t csa_spool_get(struct csa_number_spool *spool);

#endif
