/* SPDX-License-Identifier: MIT */
/* What the link step did with the hooks of a function, as the list in the linked file says it. */
#ifndef CSA_HOOK_MARK_H
#define CSA_HOOK_MARK_H

enum csa_hook_mark {
	CSA_HOOK_UNLISTED, /* there is no list, or it has no hook for this function */
	CSA_HOOK_TRACED,   /* selected */
	CSA_HOOK_SILENCED, /* not selected; its hooks do nothing */
	CSA_HOOK_KEPT,     /* not selected; its hooks could not be silenced everywhere */
};

#endif
