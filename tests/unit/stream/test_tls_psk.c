/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* chmod() is hidden by -std=c11 alone */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "test_files.h"
#include "tls_context.h"
#include "tls_pair.h"

#define KEY   "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"
#define OTHER "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5b"

/* A side that has the key in @text. */
static struct css_tls *side(bool is_server, const char *text)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "key");
	const struct css_tls_settings settings = { .is_server = is_server, .key_file = path };
	struct css_tls *tls;

	t_write_file(path, text, strlen(text));
	assert_int_equal(chmod(path, 0600), 0);
	tls = t_tls_new(&settings);
	free(path);
	t_remove(dir);
	return tls;
}

/* Both ends have failed, and the server's says @server_why. */
static void check_refused(const char *client_key, const char *server_key, const char *server_why)
{
	struct css_tls *client = side(false, client_key);
	struct css_tls *server = side(true, server_key);
	struct t_tls_pair pair = t_tls_pair(client, server, NULL);

	assert_int_equal(pair.server_rc, CSS_LINK_FAILED);
	assert_int_equal(pair.client_rc, CSS_LINK_FAILED);
	if (!strstr(pair.server->why, server_why))
		fail_msg("the server says \"%s\"", pair.server->why);
	if (!strstr(pair.client->why, "do both sides have the same key?") ||
	    strncmp(pair.client->why, "TLS handshake: the other side says: ", 36) != 0)
		fail_msg("the client says \"%s\"", pair.client->why);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(the_same_key_makes_a_link_in_both_directions)
{
	struct css_tls *client = side(false, "board:" KEY);
	struct css_tls *server = side(true, "board:" KEY "\n");
	struct t_tls_pair pair = t_tls_pair(client, server, NULL);
	static char bytes[300000];

	T_UNUSED;
	assert_int_equal(pair.client_rc, 0);
	assert_int_equal(pair.server_rc, 0);
	assert_int_equal(pair.client->ops->handshake(pair.client), 0); /* again: still */
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 2654435761u >> 24);
	t_tls_carry(pair.client, pair.server, bytes, sizeof(bytes));
	t_tls_carry(pair.server, pair.client, bytes, 16);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(another_key_of_the_same_identity_is_refused)
{
	T_UNUSED;
	check_refused("board:" KEY, "board:" OTHER, "binder does not verify");
}

TEST(another_identity_of_the_same_key_is_refused)
{
	T_UNUSED;
	check_refused("board:" KEY, "board-2:" KEY, "the key is another one, \"board\"");
	check_refused("a:" KEY, "callsight:" KEY, "the key is another one, \"a\"");
}

TEST(two_suites_are_offered_and_no_other)
{
	struct css_tls *client = side(false, KEY);
	SSL *ssl = SSL_new(client->context);
	STACK_OF(SSL_CIPHER) *suites = SSL_get1_supported_ciphers(ssl);
	unsigned seen = 0;

	T_UNUSED;
	assert_int_equal(sk_SSL_CIPHER_num(suites), 2);
	for (int i = 0; i < 2; i++) {
		const char *name = SSL_CIPHER_get_name(sk_SSL_CIPHER_value(suites, i));

		seen |= strcmp(name, "TLS_AES_128_GCM_SHA256") == 0 ? 1u : 0;
		seen |= strcmp(name, "TLS_CHACHA20_POLY1305_SHA256") == 0 ? 2u : 0;
	}
	assert_int_equal(seen, 3);
	sk_SSL_CIPHER_free(suites);
	SSL_free(ssl);
	css_tls_free(client);
}

TEST(it_is_tls_1_3_with_a_new_exchange_of_keys)
{
	struct css_tls *client = side(false, KEY);
	struct css_tls *server = side(true, KEY);

	T_UNUSED;
	for (int i = 0; i < 2; i++) {
		const SSL_CTX *context = i ? server->context : client->context;

		assert_int_equal(SSL_CTX_get_min_proto_version((SSL_CTX *)context), TLS1_3_VERSION);
		assert_int_equal(SSL_CTX_get_max_proto_version((SSL_CTX *)context), TLS1_3_VERSION);
		assert_int_equal(SSL_CTX_get_options(context) & SSL_OP_ALLOW_NO_DHE_KEX, 0);
		assert_int_not_equal(SSL_CTX_get_options(context) & SSL_OP_NO_COMPRESSION, 0);
		assert_int_equal(SSL_CTX_get_num_tickets(context), 0);
		assert_int_equal(SSL_CTX_get_max_early_data(context), 0);
		assert_int_equal(SSL_CTX_get_recv_max_early_data(context), 0);
		assert_int_equal(SSL_SESSION_get_max_early_data(i ? server->psk : client->psk), 0);
	}
	css_tls_free(client);
	css_tls_free(server);
}

/* Messages of the handshake that the client has sent: their types in order. */
static void note_message(int is_write, int version, int content, const void *bytes, size_t count,
			 SSL *ssl, void *data)
{
	unsigned char *types = data;

	(void)version, (void)ssl;
	if (content == SSL3_RT_HANDSHAKE && count > 0 && is_write)
		types[strlen((char *)types)] = *(const unsigned char *)bytes;
}

TEST(keys_are_renewed_after_so_many_records)
{
	struct css_tls *client = side(false, KEY);
	struct css_tls *server = side(true, KEY);
	unsigned char types[16] = { 0 };
	struct t_tls_pair pair;
	static const char bytes[5 * 16384] = "x";

	T_UNUSED;
	client->rekey_records = 2;
	SSL_CTX_set_msg_callback(client->context, note_message);
	SSL_CTX_set_msg_callback_arg(client->context, types);
	pair = t_tls_pair(client, server, NULL);
	assert_int_equal(pair.client_rc, 0);
	t_tls_carry(pair.client, pair.server, bytes, sizeof(bytes)); /* five records */
	t_tls_carry(pair.server, pair.client, "still there", 11);
	assert_int_equal(types[0], SSL3_MT_CLIENT_HELLO);
	assert_int_equal(types[1], SSL3_MT_FINISHED);
	assert_int_equal(types[2], SSL3_MT_KEY_UPDATE);
	assert_int_equal(types[3], SSL3_MT_KEY_UPDATE);
	assert_int_equal(types[4], 0);
	assert_int_equal(server->rekey_records, 1 << 22);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(a_server_sends_no_tickets)
{
	struct css_tls *client = side(false, KEY);
	struct css_tls *server = side(true, KEY);
	unsigned char types[16] = { 0 };
	struct t_tls_pair pair;

	T_UNUSED;
	SSL_CTX_set_msg_callback(server->context, note_message);
	SSL_CTX_set_msg_callback_arg(server->context, types);
	pair = t_tls_pair(client, server, NULL);
	t_tls_carry(pair.server, pair.client, "x", 1);
	assert_int_equal(types[0], SSL3_MT_SERVER_HELLO);
	assert_int_equal(types[1], SSL3_MT_ENCRYPTED_EXTENSIONS);
	assert_int_equal(types[2], SSL3_MT_FINISHED); /* no certificate, and nothing after it */
	assert_int_equal(types[3], 0);
	t_tls_pair_close(&pair);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(one_key_makes_many_links)
{
	struct css_tls *client = side(false, KEY);
	struct css_tls *server = side(true, KEY);
	struct t_tls_pair pairs[8];

	T_UNUSED;
	for (int i = 0; i < 8; i++) {
		pairs[i] = t_tls_pair(client, server, NULL);
		assert_int_equal(pairs[i].client_rc, 0);
		assert_int_equal(pairs[i].server_rc, 0);
	}
	for (int i = 0; i < 8; i++) {
		t_tls_carry(pairs[i].client, pairs[i].server, "hello", 5);
		t_tls_pair_close(&pairs[i]);
	}
	css_tls_free(client);
	css_tls_free(server);
}

TEST(settings_that_make_no_sense_are_refused)
{
	static const struct {
		struct css_tls_settings settings;
		const char *why;
	} cases[] = {
		{ { .key_file = "k", .ca = "c" }, "--key-file excludes --ca, --cert and --key" },
		{ { .key_file = "k", .cert = "c", .cert_key = "k" }, "--key-file excludes" },
		{ { .is_server = true, .cert = "c" }, "--cert and --key belong together" },
		{ { .ca = "c", .cert_key = "k" }, "--cert and --key belong together" },
		{ { .is_server = true, .ca = "c" },
		  "a server needs --key-file, or --cert and --key" },
		{ { .cert = "c", .cert_key = "k" }, "a client needs --key-file, or --ca" },
		{ { .key_file = "/nonexistent" }, "/nonexistent: No such file" },
		{ { .ca = "/nonexistent" }, "/nonexistent: no certificate in PEM" },
		{ { .is_server = true, .cert = "/nonexistent", .cert_key = "/nonexistent" },
		  "/nonexistent: No such file" },
	};
	char why[512];

	T_UNUSED;
	assert_true(css_tls_is_built());
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(css_tls_is_wanted(&cases[i].settings));
		assert_null(css_tls_new(&cases[i].settings, why, sizeof(why)));
		if (strncmp(why, cases[i].why, strlen(cases[i].why)) != 0)
			fail_msg("case %zu: %s", i, why);
	}
	assert_false(css_tls_is_wanted(&(struct css_tls_settings){ .is_server = true }));
	assert_null(css_tls_check(&(struct css_tls_settings){ .is_server = true }, true));
	assert_string_equal(css_tls_check(&(struct css_tls_settings){ .key_file = "k" }, true),
			    "--insecure contradicts --key-file, --ca and --cert");
	assert_null(css_tls_check(&(struct css_tls_settings){ .key_file = "k" }, false));
	css_tls_free(NULL);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_same_key_makes_a_link_in_both_directions),
		CASE(another_key_of_the_same_identity_is_refused),
		CASE(another_identity_of_the_same_key_is_refused),
		CASE(two_suites_are_offered_and_no_other),
		CASE(it_is_tls_1_3_with_a_new_exchange_of_keys),
		CASE(keys_are_renewed_after_so_many_records),
		CASE(a_server_sends_no_tickets),
		CASE(one_key_makes_many_links),
		CASE(settings_that_make_no_sense_are_refused),
	};

	return T_RUN(cases, argc, argv);
}
