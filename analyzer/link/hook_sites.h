/* SPDX-License-Identifier: MIT */
/* All calls of the hooks in a linked file, those of the runtime itself left out. */
#ifndef CSA_HOOK_SITES_H
#define CSA_HOOK_SITES_H

#include "hook_flow.h"

/**
 * csa_hook_sites_find() - fill @sites, by group and address.
 *
 * Only functions in whose bytes a call of a hook can be seen are read; when none is seen in a file
 * that has hooks (calls through registers alone), all are.
 *
 * Return: 0 or CSA_E_NOMEM. Release it in every case.
 */
int csa_hook_sites_find(struct csa_hook_sites *sites, const struct csa_link_image *image,
			struct csa_err *err);
void csa_hook_sites_release(struct csa_hook_sites *sites);

#endif
