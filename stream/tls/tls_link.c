/* SPDX-License-Identifier: MIT */
/* The link whose bytes are encrypted. What is asked of the other side stands in tls_context.h. */
#define _POSIX_C_SOURCE 200809L /* inet_pton() is hidden by -std=c11 alone */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "link.h"
#include "tls_context.h"
#include "tls_socket.h"

struct tls_link {
	struct css_link base; /* first: ops get a pointer to it */
	struct css_tls *tls;
	SSL *ssl;
	struct css_tls_stranger stranger;
	uint32_t sent_records; /* since the keys were made or renewed */
	bool is_agreed;        /* the handshake is done */
	int over; /* how the link came to its end: CSS_LINK_ENDED or _FAILED, for all calls that follow */
	bool is_half_written;
};

static struct tls_link *tls_link_of(struct css_link *link)
{
	return (struct tls_link *)link;
}

/* What OpenSSL calls by the first byte that it did not understand. */
static bool is_no_tls(int reason)
{
	return reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_HTTP_REQUEST ||
	       reason == SSL_R_HTTPS_PROXY_REQUEST || reason == SSL_R_BAD_RECORD_TYPE ||
	       reason == SSL_R_RECORD_LENGTH_MISMATCH || reason == SSL_R_PACKET_LENGTH_TOO_LONG;
}

/* Alerts are what the other side says; OpenSSL names them by the version that brought each in, as "sslv3 alert ...". */
static const char *alert_of(unsigned long error)
{
	const char *text = ERR_reason_error_string(error);
	const char *alert = text ? strstr(text, "alert ") : NULL;

	return alert ? alert + strlen("alert ") : NULL;
}

static void say_why(struct tls_link *self, unsigned long error)
{
	char *why = self->base.why;
	size_t bytes = sizeof(self->base.why);
	int reason = ERR_GET_REASON(error);
	long verdict = SSL_get_verify_result(self->ssl);
	const char *alert = alert_of(error);
	const char *source = alert ? "the other side says: " : "";
	const char *text = alert ? alert : ERR_reason_error_string(error);

	if (!text)
		text = "no reason given";
	if (self->is_agreed)
		snprintf(why, bytes, "TLS: %s%s", source, text);
	else if (self->stranger.identity[0])
		snprintf(why, bytes, "the key is another one, \"%s\"", self->stranger.identity);
	else if (is_no_tls(reason))
		snprintf(why, bytes, "the other side does not speak TLS");
	else if (reason == SSL_R_UNSUPPORTED_PROTOCOL)
		snprintf(why, bytes, "the other side does not offer TLS 1.3");
	else if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED && verdict != X509_V_OK)
		snprintf(why, bytes, "its certificate is refused: %s",
			 X509_verify_cert_error_string(verdict));
	else
		snprintf(why, bytes, "TLS handshake: %s%s%s", source, text,
			 self->tls->psk ? " (do both sides have the same key?)" : "");
}

static int fail(struct tls_link *self)
{
	unsigned long error = ERR_peek_error();

	if (ERR_GET_REASON(error) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
		ERR_clear_error();
		return CSS_LINK_ENDED; /* without goodbye: who counts on bytes counts acknowledgements */
	}
	say_why(self, error);
	ERR_clear_error();
	return CSS_LINK_FAILED;
}

static int fail_in_socket(struct tls_link *self, int error)
{
	if (error == 0 || error == EPIPE || error == ECONNRESET)
		return CSS_LINK_ENDED;
	snprintf(self->base.why, sizeof(self->base.why), "%s", strerror(error));
	return CSS_LINK_FAILED;
}

/* What the last call returned means. */
static int what_now(struct tls_link *self, int rc)
{
	int error = errno;

	switch (SSL_get_error(self->ssl, rc)) {
	case SSL_ERROR_WANT_READ:
		self->base.events = POLLIN;
		return CSS_LINK_WAIT;
	case SSL_ERROR_WANT_WRITE:
		self->base.events = POLLOUT;
		return CSS_LINK_WAIT;
	case SSL_ERROR_ZERO_RETURN:
		return CSS_LINK_ENDED;
	case SSL_ERROR_SYSCALL:
		return fail_in_socket(self, error);
	default:
		return fail(self);
	}
}

static int result(struct tls_link *self, int rc)
{
	int now = what_now(self, rc);

	if (now != CSS_LINK_WAIT)
		self->over = now;
	return now;
}

static int tls_handshake(struct css_link *link)
{
	struct tls_link *self = tls_link_of(link);
	int rc;

	if (self->over || self->is_agreed)
		return self->over;
	ERR_clear_error();
	rc = SSL_do_handshake(self->ssl);
	if (rc != 1)
		return result(self, rc);
	/* OpenSSL has refused everything else by now; this is what all of it rests on. */
	if (self->tls->psk && !SSL_session_reused(self->ssl)) {
		snprintf(link->why, sizeof(link->why), "TLS handshake without the pre-shared key");
		self->over = CSS_LINK_FAILED;
		return self->over;
	}
	self->is_agreed = true;
	return 0;
}

static ssize_t tls_read(struct css_link *link, void *bytes, size_t count)
{
	struct tls_link *self = tls_link_of(link);
	size_t got = 0;
	int rc = tls_handshake(link); /* done, or an end: nothing goes past its checks */

	if (rc != 0)
		return rc;
	ERR_clear_error();
	rc = SSL_read_ex(self->ssl, bytes, count, &got);
	return rc == 1 ? (ssize_t)got : result(self, rc);
}

/* The socket takes nothing more: did the other side say why, before it closed? */
static int find_reason(struct tls_link *self)
{
	size_t got;
	char byte;
	int rc = SSL_peek_ex(self->ssl, &byte, 1, &got);

	if (rc != 1 && SSL_get_error(self->ssl, rc) == SSL_ERROR_SSL)
		self->over = fail(self);
	ERR_clear_error();
	return self->over;
}

static ssize_t tls_write(struct css_link *link, const void *bytes, size_t count)
{
	struct tls_link *self = tls_link_of(link);
	size_t put = 0;
	int rc = tls_handshake(link); /* done, or an end: nothing goes past its checks */

	if (rc != 0)
		return rc;
	if (self->sent_records >= self->tls->rekey_records && !self->is_half_written &&
	    SSL_key_update(self->ssl, SSL_KEY_UPDATE_NOT_REQUESTED))
		self->sent_records = 0;
	ERR_clear_error();
	rc = SSL_write_ex(self->ssl, bytes, count, &put);
	self->is_half_written = rc != 1;
	self->sent_records += rc == 1; /* a call makes one: SSL_MODE_ENABLE_PARTIAL_WRITE */
	if (rc == 1)
		return (ssize_t)put;
	rc = result(self, rc);
	return rc == CSS_LINK_ENDED ? find_reason(self) : rc;
}

static bool tls_has_bytes(const struct css_link *link)
{
	/* Not SSL_has_pending(): it counts the first half of a record, and read() would wait for the second. */
	return SSL_pending(((const struct tls_link *)link)->ssl) > 0;
}

static void tls_close(struct css_link *link)
{
	struct tls_link *self = tls_link_of(link);

	if (self->is_agreed && !self->over)
		SSL_shutdown(self->ssl);
	ERR_clear_error();
	SSL_free(self->ssl);
	close(link->fd);
	free(self);
}

static const struct css_link_ops tls_ops = {
	.handshake = tls_handshake,
	.read = tls_read,
	.write = tls_write,
	.has_bytes = tls_has_bytes,
	.close = tls_close,
};

/* The certificate has to name @host; the common name counts for nothing. */
static int expect_host(SSL *ssl, const char *host)
{
	unsigned char address[sizeof(struct in6_addr)];
	X509_VERIFY_PARAM *rules = SSL_get0_param(ssl);

	SSL_set_hostflags(ssl, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT |
				       X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
	if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
		return X509_VERIFY_PARAM_set1_ip_asc(rules, host);
	return SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host);
}

static int set_up(struct tls_link *self, const char *host)
{
	BIO *bio;

	self->ssl = SSL_new(self->tls->context);
	if (!self->ssl)
		return -1;
	bio = css_tls_socket(self->tls->socket_method, self->base.fd);
	if (!bio)
		return -1;
	SSL_set_bio(self->ssl, bio, bio);
	SSL_set_app_data(self->ssl, &self->stranger);
	if (self->tls->is_server)
		SSL_set_accept_state(self->ssl);
	else
		SSL_set_connect_state(self->ssl);
	if (self->tls->is_server || self->tls->psk)
		return 0;
	return expect_host(self->ssl, host) ? 0 : -1;
}

struct css_link *css_tls_link(struct css_tls *tls, int fd, const char *host, char *why,
			      size_t why_bytes)
{
	struct tls_link *self;

	if (!tls->is_server && !tls->psk && (!host || !*host)) { /* OpenSSL takes "" for any name */
		snprintf(why, why_bytes, "no name to look for in the server's certificate");
		return NULL;
	}
	ERR_clear_error();
	self = calloc(1, sizeof(*self));
	if (self) {
		self->base.ops = &tls_ops;
		self->base.fd = fd;
		self->tls = tls;
		if (set_up(self, host) == 0)
			return &self->base;
		SSL_free(self->ssl);
		free(self);
	}
	snprintf(why, why_bytes, "OpenSSL: %s", css_tls_library_error());
	return NULL;
}
