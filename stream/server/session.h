/* SPDX-License-Identifier: MIT */
/* What a client says in a connection: whose messages they are, and in which order they may come. */
#ifndef CSS_SESSION_H
#define CSS_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include <callsight/wire_format.h>

#include "err.h"
#include "received.h"
#include "store.h"

struct css_session_process {
	uint32_t number; /* the client's */
	struct css_received *received;
};

struct css_session {
	struct css_store *store;
	const char *who;  /* for lines */
	const char *peer; /* name of a folder */
	bool is_foreign;
	bool is_replaced; /* the same client has connected again: this connection is dead */
	bool had_process;
	unsigned pointer_bytes;
	uint64_t ring_id[2];
	uint64_t used_bytes;  /* on disk, of all processes of the connection */
	struct css_stop stop; /* a limit was reached */
	struct css_session_process *processes;
	size_t count;
	size_t capacity;
	struct css_session *next; /* of store->sessions */
};

/**
 * css_session_begin() - a client has said hello.
 * @who, @peer: borrowed until css_session_end()
 *
 * Another session of the same ring from the same peer is over: its files are closed, and it is_replaced.
 */
void css_session_begin(struct css_session *session, struct css_store *store, const char *who,
		       const char *peer, const struct csf_wire_hello *hello, bool is_foreign);

/**
 * css_session_message() - do what a message says.
 * @message: in this machine's order
 * @raw: message->raw_bytes as they came, 8-byte aligned
 *
 * Return: 0: it is in files; CSA_E_FORMAT: it makes no sense; CSA_E_IO, with session->stop: a limit or a failure;
 * CSA_E_NOMEM, CSA_E_SYSTEM, CSA_E_UNSUPPORTED.
 */
int css_session_message(struct css_session *session, const struct csf_wire_message *message,
			const void *raw, struct csa_err *err);

/** css_session_is_done() - everything that the client has said of processes is complete, and there was one. */
bool css_session_is_done(const struct css_session *session);

/** css_session_end() - the connection is over. */
void css_session_end(struct css_session *session);

#endif
