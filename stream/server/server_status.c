/* SPDX-License-Identifier: MIT */
#include "server_status.h"

#include <inttypes.h>
#include <stdio.h>

#include "session.h"

void css_server_status_get(struct css_server_status *status, const struct css_store *store,
			   unsigned connections)
{
	*status = (struct css_server_status){ .connections = connections,
					      .processes = store->processes,
					      .dropped_blocks = store->totals.dropped_blocks,
					      .totals = store->totals };
	for (const struct css_session *s = store->sessions; s; s = s->next)
		for (size_t i = 0; i < s->count; i++)
			status->dropped_blocks += s->processes[i].received->facts.dropped_blocks;
}

void css_server_status_json(const struct css_server_status *status, char *text)
{
	const struct css_totals *t = &status->totals;

	snprintf(text, CSS_STATUS_BYTES,
		 "{\"schema\":%d,\"connections\":%u,\"processes\":%u,\"captures\":%" PRIu64
		 ",\"blocks\":%" PRIu64 ",\"block_bytes\":%" PRIu64 ",\"stored_bytes\":%" PRIu64
		 ",\"repeated_blocks\":%" PRIu64 ",\"dropped_blocks\":%" PRIu64
		 ",\"refused\":%" PRIu64 "}\n",
		 CSS_SERVER_STATUS_SCHEMA, status->connections, status->processes, t->captures,
		 t->blocks, t->block_bytes, t->stored_bytes, t->repeated_blocks,
		 status->dropped_blocks, t->refused);
}

void css_server_status_line(const struct css_server_status *status, uint64_t bytes_per_second,
			    char *text)
{
	const struct css_totals *t = &status->totals;

	snprintf(text, CSS_STATUS_BYTES,
		 "%u connections, %u processes, %.1f MB received, %.1f MB/s, %" PRIu64
		 " blocks dropped",
		 status->connections, status->processes, (double)t->block_bytes / 1e6,
		 (double)bytes_per_second / 1e6, status->dropped_blocks);
}
