/* SPDX-License-Identifier: MIT */
/*
 * Which function symbols are one function: names of one address, and the pieces and clones that a
 * compiler made of it (.cold .part .isra .constprop), between which it jumps.
 */
#ifndef CSA_LINK_GROUPS_H
#define CSA_LINK_GROUPS_H

#include "link_image.h"

/**
 * csa_link_groups_make() - set the group of every function of @image.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
int csa_link_groups_make(struct csa_link_image *image, struct csa_err *err);

#endif
