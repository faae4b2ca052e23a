/* SPDX-License-Identifier: MIT */
/*
 * The step around a link: what a linked file holds is compared with the selection, the hooks of
 * functions that are not selected are silenced, and the list of hooks is left in the file.
 */
#ifndef CSA_LINK_STEP_H
#define CSA_LINK_STEP_H

#include "buf.h"
#include "err.h"
#include "selection.h"
#include "silence.h"

struct csa_link_result {
	struct csa_silence_counts counts;
	size_t missing; /* selected functions of sources that are linked in, without a hook */
	bool has_hooks; /* false: the file was not touched */
};

/**
 * csa_link_step() - patch the linked file @path.
 *
 * Return: 0; CSA_E_UNSUPPORTED, CSA_E_FORMAT, CSA_E_IO, CSA_E_ABSENT, CSA_E_NOMEM: the file is as
 * the linker made it.
 */
int csa_link_step(const char *path, const struct csa_selection *selection,
		  struct csa_link_result *result, struct csa_err *err);

/** csa_link_output_path() - what a compiler's link command makes; NULL: it does not link. */
const char *csa_link_output_path(char *const *argv);

#endif
