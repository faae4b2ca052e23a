/* SPDX-License-Identifier: MIT */
/*
 * Names of threads, found without matching: a thread gets its name at any time, and who shows only some
 * threads has to know it before. Private to the report room.
 */
#ifndef CSA_LANE_NAMES_H
#define CSA_LANE_NAMES_H

#include "capture_dir.h"

#define CSA_LANE_NAME_BYTES 17u

/**
 * csa_lane_names_find() - the last name of each lane's thread, "" when it has none.
 * @names: one for each lane, freed by the caller; NULL after a failure
 *
 * Return: 0 or CSA_E_NOMEM. Blocks that cannot be read have no names.
 */
int csa_lane_names_find(char (**names)[CSA_LANE_NAME_BYTES], const struct csa_capture *capture);

#endif
