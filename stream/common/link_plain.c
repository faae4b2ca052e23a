/* SPDX-License-Identifier: MIT */
/* The link without encryption. */
#define _POSIX_C_SOURCE 200809L /* MSG_NOSIGNAL is hidden by -std=c11 alone */
#include "link.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int plain_handshake(struct css_link *link)
{
	(void)link;
	return 0;
}

static int why_not(struct css_link *link, short events)
{
	if (errno == EAGAIN || errno == EWOULDBLOCK) {
		link->events = events;
		return CSS_LINK_WAIT;
	}
	if (errno == EPIPE || errno == ECONNRESET)
		return CSS_LINK_ENDED;
	snprintf(link->why, sizeof(link->why), "%s", strerror(errno));
	return CSS_LINK_FAILED;
}

static ssize_t plain_read(struct css_link *link, void *bytes, size_t count)
{
	ssize_t got;

	do
		got = recv(link->fd, bytes, count, 0);
	while (got < 0 && errno == EINTR);
	if (got == 0)
		return CSS_LINK_ENDED;
	return got > 0 ? got : why_not(link, POLLIN);
}

static ssize_t plain_write(struct css_link *link, const void *bytes, size_t count)
{
	ssize_t put;

	do
		put = send(link->fd, bytes, count, MSG_NOSIGNAL);
	while (put < 0 && errno == EINTR);
	return put >= 0 ? put : why_not(link, POLLOUT);
}

static bool plain_has_bytes(const struct css_link *link)
{
	(void)link;
	return false;
}

static void plain_close(struct css_link *link)
{
	close(link->fd);
	free(link);
}

static const struct css_link_ops plain_ops = {
	.handshake = plain_handshake,
	.read = plain_read,
	.write = plain_write,
	.has_bytes = plain_has_bytes,
	.close = plain_close,
};

struct css_link *css_link_plain(int fd)
{
	struct css_link *link = calloc(1, sizeof(*link));

	if (link) {
		link->ops = &plain_ops;
		link->fd = fd;
	}
	return link;
}
