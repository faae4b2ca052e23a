/* SPDX-License-Identifier: MIT */
/*
 * Certificates and keys for tests, made when the test runs: no key lies in the tree. Failure ends the case.
 */
#ifndef T_TLS_CERTIFICATES_H
#define T_TLS_CERTIFICATES_H

#include <openssl/x509.h>

struct t_certificate {
	X509 *cert;
	EVP_PKEY *key;
};

/* What the certificate says; times are seconds from now. */
struct t_certificate_facts {
	const char *name; /* common name, which nobody may trust */
	const char *
		alternative; /* subjectAltName as in openssl.cnf, "DNS:localhost,IP:127.0.0.1"; NULL: none */
	const char *purpose; /* extendedKeyUsage, "serverAuth"; NULL: none */
	long from;
	long until;
};

/** t_authority() - one that signs itself. */
struct t_certificate t_authority(const char *name);

/** t_certificate() - signed by @authority. */
struct t_certificate t_certificate(const struct t_certificate *authority,
				   const struct t_certificate_facts *facts);

void t_certificate_release(struct t_certificate *certificate);

/** t_write_certificate() - PEM into @cert_path, and the key, mode 0600, into @key_path. NULL: not written. */
void t_write_certificate(const struct t_certificate *certificate, const char *cert_path,
			 const char *key_path);

#endif
