/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TURN_BYTES \
	(4u << 20) /* chosen: ten milliseconds of a fast client; then the others have their turn */
#define LEAVE_NS \
	UINT64_C(2000000000) /* chosen: a client needs a moment to read why it is refused */

struct css_connection *css_connection_new(struct css_store *store, struct css_link *link,
					  const char *who, const char *peer, uint64_t now_ns)
{
	struct css_connection *c = calloc(1, sizeof(*c));

	if (!c) {
		link->ops->close(link);
		return NULL;
	}
	c->store = store;
	c->link = link;
	c->begun_ns = now_ns;
	c->heard_ns = now_ns;
	snprintf(c->who, sizeof(c->who), "%s", who);
	snprintf(c->peer, sizeof(c->peer), "%s", peer);
	return c;
}

static void cut_protocol(struct css_connection *c)
{
	if (c->state && c->protocol->cut)
		c->protocol->cut(c->state);
}

static void close_protocol(struct css_connection *c)
{
	if (!c->state)
		return;
	c->was_done = c->protocol->is_done(c->state);
	c->protocol->close(c->state);
	c->state = NULL;
}

void css_connection_free(struct css_connection *connection)
{
	cut_protocol(connection);
	close_protocol(connection);
	connection->link->ops->close(connection->link);
	free(connection);
}

/* Return: false: the other side is gone. */
static bool send_outbox(struct css_connection *c)
{
	struct css_outbox *outbox = &c->outbox;

	while (outbox->count) {
		ssize_t put = c->link->ops->write(c->link, outbox->bytes, outbox->count);

		if (put == CSS_LINK_WAIT)
			return true;
		if (put < 0)
			return false;
		outbox->count -= (size_t)put;
		memmove(outbox->bytes, outbox->bytes + put, outbox->count);
	}
	return true;
}

/* Its files are closed at once; it stays until the client had time to read why. */
static enum css_connection_state leave(struct css_connection *c, const char *why, uint64_t now_ns)
{
	css_store_say(c->store, "%s: ended: %s", c->who, why);
	c->store->totals.refused++;
	cut_protocol(c);
	close_protocol(c);
	c->is_leaving = true;
	c->left_ns = now_ns;
	if (c->outbox.count == 0 || !send_outbox(c))
		return CSS_CONNECTION_OVER;
	return CSS_CONNECTION_GOES_ON;
}

static enum css_connection_state hang_up(struct css_connection *c, const char *why)
{
	if (c->is_leaving)
		return CSS_CONNECTION_OVER;
	if (!c->state || !c->protocol->is_greeted(c->state))
		css_store_say(c->store, "%s: ended before it said hello%s%s", c->who,
			      *why ? ": " : "", why);
	else if (c->protocol->is_done(c->state))
		css_store_say(c->store, "%s: ended, everything is there", c->who);
	else
		css_store_say(c->store, "%s: ended before everything was there%s%s", c->who,
			      *why ? ": " : "", why);
	close_protocol(c);
	return CSS_CONNECTION_OVER;
}

/* A record of a handshake, of version 3.something as all are. */
static bool is_tls_hello(const char *bytes)
{
	return bytes[0] == 0x16 && bytes[1] == 3;
}

static int choose(struct css_connection *c, size_t bytes, struct csa_err *err)
{
	const struct css_talk talk = { c->store, c->who, c->peer, &c->outbox };

	c->magic_count += bytes;
	if (c->magic_count < sizeof(c->magic))
		return 0;
	c->protocol = css_protocol_find(c->magic);
	if (!c->protocol)
		return csa_fail(err, CSA_E_FORMAT,
				is_tls_hello(c->magic)
					? "it speaks TLS, and this server was given no key"
					: "not a stream of callsight");
	c->state = c->protocol->open(&talk);
	if (!c->state)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a connection");
	return css_protocol_push(c->protocol, c->state, c->magic, sizeof(c->magic), err);
}

/* Return: as css_link_ops.read; *@rc: what the protocol says to it. */
static ssize_t read_some(struct css_connection *c, int *rc, struct csa_err *err)
{
	char nowhere[4096];
	void *to = nowhere;
	size_t room = sizeof(nowhere);
	ssize_t got;

	if (c->state) {
		room = c->protocol->want(c->state, &to);
	} else if (!c->is_leaving) {
		to = c->magic + c->magic_count;
		room = sizeof(c->magic) - c->magic_count;
	}
	got = c->link->ops->read(c->link, to, room);
	if (got > 0 && c->state)
		*rc = c->protocol->took(c->state, (size_t)got, err);
	else if (got > 0 && !c->is_leaving)
		*rc = choose(c, (size_t)got, err);
	return got;
}

static enum css_connection_state read_turn(struct css_connection *c, uint64_t now_ns)
{
	struct csa_err err = { 0 };
	size_t turn = 0;
	ssize_t got = 0;
	int rc = 0;

	while (turn < TURN_BYTES && rc == 0) {
		got = read_some(c, &rc, &err);
		if (got < 0)
			break;
		turn += (size_t)got;
		c->heard_ns = now_ns;
	}
	if (rc < 0)
		return leave(c, err.msg, now_ns);
	if (c->state)
		c->protocol->settle(c->state);
	if (got == CSS_LINK_ENDED || got == CSS_LINK_FAILED)
		return hang_up(c, got == CSS_LINK_FAILED ? c->link->why : "");
	return got == CSS_LINK_WAIT ? CSS_CONNECTION_GOES_ON : CSS_CONNECTION_HAS_MORE;
}

enum css_connection_state css_connection_ready(struct css_connection *connection, uint64_t now_ns)
{
	struct css_connection *c = connection;
	enum css_connection_state state;

	if (!c->has_agreed) {
		int rc = c->link->ops->handshake(c->link);

		if (rc == CSS_LINK_WAIT)
			return CSS_CONNECTION_GOES_ON;
		if (rc < 0)
			return hang_up(c, rc == CSS_LINK_FAILED ? c->link->why : "");
		c->has_agreed = true;
	}
	state = read_turn(c, now_ns);
	if (state != CSS_CONNECTION_OVER && !send_outbox(c))
		return hang_up(c, c->link->why);
	return state;
}

enum css_connection_state css_connection_tick(struct css_connection *connection,
					      const struct css_time_limits *limits, uint64_t now_ns)
{
	struct css_connection *c = connection;
	struct csa_err err = { 0 };

	if (c->is_leaving)
		return now_ns - c->left_ns > LEAVE_NS ? CSS_CONNECTION_OVER
						      : CSS_CONNECTION_GOES_ON;
	if (c->state && c->protocol->is_over(c->state, &err))
		return leave(c, err.msg, now_ns);
	if (!c->state || !c->protocol->is_greeted(c->state)) {
		if (limits->handshake_ns && now_ns - c->begun_ns > limits->handshake_ns)
			return leave(c, "it did not say hello in time (--handshake-timeout)",
				     now_ns);
		return CSS_CONNECTION_GOES_ON;
	}
	if (limits->idle_ns && now_ns - c->heard_ns > limits->idle_ns)
		return leave(c, "nothing was heard of it (--idle-timeout)", now_ns);
	return CSS_CONNECTION_GOES_ON;
}

short css_connection_events(const struct css_connection *connection)
{
	const struct css_connection *c = connection;

	if (!c->has_agreed)
		return c->link->events ? c->link->events : POLLIN;
	return (short)(POLLIN | (c->outbox.count ? POLLOUT : 0) | (c->link->events & POLLOUT));
}
