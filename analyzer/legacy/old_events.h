/* SPDX-License-Identifier: MIT */
/*
 * The records of one old event file, in the order in which they were made. Memory is one buffer,
 * however large the file is.
 */
#ifndef CSA_OLD_EVENTS_H
#define CSA_OLD_EVENTS_H

#include <stdint.h>

#include "err.h"
#include "old_file.h"

#define CSA_OLD_BUFFERED 2048u /* records: 64 KiB */

struct csa_old_event {
	uint64_t time;
	uint64_t function;
	uint64_t callsite;
	uint32_t tid;
	uint8_t kind;    /* may be none of enum csa_old_event_kind */
	uint64_t offset; /* in the file */
};

struct csa_old_events {
	const struct csa_old_file *file;
	uint64_t count;     /* whole records of the file */
	uint64_t cut_bytes; /* behind them */
	uint64_t start; /* the oldest record: 0 but for a file that was written round and round */
	uint64_t next;  /* how many have been given out */
	uint64_t buffered; /* index in the file of the first record in buffer */
	uint32_t buffer_count;
	unsigned char buffer[CSA_OLD_BUFFERED * CSA_OLD_EVENT_BYTES];
};

/**
 * csa_old_events_new() - begin to read @file, which must stay open.
 *
 * A file with the flag CSA_OLD_WRAPPED whose last event is older than its first one begins behind the
 * largest step back in its times; it is read once for that.
 *
 * Return: 0; CSA_E_IO; CSA_E_NOMEM. The caller frees *@out by free().
 */
int csa_old_events_new(struct csa_old_events **out, const struct csa_old_file *file,
		       struct csa_err *err);

/** csa_old_events_next() - Return: 1 and @event filled; 0 at the end; CSA_E_IO. */
int csa_old_events_next(struct csa_old_events *events, struct csa_old_event *event,
			struct csa_err *err);

#endif
