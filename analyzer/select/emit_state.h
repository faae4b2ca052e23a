/* SPDX-License-Identifier: MIT */
/* What the writers of a build step's files share; private to emit*.c. */
#ifndef CSA_EMIT_STATE_H
#define CSA_EMIT_STATE_H

#include "emit.h"
#include "units.h"

struct csa_emit {
	const struct csa_emit_input *in;
	const struct csa_project *project;
	struct csa_units units;
	uint8_t *is_exact;          /* by node: its name may go into the compiler's list */
	struct csa_buf system_list; /* gcc's list of system folders; csa_emit_lists_init() */
	struct {
		uint32_t sources, hooked, rewritten, listed;
	} stat;
};

static inline bool csa_emit_is_selected(const struct csa_emit *emit, uint32_t target, uint32_t node)
{
	return (emit->in->choices[target].marks[node] & CSA_CHOICE_SELECTED) != 0;
}

/** csa_emit_keeps_system() - does the target's config want hooks in system headers? */
static inline bool csa_emit_keeps_system(const struct csa_emit *emit, uint32_t target)
{
	const struct csa_config *config = emit->in->configs[target];

	return config && config->has_system;
}

/**
 * csa_emit_walk_target() - walk all sources of a target and the headers below them as one unit.
 *
 * Return: 0, CSA_E_NOMEM.
 */
int csa_emit_walk_target(struct csa_emit *emit, uint32_t target, struct csa_err *err);

/** csa_emit_lists_init() - what the lists of all units have in common. */
void csa_emit_lists_init(struct csa_emit *emit);

/* The option, without its dash and number, that says which lists a specs file holds. */
#define CSA_EMIT_DIGEST "Wno-callsight-"

/**
 * csa_emit_lists() - gcc's exclude lists for the unit that was walked last, as a specs file; empty
 * when nothing is to be left out.
 *
 * The specs take the options that csa_emit() puts beside their name from gcc.
 * Return: a number that follows from the lists.
 */
uint64_t csa_emit_lists(struct csa_emit *emit, uint32_t target, struct csa_buf *specs);

/** csa_emit_system_folders() - "folder DIR/" lines: what a selection file says of system headers. */
void csa_emit_system_folders(const struct csa_emit *emit, struct csa_buf *text);

/** csa_emit_selection() - write the selection file of a target. Return: 0, CSA_E_IO, CSA_E_NOMEM. */
int csa_emit_selection(struct csa_emit *emit, uint32_t target, struct csa_err *err);

/** csa_emit_depfile() - what was read, for make. Return: 0, CSA_E_IO, CSA_E_NOMEM. */
int csa_emit_depfile(const struct csa_emit_input *input, struct csa_err *err);

#endif
