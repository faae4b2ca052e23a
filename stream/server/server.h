/* SPDX-License-Identifier: MIT */
/* `callsight serve` without its command line: one thread that accepts, receives and writes. */
#ifndef CSS_SERVER_H
#define CSS_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "connection.h"
#include "err.h"

#define CSS_LISTENERS_MAX 16u

struct css_server_options {
	const char *const *listen; /* as css_listener_open() takes them */
	unsigned listen_count;
	const char *dir;
	uint64_t connection_bytes; /* 0 in all limits: none */
	uint64_t total_bytes;
	uint64_t min_free_bytes;
	uint64_t segment_bytes;
	unsigned connections;
	unsigned peer_connections;
	struct css_time_limits times;
	bool is_encrypted; /* link() makes such links: it may listen where other machines can reach it */
	bool is_insecure;    /* it may do so without */
	bool has_tls;        /* for the text that refuses */
	bool ends_when_done; /* a client has said everything, and none is there */

	void *data; /* of what follows */
	/** A line for people, without newline. */
	void (*say)(void *data, const char *line);
	/** Once a second, and at the end. Return: 0, or a negative enum csa_errcode with @err: the server stops. */
	int (*tick)(void *data, const struct css_store *store, unsigned connections, bool is_last,
		    struct csa_err *err);
	/** A connected socket becomes a link; takes @fd. Return: NULL: it cannot be. */
	struct css_link *(*link)(void *data, int fd);
};

/**
 * css_server_run() - until SIGTERM or SIGINT.
 *
 * Return: 0; CSA_E_USAGE: an address is none or is refused; CSA_E_SYSTEM, CSA_E_NOMEM.
 */
int css_server_run(const struct css_server_options *options, struct csa_err *err);

#endif
