/* SPDX-License-Identifier: MIT */
/* Exact bytes of messages, numbers, acknowledgements; and how hard to compress. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "send_level.h"
#include "sender.h"
#include "stream_options.h"
#include "test.h"
#include "wire_checksum.h"
#include "wire_listener.h"

static struct t_listener server;

static struct css_sender *make(struct css_link **link)
{
	struct css_sender *sender = css_sender_new();

	assert_non_null(sender);
	*link = css_link_plain(t_listener_pair(&server));
	assert_non_null(*link);
	css_sender_restart(sender, CSF_WIRE_MESSAGE_MAX);
	return sender;
}

static void release(struct css_sender *sender, struct css_link *link)
{
	link->ops->close(link);
	t_listener_close(&server);
	css_sender_free(sender);
}

TEST(a_stored_message_is_its_header_and_its_bytes)
{
	struct csf_wire_message expected = { .type = CSF_WIRE_MODULES,
					     .number = 1,
					     .process = 3,
					     .raw_bytes = 5,
					     .stored_bytes = 5 };
	struct css_link *link;
	struct css_sender *sender = make(&link);

	T_UNUSED;
	expected.checksum = css_wire_checksum(&expected, "abcde", 5, false);
	memcpy(css_sender_body(sender), "abcde", 5);
	assert_int_equal(css_sender_post(sender, CSF_WIRE_MODULES, 3, 5, 9), 1);
	assert_int_equal(sender->left, sizeof(expected) + 5);
	assert_memory_equal(sender->out, &expected, sizeof(expected));
	assert_memory_equal(sender->out + sizeof(expected), "abcde", 5);
	assert_int_equal(css_sender_flush(sender, link), 0);
	assert_true(css_sender_is_idle(sender));
	assert_int_equal(t_listen(&server), CSF_WIRE_MODULES);
	release(sender, link);
}

TEST(a_frame_is_sent_where_it_is_smaller)
{
	struct css_link *link;
	struct css_sender *sender = make(&link);
	unsigned char *body = css_sender_body(sender);

	T_UNUSED;
	memset(body, 7, 60000);
	css_sender_post(sender, CSF_WIRE_BLOCKS, 0, 60000, -5);
	css_sender_flush(sender, link);
	assert_int_equal(t_listen(&server), CSF_WIRE_BLOCKS);
	assert_true(server.message.stored_bytes < 1000);
	assert_int_equal(server.message.raw_bytes, 60000);
	assert_int_equal(server.raw[59999], 7);
	srand(1);
	for (int i = 0; i < 4096; i++)
		body[i] = (unsigned char)rand();
	css_sender_post(sender, CSF_WIRE_BLOCKS, 0, 4096, 19);
	css_sender_flush(sender, link);
	assert_int_equal(t_listen(&server), CSF_WIRE_BLOCKS);
	assert_int_equal(server.message.stored_bytes, 4096);
	release(sender, link);
}

TEST(acknowledgements_release_messages_in_order)
{
	struct css_link *link;
	struct css_sender *sender = make(&link);
	struct css_sent sent = { .process = 1 };

	T_UNUSED;
	for (uint32_t i = 1; i <= 4; i++) {
		sent.number = css_sender_post(sender, CSF_WIRE_PING, 0, 0, 0);
		css_sender_flush(sender, link);
		if (i != 2)
			css_sender_remember(sender, &sent);
	}
	assert_int_equal(css_sender_next(sender, &sent), 0);
	assert_true(css_sender_acknowledge(sender, 3));
	assert_int_equal(css_sender_next(sender, &sent), 1);
	assert_int_equal(sent.number, 1);
	assert_int_equal(css_sender_next(sender, &sent), 1);
	assert_int_equal(sent.number, 3);
	assert_int_equal(css_sender_next(sender, &sent), 0);
	assert_false(css_sender_acknowledge(sender, 2));
	assert_false(css_sender_acknowledge(sender, 5));
	css_sender_post(sender, CSF_WIRE_PING, 0, 0, 0);
	assert_false(css_sender_acknowledge(sender, 5));
	css_sender_flush(sender, link);
	assert_true(css_sender_acknowledge(sender, 5));
	css_sender_restart(sender, CSF_WIRE_MESSAGE_MAX);
	assert_int_equal(css_sender_next(sender, &sent), 0);
	assert_int_equal(css_sender_post(sender, CSF_WIRE_PING, 0, 0, 0), 1);
	release(sender, link);
}

TEST(so_many_messages_are_remembered_and_no_more)
{
	struct css_link *link;
	struct css_sender *sender = make(&link);

	T_UNUSED;
	for (uint32_t i = 0; i < CSS_UNACKNOWLEDGED_MAX; i++) {
		assert_true(css_sender_has_room(sender));
		css_sender_remember(sender, &(struct css_sent){ .number = i });
	}
	assert_false(css_sender_has_room(sender));
	release(sender, link);
}

/* Intervals of 100 ms in which 1 MB was packed into @stored and the network took nothing for @blocked_ms. */
static void pass(struct css_level *level, uint64_t *now, int intervals, size_t stored,
		 uint32_t blocked_ms, double fill)
{
	const struct css_fill ring = { fill, 0 };

	for (int i = 0; i < intervals; i++) {
		css_level_tick(level, *now, &ring);
		css_level_sent(level, 1000000, stored);
		css_level_blocked(level, blocked_ms);
		*now += 100;
	}
	css_level_tick(level, *now, &ring);
}

TEST(a_network_that_takes_all_gets_all_as_it_is)
{
	struct css_level level;
	uint64_t now = 1;

	T_UNUSED;
	css_level_init(&level, CSS_LEVEL_AUTO);
	pass(&level, &now, 40, 1000000, 0, 0.9);
	assert_int_equal(css_level_now(&level), 0);
	pass(&level, &now, 40, 1000000, 100, 0.1);
	assert_int_equal(css_level_now(&level), 0);
}

TEST(a_slow_network_gets_what_is_smaller)
{
	struct css_level level;
	uint64_t now = 1;

	T_UNUSED;
	css_level_init(&level, CSS_LEVEL_AUTO);
	pass(&level, &now, 1, 1000000, 80, 0.9);
	assert_int_equal(css_level_now(&level), -5);
	pass(&level, &now, 1, 500000, 80, 0.9);
	assert_int_equal(css_level_now(&level), -1);
	/* It brings nothing: back, and not again for 2 s. */
	pass(&level, &now, 1, 490000, 80, 0.9);
	assert_int_equal(css_level_now(&level), -5);
	pass(&level, &now, 19, 500000, 80, 0.9);
	assert_int_equal(css_level_now(&level), -5);
	pass(&level, &now, 1, 500000, 80, 0.9);
	assert_int_equal(css_level_now(&level), -1);
	pass(&level, &now, 1, 300000, 80, 0.9);
	assert_int_equal(css_level_now(&level), 1);
}

TEST(a_slow_server_on_the_same_machine_is_no_slow_network)
{
	struct css_level level;
	uint64_t now = 1;

	T_UNUSED;
	css_level_init(&level, CSS_LEVEL_AUTO);
	pass(&level, &now, 20, 25000000, 100, 0.9);
	assert_int_equal(css_level_now(&level), 0);
}

TEST(an_interval_without_a_message_decides_nothing)
{
	const struct css_fill full = { 0.9, 0 };
	struct css_level level;
	uint64_t now = 1;

	T_UNUSED;
	css_level_init(&level, CSS_LEVEL_AUTO);
	pass(&level, &now, 1, 1000000, 80, 0.9);
	now += 1000;
	css_level_tick(&level, now, &full);
	assert_int_equal(css_level_now(&level), -5);
	pass(&level, &now, 1, 500000, 1080, 0.9);
	assert_int_equal(css_level_now(&level), -1);
}

TEST(a_ring_that_waits_for_acknowledgements_is_a_slow_network)
{
	const struct css_fill sent = { 0, 0.9 };
	struct css_level level;

	T_UNUSED;
	css_level_init(&level, CSS_LEVEL_AUTO);
	css_level_tick(&level, 1, &sent);
	css_level_sent(&level, 1000000, 1000000);
	css_level_tick(&level, 101, &sent);
	assert_int_equal(css_level_now(&level), -5);
}

TEST(a_step_down_is_taken_when_compression_is_what_is_slow_or_the_network_has_time)
{
	struct css_level level;
	uint64_t now = 1;

	T_UNUSED;
	css_level_init(&level, CSS_LEVEL_AUTO);
	pass(&level, &now, 1, 1000000, 80, 0.9);
	assert_int_equal(level.step, 1);
	/* In a trial, and later. */
	pass(&level, &now, 1, 300000, 0, 0.9);
	assert_int_equal(level.step, 0);
	level.step = 3;
	pass(&level, &now, 1, 300000, 0, 0.9);
	assert_int_equal(level.step, 2);
	pass(&level, &now, 49, 300000, 0, 0.1);
	assert_int_equal(level.step, 2);
	pass(&level, &now, 1, 300000, 0, 0.1);
	assert_int_equal(level.step, 1);
	css_level_init(&level, 7);
	pass(&level, &now, 40, 300000, 80, 0.9);
	assert_int_equal(css_level_now(&level), 7);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_stored_message_is_its_header_and_its_bytes),
		CASE(a_frame_is_sent_where_it_is_smaller),
		CASE(acknowledgements_release_messages_in_order),
		CASE(so_many_messages_are_remembered_and_no_more),
		CASE(a_network_that_takes_all_gets_all_as_it_is),
		CASE(a_slow_network_gets_what_is_smaller),
		CASE(a_slow_server_on_the_same_machine_is_no_slow_network),
		CASE(an_interval_without_a_message_decides_nothing),
		CASE(a_ring_that_waits_for_acknowledgements_is_a_slow_network),
		CASE(a_step_down_is_taken_when_compression_is_what_is_slow_or_the_network_has_time),
	};

	return T_RUN(cases, argc, argv);
}
