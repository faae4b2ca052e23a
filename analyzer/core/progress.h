/* SPDX-License-Identifier: MIT */
/*
 * One line on a terminal that says how far a long task is: from a second on, a few times a second, and
 * erased at the end. What else is written there has to come after csa_progress_erase().
 */
#ifndef CSA_PROGRESS_H
#define CSA_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CSA_PROGRESS_FIRST_NS UINT64_C(1000000000)
#define CSA_PROGRESS_EACH_NS  UINT64_C(200000000)

struct csa_progress {
	FILE *out; /* NULL: nothing is shown */
	uint64_t total;
	uint64_t next_ns; /* when a line may be written; 0: not begun */
	bool is_shown;
};

/** csa_progress_begin() - @out: a terminal, or NULL for none; @total: bytes */
void csa_progress_begin(struct csa_progress *progress, FILE *out, uint64_t total, uint64_t now_ns);

/** csa_progress_step() - @done of the total until @now_ns, which never goes back. */
void csa_progress_step(struct csa_progress *progress, uint64_t done, uint64_t now_ns);

void csa_progress_erase(struct csa_progress *progress);

/** csa_progress_now() - a clock for it. */
uint64_t csa_progress_now(void);

#endif
