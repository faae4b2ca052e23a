/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* chmod() is hidden by -std=c11 alone */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <openssl/pem.h>

#include "test_files.h"
#include "tls_certificates.h"
#include "tls_context.h"
#include "tls_pair.h"

#define HOUR 3600L

/* An authority, another one, and the folder where everything is written. */
struct world {
	char *dir;
	struct t_certificate authority;
	struct t_certificate stranger;
};

static const struct t_certificate_facts server_facts = {
	.name = "common.example",
	.alternative = "DNS:board.example,DNS:*.lab.example,IP:192.0.2.7,IP:2001:db8::7",
	.purpose = "serverAuth",
	.from = -HOUR,
	.until = HOUR,
};

static const struct t_certificate_facts client_facts = {
	.name = "device", .purpose = "clientAuth", .from = -HOUR, .until = HOUR
};

static struct world make_world(void)
{
	return (struct world){ .dir = t_temp_dir(),
			       .authority = t_authority("Test authority"),
			       .stranger = t_authority("Test stranger") };
}

static void release_world(struct world *world)
{
	t_certificate_release(&world->authority);
	t_certificate_release(&world->stranger);
	t_remove(world->dir);
}

/* A side that has @own and asks for certificates of @authority; NULL: has or asks for none. */
static struct css_tls *side(const struct world *world, bool is_server,
			    const struct t_certificate *authority, const struct t_certificate *own)
{
	char *ca = t_path(world->dir, "ca.pem");
	char *cert = t_path(world->dir, "cert.pem");
	char *key = t_path(world->dir, "key.pem");
	const struct css_tls_settings settings = { .is_server = is_server,
						   .ca = authority ? ca : NULL,
						   .cert = own ? cert : NULL,
						   .cert_key = own ? key : NULL };
	struct css_tls *tls;

	if (authority)
		t_write_certificate(authority, ca, NULL);
	if (own)
		t_write_certificate(own, cert, key);
	tls = t_tls_new(&settings);
	free(ca);
	free(cert);
	free(key);
	return tls;
}

/* What a client that wants @host says of a server with @facts from @issuer; "": all is well. */
static void check_server(const struct world *world, const struct t_certificate *issuer,
			 const struct t_certificate_facts *facts, const char *host, const char *why)
{
	struct t_certificate own = t_certificate(issuer, facts);
	struct css_tls *server = side(world, true, NULL, &own);
	struct css_tls *client = side(world, false, &world->authority, NULL);
	struct t_tls_pair pair = t_tls_pair(client, server, host);

	if (!*why) {
		assert_int_equal(pair.client_rc, 0);
		assert_int_equal(pair.server_rc, 0);
		t_tls_carry(pair.client, pair.server, "hello", 5);
		t_tls_carry(pair.server, pair.client, "hello", 5);
	} else {
		assert_int_equal(pair.client_rc, CSS_LINK_FAILED);
		assert_int_equal(pair.server_rc, CSS_LINK_FAILED);
		if (strncmp(pair.client->why, "its certificate is refused: ", 28) != 0 ||
		    !strstr(pair.client->why, why))
			fail_msg("for %s the client says \"%s\"", host, pair.client->why);
	}
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
	t_certificate_release(&own);
}

TEST(names_and_addresses_of_the_certificate_are_good)
{
	static const char *const hosts[] = { "board.example", "BOARD.example", "a.lab.example",
					     "192.0.2.7", "2001:db8::7" };
	struct world world = make_world();

	T_UNUSED;
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
		check_server(&world, &world.authority, &server_facts, hosts[i], "");
	release_world(&world);
}

TEST(other_names_and_addresses_are_refused)
{
	static const struct {
		const char *host;
		const char *why;
	} cases[] = {
		{ "other.example", "hostname mismatch" },
		{ "board.example.org", "hostname mismatch" },
		{ "lab.example", "hostname mismatch" },
		{ "a.b.lab.example", "hostname mismatch" },
		{ "common.example", "hostname mismatch" }, /* the common name counts for nothing */
		{ "192.0.2.8", "IP address mismatch" },
		{ "2001:db8::8", "IP address mismatch" },
	};
	struct world world = make_world();

	T_UNUSED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_server(&world, &world.authority, &server_facts, cases[i].host, cases[i].why);
	release_world(&world);
}

TEST(a_certificate_without_names_is_refused)
{
	struct world world = make_world();
	struct t_certificate_facts facts = server_facts;

	T_UNUSED;
	facts.alternative = NULL;
	check_server(&world, &world.authority, &facts, "common.example", "hostname mismatch");
	release_world(&world);
}

TEST(time_issuer_and_purpose_count)
{
	struct world world = make_world();
	struct t_certificate_facts facts = server_facts;

	T_UNUSED;
	facts.until = -1;
	check_server(&world, &world.authority, &facts, "board.example", "certificate has expired");
	facts.from = HOUR / 2;
	facts.until = HOUR;
	check_server(&world, &world.authority, &facts, "board.example",
		     "certificate is not yet valid");
	check_server(&world, &world.stranger, &server_facts, "board.example",
		     "unable to get local issuer certificate");
	facts = server_facts;
	facts.purpose = "clientAuth";
	check_server(&world, &world.authority, &facts, "board.example", "purpose");
	release_world(&world);
}

/* A server that asks for a client's certificate, and a client with @own. */
static struct t_tls_pair meet(const struct world *world, const struct t_certificate *own,
			      struct css_tls **client, struct css_tls **server)
{
	struct t_certificate servers = t_certificate(&world->authority, &server_facts);
	struct t_tls_pair pair;

	*server = side(world, true, &world->authority, &servers);
	*client = side(world, false, &world->authority, own);
	pair = t_tls_pair(*client, *server, "board.example");
	t_certificate_release(&servers);
	return pair;
}

TEST(a_client_with_a_certificate_is_let_in)
{
	struct world world = make_world();
	struct t_certificate own = t_certificate(&world.authority, &client_facts);
	struct css_tls *client;
	struct css_tls *server;
	struct t_tls_pair pair = meet(&world, &own, &client, &server);

	T_UNUSED;
	assert_int_equal(pair.client_rc, 0);
	assert_int_equal(pair.server_rc, 0);
	t_tls_carry(pair.client, pair.server, "hello", 5);
	t_tls_carry(pair.server, pair.client, "hello", 5);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
	t_certificate_release(&own);
	release_world(&world);
}

/* In TLS 1.3 the client is done before the server has seen its certificate: it learns it by reading. */
static void check_client_refused(const struct world *world, const struct t_certificate *own,
				 const char *server_why, const char *client_why)
{
	struct css_tls *client;
	struct css_tls *server;
	struct t_tls_pair pair = meet(world, own, &client, &server);
	char byte;

	assert_int_equal(pair.client_rc, 0);
	assert_int_equal(pair.server_rc, CSS_LINK_FAILED);
	if (!strstr(pair.server->why, server_why))
		fail_msg("the server says \"%s\"", pair.server->why);
	assert_int_equal(pair.client->ops->read(pair.client, &byte, 1), CSS_LINK_FAILED);
	if (!strstr(pair.client->why, client_why))
		fail_msg("the client says \"%s\"", pair.client->why);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(a_client_without_a_good_certificate_is_not)
{
	struct world world = make_world();
	struct t_certificate_facts facts = client_facts;
	struct t_certificate own;

	T_UNUSED;
	check_client_refused(&world, NULL, "peer did not return a certificate",
			     "TLS: the other side says: certificate required");
	own = t_certificate(&world.stranger, &client_facts);
	check_client_refused(&world, &own, "unable to get local issuer certificate",
			     "TLS: the other side says: unknown ca");
	t_certificate_release(&own);
	facts.until = -1;
	own = t_certificate(&world.authority, &facts);
	check_client_refused(&world, &own, "certificate has expired",
			     "TLS: the other side says: certificate expired");
	t_certificate_release(&own);
	facts = client_facts;
	facts.purpose = "serverAuth"; /* a server's certificate is no pass for a client */
	own = t_certificate(&world.authority, &facts);
	check_client_refused(&world, &own, "purpose", "certificate");
	t_certificate_release(&own);
	release_world(&world);
}

static struct css_tls *with_key(const struct world *world, bool is_server)
{
	char *path = t_path(world->dir, "psk");
	const struct css_tls_settings settings = { .is_server = is_server, .key_file = path };
	char digits[64];
	struct css_tls *tls;

	memset(digits, '7', sizeof(digits));
	t_write_file(path, digits, sizeof(digits));
	assert_int_equal(chmod(path, 0600), 0);
	tls = t_tls_new(&settings);
	free(path);
	return tls;
}

TEST(a_client_that_writes_learns_it_too)
{
	struct world world = make_world();
	struct css_tls *client;
	struct css_tls *server;
	struct t_tls_pair pair = meet(&world, NULL, &client, &server);

	T_UNUSED;
	assert_int_equal(pair.server_rc, CSS_LINK_FAILED);
	pair.server->ops->close(pair.server);
	pair.server = NULL;
	assert_int_equal(pair.client->ops->write(pair.client, "x", 1), CSS_LINK_FAILED);
	assert_non_null(strstr(pair.client->why, "certificate required"));
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
	release_world(&world);
}

TEST(a_certificate_does_not_stand_for_a_key)
{
	struct world world = make_world();
	struct t_certificate servers = t_certificate(&world.authority, &server_facts);
	struct css_tls *server = side(&world, true, NULL, &servers);
	struct css_tls *client = with_key(&world, false);
	struct t_tls_pair pair = t_tls_pair(client, server, "board.example");

	T_UNUSED;
	assert_int_equal(pair.client_rc, CSS_LINK_FAILED);
	assert_int_not_equal(pair.server_rc, 0);
	assert_non_null(strstr(pair.client->why, "its certificate is refused"));
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
	t_certificate_release(&servers);
	release_world(&world);
}

TEST(without_the_key_no_link_even_if_nothing_else_objects)
{
	struct world world = make_world();
	struct t_certificate servers = t_certificate(&world.authority, &server_facts);
	struct css_tls *server = side(&world, true, NULL, &servers);
	struct css_tls *client = with_key(&world, false);
	struct t_tls_pair pair;

	T_UNUSED;
	SSL_CTX_set_verify(client->context, SSL_VERIFY_NONE, NULL);
	pair = t_tls_pair(client, server, NULL);
	assert_int_equal(pair.client_rc, CSS_LINK_FAILED);
	assert_string_equal(pair.client->why, "TLS handshake without the pre-shared key");
	assert_int_equal(pair.client->ops->write(pair.client, "x", 1), CSS_LINK_FAILED);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
	t_certificate_release(&servers);
	release_world(&world);
}

TEST(a_client_without_the_key_is_not_let_in)
{
	struct world world = make_world();
	struct css_tls *server = with_key(&world, true);
	struct css_tls *client = side(&world, false, &world.authority, NULL);
	struct t_tls_pair pair = t_tls_pair(client, server, "board.example");

	T_UNUSED;
	assert_int_equal(pair.client_rc, CSS_LINK_FAILED);
	assert_int_equal(pair.server_rc, CSS_LINK_FAILED);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
	release_world(&world);
}

/* What a server says that is given these files. */
static void check_files(const char *cert, const char *key, const char *why_expected)
{
	const struct css_tls_settings settings = { .is_server = true,
						   .cert = cert,
						   .cert_key = key };
	char why[512] = "";
	struct css_tls *tls = css_tls_new(&settings, why, sizeof(why));

	assert_null(tls);
	if (!strstr(why, why_expected))
		fail_msg("expected \"%s\": %s", why_expected, why);
}

static void encrypt_key(const struct t_certificate *certificate, const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(PEM_write_PrivateKey(file, certificate->key, EVP_aes_128_cbc(),
					 (const unsigned char *)"word", 4, NULL, NULL));
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0600), 0);
}

TEST(files_that_do_not_belong_together_are_refused)
{
	struct world world = make_world();
	char *cert = t_path(world.dir, "cert.pem");
	char *key = t_path(world.dir, "key.pem");
	char *other = t_path(world.dir, "other.pem");

	T_UNUSED;
	t_write_certificate(&world.authority, cert, key);
	t_write_certificate(&world.stranger, NULL, other);
	check_files(cert, other, "other.pem is not the key of");
	check_files(key, key, "key.pem: no certificate in PEM");
	check_files("none.pem", key, "none.pem: no certificate in PEM: No such file or directory");
	check_files(cert, cert, "cert.pem: others can read or change it (mode 644): chmod 600 it");
	assert_int_equal(chmod(cert, 0600), 0);
	check_files(cert, cert, "cert.pem: no private key in PEM without passphrase");
	assert_int_equal(chmod(key, 0604), 0);
	check_files(cert, key, "key.pem: others can read or change it (mode 604): chmod 600 it");
	encrypt_key(&world.authority, other);
	check_files(cert, other, "other.pem: no private key in PEM without passphrase");
	free(cert);
	free(key);
	free(other);
	release_world(&world);
}

TEST(a_client_has_to_say_whom_it_wants)
{
	struct world world = make_world();
	struct css_tls *client = side(&world, false, &world.authority, NULL);
	char why[256] = "";

	T_UNUSED;
	assert_null(css_tls_link(client, 0, NULL, why, sizeof(why)));
	assert_null(css_tls_link(client, 0, "", why, sizeof(why))); /* "" is any name to OpenSSL */
	assert_string_equal(why, "no name to look for in the server's certificate");
	css_tls_free(client);
	release_world(&world);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(names_and_addresses_of_the_certificate_are_good),
		CASE(other_names_and_addresses_are_refused),
		CASE(a_certificate_without_names_is_refused),
		CASE(time_issuer_and_purpose_count),
		CASE(a_client_with_a_certificate_is_let_in),
		CASE(a_client_without_a_good_certificate_is_not),
		CASE(a_client_that_writes_learns_it_too),
		CASE(a_certificate_does_not_stand_for_a_key),
		CASE(without_the_key_no_link_even_if_nothing_else_objects),
		CASE(a_client_without_the_key_is_not_let_in),
		CASE(files_that_do_not_belong_together_are_refused),
		CASE(a_client_has_to_say_whom_it_wants),
	};

	return T_RUN(cases, argc, argv);
}
