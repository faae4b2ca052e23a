/* SPDX-License-Identifier: MIT */
/* Where a server is, as users write it: HOST:PORT, [IPV6]:PORT or unix:PATH. Not for: looking names up. */
#ifndef CSS_ADDRESS_H
#define CSS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define CSS_HOST_BYTES 256
#define CSS_PATH_BYTES 108 /* of struct sockaddr_un, NUL included */

struct css_address {
	bool is_unix;
	char host[CSS_HOST_BYTES]; /* without brackets */
	char port[6];              /* decimal, 1 to 65535 */
	char path[CSS_PATH_BYTES]; /* of a Unix socket */
};

/**
 * css_address_parse() - read @text.
 * @why: of @why_bytes: one line without newline, on failure only
 *
 * Return: 0, or -1: it is no address.
 */
int css_address_parse(struct css_address *address, const char *text, char *why, size_t why_bytes);

#endif
