/* SPDX-License-Identifier: MIT */
#include "made_names.h"

void csa_made_names(struct csa_scanner *scanner)
{
	(void)scanner;
}
