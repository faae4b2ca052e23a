/* SPDX-License-Identifier: MIT */
/*
 * The processes below a process, so that a program that runs in a shell script can be stopped too.
 * From /proc; without it there are none.
 */
#ifndef CSA_DESCENDANTS_H
#define CSA_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct csa_process {
	pid_t pid;
	pid_t parent;
	unsigned long long start; /* field 22 of /proc/<pid>/stat: tells a reused pid */
	bool is_wanted;
};

struct csa_descendants {
	struct csa_process *items;
	size_t count;
	size_t capacity;
};

/* Descendants of zeros are none. */
void csa_descendants_release(struct csa_descendants *all);

/**
 * csa_descendants_collect() - children of @root, their children and so on, as they are now.
 * @all: what it holds already stays: a process whose parent ended is no descendant any more
 *
 * When memory runs out some are missing.
 */
void csa_descendants_collect(struct csa_descendants *all, pid_t root);

/** csa_descendants_signal() - to those that still run. */
void csa_descendants_signal(const struct csa_descendants *all, int signal_number);

/** csa_process_is_alive() - false for one that ended and was not waited for. */
bool csa_process_is_alive(pid_t pid);

#endif
