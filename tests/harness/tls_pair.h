/* SPDX-License-Identifier: MIT */
/* Two TLS links on one socket pair, for tests: made, and driven until both sides have nothing to wait for. */
#ifndef T_TLS_PAIR_H
#define T_TLS_PAIR_H

#include "link.h"
#include "tls.h"

struct t_tls_pair {
	struct css_link
		*client; /* NULL: the test drives that end of the socket itself, by client_fd */
	struct css_link *server;
	int client_fd;
	int server_fd;
	int client_rc; /* of the handshakes */
	int server_rc;
};

/** t_socket_pair() - two connected sockets that do not wait. */
void t_socket_pair(int fds[2]);

/** t_tls_new() - css_tls_new() that has to succeed. */
struct css_tls *t_tls_new(const struct css_tls_settings *settings);

/** t_tls_server() - the server's end only. */
struct t_tls_pair t_tls_server(struct css_tls *server);

/** t_tls_pair() - both ends, after the handshake, which may have failed on either. */
struct t_tls_pair t_tls_pair(struct css_tls *client, struct css_tls *server, const char *host);

/** t_tls_settle() - go on with the handshakes until each end is done, has failed, or waits for ever. */
void t_tls_settle(struct t_tls_pair *pair);

/** t_tls_carry() - @bytes from @from to @to; fails the case when they do not arrive. */
void t_tls_carry(struct css_link *from, struct css_link *to, const void *bytes, size_t count);

void t_tls_pair_close(struct t_tls_pair *pair);

#endif
