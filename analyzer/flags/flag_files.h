/* SPDX-License-Identifier: MIT */
/*
 * The files that "callsight flags" keeps for a build without CMake, below one folder:
 *
 *     all.rsp                      options for a command that compiles all sources
 *     flags/SOURCE.rsp, .specs     options of one source; "../" in its path is "_up/", a '/' at the
 *                                  beginning "_root/"
 *     link.rsp, link-shared.rsp    what a link needs
 *     runtime.rsp                  what the runtime is compiled with
 *     targets/NAME/selection, selection, select/sources.plan, cache/
 *                                  as in a build by CMake
 *
 * The plan is written here; the rest but link*.rsp and runtime.rsp by csa_build_select().
 */
#ifndef CSA_FLAG_FILES_H
#define CSA_FLAG_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

struct csa_flag_input {
	const char *here;   /* the current folder */
	const char *dir;    /* as given, relative to it */
	const char *name;   /* of the selection */
	const char *config; /* trace.config; "": none */
	const char *ctags;
	const char *const *compilers;
	uint32_t compiler_count;
	const char *const *folders; /* include folders of the project */
	uint32_t folder_count;
	const char *const *sources; /* as given */
	uint32_t source_count;
	bool is_one; /* all.rsp instead of one file a source */
};

/** csa_flag_files_rsp() - append the path of the options of one source, below the folder as given. */
void csa_flag_files_rsp(struct csa_buf *out, const char *dir, const char *source);

/** csa_flag_files_selection() - append the path of the selection file. */
void csa_flag_files_selection(struct csa_buf *out, const struct csa_flag_input *input);

/** csa_flag_files_is_source() - is that the name of a C or C++ source? */
bool csa_flag_files_is_source(const char *path);

/**
 * csa_flag_files_write() - make the folders, and write the plan and what does not depend on it.
 * @plan: gets the path of the plan
 *
 * Files whose content stays are not touched. Return: 0; CSA_E_USAGE for a path that a plan cannot hold; CSA_E_CONFIG; CSA_E_IO; what
 * csa_compiler_ask() returns; CSA_E_NOMEM.
 */
int csa_flag_files_write(const struct csa_flag_input *input, struct csa_buf *plan,
			 struct csa_err *err);

/** csa_flag_files_write_link() - only what a link needs. Return: as above. */
int csa_flag_files_write_link(const struct csa_flag_input *input, struct csa_err *err);

#endif
