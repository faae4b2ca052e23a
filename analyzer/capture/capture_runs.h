/* SPDX-License-Identifier: MIT */
/*
 * Which process folders belong to one run. A run is a root process, what it became by exec, its
 * children and theirs; the newest run is the one whose root started last.
 */
#ifndef CSA_CAPTURE_RUNS_H
#define CSA_CAPTURE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"

struct csa_run_process {
	char *dir;  /* path of the folder */
	char *name; /* its last part */
	char *peer; /* of a folder that callsight serve writes: the folder it lies in; else NULL */
	char *exe;  /* may be NULL */
	char *parent_name; /* from process.json, may be NULL */
	uint64_t pid;
	uint64_t ppid;
	uint64_t process_start; /* as in struct csa_process_facts */
	uint64_t start_realtime_ns;
	uint64_t start_monotonic_ns;
	uint64_t end_monotonic_ns; /* UINT64_MAX: not known */
	size_t parent;             /* index, or SIZE_MAX: a root */
	size_t root;               /* index; its own for a root */
	bool has_begun;            /* its folder is complete, or it has blocks */
};

/** A capture of an earlier client, which csa_legacy_open() reads by itself. */
struct csa_run_old {
	char *dir;
	uint64_t start_realtime_ns;
};

/** Sorted by start, oldest first. */
struct csa_runs {
	struct csa_run_process *items;
	size_t count;
	size_t newest; /* root of the newest run that has begun, SIZE_MAX when there is none */
	struct csa_run_old *old;
	size_t old_count;
	size_t strangers;  /* other entries of the folder */
	size_t empty_dirs; /* part of strangers */
	char *stranger;    /* name of one of them, may be NULL */
};

/**
 * csa_runs_find() - what @dir holds.
 * @dir: a folder of process folders, or one process folder: then that is all. Or that of callsight serve: then
 *       what is in the folders of all peers
 *
 * Return: 0; CSA_E_ABSENT when there is no such folder or no capture in it: @err says what is there
 * instead; CSA_E_IO; CSA_E_NOMEM. csa_runs_release() is allowed after all of them.
 */
int csa_runs_find(struct csa_runs *runs, const char *dir, struct csa_err *err);
void csa_runs_release(struct csa_runs *runs);

#endif
