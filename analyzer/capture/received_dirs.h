/* SPDX-License-Identifier: MIT */
/*
 * The folders that `callsight serve` makes: below its own one for each peer, in that one for each process, and one
 * for each connection of an earlier client.
 */
#ifndef CSA_RECEIVED_DIRS_H
#define CSA_RECEIVED_DIRS_H

#include <stdbool.h>
#include <stdint.h>

/** csa_is_received() - stream.json is there. */
bool csa_is_received(const char *dir);

/** csa_old_capture_ns() - when the connection of an earlier client began of which @dir, called @name, is; 0: of none. */
uint64_t csa_old_capture_ns(const char *dir, const char *name);

/** csa_has_old_captures() - whether there is one in @dir, or in a folder of it. Reads names only. */
bool csa_has_old_captures(const char *dir);

#endif
