/* SPDX-License-Identifier: MIT */
/* What a compiler says about itself: whose options it takes, and for which machine it compiles. */
#ifndef CSA_COMPILER_KIND_H
#define CSA_COMPILER_KIND_H

#include "buf.h"
#include "err.h"

struct csa_compiler_kind {
	const char *family; /* as the plan calls it: GNU, Clang or other */
	const char *frames; /* options that keep frames comparable; may be empty */
};

/**
 * csa_compiler_ask() - run a compiler and look at the macros that it defines.
 * @command: words for a shell, as in a Makefile: "ccache gcc -m32"
 * @kind: filled with constants on 0
 *
 * Return: 0; CSA_E_ABSENT when it cannot be run or does not answer; CSA_E_IO; CSA_E_SYSTEM;
 * CSA_E_NOMEM.
 */
int csa_compiler_ask(const char *command, struct csa_compiler_kind *kind, struct csa_err *err);

/**
 * csa_compiler_folders() - where a compiler looks for <...> headers by itself and by the options in @command.
 * @folders: added as it says them, a line each; none where it does not answer as gcc and clang do
 *
 * Return: 0, CSA_E_NOMEM.
 */
int csa_compiler_folders(const char *command, struct csa_buf *folders, struct csa_err *err);

#endif
