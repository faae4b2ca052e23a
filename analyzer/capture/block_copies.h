/* SPDX-License-Identifier: MIT */
/*
 * Which copy of a block counts where there are several: of a block that is whole in a file, and in a
 * window that is still open; of one that is cut in a file; of windows that a server keeps from partial
 * blocks. Private to the capture room.
 */
#ifndef CSA_BLOCK_COPIES_H
#define CSA_BLOCK_COPIES_H

#include "capture_dir.h"

/** csa_is_same_block() - the same thread, lane and sequence. */
bool csa_is_same_block(const struct csa_block_ref *a, const struct csa_block_ref *b);

/**
 * csa_copies_drop() - sort the blocks of @capture and leave one of each.
 *
 * A whole block of a file counts. What a window has of it is the same or less; or it is of a block that
 * was dropped since (TRACE_SHM), whose sequence the block in the file has again, and whose events
 * that one counts as lost. Otherwise the block that began later, and of one block the longer copy.
 *
 * Return: how many open windows have no whole copy in a file.
 */
size_t csa_copies_drop(struct csa_capture *capture, struct csa_notes *notes);

#endif
