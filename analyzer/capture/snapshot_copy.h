/* SPDX-License-Identifier: MIT */
/*
 * Snapshots: what a process had recorded at a moment, as a capture of its own in a folder snapshot-<n> of the
 * process's. While it is written the folder has the suffix .part; what is left with it was not finished.
 */
#ifndef CSA_SNAPSHOT_COPY_H
#define CSA_SNAPSHOT_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "note_list.h"

struct csa_snapshot_made {
	char *dir;
	unsigned number;
	uint64_t blocks;
	uint64_t missed; /* blocks that the process used again before they were copied */
};

/**
 * csa_snapshot_write() - copy the capture in @dir while its process runs, or stands still.
 * @made: released by csa_snapshot_made_release(), also after a failure
 * @notes: damage in the capture
 *
 * After a failure there is no snapshot.
 * Return: 0, CSA_E_ABSENT, CSA_E_IO, CSA_E_FORMAT, CSA_E_NOMEM.
 */
int csa_snapshot_write(const char *dir, struct csa_snapshot_made *made, struct csa_notes *notes,
		       struct csa_err *err);
void csa_snapshot_made_release(struct csa_snapshot_made *made);

struct csa_snapshot_list {
	struct csa_snapshot_name {
		char *name; /* of its folder */
		unsigned number;
		bool is_part; /* not finished */
	} * items;
	size_t count;
};

/** csa_snapshots_find() - those in the process folder @dir, by number; none where it cannot be read.
 *  Return: 0 or CSA_E_NOMEM. */
int csa_snapshots_find(struct csa_snapshot_list *list, const char *dir);
void csa_snapshots_release(struct csa_snapshot_list *list);

#endif
