/* SPDX-License-Identifier: MIT */
/* The other side is not ours, or stops in the middle. */
#define _POSIX_C_SOURCE 200809L /* chmod() is hidden by -std=c11 alone */
#include "test.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/ssl.h>

#include "test_files.h"
#include "tls_pair.h"

static struct css_tls *side(bool is_server)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "psk");
	const struct css_tls_settings settings = { .is_server = is_server, .key_file = path };
	char digits[64];
	struct css_tls *tls;

	memset(digits, '7', sizeof(digits));
	t_write_file(path, digits, sizeof(digits));
	assert_int_equal(chmod(path, 0600), 0);
	tls = t_tls_new(&settings);
	free(path);
	t_remove(dir);
	return tls;
}

/* The first bytes that a client of ours sends. */
static size_t client_hello(char *bytes, size_t count)
{
	struct css_tls *client = side(false);
	struct css_link *link;
	char why[256];
	int fds[2];
	ssize_t got;

	t_socket_pair(fds);
	link = css_tls_link(client, fds[0], NULL, why, sizeof(why));
	assert_non_null(link);
	assert_int_equal(link->ops->handshake(link), CSS_LINK_WAIT);
	assert_int_equal(link->events, POLLIN);
	got = recv(fds[1], bytes, count, 0);
	assert_in_range(got, 100, count - 1);
	link->ops->close(link);
	close(fds[1]);
	css_tls_free(client);
	return (size_t)got;
}

/* @bytes in place of a client's first words. */
static void check_first_words(struct css_tls *server, const char *bytes, size_t count,
			      const char *why)
{
	struct t_tls_pair pair = t_tls_server(server);

	assert_int_equal(send(pair.client_fd, bytes, count, 0), count);
	t_tls_settle(&pair);
	if (pair.server_rc != CSS_LINK_FAILED || !strstr(pair.server->why, why))
		fail_msg("after %.16s: %d, \"%s\"", bytes, pair.server_rc, pair.server->why);
	t_tls_pair_close(&pair);
}

TEST(plain_bytes_on_a_tls_port_are_named)
{
	static const char words[][24] = { "CSSTREAM",
					  "TKSTREAM\2",
					  "GET / HTTP/1.1\r\n",
					  "SSH-2.0-OpenSSH_9.2\r\n",
					  "\xff\xff\xff\xff\xff\xff",
					  "CONNECT a:1 HTTP/1.1\r\n" };
	struct css_tls *server = side(true);

	T_UNUSED;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		check_first_words(server, words[i], sizeof(words[i]),
				  "the other side does not speak TLS");
	css_tls_free(server);
}

TEST(plain_bytes_to_a_tls_client_are_named)
{
	struct css_tls *client = side(false);
	struct css_link *link;
	char why[256];
	int fds[2];

	T_UNUSED;
	t_socket_pair(fds);
	link = css_tls_link(client, fds[0], NULL, why, sizeof(why));
	assert_int_equal(link->ops->handshake(link), CSS_LINK_WAIT);
	assert_int_equal(send(fds[1], "\1\0\0\0\0\0\4\0\0\0\0\0", 12, 0), 12);
	assert_int_equal(link->ops->handshake(link), CSS_LINK_FAILED);
	assert_string_equal(link->why, "the other side does not speak TLS");
	link->ops->close(link);
	close(fds[1]);
	css_tls_free(client);
}

TEST(a_damaged_hello_is_refused)
{
	struct css_tls *server = side(true);
	char hello[1024];
	size_t count = client_hello(hello, sizeof(hello));

	T_UNUSED;
	hello[40] ^= 1; /* in the random bytes: the key vouches for all of it */
	check_first_words(server, hello, count, "binder does not verify");
	count = client_hello(hello, sizeof(hello));
	hello[5] = 2; /* a server's hello */
	check_first_words(server, hello, count, "unexpected message");
	css_tls_free(server);
}

/* What a server of ours says to an OpenSSL client that may go up to @version. */
static void check_version(int version, int is_agreed)
{
	struct css_tls *server = side(true);
	struct t_tls_pair pair = t_tls_server(server);
	SSL_CTX *context = SSL_CTX_new(TLS_client_method());
	SSL *ssl;

	assert_true(SSL_CTX_set_max_proto_version(context, version));
	ssl = SSL_new(context);
	assert_non_null(ssl);
	assert_true(SSL_set_fd(ssl, pair.client_fd));
	for (int i = 0; i < 5; i++) {
		(void)SSL_connect(ssl);
		t_tls_settle(&pair);
	}
	assert_int_equal(pair.server_rc, CSS_LINK_FAILED); /* it has no key, whatever it speaks */
	assert_int_equal(strstr(pair.server->why, "does not offer TLS 1.3") == NULL, is_agreed);
	SSL_free(ssl);
	SSL_CTX_free(context);
	t_tls_pair_close(&pair);
	css_tls_free(server);
}

TEST(tls_1_2_is_refused_by_name)
{
	T_UNUSED;
	check_version(TLS1_2_VERSION, 0);
	check_version(TLS1_3_VERSION, 1);
}

TEST(half_a_handshake_waits_and_its_end_is_an_end)
{
	struct css_tls *server = side(true);
	struct t_tls_pair pair = t_tls_server(server);
	char hello[1024];
	size_t count = client_hello(hello, sizeof(hello));

	T_UNUSED;
	for (size_t i = 0; i + 1 < count; i++) { /* byte by byte */
		assert_int_equal(send(pair.client_fd, hello + i, 1, 0), 1);
		assert_int_equal(pair.server->ops->handshake(pair.server), CSS_LINK_WAIT);
		assert_int_equal(pair.server->events, POLLIN);
	}
	assert_int_equal(shutdown(pair.client_fd, SHUT_WR), 0);
	assert_int_equal(pair.server->ops->handshake(pair.server), CSS_LINK_ENDED);
	t_tls_pair_close(&pair);
	css_tls_free(server);
}

/* Two ends and a wire between them that is cut after so many bytes in each direction. */
struct wire {
	int fds[2]; /* its ends: at the client, at the server */
	size_t left[2];
	bool is_cut;
};

/* From end @from to the other. */
static void pass_on(struct wire *wire, int from)
{
	char bytes[2048];
	ssize_t got = recv(wire->fds[from], bytes, sizeof(bytes), 0);
	size_t count = got > 0 ? (size_t)got : 0;

	if (wire->is_cut || count == 0)
		return;
	wire->is_cut = count > wire->left[from];
	count = wire->is_cut ? wire->left[from] : count;
	wire->left[from] -= count;
	if (count > 0)
		assert_int_equal(send(wire->fds[!from], bytes, count, 0), count);
	for (int i = 0; wire->is_cut && i < 2; i++)
		shutdown(wire->fds[i], SHUT_WR);
}

/* Return: was it cut? */
static bool shake_hands(struct css_tls *client, struct css_tls *server, size_t up, size_t down)
{
	struct t_tls_pair pair = t_tls_server(server);
	struct wire wire = { .fds = { -1, pair.client_fd }, .left = { up, down } };
	char why[256];
	int fds[2];

	t_socket_pair(fds);
	wire.fds[0] = fds[1];
	pair.client = css_tls_link(client, fds[0], NULL, why, sizeof(why));
	assert_non_null(pair.client);
	for (int i = 0; i < 10; i++) {
		if (pair.client_rc == CSS_LINK_WAIT)
			pair.client_rc = pair.client->ops->handshake(pair.client);
		pass_on(&wire, 0);
		if (pair.server_rc == CSS_LINK_WAIT)
			pair.server_rc = pair.server->ops->handshake(pair.server);
		pass_on(&wire, 1);
	}
	assert_int_equal(pair.server_rc, wire.is_cut ? CSS_LINK_ENDED : 0);
	assert_in_set((unsigned long)(-pair.client_rc),
		      ((const unsigned long[]){ 0, -CSS_LINK_ENDED }), wire.is_cut ? 2 : 1);
	t_tls_pair_close(&pair);
	close(wire.fds[0]);
	close(wire.fds[1]);
	return wire.is_cut;
}

TEST(a_cut_at_any_byte_of_the_handshake_is_an_end)
{
	struct css_tls *client = side(false);
	struct css_tls *server = side(true);
	size_t up = 0;
	size_t down = 0;

	T_UNUSED;
	while (shake_hands(client, server, up, SIZE_MAX))
		up++;
	while (shake_hands(client, server, SIZE_MAX, down))
		down++;
	assert_in_range(up, 200, 1000);
	assert_in_range(down, 150, 1000);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(bytes_before_the_end_of_the_handshake_are_not_read)
{
	struct css_tls *server = side(true);
	struct t_tls_pair pair = t_tls_server(server);
	char hello[1024];
	size_t count = client_hello(hello, sizeof(hello));
	/* A record of application data, as early data would come. */
	static const char early[] = "\x17\x03\x03\x00\x20"
				    "0123456789abcdef0123456789abcdef";
	char byte;

	T_UNUSED;
	assert_int_equal(send(pair.client_fd, hello, count, 0), count);
	assert_int_equal(send(pair.client_fd, early, sizeof(early) - 1, 0), sizeof(early) - 1);
	t_tls_settle(&pair);
	assert_int_equal(pair.server_rc, CSS_LINK_FAILED);
	assert_int_equal(pair.server->ops->read(pair.server, &byte, 1), CSS_LINK_FAILED);
	t_tls_pair_close(&pair);
	css_tls_free(server);
}

/* Two sides that have agreed. */
static struct t_tls_pair agreed(struct css_tls **client, struct css_tls **server)
{
	struct t_tls_pair pair;

	*client = side(false);
	*server = side(true);
	pair = t_tls_pair(*client, *server, NULL);
	assert_int_equal(pair.client_rc, 0);
	assert_int_equal(pair.server_rc, 0);
	return pair;
}

static void end(struct t_tls_pair *pair, struct css_tls *client, struct css_tls *server)
{
	t_tls_pair_close(pair);
	css_tls_free(client);
	css_tls_free(server);
}

TEST(a_goodbye_and_a_cut_are_both_an_end)
{
	for (int is_cut = 0; is_cut < 2; is_cut++) {
		struct css_tls *client;
		struct css_tls *server;
		struct t_tls_pair pair = agreed(&client, &server);
		char bytes[8];

		T_UNUSED;
		assert_int_equal(pair.client->ops->write(pair.client, "last", 4), 4);
		if (is_cut)
			assert_int_equal(shutdown(pair.client_fd, SHUT_WR), 0);
		pair.client->ops->close(pair.client);
		pair.client = NULL;
		assert_int_equal(pair.server->ops->read(pair.server, bytes, 8), 4);
		assert_int_equal(pair.server->ops->read(pair.server, bytes, 8), CSS_LINK_ENDED);
		assert_int_equal(pair.server->ops->write(pair.server, "x", 1), CSS_LINK_ENDED);
		pair.client_fd = dup(0);
		end(&pair, client, server);
	}
}

TEST(writing_to_a_side_that_is_gone_ends_and_raises_no_signal)
{
	struct css_tls *client;
	struct css_tls *server;
	struct t_tls_pair pair = agreed(&client, &server);
	int other = dup(0);

	T_UNUSED;
	assert_int_equal(dup2(other, pair.client_fd),
			 pair.client_fd); /* closes it without a word */
	close(other);
	assert_int_equal(pair.server->ops->write(pair.server, "x", 1), CSS_LINK_ENDED);
	assert_int_equal(pair.server->ops->write(pair.server, "x", 1), CSS_LINK_ENDED);
	end(&pair, client, server);
}

TEST(half_a_record_is_never_handed_out)
{
	struct css_tls *client;
	struct css_tls *server;
	struct t_tls_pair pair = agreed(&client, &server);
	char record[64];
	char bytes[16];
	ssize_t count;

	T_UNUSED;
	assert_int_equal(pair.client->ops->write(pair.client, "0123456789", 10), 10);
	count = recv(pair.server_fd, record, sizeof(record), 0);
	assert_int_equal(count, 5 + 10 + 1 + 16); /* header, bytes, their type, tag */
	assert_int_equal(send(pair.client_fd, record, (size_t)count - 1, 0), count - 1);
	assert_int_equal(pair.server->ops->read(pair.server, bytes, 16), CSS_LINK_WAIT);
	assert_false(pair.server->ops->has_bytes(pair.server));
	assert_int_equal(send(pair.client_fd, record + count - 1, 1, 0), 1);
	assert_int_equal(pair.server->ops->read(pair.server, bytes, 4), 4);
	assert_true(pair.server->ops->has_bytes(pair.server)); /* of which poll() knows nothing */
	assert_int_equal(pair.server->ops->read(pair.server, bytes + 4, 12), 6);
	assert_memory_equal(bytes, "0123456789", 10);
	assert_false(pair.server->ops->has_bytes(pair.server));
	end(&pair, client, server);
}

TEST(a_changed_or_repeated_record_ends_the_link)
{
	for (int is_repeated = 0; is_repeated < 2; is_repeated++) {
		struct css_tls *client;
		struct css_tls *server;
		struct t_tls_pair pair = agreed(&client, &server);
		char record[64];
		char bytes[16];
		ssize_t count;

		T_UNUSED;
		assert_int_equal(pair.client->ops->write(pair.client, "0123456789", 10), 10);
		count = recv(pair.server_fd, record, sizeof(record), 0);
		if (is_repeated) {
			assert_int_equal(send(pair.client_fd, record, (size_t)count, 0), count);
			assert_int_equal(pair.server->ops->read(pair.server, bytes, 16), 10);
		} else {
			record[8] ^= 1;
		}
		assert_int_equal(send(pair.client_fd, record, (size_t)count, 0), count);
		assert_int_equal(pair.server->ops->read(pair.server, bytes, 16), CSS_LINK_FAILED);
		assert_string_equal(pair.server->why, "TLS: decryption failed or bad record mac");
		end(&pair, client, server);
	}
}

TEST(a_full_socket_waits_and_loses_nothing)
{
	struct css_tls *client;
	struct css_tls *server;
	struct t_tls_pair pair = agreed(&client, &server);
	static unsigned char bytes[65536];
	static unsigned char got[65536];
	size_t sent = 0;
	size_t read = 0;
	ssize_t rc;

	T_UNUSED;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i % 251);
	do {
		rc = pair.client->ops->write(pair.client, bytes + sent % 65536,
					     65536 - sent % 65536);
		sent += rc > 0 ? (size_t)rc : 0;
	} while (rc > 0);
	assert_int_equal(rc, CSS_LINK_WAIT);
	assert_int_equal(pair.client->events, POLLOUT);
	assert_int_equal(pair.client->ops->handshake(pair.client), 0);
	for (;;) {
		rc = pair.server->ops->read(pair.server, got, sizeof(got));
		if (rc <= 0)
			break;
		for (ssize_t i = 0; i < rc; i++, read++)
			assert_int_equal(got[i], read % 65536 % 251);
	}
	assert_int_equal(rc, CSS_LINK_WAIT);
	assert_in_range(read, sent > 16384 ? sent - 16384 : 0, sent);
	rc = pair.client->ops->write(pair.client, bytes + sent % 65536, 65536 - sent % 65536);
	assert_true(rc > 0); /* the record that waited */
	end(&pair, client, server);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(plain_bytes_on_a_tls_port_are_named),
		CASE(plain_bytes_to_a_tls_client_are_named),
		CASE(a_damaged_hello_is_refused),
		CASE(tls_1_2_is_refused_by_name),
		CASE(half_a_handshake_waits_and_its_end_is_an_end),
		CASE(a_cut_at_any_byte_of_the_handshake_is_an_end),
		CASE(bytes_before_the_end_of_the_handshake_are_not_read),
		CASE(a_goodbye_and_a_cut_are_both_an_end),
		CASE(writing_to_a_side_that_is_gone_ends_and_raises_no_signal),
		CASE(half_a_record_is_never_handed_out),
		CASE(a_changed_or_repeated_record_ends_the_link),
		CASE(a_full_socket_waits_and_loses_nothing),
	};

	return T_RUN(cases, argc, argv);
}
