/* SPDX-License-Identifier: MIT */
/*
 * The server's side of the wire without sockets: what a client says goes into its protocol in pieces of a given
 * length, into a store in a folder of its own. What cannot be done ends the program.
 */
#ifndef T_WIRE_PLAYER_H
#define T_WIRE_PLAYER_H

#include <stdbool.h>
#include <stddef.h>

#include "protocol.h"
#include "store.h"
#include "wire_builder.h"

struct t_server {
	char *dir;
	struct css_store store;
	char lines[8192]; /* that were said, each with a newline; the last ones may be cut */
};

struct t_client {
	struct t_server *server;
	void *state;
	struct css_outbox outbox;
	struct csa_err err;         /* why the connection ended */
	struct csf_wire_reply last; /* of the replies, in this machine's order */
	unsigned replies;
	char text[CSF_WIRE_TEXT_MAX + 1]; /* of the last one that had any */
};

void t_server_open(struct t_server *server);
/** t_server_reopen() - another server on the same folder. */
void t_server_reopen(struct t_server *server);
void t_server_close(struct t_server *server); /* and removes the folder */

void t_client_open(struct t_client *client, struct t_server *server);
void t_client_close(struct t_client *client);

/**
 * t_client_say() - what @wire holds, in pieces of at most @piece bytes, and forget it.
 *
 * Return: 0, or what ended the connection; what follows then is not said.
 */
int t_client_say(struct t_client *client, struct t_wire *wire, size_t piece);

/** t_server_path() - "<dir>/peer/<name>/<file>", on the heap. */
char *t_server_path(const struct t_server *server, const char *name, const char *file);

/** t_server_read() - a file of a capture, NUL behind it; NULL: it is not there. */
char *t_server_read(const struct t_server *server, const char *name, const char *file,
		    size_t *bytes);

#endif
