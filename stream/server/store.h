/* SPDX-License-Identifier: MIT */
/* What all connections share: where captures go, what may be written, what was received, who is told. */
#ifndef CSS_STORE_H
#define CSS_STORE_H

#include <stdint.h>

#include "disk_budget.h"
#include "message_buffers.h"
#include "wire_reader.h"

#define CSS_STORE_PROCESSES_MAX   4096u /* at once, of all connections: three descriptors each */
#define CSS_SESSION_PROCESSES_MAX 256u  /* at once, of a connection; a ring has 64 */

struct css_session;

/** Since the server began. */
struct css_totals {
	uint64_t stored_bytes; /* that came over the wire */
	uint64_t block_bytes;  /* into files */
	uint64_t blocks;
	uint64_t repeated_blocks;
	uint64_t dropped_blocks; /* of processes that are not open any more */
	uint64_t captures;
	uint64_t refused; /* connections that were ended for what they sent, or for a limit */
};

struct css_store {
	const char *dir;
	int dir_fd;
	uint64_t counted_ns; /* when css_store_begin() counted last; 0: never */
	uint64_t segment_bytes;
	struct css_disk_budget budget;
	struct css_message_buffers buffers;
	struct css_inflater inflater;
	struct css_totals totals;
	unsigned processes; /* that are open */
	struct css_session *sessions;
	/* One line, without newline. */
	void (*say)(void *data, const char *line);
	void *say_data;
};

/** css_store_say() - a line. */
void css_store_say(const struct css_store *store, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * css_store_open() - @dir, made when it is not there, is where captures go.
 * @dir: stays the caller's and has to outlive @store
 * @store: filled but for say; css_store_close() after success and failure
 *
 * Return: 0; CSA_E_SYSTEM, CSA_E_NOMEM.
 */
int css_store_open(struct css_store *store, const char *dir, struct csa_err *err);
void css_store_close(struct css_store *store);

/**
 * css_store_begin() - a capture is about to be begun.
 *
 * Whoever looks after the folder may have removed or moved it, or removed captures when their limit in total was reached:
 * the folder is made again, and what is in it is counted again, every few seconds at most.
 *
 * Return: 0; CSA_E_SYSTEM: it cannot be made.
 */
int css_store_begin(struct css_store *store, struct csa_err *err);

/** css_store_count() - with a limit in total: what lies in the folder already counts. */
void css_store_count(struct css_store *store);

#endif
