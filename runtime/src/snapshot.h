/* SPDX-License-Identifier: MIT */
/*
 * Snapshots by the process itself, when a call took longer than TRACE_TRIGGER says (docs/decisions/0033): what the
 * windows hold, as a capture of its own in a folder snapshot-<n> of the process's folder.
 */
#ifndef CSR_SNAPSHOT_H
#define CSR_SNAPSHOT_H

#include "attributes.h"
#include "thread.h"

/**
 * csr_snapshot_take() - the one that @t->due asks for. @t has an open block with room for a marker, and a hook of it
 * runs. The calling thread writes; others record meanwhile. Where another thread is writing one, TRACE_SNAPSHOTS are
 * there, or writing fails, it is counted as skipped.
 */
CSR_HIDDEN void csr_snapshot_take(struct csr_thread *t);

/** csr_snapshot_disown() - in a child of fork: whoever was writing one did not come along. */
CSR_HIDDEN void csr_snapshot_disown(void);

#endif
