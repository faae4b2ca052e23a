/* SPDX-License-Identifier: MIT */
/*
 * Which programs of a Makefile somebody wants to trace: those that a plain "make" builds for its user, without
 * generators and tests. Private to the init room.
 */
#ifndef CSA_MAKEFILE_GOALS_H
#define CSA_MAKEFILE_GOALS_H

#include "makefile_text.h"

/**
 * csa_makefile_choose() - set is_link, is_part and reach of all rules.
 *
 * Chosen are the programs that the default goal leads to; where it leads to none, those of "all", else every one. A
 * program on the way to a generated file or to another program is left out, a shared library there is not; so is one
 * whose name is that of a test or a benchmark unless all are, and what is over CSA_MAKEFILE_PROGRAMS_MAX. m->failed
 * says that memory ran out.
 */
void csa_makefile_choose(struct csa_makefile *m);

#define CSA_MAKEFILE_PROGRAMS_MAX \
	8u /* chosen: what can be read in one line; one run traces one of them */

/** csa_makefile_is_chosen() - is it the rule of a chosen program? */
bool csa_makefile_is_chosen(const struct csa_makefile_rule *rule);

#endif
