/* SPDX-License-Identifier: MIT */
/*
 * TLS for a stream, as the rest of it sees it: settings become a struct css_tls once, which makes a
 * struct css_link of each connected socket. Built with CALLSIGHT_TLS this is stream/tls, otherwise
 * tls_absent.c, which says that the library is not there. What is promised to whom: docs/reference/security.md.
 */
#ifndef CSS_TLS_H
#define CSS_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct css_link;
struct css_tls;

/* Names of files; NULL: not given. */
struct css_tls_settings {
	bool is_server;
	const char *key_file; /* pre-shared key; excludes the others */
	const char *ca;       /* authorities that the other side's certificate has to come from */
	const char *cert;     /* our certificate, and those between it and the authority */
	const char *cert_key; /* its private key, PEM */
};

/** css_tls_is_built() - false: css_tls_new() always fails. */
bool css_tls_is_built(void);

/** css_tls_is_wanted() - is any file given? */
static inline bool css_tls_is_wanted(const struct css_tls_settings *settings)
{
	return settings->key_file || settings->ca || settings->cert || settings->cert_key;
}

/**
 * css_tls_check() - do @settings make sense? No file is looked at.
 *
 * A server needs key_file, or cert and cert_key; a client key_file, or ca. A key excludes certificates, and --insecure
 * excludes both.
 *
 * Return: NULL, or what is wrong, in one line.
 */
const char *css_tls_check(const struct css_tls_settings *settings, bool is_insecure);

/**
 * css_tls_new() - read keys and certificates.
 * @settings: as css_tls_check() wants them
 * @why: of @why_bytes: one line without newline, on failure only
 *
 * Return: an object to be freed after all its links, or NULL.
 */
struct css_tls *css_tls_new(const struct css_tls_settings *settings, char *why, size_t why_bytes);

/**
 * css_tls_link() - a link (link.h) that is encrypted; its handshake has to be done before anything else.
 * @fd: a connected socket, non-blocking; belongs to the link from now on, if there is one
 * @host: whom a client wants to reach: a name or an address that the server's certificate has to bear as
 *        subjectAltName. NULL for a server, or with a pre-shared key.
 *
 * A client with a certificate of its own learns only after the handshake, from read(), that it was refused.
 *
 * Return: the link, or NULL and @why.
 */
struct css_link *css_tls_link(struct css_tls *tls, int fd, const char *host, char *why,
			      size_t why_bytes);

/** css_tls_free() - wipes the keys; NULL is allowed. */
void css_tls_free(struct css_tls *tls);

/**
 * css_tls_make_key() - make the file @path, mode 0600, with a new key for css_tls_settings.key_file. A file that exists
 * is not touched. Return: 0, or -1 and @why.
 */
int css_tls_make_key(const char *path, char *why, size_t why_bytes);

#endif
