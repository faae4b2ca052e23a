/* SPDX-License-Identifier: MIT */
/* What a command says of the captures that it read, at its end. */
#ifndef CSA_CMD_NOTES_H
#define CSA_CMD_NOTES_H

#include "cmd.h"
#include "note_list.h"

/**
 * csa_cmd_end() - prints the notes as lines on stderr and releases them.
 *
 * Return: @rc, or 3 when @rc is 0 and one of them is about damage.
 */
int csa_cmd_end(const struct csa_cmd *cmd, struct csa_notes *notes, int rc);

#endif
