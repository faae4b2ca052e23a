/* SPDX-License-Identifier: MIT */
/*
 * tcp_proxy [--order TEXT]... PORT TARGET-PORT: passes connections to 127.0.0.1:PORT on, and harms them
 * as it is told (proxy_orders.h): by --order before it begins, then by lines of standard input, whose
 * end says nothing. PORT 0: one that is free. On standard output a line for each thing that happens:
 *
 *     listening PORT
 *     did ORDER
 *     open NUMBER
 *     end NUMBER HOW up BYTES down BYTES
 *     total NUMBER up BYTES down BYTES       at "quit", and the program ends
 */
#define _GNU_SOURCE /* accept4 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "proxy_orders.h"

#define PAIRS_MAX 256u
#define POLLS_MAX (2u * PAIRS_MAX + 2u)

struct proxy {
	struct t_orders orders;
	struct t_pair *pairs;
	unsigned pair_count;
	unsigned connections;
	uint64_t up; /* bytes passed on by connections that have ended */
	uint64_t down;
	struct sockaddr_in address;
	struct sockaddr_in target;
	int listener; /* -1: connections are refused */
	int input;    /* -1: it has ended */
	bool is_over;
	char line[256];
	size_t line_bytes;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static _Noreturn void give_up(const char *what)
{
	fprintf(stderr, "tcp_proxy: %s: %s\n", what, strerror(errno));
	exit(3);
}

static void be_nonblocking(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static void start_listening(struct proxy *proxy)
{
	socklen_t bytes = sizeof(proxy->address);
	const int yes = 1;

	proxy->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (proxy->listener < 0)
		give_up("socket");
	setsockopt(proxy->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(proxy->listener, (struct sockaddr *)&proxy->address, bytes) != 0 ||
	    listen(proxy->listener, 64) != 0 ||
	    getsockname(proxy->listener, (struct sockaddr *)&proxy->address, &bytes) != 0)
		give_up("listening");
	be_nonblocking(proxy->listener);
}

/* The target's socket; -1: it cannot be reached. */
static int connect_target(const struct proxy *proxy)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 &&
	    connect(fd, (const struct sockaddr *)&proxy->target, sizeof(proxy->target)) != 0) {
		close(fd);
		return -1;
	}
	be_nonblocking(fd);
	return fd;
}

static void say_end(struct proxy *proxy, const struct t_pair *pair)
{
	printf("end %u %s up %" PRIu64 " down %" PRIu64 "\n", pair->number, t_end_text(pair->end),
	       pair->up.passed, pair->down.passed);
	proxy->up += pair->up.passed;
	proxy->down += pair->down.passed;
}

static void end_pair(struct proxy *proxy, struct t_pair *pair, enum t_end end)
{
	t_pair_end(pair, end);
	say_end(proxy, pair);
}

static void accept_one(struct proxy *proxy)
{
	int client = accept4(proxy->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	const bool is_deaf = proxy->orders.is_deaf;
	int target = client < 0 || is_deaf ? -1 : connect_target(proxy);
	struct t_limit limit = { .position = T_NEVER };
	struct t_pair *pair;

	if (client < 0)
		return;
	if (!is_deaf)
		limit = t_orders_limit(&proxy->orders);
	pair = t_pair_new(++proxy->connections, client, target, limit);
	if (!pair)
		give_up("a connection");
	printf("open %u\n", pair->number);
	pair->next = proxy->pairs;
	proxy->pairs = pair;
	proxy->pair_count++;
	/* A target that is not there is a refusal too late: the client is reset. */
	if (target < 0 && !is_deaf)
		end_pair(proxy, pair, T_END_RESET);
	else if (limit.position == 0)
		end_pair(proxy, pair, limit.end);
}

static void end_all(struct proxy *proxy, enum t_end end)
{
	for (struct t_pair *pair = proxy->pairs; pair; pair = pair->next) {
		if (pair->end == T_END_OPEN)
			end_pair(proxy, pair, end);
		else
			t_pair_end(pair, end); /* the open half of one that ended before */
	}
}

static void say_total(struct proxy *proxy)
{
	for (const struct t_pair *pair = proxy->pairs; pair; pair = pair->next) {
		if (pair->end == T_END_OPEN)
			say_end(proxy, pair);
	}
	printf("total %u up %" PRIu64 " down %" PRIu64 "\n", proxy->connections, proxy->up,
	       proxy->down);
	proxy->is_over = true;
}

static void take_order(struct proxy *proxy, char *line)
{
	char text[sizeof(proxy->line)];

	snprintf(text, sizeof(text), "%s", line);
	switch (t_orders_take(&proxy->orders, line)) {
	case T_ACTION_UNKNOWN:
		fprintf(stderr, "tcp_proxy: this is no order: %s\n", text);
		exit(2);
	case T_ACTION_END:
		end_all(proxy, proxy->orders.end);
		break;
	case T_ACTION_REFUSE:
		if (proxy->listener >= 0)
			close(proxy->listener);
		proxy->listener = -1;
		end_all(proxy, T_END_RESET);
		break;
	case T_ACTION_ACCEPT:
		if (proxy->listener < 0)
			start_listening(proxy);
		break;
	case T_ACTION_QUIT:
		say_total(proxy);
		break;
	case T_ACTION_NONE:
		break;
	}
	printf("did %s\n", text);
}

static void read_orders(struct proxy *proxy)
{
	char *at = proxy->line + proxy->line_bytes;
	ssize_t count = read(proxy->input, at, sizeof(proxy->line) - 1 - proxy->line_bytes);
	char *end;

	if (count <= 0) {
		proxy->input = -1;
		return;
	}
	proxy->line_bytes += (size_t)count;
	while ((end = memchr(proxy->line, '\n', proxy->line_bytes))) {
		size_t bytes = (size_t)(end - proxy->line) + 1;
		char line[sizeof(proxy->line)];

		memcpy(line, proxy->line, bytes - 1);
		line[bytes - 1] = '\0';
		memmove(proxy->line, proxy->line + bytes, proxy->line_bytes - bytes);
		proxy->line_bytes -= bytes;
		take_order(proxy, line);
	}
}

static void remove_ended(struct proxy *proxy)
{
	struct t_pair **at = &proxy->pairs;

	while (*at) {
		struct t_pair *pair = *at;

		if (pair->client >= 0 || pair->target >= 0) {
			at = &pair->next;
			continue;
		}
		*at = pair->next;
		proxy->pair_count--;
		t_pair_free(pair);
	}
}

/* One wait, and what came of it. Pairs are polled in the order of their list, two entries each. */
static void turn(struct proxy *proxy)
{
	static struct pollfd polls[POLLS_MAX];
	const uint64_t before = now_ns();
	uint64_t due = before + 1000000000u;
	unsigned count = 2;
	uint64_t now;

	polls[0] = (struct pollfd){ .fd = proxy->input, .events = POLLIN };
	polls[1] = (struct pollfd){ .fd = proxy->pair_count < PAIRS_MAX ? proxy->listener : -1,
				    .events = POLLIN };
	for (const struct t_pair *pair = proxy->pairs; pair; pair = pair->next, count += 2) {
		t_pair_poll(pair, before, &polls[count], &due);
		if (proxy->orders.is_stalled)
			polls[count].fd = polls[count + 1].fd = -1;
	}
	if (proxy->orders.is_stalled) {
		polls[1].fd = -1;
		due = before + 1000000000u;
	}
	for (unsigned i = 0; i < count; i++)
		polls[i].revents = 0;
	if (poll(polls, count, (int)((due - before + 999999u) / 1000000u)) < 0 && errno != EINTR)
		give_up("poll");
	now = now_ns();
	count = 2;
	for (struct t_pair *pair = proxy->pairs; pair; pair = pair->next, count += 2) {
		if (pair->end != T_END_OPEN || !(polls[count].revents | polls[count + 1].revents))
			continue;
		t_pair_move(pair, &proxy->orders.pace, now, &polls[count]);
		if (pair->end != T_END_OPEN)
			say_end(proxy, pair);
	}
	if (polls[1].revents)
		accept_one(proxy);
	if (polls[0].revents)
		read_orders(proxy);
	remove_ended(proxy);
}

static bool read_port(const char *text, struct sockaddr_in *address)
{
	char *end;
	const unsigned long port = strtoul(text, &end, 10);

	*address = (struct sockaddr_in){ .sin_family = AF_INET,
					 .sin_port = htons((uint16_t)port),
					 .sin_addr = { htonl(INADDR_LOOPBACK) } };
	return end != text && *end == '\0' && port <= UINT16_MAX;
}

int main(int argc, char **argv)
{
	static struct proxy proxy;
	int at = 1;

	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	t_orders_init(&proxy.orders);
	for (; at + 1 < argc && strcmp(argv[at], "--order") == 0; at += 2)
		take_order(&proxy, argv[at + 1]);
	if (argc - at != 2 || !read_port(argv[at], &proxy.address) ||
	    !read_port(argv[at + 1], &proxy.target)) {
		fprintf(stderr, "usage: tcp_proxy [--order TEXT]... PORT TARGET-PORT\n");
		return 2;
	}
	start_listening(&proxy);
	printf("listening %u\n", ntohs(proxy.address.sin_port));
	while (!proxy.is_over)
		turn(&proxy);
	return 0;
}
