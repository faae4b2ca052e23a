/* SPDX-License-Identifier: MIT */
/* The parts of a Firefox profile that all threads share, and the facts about it. */
#ifndef CSA_FIREFOX_TABLES_H
#define CSA_FIREFOX_TABLES_H

#include "firefox_threads.h"

/** csa_firefox_stack() - the number that the profile gives to a node of the tree. */
static inline uint32_t csa_firefox_stack(uint32_t node)
{
	return node - 1; /* the root is no stack */
}

/**
 * csa_firefox_meta() - member "meta", after it a comma.
 * csa_firefox_shared() - member "shared", likewise. Adds strings, so it comes behind the threads.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_firefox_meta(const struct csa_report *report, FILE *out);
int csa_firefox_shared(struct csa_firefox_threads *threads, const struct csa_report *report,
		       FILE *out);

#endif
