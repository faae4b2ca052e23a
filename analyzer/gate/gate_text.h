/* SPDX-License-Identifier: MIT */
/* The verdict for people, and the sums that CDash shows. */
#ifndef CSA_GATE_TEXT_H
#define CSA_GATE_TEXT_H

#include <stdio.h>

#include "gate_judge.h"

struct csa_gate_view {
	const char *baseline; /* path, as given */
	const struct csa_gate_options *options;
	const struct csa_gate_set *before;
	const struct csa_gate_set *now;
	unsigned top;   /* rows of a table at most; 0 = all */
	unsigned width; /* columns of the terminal; 0: no limit */
	bool has_styles;
	bool is_update; /* what is about to be written, not whether it is good */
};

/** csa_gate_add_count() - "1 run", "10 runs". */
void csa_gate_add_count(struct csa_buf *buf, double count, const char *what);

/** csa_gate_text() - tables and the line of the verdict. Return: 0 or CSA_E_NOMEM. Write errors stay in @out. */
int csa_gate_text(const struct csa_gate_verdict *verdict, const struct csa_gate_view *view,
		  FILE *out, struct csa_err *err);

/** csa_gate_measurements() - lines that CTest takes out of a test's output and CDash shows. */
void csa_gate_measurements(const struct csa_gate_verdict *verdict, const struct csa_gate_set *now,
			   FILE *out);

#endif
