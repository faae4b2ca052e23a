/* SPDX-License-Identifier: MIT */
/*
 * The one place that decides where a stream has to be encrypted: everywhere but on loopback addresses and
 * Unix sockets, which no other machine can reach or read. Used for addresses to listen on and for
 * peers to connect to, each time after a name was resolved. Not for: resolving.
 */
#ifndef CSS_REACH_H
#define CSS_REACH_H

#include <stdbool.h>
#include <stddef.h>

struct addrinfo;
struct sockaddr;

#define CSS_REACH_TEXT_BYTES 512 /* holds every text below; longer names are cut */

/**
 * css_reach_is_local() - does what is said at @address stay on this machine?
 *
 * 127.0.0.0/8, ::1, IPv4 loopback as IPv6 (::ffff:127.0.0.0/104) and Unix sockets do. Unspecified addresses
 * (0.0.0.0, ::) are all addresses to a server, so they do not; nor does a family that is not known.
 */
bool css_reach_is_local(const struct sockaddr *address);

/** css_reach_all_local() - the same for every address of a name; false for an empty list. */
bool css_reach_all_local(const struct addrinfo *list);

enum css_reach_side {
	CSS_REACH_LISTEN,  /* the address is one to listen on */
	CSS_REACH_CONNECT, /* of a server */
};

/**
 * css_reach_refusal() - one line, without newline: why @where is refused without encryption, and what to do.
 * @text: of @bytes, CSS_REACH_TEXT_BYTES are enough
 * @where: as the user wrote it
 * @has_tls: false: built without the library; the text then names ssh -L
 */
void css_reach_refusal(char *text, size_t bytes, enum css_reach_side side, const char *where,
		       bool has_tls);

/** css_reach_insecure() - one line: what --insecure gives up at @where. */
void css_reach_insecure(char *text, size_t bytes, enum css_reach_side side, const char *where);

#endif
