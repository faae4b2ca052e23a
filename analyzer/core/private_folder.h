/* SPDX-License-Identifier: MIT */
/*
 * A folder for files that nobody else shall see and that are gone with the process, also when it is
 * killed: a child of ours waits for our end and removes the folder then.
 */
#ifndef CSA_PRIVATE_FOLDER_H
#define CSA_PRIVATE_FOLDER_H

#include <sys/types.h>

#include "err.h"

struct csa_private_folder {
	char *path; /* NULL: there is none */
	int alive;  /* end of a pipe that the child reads; -1: no child */
	pid_t child;
};

/**
 * csa_private_folder_make() - a new empty folder in TMPDIR or /tmp, of mode 0700.
 *
 * Forks: to be called while the process has one thread.
 *
 * Return: 0, CSA_E_IO, CSA_E_SYSTEM, CSA_E_NOMEM; csa_private_folder_remove() is allowed after all of them.
 */
int csa_private_folder_make(struct csa_private_folder *folder, struct csa_err *err);

/** csa_private_folder_remove() - with everything in it; waits for the child. */
void csa_private_folder_remove(struct csa_private_folder *folder);

/** csa_folder_remove() - a folder with everything in it, as far as that is allowed. */
void csa_folder_remove(const char *path);

#endif
