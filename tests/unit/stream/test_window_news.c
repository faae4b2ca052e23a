/* SPDX-License-Identifier: MIT */
/* Which open blocks are said, from where on, and when again from the beginning. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "ring_builder.h"
#include "test.h"
#include "window_news.h"

static struct t_ring made;
static struct css_ring ring;
static struct css_windows windows;
static struct css_traced traced[CSF_RING_PROCESSES];
static struct css_sender *sender;

static int set_up(void **state)
{
	char why[256];

	(void)state;
	t_ring_make(&made, 1, 4);
	memset(traced, 0, sizeof(traced));
	traced[2] = (struct css_traced){ .phase = CSS_LIVE, .is_said = true, .number = 6 };
	if (css_ring_adopt(&ring, dup(made.fd), why, sizeof(why)) < 0)
		return -1;
	sender = css_sender_new();
	css_sender_restart(sender, CSF_WIRE_MESSAGE_MAX);
	return css_windows_init(&windows, &ring) && sender ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	css_sender_free(sender);
	css_windows_release(&windows);
	css_ring_close(&ring);
	t_ring_release(&made);
	return 0;
}

static struct csf_block *window(uint32_t index)
{
	return t_ring_window_bytes(&made, index);
}

/* One more message of the last look. */
static struct csf_wire_partial next(void)
{
	struct csf_wire_partial partial;
	uint32_t said = 0;

	assert_true(css_windows_post(&windows, traced, sender, 0, &said));
	assert_int_equal(said, 2);
	memcpy(&partial, css_sender_body(sender), sizeof(partial));
	return partial;
}

static void look(uint32_t process, uint32_t expected)
{
	assert_int_equal(css_windows_look(&windows, traced, process), expected);
}

static void open_block(struct t_ring_block block)
{
	t_ring_open(&made, 1, 2, block);
}

TEST(a_block_is_said_when_it_was_open_at_two_looks)
{
	struct csf_wire_partial said;

	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 5, .first_ticks = 77 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	said = next();
	assert_int_equal(said.window, 0);
	assert_int_equal(said.from, 0);
	assert_int_equal(said.used, 1024);
	assert_int_equal(said.state, 5 << 1 | 1);
	assert_int_equal(said.first_ticks, 77);
	assert_memory_equal(css_sender_body(sender) + sizeof(said), window(1), 1024);
	look(CSS_ALL_PROCESSES, 0);
}

TEST(what_was_added_is_said_alone)
{
	struct csf_wire_partial said;

	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 5 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	next();
	memset((char *)window(1) + 1024, 9, 16);
	window(1)->used_bytes = 1040;
	look(CSS_ALL_PROCESSES, 1);
	said = next();
	assert_int_equal(said.from, 1024);
	assert_int_equal(said.used, 1040);
	assert_memory_equal(css_sender_body(sender) + sizeof(said), (char *)window(1) + 1024, 16);
}

TEST(losses_in_the_header_are_said_from_the_beginning)
{
	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 5 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	next();
	window(1)->lost_events = 3;
	look(CSS_ALL_PROCESSES, 1);
	assert_int_equal(next().from, 0);
	look(CSS_ALL_PROCESSES, 0);
}

TEST(another_block_of_the_same_sequence_begins_again)
{
	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 5, .first_ticks = 1 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	next();
	open_block((struct t_ring_block){ .sequence = 5, .first_ticks = 2, .used_bytes = 2048 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	assert_int_equal(next().from, 0);
}

TEST(a_block_that_was_closed_after_the_look_is_not_said)
{
	uint32_t said;

	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 5, .first_ticks = 1 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	open_block((struct t_ring_block){ .sequence = 6, .first_ticks = 2 });
	assert_false(css_windows_post(&windows, traced, sender, 0, &said));
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	window(1)->state = 0;
	assert_false(css_windows_post(&windows, traced, sender, 0, &said));
}

TEST(empty_blocks_are_not_said)
{
	T_UNUSED;
	open_block((struct t_ring_block){ .used_bytes = CSF_BLOCK_HEADER_BYTES });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 0);
	look(2, 0);
	window(1)->lost_events = 1;
	look(2, 1);
}

TEST(of_a_process_that_is_gone_the_rest_is_said_at_once)
{
	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 1 });
	traced[2].phase = CSS_GONE;
	look(CSS_ALL_PROCESSES, 0);
	look(3, 0);
	look(2, 1);
	next();
	look(2, 0);
}

TEST(a_block_that_was_dropped_last_is_said_as_the_number_of_its_events)
{
	struct csf_wire_partial said;
	struct csf_block block;

	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 6, .first_ticks = 3 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 1);
	next();
	window(1)->used_bytes = 8007;
	window(1)->state = 7 << 1;
	window(1)->depth = 9;
	look(CSS_ALL_PROCESSES, 0);
	traced[2].phase = CSS_GONE;
	look(2, 1);
	said = next();
	assert_int_equal(said.from, 0);
	assert_int_equal(said.used, CSF_BLOCK_HEADER_BYTES);
	assert_int_equal(said.state, 7 << 1 | 1);
	memcpy(&block, css_sender_body(sender) + sizeof(said), sizeof(block));
	assert_int_equal(block.lost_events, 8007);
	assert_int_equal(block.used_bytes, CSF_BLOCK_HEADER_BYTES);
	assert_int_equal(block.sequence, 7);
	assert_int_equal(block.depth, 0);
	look(2, 0);
	window(1)->used_bytes = 0;
	look(2, 0);
}

TEST(lane_0_comes_before_lane_1_and_numbers_are_small)
{
	T_UNUSED;
	t_ring_open(&made, 1, 2, (struct t_ring_block){ .lane = 1, .sequence = 1 });
	t_ring_open(&made, 3, 2, (struct t_ring_block){ .lane = 0, .sequence = 2 });
	look(CSS_ALL_PROCESSES, 0);
	look(CSS_ALL_PROCESSES, 2);
	assert_int_equal(next().state >> 1, 2);
	assert_int_equal(next().window, 1);
	css_windows_restart(&windows);
	look(CSS_ALL_PROCESSES, 2);
	assert_int_equal(next().window, 0);
}

TEST(windows_with_impossible_headers_are_left_out)
{
	T_UNUSED;
	open_block((struct t_ring_block){ .sequence = 1 });
	window(1)->used_bytes = CSF_BLOCK_BYTES + 8;
	look(2, 0);
	window(1)->used_bytes = 1028;
	look(2, 0);
	window(1)->used_bytes = 8;
	look(2, 0);
	window(1)->used_bytes = 1024;
	window(1)->lane = 2;
	look(2, 0);
	window(1)->lane = 0;
	window(1)->magic = 0;
	look(2, 0);
	window(1)->magic = CSF_BLOCK_MAGIC;
	look(2, 1);
	made.header->windows_made = 0xffffffffu;
	*t_ring_window_word(&made, 3000) = CSF_WINDOW_EVENTS | 2 << CSF_WINDOW_PROCESS_SHIFT;
	*t_ring_window_word(&made, 2) = CSF_WINDOW_EVENTS | 900 << CSF_WINDOW_PROCESS_SHIFT;
	look(2, 1);
}

int main(int argc, char **argv)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest cases[] = {
		T(a_block_is_said_when_it_was_open_at_two_looks),
		T(what_was_added_is_said_alone),
		T(losses_in_the_header_are_said_from_the_beginning),
		T(another_block_of_the_same_sequence_begins_again),
		T(a_block_that_was_closed_after_the_look_is_not_said),
		T(empty_blocks_are_not_said),
		T(of_a_process_that_is_gone_the_rest_is_said_at_once),
		T(a_block_that_was_dropped_last_is_said_as_the_number_of_its_events),
		T(lane_0_comes_before_lane_1_and_numbers_are_small),
		T(windows_with_impossible_headers_are_left_out),
	};

	return T_RUN(cases, argc, argv);
}
