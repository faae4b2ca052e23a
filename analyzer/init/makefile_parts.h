/* SPDX-License-Identifier: MIT */
/*
 * What callsight.mk has to be told about a Makefile: programs, sources and objects, in words of that
 * Makefile where it has some ("$(OBJS)"). A proposal to people, from the text alone: nothing is run,
 * conditions are not looked at.
 */
#ifndef CSA_MAKEFILE_PARTS_H
#define CSA_MAKEFILE_PARTS_H

#include <stdbool.h>

#include "buf.h"
#include "err.h"

struct csa_makefile_parts {
	const char *name; /* of the file; NULL: the folder has none */
	struct csa_buf
		programs; /* targets of rules that link, those that make builds without being asked;
				    empty: not found */
	struct csa_buf others;  /* other targets of rules that link */
	struct csa_buf sources; /* empty: not found */
	struct csa_buf objects; /* empty with sources: one command compiles and links */
	bool is_adopted;        /* it includes callsight.mk */
};

void csa_makefile_parts_init(struct csa_makefile_parts *parts);
void csa_makefile_parts_release(struct csa_makefile_parts *parts);

/** csa_makefile_parts_read() - look at the Makefile of a folder. Return: 0, CSA_E_IO, CSA_E_NOMEM. */
int csa_makefile_parts_read(struct csa_makefile_parts *parts, const char *folder,
			    struct csa_err *err);

#endif
