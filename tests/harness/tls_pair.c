/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fcntl() flags are hidden by -std=c11 alone */
#include "tls_pair.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "test.h"

#define ROUNDS 100 /* a handshake takes three; bytes of a full socket about ten */

void t_socket_pair(int fds[2])
{
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(fcntl(fds[i], F_SETFL, O_NONBLOCK), 0);
}

struct css_tls *t_tls_new(const struct css_tls_settings *settings)
{
	char why[512] = "";
	struct css_tls *tls = css_tls_new(settings, why, sizeof(why));

	if (!tls)
		fail_msg("%s", why);
	return tls;
}

struct t_tls_pair t_tls_server(struct css_tls *server)
{
	struct t_tls_pair pair = { .client_rc = CSS_LINK_WAIT, .server_rc = CSS_LINK_WAIT };
	char why[256];
	int fds[2];

	t_socket_pair(fds);
	pair.client_fd = fds[0];
	pair.server_fd = fds[1];
	pair.server = css_tls_link(server, fds[1], NULL, why, sizeof(why));
	assert_non_null(pair.server);
	return pair;
}

struct t_tls_pair t_tls_pair(struct css_tls *client, struct css_tls *server, const char *host)
{
	struct t_tls_pair pair = t_tls_server(server);
	char why[256];

	pair.client = css_tls_link(client, pair.client_fd, host, why, sizeof(why));
	assert_non_null(pair.client);
	t_tls_settle(&pair);
	return pair;
}

void t_tls_settle(struct t_tls_pair *pair)
{
	for (int i = 0; i < ROUNDS; i++) {
		if (pair->client && pair->client_rc == CSS_LINK_WAIT)
			pair->client_rc = pair->client->ops->handshake(pair->client);
		if (pair->server && pair->server_rc == CSS_LINK_WAIT)
			pair->server_rc = pair->server->ops->handshake(pair->server);
	}
}

void t_tls_carry(struct css_link *from, struct css_link *to, const void *bytes, size_t count)
{
	char *arrived = malloc(count);
	size_t sent = 0;
	size_t got = 0;

	assert_non_null(arrived);
	for (size_t round = 0; got < count; round++) {
		ssize_t rc = -1;

		assert_in_range(round, 0, count + ROUNDS);
		if (sent < count)
			rc = from->ops->write(from, (const char *)bytes + sent, count - sent);
		assert_true(sent == count || rc > 0 || rc == CSS_LINK_WAIT);
		sent += rc > 0 ? (size_t)rc : 0;
		rc = to->ops->read(to, arrived + got, count - got);
		assert_true(rc > 0 || rc == CSS_LINK_WAIT);
		got += rc > 0 ? (size_t)rc : 0;
	}
	assert_memory_equal(arrived, bytes, count);
	free(arrived);
}

void t_tls_pair_close(struct t_tls_pair *pair)
{
	if (pair->client)
		pair->client->ops->close(pair->client);
	else
		close(pair->client_fd);
	if (pair->server)
		pair->server->ops->close(pair->server);
}
