/* SPDX-License-Identifier: MIT */
/* The options that say where names come from, for every command that names functions. */
#ifndef CSA_CMD_SYMBOLS_H
#define CSA_CMD_SYMBOLS_H

#include <stdbool.h>

#include "cmd.h"
#include "opt.h"
#include "symbol_sources.h"

struct csa_symbol_choices {
	struct csa_opt_list dirs;
	const char *sysroot;
	bool is_forced;
	bool keeps_clones;
};

/* Rows of the option table of a command; @choices: a struct csa_symbol_choices. */
/* clang-format off */
#define CSA_SYMBOL_OPTS(choices)                                                            \
	{ CSA_OPT_LIST, 0, "symbols", "<folder>",                                           \
	  "Look for programs, libraries and debug files in <folder>; repeatable.",          \
	  &(choices).dirs },                                                                \
	{ CSA_OPT_STRING, 0, "sysroot", "<folder>",                                         \
	  "Where the file system that the program ran on is; put before its paths.",        \
	  &(choices).sysroot },                                                             \
	{ CSA_OPT_FLAG, 0, "force-symbols", NULL,                                           \
	  "Take names of a program or library that is another build.",                      \
	  &(choices).is_forced },                                                           \
	{ CSA_OPT_FLAG, 0, "clones", NULL,                                                  \
	  "Keep the copies that a compiler made of a function apart.",                      \
	  &(choices).keeps_clones }
/* clang-format on */

/** csa_symbol_sources_of() - borrows from @choices. */
static inline struct csa_symbol_sources csa_symbol_sources_of(
	const struct csa_symbol_choices *choices)
{
	return (struct csa_symbol_sources){
		.dirs = choices->dirs.items,
		.dir_count = choices->dirs.count,
		.sysroot = choices->sysroot,
		.is_forced = choices->is_forced,
		.keeps_clones = choices->keeps_clones,
	};
}

/** csa_symbol_choices_check() - says which folders are not there. */
void csa_symbol_choices_check(const struct csa_cmd *cmd, const struct csa_symbol_choices *choices);

#endif
