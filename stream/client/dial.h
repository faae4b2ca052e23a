/* SPDX-License-Identifier: MIT */
/* Begins connections to the server: looks its name up, and tries its addresses one after the other. */
#ifndef CSS_DIAL_H
#define CSS_DIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "address.h"

struct addrinfo;

enum css_dial_result {
	CSS_DIAL_FAILED = -1,  /* why says the reason; later it may be different */
	CSS_DIAL_REFUSED = -2, /* it would not be safe */
};

struct css_dial {
	const struct css_address *address;
	const char *text;  /* as the user wrote it */
	bool may_be_clear; /* encrypted, or the user wants it so: other machines are allowed */
	struct addrinfo *list;
	struct addrinfo *next; /* to be tried */
	bool is_local;         /* all addresses are on this machine */
};

/**
 * css_dial_begin() - begin a connection to the next address.
 * @why: of @why_bytes: one line without newline, on failure only
 *
 * Looking a name up can take seconds; nothing is sent to anybody then anyway. Connecting never waits.
 *
 * Return: a non-blocking socket that connects, or an enum css_dial_result.
 */
int css_dial_begin(struct css_dial *dial, char *why, size_t why_bytes);

/**
 * css_dial_check() - may anything be sent there? To be asked before there is something to send; looks the name up.
 *
 * Return: 0, also when the name is not known yet; or CSS_DIAL_REFUSED and @why.
 */
int css_dial_check(struct css_dial *dial, char *why, size_t why_bytes);

/** css_dial_has_more() - the name has addresses that were not tried since it was looked up. */
bool css_dial_has_more(const struct css_dial *dial);

/** css_dial_finish() - Return: 0 = connected, or errno. @fd is writable or has an error. */
int css_dial_finish(int fd);

/** css_dial_release() - frees what lookups left. */
void css_dial_release(struct css_dial *dial);

#endif
