/* SPDX-License-Identifier: MIT */
/*
 * Where one run records: a fresh folder inside the trace folder, so that only processes of this run
 * write into it. When the run is over its captures move up into the trace folder, where every other
 * command looks for them.
 */
#ifndef CSA_RUN_FOLDER_H
#define CSA_RUN_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"

struct csa_run_folder {
	char *dir;        /* the trace folder, absolute */
	bool dir_is_new;  /* made here */
	char *path;       /* <dir>/run-<realtime, ns>-<pid>; for TRACE_DIR */
	char **processes; /* paths of the run's process folders, oldest first; after collect */
	size_t process_count;
	size_t running_count; /* of these, still written by a process: they stayed in path */
};

/* A folder of zeros may be released. */

/**
 * csa_run_folder_name() - choose the fresh folder, and make nothing: for runs that write files only when
 * something does not work.
 *
 * Return: 0, CSA_E_NOMEM.
 */
int csa_run_folder_name(struct csa_run_folder *folder, const char *dir, struct csa_err *err);

/**
 * csa_run_folder_create() - make the trace folder where it is missing, and the fresh one in it.
 * @dir: relative to the working directory
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_run_folder_create(struct csa_run_folder *folder, const char *dir, struct csa_err *err);

/**
 * csa_run_folder_collect() - after the run: move the captures up and list them.
 *
 * The folder of a process that still runs stays where it is: the runtime opens files by their path.
 * The fresh folder is removed when nothing is left in it; one that was not made is empty.
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_run_folder_collect(struct csa_run_folder *folder, struct csa_err *err);

/** csa_run_folder_discard() - when nothing was recorded: remove what create made, if it is empty. */
void csa_run_folder_discard(const struct csa_run_folder *folder);

void csa_run_folder_release(struct csa_run_folder *folder);

#endif
