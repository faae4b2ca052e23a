/* SPDX-License-Identifier: MIT */
/*
 * From paths to a filled csa_project: reads the sources, follows their #include lines into the
 * project's folders, and lets ctags propose what the scanner did not find.
 */
#ifndef CSA_LOAD_H
#define CSA_LOAD_H

#include "buf.h"
#include "err.h"
#include "plan.h"
#include "project.h"

struct csa_load_input {
	const char *const *paths; /* sources, absolute and normal; a second one is ignored */
	const uint8_t *languages; /* of each */
	uint32_t count;
	const char *const *folders; /* headers are searched and read below these only */
	uint32_t folder_count;
	const char *defines; /* macros of the command line, "NAME=WORD\n" each; may be NULL */
	const char *ctags;   /* program; "" or NULL: the scanner does alone */
	const char *cache;   /* folder that keeps what was found; "" or NULL: nothing is kept */
	const char *plan;    /* what the kept file belongs to; with cache only */
};

/**
 * csa_load() - read everything.
 * @project: initialised; the sources are its first files, in their order
 * @notes: gets a line for each file that is missing or whose braces do not balance
 *
 * A source that cannot be read is a note, not a failure. Return: 0, or CSA_E_NOMEM.
 */
int csa_load(struct csa_project *project, const struct csa_load_input *input, struct csa_buf *notes,
	     struct csa_err *err);

#endif
