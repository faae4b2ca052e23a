/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fcntl() flags are hidden by -std=c11 alone */
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "link.h"

struct pair {
	struct css_link *a;
	struct css_link *b;
};

static struct pair make_pair(void)
{
	int fds[2];
	struct pair pair;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(fcntl(fds[i], F_SETFL, O_NONBLOCK), 0);
	pair.a = css_link_plain(fds[0]);
	pair.b = css_link_plain(fds[1]);
	assert_non_null(pair.a);
	assert_non_null(pair.b);
	return pair;
}

TEST(bytes_arrive_as_they_were_written)
{
	struct pair pair = make_pair();
	char bytes[8];

	T_UNUSED;
	assert_int_equal(pair.a->ops->handshake(pair.a), 0);
	assert_int_equal(pair.a->ops->write(pair.a, "hello", 5), 5);
	assert_false(pair.b->ops->has_bytes(pair.b)); /* poll() tells of them */
	assert_int_equal(pair.b->ops->read(pair.b, bytes, sizeof(bytes)), 5);
	assert_memory_equal(bytes, "hello", 5);
	pair.a->ops->close(pair.a);
	pair.b->ops->close(pair.b);
}

TEST(nothing_waits_and_the_event_is_named)
{
	struct pair pair = make_pair();
	static char bytes[65536];
	ssize_t put;

	T_UNUSED;
	assert_int_equal(pair.a->ops->read(pair.a, bytes, sizeof(bytes)), CSS_LINK_WAIT);
	assert_int_equal(pair.a->events, POLLIN);
	do
		put = pair.a->ops->write(pair.a, bytes, sizeof(bytes));
	while (put > 0);
	assert_int_equal(put, CSS_LINK_WAIT);
	assert_int_equal(pair.a->events, POLLOUT);
	pair.a->ops->close(pair.a);
	pair.b->ops->close(pair.b);
}

TEST(the_end_is_an_end_for_reader_and_writer)
{
	struct pair pair = make_pair();
	char byte;

	T_UNUSED;
	pair.a->ops->close(pair.a);
	assert_int_equal(pair.b->ops->read(pair.b, &byte, 1), CSS_LINK_ENDED);
	assert_int_equal(pair.b->ops->write(pair.b, "x", 1), CSS_LINK_ENDED); /* and no SIGPIPE */
	pair.b->ops->close(pair.b);
}

TEST(a_failure_has_a_reason)
{
	struct pair pair = make_pair();
	char byte;
	int fds[2];

	T_UNUSED;
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(dup2(fds[0], pair.a->fd), pair.a->fd); /* no socket any more */
	assert_int_equal(pair.a->ops->read(pair.a, &byte, 1), CSS_LINK_FAILED);
	assert_non_null(strstr(pair.a->why, "socket"));
	close(fds[0]);
	close(fds[1]);
	pair.a->ops->close(pair.a);
	pair.b->ops->close(pair.b);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(bytes_arrive_as_they_were_written),
		CASE(nothing_waits_and_the_event_is_named),
		CASE(the_end_is_an_end_for_reader_and_writer),
		CASE(a_failure_has_a_reason),
	};

	return T_RUN(cases, argc, argv);
}
