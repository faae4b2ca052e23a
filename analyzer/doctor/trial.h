/* SPDX-License-Identifier: MIT */
/* A folder for small files that show whether a compiler can do what a trace needs. */
#ifndef CSA_TRIAL_H
#define CSA_TRIAL_H

#include <stdbool.h>

#include "buf.h"

#define CSA_TRIAL_WORDS 16u

/* A compiler as it is started: the program and words that always follow it. */
struct csa_trial_compiler {
	char *words[CSA_TRIAL_WORDS + 1]; /* the first is a path; ends in NULL */
	unsigned count;
};

struct csa_trial {
	char folder[256];      /* absolute; "": not open */
	struct csa_buf output; /* what the last program said */
};

/** csa_trial_open() - Return: false: errno says why there is no folder. Close it in every case. */
bool csa_trial_open(struct csa_trial *trial);
/** csa_trial_close() - removes the folder and the files in it. */
void csa_trial_close(struct csa_trial *trial);

/** csa_trial_write() - a file of that name. */
bool csa_trial_write(const struct csa_trial *trial, const char *name, const char *text);

/** csa_trial_path() - "<folder>/<name>" into @path, which has 512 bytes. Return: @path. */
const char *csa_trial_path(const struct csa_trial *trial, const char *name, char *path);

/**
 * csa_trial_run() - run the compiler with more words; "%name" becomes the path of a file in the folder, also
 * behind "@" or "=".
 * @words: ends in NULL
 *
 * Return: as csa_tool_run().
 */
int csa_trial_run(struct csa_trial *trial, const struct csa_trial_compiler *compiler,
		  const char *const *words);

/** csa_trial_holds() - whether the bytes of @word are in a file of the folder. */
bool csa_trial_holds(const struct csa_trial *trial, const char *name, const char *word);

/**
 * csa_trial_compiler_find() - @text: a program, or one with words that follow, separated by blanks; "..."
 * around words with blanks.
 *
 * Return: 0; CSA_E_ABSENT, CSA_E_SYSTEM, CSA_E_NOMEM and @err as csa_program_find() says. Release it always.
 */
struct csa_err;
int csa_trial_compiler_find(struct csa_trial_compiler *compiler, const char *text,
			    struct csa_err *err);
void csa_trial_compiler_release(struct csa_trial_compiler *compiler);

#endif
