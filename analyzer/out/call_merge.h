/* SPDX-License-Identifier: MIT */
/* The spooled calls of several threads, by time; at equal times the thread that came first. */
#ifndef CSA_CALL_MERGE_H
#define CSA_CALL_MERGE_H

#include "call_spool.h"

struct csa_merge_thread {
	uint64_t next; /* items of the spool that are not read yet */
	uint64_t end;
	uint32_t tid;
	uint64_t pid;
	char *label; /* the caller's */
	/* While it is merged. */
	struct csa_spooled *items; /* read from the spool: at to count are still to come */
	size_t count;
	size_t at;
};

struct csa_merge {
	const struct csa_call_spool *spool;
	struct csa_merge_thread *threads;
	uint32_t *heap; /* threads with items, the earliest first */
	uint32_t count;
	size_t room; /* items of each thread at a time */
	struct csa_spooled *items;
	uint32_t last; /* the thread whose item was given out; UINT32_MAX: none */
	int rc;        /* why nothing came: 0: the end */
};

/** csa_merge_open() - @threads stay the caller's. Return: 0, CSA_E_NOMEM or CSA_E_IO. */
int csa_merge_open(struct csa_merge *merge, const struct csa_call_spool *spool,
		   struct csa_merge_thread *threads, uint32_t count, struct csa_err *err);

/** csa_merge_next() - valid until the next call; NULL: the end, or merge->rc. @from: whose it is */
const struct csa_spooled *csa_merge_next(struct csa_merge *merge,
					 const struct csa_merge_thread **from, struct csa_err *err);
void csa_merge_close(struct csa_merge *merge);

#endif
