/* SPDX-License-Identifier: MIT */
/* The proxy of the network tests does what proxy_orders.h says. TCP_PROXY in the environment: it. */
#define _GNU_SOURCE /* pipe2 */
#include "test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A server of our own, the proxy in front of it, and the latest connection through both. */
struct scene {
	pid_t proxy;
	FILE *orders;
	FILE *lines;
	int listener;
	unsigned port; /* the proxy's */
	int client;
	int server;
};

static struct sockaddr_in local(unsigned port)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
				     .sin_port = htons((uint16_t)port),
				     .sin_addr = { htonl(INADDR_LOOPBACK) } };
}

/* Nothing here may hang: what does not come in a minute is a failure. */
static int patient(int fd)
{
	const struct timeval limit = { .tv_sec = 60 };

	assert_true(fd >= 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	return fd;
}

static void expect_line(struct scene *scene, const char *expected)
{
	char line[256];

	assert_non_null(fgets(line, sizeof(line), scene->lines));
	line[strcspn(line, "\n")] = '\0';
	assert_string_equal(line, expected);
}

static void order(struct scene *scene, const char *text)
{
	char expected[256];

	fprintf(scene->orders, "%s\n", text);
	fflush(scene->orders);
	snprintf(expected, sizeof(expected), "did %s", text);
	expect_line(scene, expected);
}

static void start_proxy(struct scene *scene, unsigned target)
{
	int to[2];
	int from[2];
	char text[16];
	char line[64];

	assert_int_equal(pipe2(to, O_CLOEXEC), 0);
	assert_int_equal(pipe2(from, O_CLOEXEC), 0);
	snprintf(text, sizeof(text), "%u", target);
	scene->proxy = fork();
	if (scene->proxy == 0) {
		alarm(100);
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		execl(getenv("TCP_PROXY"), "tcp_proxy", "0", text, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	scene->orders = fdopen(to[1], "w");
	scene->lines = fdopen(from[0], "r");
	assert_non_null(fgets(line, sizeof(line), scene->lines));
	assert_int_equal(sscanf(line, "listening %u", &scene->port), 1);
}

static int set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof(*scene));
	struct sockaddr_in address = local(0);
	socklen_t bytes = sizeof(address);

	assert_non_null(scene);
	alarm(100);
	signal(SIGPIPE, SIG_IGN);
	scene->listener = patient(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
	scene->client = scene->server = -1;
	assert_int_equal(bind(scene->listener, (struct sockaddr *)&address, bytes), 0);
	assert_int_equal(listen(scene->listener, 8), 0);
	getsockname(scene->listener, (struct sockaddr *)&address, &bytes);
	start_proxy(scene, ntohs(address.sin_port));
	*state = scene;
	return 0;
}

static void hang_up(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int tear_down(void **state)
{
	struct scene *scene = *state;
	int status;

	hang_up(&scene->client);
	hang_up(&scene->server);
	close(scene->listener);
	fprintf(scene->orders, "quit\n");
	fclose(scene->orders);
	assert_int_equal(waitpid(scene->proxy, &status, 0), scene->proxy);
	fclose(scene->lines);
	free(scene);
	assert_int_equal(status, 0);
	return 0;
}

static int reach(const struct scene *scene)
{
	struct sockaddr_in address = local(scene->port);
	int fd = patient(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));

	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	close(fd);
	return -1;
}

/* A connection through the proxy, as the next of its number. */
static void join(struct scene *scene, unsigned number)
{
	char expected[32];

	hang_up(&scene->client);
	hang_up(&scene->server);
	scene->client = reach(scene);
	assert_true(scene->client >= 0);
	scene->server = patient(accept4(scene->listener, NULL, NULL, SOCK_CLOEXEC));
	snprintf(expected, sizeof(expected), "open %u", number);
	expect_line(scene, expected);
}

/* Bytes that differ at each position of a kilobyte, so that none can take another's place. */
static uint8_t byte_at(size_t position)
{
	return (uint8_t)(position * 31 + position / 256);
}

static void say(int fd, size_t from, size_t count)
{
	uint8_t bytes[65536];

	assert_true(count <= sizeof(bytes));
	for (size_t i = 0; i < count; i++)
		bytes[i] = byte_at(from + i);
	assert_int_equal(send(fd, bytes, count, MSG_NOSIGNAL), count);
}

/* All that comes up to the end, an error, or @most bytes; *@error: why it ended, 0 in order. */
static size_t hear(int fd, size_t from, size_t most, int *error)
{
	uint8_t bytes[4096];
	size_t count = 0;
	ssize_t got = 1;

	while (count < most && got > 0) {
		got = recv(fd, bytes, most - count < sizeof(bytes) ? most - count : sizeof(bytes),
			   0);
		for (ssize_t i = 0; i < got; i++)
			assert_int_equal(bytes[i], byte_at(from + count + (size_t)i));
		count += got > 0 ? (size_t)got : 0;
	}
	*error = got < 0 ? errno : 0;
	return count;
}

static void expect_bytes(int fd, size_t from, size_t count)
{
	int error;

	assert_int_equal(hear(fd, from, count, &error), count);
}

/* Nothing can be read, not even an end, though there was time for it. */
static void expect_silence(int fd)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };

	assert_int_equal(poll(&wait, 1, 100), 0);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

TEST(bytes_pass_both_ways_and_are_counted)
{
	struct scene *scene = *t_state;
	int error;

	join(scene, 1);
	for (size_t i = 0; i < 64; i++) {
		say(scene->client, i * 65536, 65536);
		expect_bytes(scene->server, i * 65536, 65536);
	}
	say(scene->server, 0, 1000);
	expect_bytes(scene->client, 0, 1000);
	shutdown(scene->client, SHUT_WR);
	assert_int_equal(hear(scene->server, 0, 1, &error), 0);
	assert_int_equal(error, 0);
	say(scene->server, 1000, 7); /* the other way is still open */
	hang_up(&scene->server);
	assert_int_equal(hear(scene->client, 1000, 100, &error), 7);
	assert_int_equal(error, 0);
	expect_line(scene, "end 1 closed up 4194304 down 1007");
}

TEST(connection_is_cut_after_so_many_bytes)
{
	struct scene *scene = *t_state;
	int error;

	order(scene, "next cut up 1000");
	order(scene, "next cut down 1");
	join(scene, 1);
	say(scene->client, 0, 999);
	expect_bytes(scene->server, 0, 999);
	expect_silence(scene->server);
	say(scene->client, 999, 5000);
	assert_int_equal(hear(scene->server, 999, 5000, &error), 1);
	assert_int_equal(error, 0);
	expect_line(scene, "end 1 cut up 1000 down 0");
	join(scene, 2);
	say(scene->server, 0, 10);
	assert_int_equal(hear(scene->client, 0, 10, &error), 1);
	expect_line(scene, "end 2 cut up 0 down 1");
	join(scene, 3); /* no order is left */
	say(scene->client, 0, 5000);
	expect_bytes(scene->server, 0, 5000);
}

TEST(every_connection_is_reset_after_so_many_bytes)
{
	struct scene *scene = *t_state;
	int error;

	order(scene, "every reset up 10");
	for (unsigned i = 1; i < 4; i++) {
		char expected[64];

		join(scene, i);
		say(scene->client, 0, 10);
		hear(scene->server, 0, 11, &error);
		assert_int_equal(error, ECONNRESET);
		hear(scene->client, 0, 1, &error);
		assert_int_equal(error, ECONNRESET);
		snprintf(expected, sizeof(expected), "end %u reset up 10 down 0", i);
		expect_line(scene, expected);
	}
	order(scene, "every none");
	join(scene, 4);
	say(scene->client, 0, 100);
	expect_bytes(scene->server, 0, 100);
}

TEST(half_open_connection_tells_one_side_only)
{
	struct scene *scene = *t_state;
	int error;

	order(scene, "next half-open up 5");
	order(scene, "next half-open-back up 5");
	join(scene, 1);
	say(scene->client, 0, 5);
	assert_int_equal(hear(scene->server, 0, 6, &error), 5);
	assert_int_equal(error, 0);
	expect_silence(scene->client);
	say(scene->client, 5, 5); /* into nowhere */
	expect_line(scene, "end 1 half-open up 5 down 0");
	join(scene, 2);
	say(scene->client, 0, 5);
	expect_bytes(scene->server, 0, 5);
	assert_int_equal(hear(scene->client, 0, 1, &error), 0);
	expect_silence(scene->server);
	expect_line(scene, "end 2 half-open-back up 5 down 0");
}

TEST(nothing_moves_in_a_stall)
{
	struct scene *scene = *t_state;

	join(scene, 1);
	order(scene, "stall");
	say(scene->client, 0, 100);
	expect_silence(scene->server);
	order(scene, "go");
	expect_bytes(scene->server, 0, 100);
}

TEST(outage_resets_and_refuses)
{
	struct scene *scene = *t_state;
	int error;

	join(scene, 1);
	fputs("refuse\n", scene->orders);
	fflush(scene->orders);
	expect_line(scene, "end 1 reset up 0 down 0");
	expect_line(scene, "did refuse");
	hear(scene->client, 0, 1, &error);
	assert_int_equal(error, ECONNRESET);
	assert_int_equal(reach(scene), -1);
	order(scene, "accept");
	join(scene, 2);
	say(scene->client, 0, 100);
	expect_bytes(scene->server, 0, 100);
}

TEST(deaf_peer_accepts_and_never_reads)
{
	struct scene *scene = *t_state;
	uint8_t bytes[65536] = { 0 };
	struct pollfd wait = { .fd = scene->listener, .events = POLLIN };
	size_t taken = 0;
	ssize_t count;

	order(scene, "deaf on");
	scene->client = reach(scene);
	assert_true(scene->client >= 0);
	expect_line(scene, "open 1");
	while ((count = send(scene->client, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0)
		taken += (size_t)count;
	assert_int_equal(errno, EAGAIN);
	assert_true(taken > 0);
	assert_int_equal(poll(&wait, 1, 0), 0);
	fputs("end cut\n", scene->orders);
	fflush(scene->orders);
	expect_line(scene, "end 1 cut up 0 down 0");
	expect_line(scene, "did end cut");
}

TEST(delayed_bytes_come_later_and_in_order)
{
	struct scene *scene = *t_state;
	uint64_t before;

	order(scene, "delay 60");
	join(scene, 1);
	before = now_ns();
	for (size_t i = 0; i < 100; i++)
		say(scene->client, i * 100, 100);
	expect_bytes(scene->server, 0, 1);
	assert_true(now_ns() - before >= 60000000u);
	expect_bytes(scene->server, 1, 9999);
}

TEST(rate_is_an_upper_limit)
{
	struct scene *scene = *t_state;
	uint64_t before;

	order(scene, "rate 200000");
	join(scene, 1);
	before = now_ns();
	say(scene->client, 0, 42000);
	expect_bytes(scene->server, 0, 42000);
	/* The last portion, a hundredth of a second, is passed on without waiting for its own time. */
	assert_true(now_ns() - before >= 190000000u);
}

#define SCENE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		SCENE(bytes_pass_both_ways_and_are_counted),
		SCENE(connection_is_cut_after_so_many_bytes),
		SCENE(every_connection_is_reset_after_so_many_bytes),
		SCENE(half_open_connection_tells_one_side_only),
		SCENE(nothing_moves_in_a_stall),
		SCENE(outage_resets_and_refuses),
		SCENE(deaf_peer_accepts_and_never_reads),
		SCENE(delayed_bytes_come_later_and_in_order),
		SCENE(rate_is_an_upper_limit),
	};

	return T_RUN(cases, argc, argv);
}
