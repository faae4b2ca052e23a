/* SPDX-License-Identifier: MIT */
/* What parts are added to. Private to part_merge.c and part_read.c. */
#ifndef CSA_PART_MERGE_H
#define CSA_PART_MERGE_H

#include "part_stream.h"
#include "report.h"

struct csa_merge_module {
	struct csa_module_info info; /* strings of csa_report.texts */
	unsigned number;             /* of the symbols, when all parts were read */
	bool is_of_sites;            /* nothing but call sites lies in it */
};

struct csa_merge {
	struct csa_report
		*report; /* its rows have numbers of modules here until they are renumbered */
	struct csa_merge_module *modules;
	unsigned module_count;
	unsigned numbered;
	size_t parts; /* read so far */
	bool has_tree;
};

/** csa_part_read() - add one part. Return: 0; CSA_E_FORMAT, CSA_E_UNSUPPORTED, CSA_E_NOMEM. */
int csa_part_read(struct csa_merge *merge, struct csa_part_reader *r);

#endif
