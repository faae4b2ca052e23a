/* SPDX-License-Identifier: MIT */
/* The server with TLS: who is let in, and that handshakes have the limits of connections. */
#define _GNU_SOURCE /* MSG_NOSIGNAL and others are hidden by -std=c11 alone */
#include "test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "link.h"
#include "server.h"
#include "test_files.h"
#include "tls.h"
#include "tls_pair.h"
#include "wire_builder.h"

#define HALF_OPEN 100u
#define SECOND    UINT64_C(1000000000)
#define HOUR      (3600 * SECOND) /* what no test waits for */

/* A server in a process of its own. */
struct running {
	char *dir;
	char *said; /* file with its lines */
	pid_t pid;
	uint16_t port;
	struct css_tls *client; /* what its clients need */
};

/* Of the server's process. */
struct server_side {
	struct css_tls *tls;
	int said;
};

static void say(void *data, const char *line)
{
	struct server_side *side = data;

	dprintf(side->said, "%s\n", line);
}

static struct css_link *make_link(void *data, int fd)
{
	struct server_side *side = data;
	char why[256];

	return side->tls ? css_tls_link(side->tls, fd, NULL, why, sizeof(why)) : css_link_plain(fd);
}

static struct css_tls *make_side(const char *key, bool is_server)
{
	const struct css_tls_settings settings = { .is_server = is_server, .key_file = key };

	return t_tls_new(&settings);
}

/* How often @needle stands in the server's lines. */
static unsigned count_lines(const struct running *server, const char *needle)
{
	char line[1024];
	unsigned count = 0;
	FILE *file = fopen(server->said, "r");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		count += strstr(line, needle) != NULL;
	fclose(file);
	return count;
}

static void wait_for(const struct running *server, const char *needle, unsigned count)
{
	while (count_lines(server, needle) < count)
		poll(NULL, 0, 20); /* the test's own limit of time ends it */
}

static uint16_t find_port(const struct running *server)
{
	char line[1024] = "";
	FILE *file = fopen(server->said, "r");
	const char *at;

	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	fclose(file);
	at = strstr(line, "127.0.0.1:");
	assert_non_null(at);
	return (uint16_t)strtoul(at + 10, NULL, 10);
}

static void run_server(const char *traces, const char *said, struct css_tls *tls,
		       uint64_t handshake_ns)
{
	static const char *const listen[] = { "127.0.0.1:0" };
	struct server_side side = { .tls = tls,
				    .said = open(said, O_WRONLY | O_CREAT | O_APPEND, 0600) };
	struct css_server_options options = { .listen = listen,
					      .listen_count = 1,
					      .dir = traces,
					      .connections = HALF_OPEN,
					      .peer_connections = HALF_OPEN,
					      .times = { .handshake_ns = handshake_ns,
							 .idle_ns = HOUR },
					      .is_encrypted = tls != NULL,
					      .has_tls = true,
					      .data = &side,
					      .say = say,
					      .link = make_link };
	struct csa_err err = { 0 };
	int rc = css_server_run(&options, &err);

	if (rc < 0)
		dprintf(side.said, "%s\n", err.msg);
	_exit(rc < 0);
}

static struct running start(bool is_encrypted, uint64_t handshake_ns)
{
	struct running server = { .dir = t_temp_dir() };
	char *key = t_path(server.dir, "key");
	char *traces = t_path(server.dir, "traces");
	char why[256];

	assert_int_equal(css_tls_make_key(key, why, sizeof(why)), 0);
	server.said = t_path(server.dir, "said");
	server.client = make_side(key, false);
	server.pid = fork();
	assert_true(server.pid >= 0);
	if (server.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is killed leaves no server */
		run_server(traces, server.said, is_encrypted ? make_side(key, true) : NULL,
			   handshake_ns);
	}
	while (access(server.said, F_OK) != 0)
		poll(NULL, 0, 5);
	wait_for(&server, "listening", 1);
	server.port = find_port(&server);
	free(key);
	free(traces);
	return server;
}

static void stop(struct running *server)
{
	int status;

	assert_int_equal(kill(server->pid, SIGTERM), 0);
	assert_int_equal(waitpid(server->pid, &status, 0), server->pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	css_tls_free(server->client);
	free(server->said);
	t_remove(server->dir);
}

static int connect_to(const struct running *server)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(server->port) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

/* Whatever is said, then the end. */
static void expect_end(int fd)
{
	char bytes[256];
	ssize_t got;

	do
		got = recv(fd, bytes, sizeof(bytes), 0);
	while (got > 0);
	close(fd);
}

static struct css_link *link_to(const struct running *server)
{
	char why[256];
	int fd = connect_to(server);
	struct css_link *link;

	assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
	link = css_tls_link(server->client, fd, NULL, why, sizeof(why));
	assert_non_null(link);
	return link;
}

/* Calls of a link until they do not wait. */
static ssize_t finish(struct css_link *link, char how, void *bytes, size_t count)
{
	for (;;) {
		struct pollfd poll_fd = { .fd = link->fd };
		ssize_t rc = how == 'h'   ? link->ops->handshake(link)
			     : how == 'r' ? link->ops->read(link, bytes, count)
					  : link->ops->write(link, bytes, count);

		if (rc != CSS_LINK_WAIT)
			return rc;
		poll_fd.events = link->events;
		assert_int_equal(poll(&poll_fd, 1, -1), 1);
	}
}

static void check_welcome(const struct running *server)
{
	struct css_link *link = link_to(server);
	struct csf_wire_reply reply = { 0 };
	struct t_wire wire;

	assert_int_equal(finish(link, 'h', NULL, 0), 0);
	t_wire_init(&wire, false);
	t_wire_hello(&wire, 1);
	assert_int_equal(finish(link, 'w', wire.bytes, wire.count), wire.count);
	assert_int_equal(finish(link, 'r', &reply, sizeof(reply)), sizeof(reply));
	assert_int_equal(reply.type, CSF_WIRE_WELCOME);
	t_wire_release(&wire);
	link->ops->close(link);
}

TEST(a_client_with_the_key_is_welcome)
{
	struct running server = start(true, HOUR);

	T_UNUSED;
	check_welcome(&server);
	check_welcome(&server);
	stop(&server);
}

TEST(plain_bytes_end_one_connection_with_a_line)
{
	struct running server = start(true, HOUR);
	int fd = connect_to(&server);
	struct t_wire wire;

	T_UNUSED;
	t_wire_init(&wire, false);
	t_wire_hello(&wire, 1);
	assert_int_equal(send(fd, wire.bytes, wire.count, 0), wire.count);
	expect_end(fd);
	wait_for(&server, "the other side does not speak TLS", 1);
	check_welcome(&server);
	assert_int_equal(count_lines(&server, "does not speak TLS"), 1);
	t_wire_release(&wire);
	stop(&server);
}

TEST(tls_to_a_server_without_a_key_ends_with_a_line)
{
	struct running server = start(false, HOUR);
	struct css_link *link = link_to(&server);

	T_UNUSED;
	assert_true(finish(link, 'h', NULL, 0) < 0);
	link->ops->close(link);
	wait_for(&server, "it speaks TLS, and this server was given no key", 1);
	stop(&server);
}

/* Half of what a client of ours says first. */
static int say_half(const struct running *server)
{
	static const char half[] = "\x16\x03\x01\x01\x00\x01\x00\x00\xfc\x03\x03";
	int fd = connect_to(server);

	assert_int_equal(send(fd, half, sizeof(half) - 1, 0), sizeof(half) - 1);
	return fd;
}

TEST(half_open_connections_are_counted)
{
	struct running server = start(true, HOUR);
	int fds[HALF_OPEN];

	T_UNUSED;
	for (unsigned i = 0; i < HALF_OPEN; i++)
		fds[i] = say_half(&server);
	wait_for(&server, ": connected", HALF_OPEN);
	expect_end(connect_to(&server));
	wait_for(&server, "turned away, with 1 in the last second", 1);
	for (unsigned i = 0; i < HALF_OPEN; i++)
		close(fds[i]);
	stop(&server);
}

TEST(half_open_connections_are_ended)
{
	struct running server = start(true, SECOND);
	int fds[HALF_OPEN];

	T_UNUSED;
	for (unsigned i = 0; i < HALF_OPEN; i++)
		fds[i] = say_half(&server);
	while (send(fds[0], "x", 1, MSG_NOSIGNAL) == 1) /* a byte now and then gives no more time */
		poll(NULL, 0, 50);
	for (unsigned i = 0; i < HALF_OPEN; i++)
		expect_end(fds[i]);
	wait_for(&server, "it did not say hello in time", HALF_OPEN);
	/* A place is free when the server has seen that its owner is gone. */
	while (count_lines(&server, ": connected") == HALF_OPEN) {
		close(connect_to(&server));
		poll(NULL, 0, 20);
	}
	stop(&server);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_client_with_the_key_is_welcome),
		CASE(plain_bytes_end_one_connection_with_a_line),
		CASE(tls_to_a_server_without_a_key_ends_with_a_line),
		CASE(half_open_connections_are_counted),
		CASE(half_open_connections_are_ended),
	};

	return T_RUN(cases, argc, argv);
}
