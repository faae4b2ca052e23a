/* SPDX-License-Identifier: MIT */
/*
 * The short way to know which function each hook call of a group is for: every argument is set in the
 * stretch of code before its call, without a place between where another path comes in. Most groups
 * are like that; the others take the long way (hook_flow.h).
 */
#ifndef CSA_HOOK_LOCAL_H
#define CSA_HOOK_LOCAL_H

#include <stdbool.h>

#include "flow_code.h"
#include "hook_flow.h"

/**
 * csa_hook_local() - add the sites of a group.
 *
 * Return: 1 = done; 0 = the group needs the long way, nothing was added; CSA_E_NOMEM.
 */
int csa_hook_local(struct csa_hook_sites *sites, const struct csa_link_image *image,
		   const struct csa_flow_code *code, uint32_t group);

#endif
