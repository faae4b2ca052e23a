/* SPDX-License-Identifier: MIT */
/*
 * What one side brings to every TLS connection: its keys, and what it asks of the other side. TLS 1.3
 * only, no early data, no tickets or sessions that are taken up again, no compression (docs/reference/security.md).
 *
 * With a pre-shared key both sides prove that they have it, and no certificate counts. With certificates the
 * client checks the server's; the server asks for the client's when it was given an authority.
 */
#ifndef CSS_TLS_CONTEXT_H
#define CSS_TLS_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <openssl/ssl.h>

#include "psk.h"
#include "tls.h"

struct css_tls {
	SSL_CTX *context;
	SSL_SESSION *psk; /* the pre-shared key as OpenSSL wants it; NULL: certificates */
	char *identity;   /* of the pre-shared key */
	bool is_server;
	BIO_METHOD *socket_method;
	uint32_t rekey_records; /* after so many a sender takes new keys */
};

/** What the app data of an SSL points to: what its handshake found out. */
struct css_tls_stranger {
	char identity[CSS_PSK_IDENTITY_MAX +
		      1]; /* that a client named and we do not have; empty: none */
};

/** css_tls_use_psk() - let @tls use the key in the file @path, and nothing else. Return: 0, or -1 and @why. */
int css_tls_use_psk(struct css_tls *tls, const char *path, char *why, size_t why_bytes);

/** css_tls_library_error() - the oldest of OpenSSL's errors in words; empties its queue. */
const char *css_tls_library_error(void);

#endif
