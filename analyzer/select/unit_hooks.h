/* SPDX-License-Identifier: MIT */
/* Which compilations get hooks at all. What their functions get is a matter of lists and links. */
#ifndef CSA_UNIT_HOOKS_H
#define CSA_UNIT_HOOKS_H

#include "choose.h"
#include "units.h"

/**
 * csa_unit_has_hooks() - is the unit that was walked last compiled with hooks?
 *
 * It is when a function of its sources is selected, or when the config asks for a function of a
 * header that it uses, unless excludes name all of its sources.
 */
bool csa_unit_has_hooks(const struct csa_units *units, const struct csa_choice *choice);

#endif
