/* SPDX-License-Identifier: MIT */
/* Connecting, hello and welcome, and what becomes of it when the other side does not behave. The clock is the test's. */
#define _DEFAULT_SOURCE /* struct sockaddr_un and timeouts */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "line.h"
#include "test.h"

struct table {
	struct css_address address;
	struct css_line line;
	int listener;
	int peer; /* the connection that was accepted */
	uint64_t now;
};

static int set_up(void **state)
{
	struct table *t = calloc(1, sizeof(*t));
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	if (!t)
		return -1;
	t->address.is_unix = true;
	snprintf(t->address.path, sizeof(t->address.path), "test_line.%d", (int)getpid());
	memcpy(at.sun_path, t->address.path, sizeof(t->address.path));
	t->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	t->peer = -1;
	unlink(t->address.path);
	if (bind(t->listener, (struct sockaddr *)(void *)&at, sizeof(at)) < 0 ||
	    listen(t->listener, 8) < 0) {
		free(t);
		return -1;
	}
	t->line.dial.address = &t->address;
	t->line.dial.text = "test";
	t->line.is_quiet = true;
	t->line.hello.version = CSF_WIRE_VERSION;
	css_line_init(&t->line);
	t->now = 5000;
	*state = t;
	return 0;
}

static int tear_down(void **state)
{
	struct table *t = *state;

	css_line_release(&t->line);
	close(t->listener);
	if (t->peer >= 0)
		close(t->peer);
	unlink(t->address.path);
	free(t);
	return 0;
}

static enum css_line_event step(struct table *t)
{
	return css_line_step(&t->line, t->now);
}

/* Connected, and hello was said. */
static void greet(struct table *t)
{
	struct csf_wire_hello hello;

	assert_int_equal(step(t), CSS_LINE_NOTHING);
	assert_int_equal(t->line.state, CSS_LINE_WAITING);
	t->peer = accept(t->listener, NULL, NULL);
	assert_true(t->peer >= 0);
	assert_int_equal(recv(t->peer, &hello, sizeof(hello), MSG_WAITALL), sizeof(hello));
	assert_int_equal(hello.version, CSF_WIRE_VERSION);
	assert_true(hello.monotonic_ns && hello.realtime_ns);
}

static void say(struct table *t, struct csf_wire_reply reply, const char *text)
{
	assert_int_equal(write(t->peer, &reply, sizeof(reply)), sizeof(reply));
	assert_int_equal(write(t->peer, text, reply.bytes), reply.bytes);
}

TEST(welcome_brings_it_up)
{
	struct table *t = *t_state;
	const struct csf_wire_reply welcome = { .type = CSF_WIRE_WELCOME, .number = 100000 };

	greet(t);
	assert_int_equal(write(t->peer, &welcome, 5), 5);
	assert_int_equal(step(t), CSS_LINE_NOTHING);
	assert_int_equal(write(t->peer, (const char *)&welcome + 5, 11), 11);
	assert_int_equal(step(t), CSS_LINE_CAME_UP);
	assert_int_equal(t->line.state, CSS_LINE_UP);
	assert_int_equal(t->line.message_max, 100000);
}

TEST(a_server_that_does_not_answer_is_left_after_a_time)
{
	struct table *t = *t_state;

	greet(t);
	t->now += CSS_LINE_SETUP_MS - 1;
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_WAITING);
	t->now += 1;
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
	assert_string_equal(t->line.why, "the server does not answer");
}

TEST(a_connection_that_ends_is_tried_again_later_and_later)
{
	struct table *t = *t_state;
	uint64_t longest = 0;

	for (int i = 0; i < 12; i++) {
		uint64_t since = t->now;

		greet(t);
		close(t->peer);
		step(t);
		assert_int_equal(t->line.state, CSS_LINE_DOWN);
		while (t->line.state == CSS_LINE_DOWN && t->now < since + 10000) {
			t->now += 25;
			if (t->now < t->line.deadline_ms)
				step(t);
			else
				break;
		}
		assert_int_equal(t->line.state, CSS_LINE_DOWN);
		longest = t->now - since;
		assert_true(i || longest <= 150);
	}
	assert_true(longest >= 3750 && longest <= 6300);
	css_line_proved(&t->line);
	greet(t);
	close(t->peer);
	step(t);
	assert_true(t->line.deadline_ms <= t->now + 125);
}

TEST(a_server_that_is_not_there_is_tried_again)
{
	struct table *t = *t_state;

	close(t->listener);
	t->listener = -1;
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
	assert_true(t->line.deadline_ms > t->now);
	assert_string_equal(t->line.why, "Connection refused");
}

TEST(refusals_are_said_and_some_are_final)
{
	struct table *t = *t_state;

	greet(t);
	say(t, (struct csf_wire_reply){ .type = CSF_WIRE_REFUSED, .bytes = 4 }, "busy");
	assert_int_equal(step(t), CSS_LINE_NOTHING);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
	assert_string_equal(t->line.why, "the server refuses: busy");
	close(t->peer);
	t->now = t->line.deadline_ms;
	greet(t);
	say(t, (struct csf_wire_reply){ .type = CSF_WIRE_REFUSED, .bytes = 3, .final = 1 },
	    "no\x1b");
	assert_int_equal(step(t), CSS_LINE_HOPELESS);
	assert_string_equal(t->line.why, "the server refuses: no?");
}

TEST(what_is_no_server_of_ours_is_left)
{
	static const struct csf_wire_reply replies[] = {
		{ .type = 0 },
		{ .type = 4 },
		{ .type = CSF_WIRE_ACK, .number = 1 },
		{ .type = CSF_WIRE_WELCOME, .number = 1000 },
		{ .type = CSF_WIRE_WELCOME, .number = 262144, .bytes = 1 },
		{ .type = CSF_WIRE_REFUSED, .bytes = CSF_WIRE_TEXT_MAX + 1 },
	};
	struct table *t = *t_state;

	for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
		greet(t);
		assert_int_equal(write(t->peer, &replies[i], 16), 16);
		assert_int_equal(step(t), CSS_LINE_NOTHING);
		assert_int_equal(t->line.state, CSS_LINE_DOWN);
		assert_string_equal(t->line.why, "this is no server of callsight");
		close(t->peer);
		t->now = t->line.deadline_ms;
	}
	t->peer = -1;
}

TEST(another_machine_is_not_dialled_in_the_clear)
{
	struct table *t = *t_state;

	t->address = (struct css_address){ .host = "192.0.2.1", .port = "9001" };
	assert_int_equal(step(t), CSS_LINE_HOPELESS);
	assert_true(t->line.is_unsafe);
	assert_non_null(strstr(t->line.why, "is not on this machine"));
}

int main(int argc, char **argv)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest cases[] = {
		T(welcome_brings_it_up),
		T(a_server_that_does_not_answer_is_left_after_a_time),
		T(a_connection_that_ends_is_tried_again_later_and_later),
		T(a_server_that_is_not_there_is_tried_again),
		T(refusals_are_said_and_some_are_final),
		T(what_is_no_server_of_ours_is_left),
		T(another_machine_is_not_dialled_in_the_clear),
	};

	return T_RUN(cases, argc, argv);
}
