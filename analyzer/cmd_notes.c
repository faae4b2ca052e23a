/* SPDX-License-Identifier: MIT */
#include "cmd_notes.h"

int csa_cmd_end(const struct csa_cmd *cmd, struct csa_notes *notes, int rc)
{
	for (size_t i = 0; i < notes->count; i++)
		csa_cmd_say(cmd, "%s", notes->items[i].text);
	if (rc == 0 && notes->total[CSA_NOTE_DAMAGE])
		rc = 3;
	csa_notes_release(notes);
	return rc;
}
