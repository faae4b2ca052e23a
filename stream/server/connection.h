/* SPDX-License-Identifier: MIT */
/* One connection: its link, the protocol that it chose, and its time limits. Never waits. */
#ifndef CSS_CONNECTION_H
#define CSS_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link.h"
#include "protocol.h"
#include "safe_name.h"

struct css_time_limits {
	uint64_t handshake_ns; /* until the client has said hello; 0: none */
	uint64_t idle_ns;      /* without a byte from it; 0: none */
};

enum css_connection_state {
	CSS_CONNECTION_GOES_ON,
	CSS_CONNECTION_HAS_MORE, /* there are bytes of which poll() does not speak, or its turn was over */
	CSS_CONNECTION_OVER, /* to be freed */
};

struct css_connection {
	struct css_store *store;
	struct css_link *link;
	const struct css_protocol *protocol; /* NULL: magic has not come */
	void *state;                         /* of the protocol */
	struct css_outbox outbox;
	bool has_agreed; /* the link's handshake is over */
	bool is_leaving; /* nothing more is taken: the outbox is sent, and the client closes */
	bool was_done;   /* everything that it had to say was said */
	char magic[CSS_MAGIC_BYTES];
	size_t magic_count;
	uint64_t begun_ns;
	uint64_t heard_ns;
	uint64_t left_ns;
	char who[80];
	char peer[CSS_SAFE_NAME_BYTES];
	uint32_t polled; /* the server's: events that it waits for */
	struct css_connection *next;
};

/**
 * css_connection_new() - for @link, which is taken.
 * @who, @peer: as css_listener_accept() gives them
 *
 * Return: NULL: no memory; then @link is closed.
 */
struct css_connection *css_connection_new(struct css_store *store, struct css_link *link,
					  const char *who, const char *peer, uint64_t now_ns);
void css_connection_free(struct css_connection *connection);

/** css_connection_ready() - something can be read or written. */
enum css_connection_state css_connection_ready(struct css_connection *connection, uint64_t now_ns);

/** css_connection_tick() - time has passed. */
enum css_connection_state css_connection_tick(struct css_connection *connection,
					      const struct css_time_limits *limits,
					      uint64_t now_ns);

/** css_connection_events() - POLLIN, POLLOUT: what it waits for. */
short css_connection_events(const struct css_connection *connection);

#endif
