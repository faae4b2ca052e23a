/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC is hidden by -std=c11 alone */
#include "tls_certificates.h"

#include <fcntl.h>
#include <unistd.h>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include "test.h"

#define YEAR 31536000L

static void add_extension(X509 *cert, X509 *issuer, int nid, const char *value)
{
	X509V3_CTX context;
	X509_EXTENSION *extension;

	X509V3_set_ctx_nodb(&context);
	X509V3_set_ctx(&context, issuer, cert, NULL, NULL, 0);
	extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
	assert_non_null(extension);
	assert_true(X509_add_ext(cert, extension, -1));
	X509_EXTENSION_free(extension);
}

static X509 *start_certificate(EVP_PKEY *key, const struct t_certificate_facts *facts)
{
	uint64_t serial;
	X509 *cert = X509_new();
	X509_NAME *name = X509_NAME_new();

	assert_non_null(cert);
	assert_true(X509_set_version(cert, X509_VERSION_3));
	assert_true(RAND_bytes((unsigned char *)&serial, sizeof(serial)));
	assert_true(ASN1_INTEGER_set_uint64(X509_get_serialNumber(cert), serial >> 1));
	assert_non_null(X509_gmtime_adj(X509_getm_notBefore(cert), facts->from));
	assert_non_null(X509_gmtime_adj(X509_getm_notAfter(cert), facts->until));
	assert_true(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
					       (const unsigned char *)facts->name, -1, -1, 0));
	assert_true(X509_set_subject_name(cert, name));
	assert_true(X509_set_pubkey(cert, key));
	X509_NAME_free(name);
	return cert;
}

struct t_certificate t_authority(const char *name)
{
	const struct t_certificate_facts facts = { .name = name, .from = -60, .until = YEAR };
	struct t_certificate made = { .key = EVP_EC_gen("P-256") };

	assert_non_null(made.key);
	made.cert = start_certificate(made.key, &facts);
	assert_true(X509_set_issuer_name(made.cert, X509_get_subject_name(made.cert)));
	add_extension(made.cert, made.cert, NID_basic_constraints, "critical,CA:TRUE");
	add_extension(made.cert, made.cert, NID_key_usage, "critical,keyCertSign");
	assert_true(X509_sign(made.cert, made.key, EVP_sha256()));
	return made;
}

struct t_certificate t_certificate(const struct t_certificate *authority,
				   const struct t_certificate_facts *facts)
{
	struct t_certificate made = { .key = EVP_EC_gen("P-256") };

	assert_non_null(made.key);
	made.cert = start_certificate(made.key, facts);
	assert_true(X509_set_issuer_name(made.cert, X509_get_subject_name(authority->cert)));
	if (facts->alternative)
		add_extension(made.cert, authority->cert, NID_subject_alt_name, facts->alternative);
	if (facts->purpose)
		add_extension(made.cert, authority->cert, NID_ext_key_usage, facts->purpose);
	assert_true(X509_sign(made.cert, authority->key, EVP_sha256()));
	return made;
}

void t_certificate_release(struct t_certificate *certificate)
{
	X509_free(certificate->cert);
	EVP_PKEY_free(certificate->key);
	*certificate = (struct t_certificate){ 0 };
}

static FILE *create(const char *path, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
	FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;

	assert_non_null(file);
	return file;
}

void t_write_certificate(const struct t_certificate *certificate, const char *cert_path,
			 const char *key_path)
{
	FILE *file;

	if (cert_path) {
		file = create(cert_path, 0644);
		assert_true(PEM_write_X509(file, certificate->cert));
		assert_int_equal(fclose(file), 0);
	}
	if (key_path) {
		file = create(key_path, 0600);
		assert_true(
			PEM_write_PrivateKey(file, certificate->key, NULL, NULL, 0, NULL, NULL));
		assert_int_equal(fclose(file), 0);
	}
}
