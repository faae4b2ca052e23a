/* SPDX-License-Identifier: MIT */
/* What the server is doing, as a line for a terminal and as a line of JSON. Prints nothing itself. */
#ifndef CSS_SERVER_STATUS_H
#define CSS_SERVER_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include "store.h"

#define CSS_SERVER_STATUS_SCHEMA 1
#define CSS_STATUS_BYTES         512u

struct css_server_status {
	unsigned connections;
	unsigned processes; /* that are being received */
	uint64_t dropped_blocks;
	struct css_totals totals;
};

/** css_server_status_get() - now. */
void css_server_status_get(struct css_server_status *status, const struct css_store *store,
			   unsigned connections);

/** css_server_status_json() - one line with a newline in @text of CSS_STATUS_BYTES. */
void css_server_status_json(const struct css_server_status *status, char *text);

/** css_server_status_line() - for people, without newline. @bytes_per_second: into files. */
void css_server_status_line(const struct css_server_status *status, uint64_t bytes_per_second,
			    char *text);

#endif
