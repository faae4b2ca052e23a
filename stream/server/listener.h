/* SPDX-License-Identifier: MIT */
/* Where the server listens: an address of the network, or a Unix socket. */
#ifndef CSS_LISTENER_H
#define CSS_LISTENER_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"

struct css_listener {
	int fd;
	char name[160];      /* as it is said: with the port that it got */
	char unix_path[108]; /* to be removed at the end; "": none */
	unsigned long long unix_inode;
	bool is_remote; /* other machines can reach it */
};

/**
 * css_listener_open() - listen.
 * @text: "<address>:<port>", "[<IPv6 address>]:<port>" or "unix:<path>"; port 0: any that is free
 * @allows_remote: also where other machines can reach it
 * @has_tls: for the text of the refusal
 *
 * Return: 0; CSA_E_USAGE: @text is none, or is refused; CSA_E_SYSTEM: it cannot be had.
 */
int css_listener_open(struct css_listener *listener, const char *text, bool allows_remote,
		      bool has_tls, struct csa_err *err);
void css_listener_close(struct css_listener *listener);

/**
 * css_listener_accept() - the next connection, non-blocking.
 * @who: of @who_bytes: address and port, for people; of a Unix socket "local"
 * @peer: of CSS_SAFE_NAME_BYTES: the address as a name of a folder
 *
 * Return: its descriptor; -EAGAIN: there is none; another -errno.
 */
int css_listener_accept(const struct css_listener *listener, char *who, size_t who_bytes,
			char *peer);

#endif
