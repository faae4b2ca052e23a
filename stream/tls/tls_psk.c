/* SPDX-License-Identifier: MIT */
/* The pre-shared key in OpenSSL's words: a session of TLS 1.3 that both sides made by themselves. */
#define _POSIX_C_SOURCE 200809L /* strdup() is hidden by -std=c11 alone */
#include <stdio.h>
#include <string.h>

#include "secret_file.h"
#include "tls_context.h"

/* TLS_AES_128_GCM_SHA256; the key goes with every suite of the same hash. */
static const unsigned char suite[2] = { 0x13, 0x01 };

static struct css_tls *tls_of(SSL *ssl)
{
	return SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
}

/* A copy for each connection: OpenSSL writes into the session of a handshake. */
static int offer(SSL *ssl, const EVP_MD *hash, const unsigned char **identity, size_t *bytes,
		 SSL_SESSION **session)
{
	const struct css_tls *tls = tls_of(ssl);

	*session = NULL;
	if (hash && !EVP_MD_is_a(hash, "SHA256"))
		return 1; /* the server wants another hash: it does not get far */
	*session = SSL_SESSION_dup(tls->psk);
	*identity = (const unsigned char *)tls->identity;
	*bytes = strlen(tls->identity);
	return *session != NULL;
}

/* The name comes from the network: only what can be printed on a line is kept. */
static void note_stranger(SSL *ssl, const unsigned char *identity, size_t bytes)
{
	struct css_tls_stranger *stranger = SSL_get_app_data(ssl);
	size_t length = bytes < CSS_PSK_IDENTITY_MAX ? bytes : CSS_PSK_IDENTITY_MAX;

	for (size_t i = 0; i < length; i++)
		stranger->identity[i] =
			identity[i] > ' ' && identity[i] <= '~' ? (char)identity[i] : '?';
	stranger->identity[length] = '\0';
}

/* An unknown identity leaves no session: without a certificate the handshake then ends with an alert. */
static int find(SSL *ssl, const unsigned char *identity, size_t bytes, SSL_SESSION **session)
{
	const struct css_tls *tls = tls_of(ssl);

	*session = NULL;
	if (bytes != strlen(tls->identity) || memcmp(identity, tls->identity, bytes) != 0) {
		note_stranger(ssl, identity, bytes);
		return 1;
	}
	*session = SSL_SESSION_dup(tls->psk);
	return *session != NULL;
}

static SSL_SESSION *make_session(SSL_CTX *context, const struct css_psk *psk)
{
	SSL_SESSION *session = SSL_SESSION_new();
	SSL *ssl = SSL_new(context); /* knows the suites */
	const SSL_CIPHER *cipher = ssl ? SSL_CIPHER_find(ssl, suite) : NULL;
	int is_made = session && cipher &&
		      SSL_SESSION_set1_master_key(session, psk->key, sizeof(psk->key)) &&
		      SSL_SESSION_set_cipher(session, cipher) &&
		      SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION);

	SSL_free(ssl);
	if (is_made)
		return session;
	SSL_SESSION_free(session);
	return NULL;
}

int css_tls_use_psk(struct css_tls *tls, const char *path, char *why, size_t why_bytes)
{
	struct css_psk psk;
	int rc = css_psk_read(&psk, path, why, why_bytes);

	if (rc == 0) {
		tls->psk = make_session(tls->context, &psk);
		tls->identity = strdup(psk.identity);
		if (!tls->psk || !tls->identity) {
			snprintf(why, why_bytes, "OpenSSL: %s", css_tls_library_error());
			rc = -1;
		}
	}
	css_wipe(&psk, sizeof(psk));
	if (rc != 0)
		return -1;
	SSL_CTX_set_app_data(tls->context, tls);
	if (tls->is_server) {
		SSL_CTX_set_psk_find_session_callback(tls->context, find);
	} else {
		SSL_CTX_set_psk_use_session_callback(tls->context, offer);
		/* A server that answers with a certificate in place of the key is refused: no authority is known. */
		SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, NULL);
	}
	return 0;
}

int css_tls_make_key(const char *path, char *why, size_t why_bytes)
{
	return css_psk_make(path, why, why_bytes);
}
