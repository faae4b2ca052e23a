/* SPDX-License-Identifier: MIT */
/* What the server may still write, and hold in memory for clients. Says nothing itself. */
#ifndef CSS_DISK_BUDGET_H
#define CSS_DISK_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include <callsight/trace_format.h>

#include "err.h"

/** Why nothing more is written; as csf_live.stop_marker. */
struct css_stop {
	uint32_t marker; /* enum csf_marker; 0: it goes on */
	uint64_t argument;
	char why[128]; /* for people; nothing in it needs an escape in JSON */
};

struct css_disk_budget {
	uint64_t connection_bytes; /* a connection may have on disk; 0: no limit */
	uint64_t total_bytes;      /* all of them; 0: no limit */
	uint64_t min_free_bytes;   /* stay free; 0: no limit */
	int dir_fd;
	uint64_t used_bytes;      /* of all */
	bool is_total_reached;    /* since used_bytes was counted */
	uint64_t unchecked_bytes; /* since free space was looked at */
	uint64_t memory_bytes;    /* of tables that clients can make grow */
};

#define CSS_MEMORY_MAX (24u << 20) /* chosen: 1.5 million lanes; buffers take as much again */

/** css_budget_init() - no limits, for files in @dir_fd. */
void css_budget_init(struct css_disk_budget *budget, int dir_fd);

/**
 * css_budget_take() - @bytes are about to be written.
 * @connection_used: of the connection; grows by @bytes on 0
 *
 * Return: 0, or CSA_E_IO with @stop and @err filled: a limit does not allow it.
 */
int css_budget_take(struct css_disk_budget *budget, uint64_t *connection_used, uint64_t bytes,
		    struct css_stop *stop, struct csa_err *err);

/** css_budget_failed() - writing gave @error: @stop and @err say so. Return: CSA_E_IO. */
int css_budget_failed(int error, struct css_stop *stop, struct csa_err *err);

/** css_budget_hold() - tables had @before bytes and have @after now. Return: 0, or CSA_E_NOMEM: too many. */
int css_budget_hold(struct css_disk_budget *budget, uint64_t before, uint64_t after,
		    struct csa_err *err);

#endif
