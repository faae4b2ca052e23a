/* SPDX-License-Identifier: MIT */
#include "tls_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "secret_file.h"
#include "tls_socket.h"

/*
 * The suites of TLS 1.3 with SHA-256, the hash of the pre-shared key. The server takes what the client names
 * first: AES where the processor has instructions for it as a rule, otherwise the one that is fast without.
 */
#if defined(__x86_64__) || defined(__s390x__)
#define SUITES "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256"
#else
#define SUITES "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256"
#endif

#define OPTIONS (SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET)

/* AES-GCM is good for 2^24.5 records a key (RFC 8446, 5.5); OpenSSL does not count. Chosen: a quarter and less. */
#define REKEY_RECORDS (1u << 22)

const char *css_tls_library_error(void)
{
	unsigned long code = ERR_get_error();
	/* OpenSSL has no words for what the system said. */
	const char *reason = ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code))
						    : ERR_reason_error_string(code);

	ERR_clear_error();
	return reason ? reason : "no reason given";
}

bool css_tls_is_built(void)
{
	return true;
}

static int set_rules(SSL_CTX *context)
{
	if (!SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) ||
	    !SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) ||
	    !SSL_CTX_set_ciphersuites(context, SUITES) || !SSL_CTX_set_num_tickets(context, 0) ||
	    !SSL_CTX_set_max_early_data(context, 0) || !SSL_CTX_set_recv_max_early_data(context, 0))
		return -1;
	SSL_CTX_set_options(context, OPTIONS);
	/* A pre-shared key without a new exchange of keys would open old recordings to who finds it later. */
	SSL_CTX_clear_options(context, SSL_OP_ALLOW_NO_DHE_KEX);
	SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
	/* A buffer that is written again may have moved; 34 KB less for each connection that is idle. */
	SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE |
					  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
					  SSL_MODE_RELEASE_BUFFERS);
	return 0;
}

/* A passphrase would have to be asked for; nobody is there. */
static int no_passphrase(char *text, int bytes, int is_writing, void *data)
{
	(void)text, (void)bytes, (void)is_writing, (void)data;
	return -1;
}

static EVP_PKEY *read_private_key(const char *path, char *why, size_t why_bytes)
{
	struct css_secret file;
	EVP_PKEY *key = NULL;

	if (css_secret_read(&file, path, why, why_bytes) == 0) {
		BIO *bio = BIO_new_mem_buf(file.bytes, (int)file.count);

		if (bio)
			key = PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, NULL);
		BIO_free(bio);
		if (!key)
			snprintf(why, why_bytes, "%s: no private key in PEM without passphrase",
				 path);
	}
	css_secret_release(&file);
	return key;
}

static int use_certificate(SSL_CTX *context, const char *cert, const char *cert_key, char *why,
			   size_t why_bytes)
{
	EVP_PKEY *key = read_private_key(cert_key, why, why_bytes);
	int rc = -1;

	if (!key)
		return -1;
	if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
		snprintf(why, why_bytes, "%s: no certificate in PEM: %s", cert,
			 css_tls_library_error());
	else if (SSL_CTX_use_PrivateKey(context, key) != 1)
		snprintf(why, why_bytes, "%s is not the key of %s: %s", cert_key, cert,
			 css_tls_library_error());
	else
		rc = 0;
	EVP_PKEY_free(key);
	return rc;
}

static int use_authority(SSL_CTX *context, const char *ca, bool is_server, char *why,
			 size_t why_bytes)
{
	if (SSL_CTX_load_verify_file(context, ca) != 1) {
		snprintf(why, why_bytes, "%s: no certificate in PEM: %s", ca,
			 css_tls_library_error());
		return -1;
	}
	if (is_server) /* names what it asks for, so that a client with several can choose */
		SSL_CTX_set_client_CA_list(context, SSL_load_client_CA_file(ca));
	return 0;
}

static int use_settings(struct css_tls *tls, const struct css_tls_settings *settings, char *why,
			size_t why_bytes)
{
	int verify = SSL_VERIFY_PEER;

	if (settings->key_file)
		return css_tls_use_psk(tls, settings->key_file, why, why_bytes);
	if (settings->is_server)
		verify = settings->ca ? verify | SSL_VERIFY_FAIL_IF_NO_PEER_CERT : SSL_VERIFY_NONE;
	SSL_CTX_set_verify(tls->context, verify, NULL);
	if (settings->ca &&
	    use_authority(tls->context, settings->ca, tls->is_server, why, why_bytes) != 0)
		return -1;
	if (settings->cert)
		return use_certificate(tls->context, settings->cert, settings->cert_key, why,
				       why_bytes);
	return 0;
}

struct css_tls *css_tls_new(const struct css_tls_settings *settings, char *why, size_t why_bytes)
{
	const char *wrong = css_tls_is_wanted(settings) ? css_tls_check(settings, false) : "no key";
	struct css_tls *tls;

	if (wrong) {
		snprintf(why, why_bytes, "%s", wrong);
		return NULL;
	}
	ERR_clear_error();
	tls = calloc(1, sizeof(*tls));
	if (tls) {
		tls->is_server = settings->is_server;
		tls->rekey_records = REKEY_RECORDS;
		tls->socket_method = css_tls_socket_method();
		tls->context =
			SSL_CTX_new(tls->is_server ? TLS_server_method() : TLS_client_method());
	}
	if (!tls || !tls->context || !tls->socket_method || set_rules(tls->context) != 0)
		snprintf(why, why_bytes, "OpenSSL: %s", css_tls_library_error());
	else if (use_settings(tls, settings, why, why_bytes) == 0)
		return tls;
	css_tls_free(tls);
	return NULL;
}

void css_tls_free(struct css_tls *tls)
{
	if (!tls)
		return;
	SSL_SESSION_free(tls->psk); /* overwrites the key */
	SSL_CTX_free(tls->context);
	BIO_meth_free(tls->socket_method);
	free(tls->identity);
	free(tls);
}
