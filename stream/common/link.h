/* SPDX-License-Identifier: MIT */
/*
 * A connection that was made, plain or encrypted, behind one struct of functions; nothing here ever waits.
 * Not for: making or accepting connections, or deciding which ones need encryption (reach.h).
 *
 * A link belongs to one thread. A call that returns CSS_LINK_WAIT has set events to what it waits for; it is made
 * again, a write with the same bytes, when poll() reports one of these, or an error.
 */
#ifndef CSS_LINK_H
#define CSS_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum css_link_result {
	CSS_LINK_WAIT = -1,   /* for events on fd */
	CSS_LINK_ENDED = -2,  /* the other side has closed it; only close() is left */
	CSS_LINK_FAILED = -3, /* why says the reason; only close() is left */
};

struct css_link;

struct css_link_ops {
	/* 0 when both sides have agreed and know each other, or an enum css_link_result. */
	int (*handshake)(struct css_link *link);
	/*
	 * At least 1 byte into @bytes of @count > 0, or an enum css_link_result. The link may have bytes that
	 * were read from the socket already, so that poll() says nothing: read until WAIT, or ask has_bytes.
	 */
	ssize_t (*read)(struct css_link *link, void *bytes, size_t count);
	/* How many of @count > 0 bytes were taken, at least 1, or an enum css_link_result. */
	ssize_t (*write)(struct css_link *link, const void *bytes, size_t count);
	/* Would read() have something without the socket? */
	bool (*has_bytes)(const struct css_link *link);
	/* Says goodbye if that goes at once, closes the socket, frees @link. */
	void (*close)(struct css_link *link);
};

struct css_link {
	const struct css_link_ops *ops;
	int fd;
	short events;  /* POLLIN or POLLOUT, after CSS_LINK_WAIT */
	char why[256]; /* one line without newline, after CSS_LINK_FAILED */
};

/**
 * css_link_plain() - a link without encryption.
 * @fd: a connected socket, non-blocking; belongs to the link from now on, if there is one
 *
 * Return: the link, or NULL without memory.
 */
struct css_link *css_link_plain(int fd);

#endif
