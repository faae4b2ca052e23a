/* SPDX-License-Identifier: MIT */
/* What is said of a ring, when, and what an acknowledgement frees. Time is what the test says it is. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drain.h"
#include "ring_builder.h"
#include "test.h"
#include "wire_listener.h"

struct table {
	struct t_ring ring;
	struct css_drain drain;
	struct css_line line;
	struct t_listener server;
	uint64_t now;
};

static void connect_line(struct table *t)
{
	t->line.link = css_link_plain(t_listener_pair(&t->server));
	assert_non_null(t->line.link);
	t->line.state = CSS_LINE_UP;
	t->line.message_max = CSF_WIRE_MESSAGE_MAX;
	css_drain_restart(&t->drain, &t->line, t->now);
}

static int set_up(void **state)
{
	struct table *t = calloc(1, sizeof(*t));
	struct css_ring ring;
	char why[256];

	if (!t)
		return -1;
	t_ring_make(&t->ring, 8, 8);
	t->now = 1000;
	if (css_ring_adopt(&ring, dup(t->ring.fd), why, sizeof(why)) < 0 ||
	    !css_drain_open(&t->drain, &ring, 0))
		return -1;
	t->line = (struct css_line){ .dial = { .text = "test" }, .is_quiet = true };
	css_line_init(&t->line);
	connect_line(t);
	*state = t;
	return 0;
}

static int tear_down(void **state)
{
	struct table *t = *state;

	css_line_release(&t->line);
	css_drain_close(&t->drain);
	t_listener_close(&t->server);
	t_ring_release(&t->ring);
	free(t);
	return 0;
}

static enum css_drain_result tick(struct table *t)
{
	t->now += CSS_DRAIN_TICK_MS;
	return css_drain_tick(&t->drain, t->now, true);
}

static enum css_drain_result step(struct table *t)
{
	bool has_worked = false;

	return css_drain_step(&t->drain, &t->line, t->now, &has_worked);
}

/* One more message, which has to be of @type. */
static void expect(struct table *t, uint32_t type)
{
	assert_int_equal(step(t), CSS_DRAIN_GOES_ON);
	assert_int_equal(t_listen(&t->server), type);
}

static void expect_nothing(struct table *t)
{
	assert_int_equal(step(t), CSS_DRAIN_GOES_ON);
	assert_int_equal(t_listen(&t->server), 0);
}

static void acknowledge(struct table *t)
{
	t_listener_say(&t->server, CSF_WIRE_ACK, t->server.number, NULL, 0);
	assert_int_equal(step(t), CSS_DRAIN_GOES_ON);
}

/* A process that lives, and of which everything but blocks was said. */
static void attach(struct table *t)
{
	t_ring_attach(&t->ring, 3, t_ring_hold(&t->ring, 3), "app-1-2");
	t_ring_text(&t->ring, 0, 3, CSF_WINDOW_FACTS, "{\"pid\":1}");
	t_ring_text(&t->ring, 1, 3, CSF_WINDOW_MODULES, "load 1\n");
	assert_int_equal(tick(t), CSS_DRAIN_GOES_ON);
	expect(t, CSF_WIRE_PROCESS);
	expect(t, CSF_WIRE_MODULES);
	expect(t, CSF_WIRE_STATUS);
	expect_nothing(t);
}

TEST(a_process_is_said_before_its_texts_and_blocks)
{
	struct table *t = *t_state;
	const struct csf_wire_process said = { .name_bytes = 7, .facts_bytes = 9 };
	const struct csf_wire_modules modules = { .offset = 0 };
	const unsigned char *raw = t->server.raw;

	t_ring_attach(&t->ring, 3, t_ring_hold(&t->ring, 3), "app-1-2")->dropped_blocks = 5;
	t_ring_text(&t->ring, 0, 3, CSF_WINDOW_FACTS, "{\"pid\":1}");
	t_ring_text(&t->ring, 1, 3, CSF_WINDOW_MODULES, "load 1\n");
	t_ring_fill(&t->ring, 2, 3, (struct t_ring_block){ .sequence = 4 });
	tick(t);
	expect(t, CSF_WIRE_PROCESS);
	assert_int_equal(t->server.message.raw_bytes, 8 + 7 + 9);
	assert_memory_equal(raw, &said, sizeof(said));
	assert_memory_equal(raw + 8, "app-1-2{\"pid\":1}", 16);
	expect(t, CSF_WIRE_MODULES);
	assert_int_equal(t->server.message.raw_bytes, 8 + 7);
	assert_memory_equal(raw, &modules, sizeof(modules));
	assert_memory_equal(raw + 8, "load 1\n", 7);
	expect(t, CSF_WIRE_STATUS);
	assert_int_equal(t->server.message.raw_bytes, sizeof(struct csf_wire_status));
	assert_memory_equal(raw, &t_ring_process(&t->ring, 3)->live, sizeof(struct csf_live));
	assert_int_equal(((const struct csf_wire_status *)(const void *)raw)->dropped_blocks, 5);
	expect(t, CSF_WIRE_BLOCKS);
	assert_int_equal(t->server.message.raw_bytes, 1024);
	assert_memory_equal(raw, t_ring_cell_bytes(&t->ring, 2), 1024);
	expect_nothing(t);
}

TEST(texts_and_states_are_said_when_they_change)
{
	struct table *t = *t_state;
	struct csf_wire_modules modules;

	attach(t);
	tick(t);
	expect_nothing(t);
	t_ring_text(&t->ring, 1, 3, CSF_WINDOW_MODULES, "load 1\nload 22\n");
	t_ring_process(&t->ring, 3)->live.lost_threads = 1;
	expect_nothing(t);
	tick(t);
	expect(t, CSF_WIRE_MODULES);
	memcpy(&modules, t->server.raw, sizeof(modules));
	assert_int_equal(modules.offset, 7);
	assert_int_equal(t->server.message.raw_bytes, 8 + 8);
	assert_memory_equal(t->server.raw + 8, "load 22\n", 8);
	expect(t, CSF_WIRE_STATUS);
	expect_nothing(t);
}

TEST(a_cell_is_free_when_it_was_acknowledged)
{
	struct table *t = *t_state;

	attach(t);
	for (uint32_t i = 0; i < 3; i++)
		t_ring_fill(&t->ring, i, 3, (struct t_ring_block){ .sequence = i });
	expect(t, CSF_WIRE_BLOCKS);
	assert_int_equal(t->server.message.raw_bytes, 2 * 1024);
	t_listener_say(&t->server, CSF_WIRE_ACK, t->server.number, NULL, 0);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(t_ring_cell(&t->ring, i)->state, 3 << 8 | CSF_CELL_FULL);
	expect(t, CSF_WIRE_BLOCKS);
	assert_int_equal(t->server.message.raw_bytes, 1024);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(t_ring_cell(&t->ring, i)->state,
				 i < 2 ? 0 : 3 << 8 | CSF_CELL_FULL);
	acknowledge(t);
	assert_int_equal(t_ring_cell(&t->ring, 2)->state, 0);
	assert_true(css_drain_is_done(&t->drain) == false);
}

TEST(what_was_not_acknowledged_is_said_again)
{
	struct table *t = *t_state;

	attach(t);
	t_ring_fill(&t->ring, 0, 3, (struct t_ring_block){ .sequence = 0 });
	expect(t, CSF_WIRE_BLOCKS);
	acknowledge(t);
	t_ring_fill(&t->ring, 1, 3, (struct t_ring_block){ .sequence = 1 });
	t_ring_open(&t->ring, 2, 3, (struct t_ring_block){ .sequence = 2, .first_ticks = 9 });
	expect(t, CSF_WIRE_BLOCKS);
	tick(t);
	expect_nothing(t);
	tick(t);
	expect(t, CSF_WIRE_PARTIAL);
	t_listener_close(&t->server);
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
	connect_line(t);
	expect(t, CSF_WIRE_PROCESS);
	expect(t, CSF_WIRE_MODULES);
	expect(t, CSF_WIRE_STATUS);
	expect(t, CSF_WIRE_PARTIAL);
	assert_int_equal(((struct csf_wire_partial *)(void *)t->server.raw)->from, 0);
	expect(t, CSF_WIRE_BLOCKS);
	assert_memory_equal(t->server.raw, t_ring_cell_bytes(&t->ring, 1), 1024);
	expect_nothing(t);
}

TEST(everything_of_a_process_that_is_gone_is_said_before_its_end)
{
	struct table *t = *t_state;

	attach(t);
	t_ring_open(&t->ring, 2, 3, (struct t_ring_block){ .sequence = 8, .first_ticks = 9 });
	t_ring_fill(&t->ring, 0, 3, (struct t_ring_block){ .sequence = 7 });
	t_ring_cell(&t->ring, 1)->state = CSF_CELL_BUSY | 3 << CSF_CELL_PROCESS_SHIFT;
	*t_ring_window_word(&t->ring, 5) = CSF_WINDOW_TAKEN | 3 << CSF_WINDOW_PROCESS_SHIFT;
	t_ring_drop(&t->ring);
	t_ring_process(&t->ring, 3)->live.ended = 1;
	tick(t);
	expect(t, CSF_WIRE_BLOCKS);
	expect(t, CSF_WIRE_STATUS);
	expect(t, CSF_WIRE_PARTIAL);
	expect(t, CSF_WIRE_END);
	expect_nothing(t);
	assert_false(css_drain_is_done(&t->drain));
	assert_int_equal(t_ring_process(&t->ring, 3)->state, CSF_RING_ATTACHED);
	acknowledge(t);
	assert_true(css_drain_is_done(&t->drain));
	assert_true(css_drain_is_empty(&t->drain));
	assert_int_equal(t_ring_process(&t->ring, 3)->state, CSF_RING_FREE);
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(*t_ring_window_word(&t->ring, i), 0);
	assert_true(css_drain_finish(&t->drain));
	assert_int_equal(t->ring.header->closed, 1);
}

/* A connection may end in the middle of the blocks, for good: what came until then has names. */
TEST(modules_of_a_process_that_is_gone_are_said_before_its_blocks)
{
	struct table *t = *t_state;

	attach(t);
	t_ring_fill(&t->ring, 0, 3, (struct t_ring_block){ .sequence = 7 });
	t_ring_drop(&t->ring);
	tick(t);
	t_listener_close(&t->server);
	step(t);
	connect_line(t);
	expect(t, CSF_WIRE_PROCESS);
	expect(t, CSF_WIRE_MODULES);
	expect(t, CSF_WIRE_BLOCKS);
	expect(t, CSF_WIRE_STATUS);
	expect(t, CSF_WIRE_END);
}

TEST(an_end_that_was_not_acknowledged_is_said_again_with_all_windows)
{
	struct table *t = *t_state;

	attach(t);
	t_ring_open(&t->ring, 2, 3, (struct t_ring_block){ .sequence = 8, .first_ticks = 9 });
	t_ring_drop(&t->ring);
	tick(t);
	expect(t, CSF_WIRE_PARTIAL);
	expect(t, CSF_WIRE_END);
	for (int i = 0; i < 4; i++) {
		t_listener_close(&t->server);
		step(t);
		connect_line(t);
		expect(t, CSF_WIRE_PROCESS);
		expect(t, CSF_WIRE_MODULES);
		expect(t, CSF_WIRE_STATUS);
		expect(t, CSF_WIRE_PARTIAL);
		expect(t, CSF_WIRE_END);
	}
	acknowledge(t);
	assert_true(css_drain_is_done(&t->drain));
}

TEST(a_process_that_attaches_meanwhile_keeps_the_ring)
{
	struct table *t = *t_state;

	t_ring_process(&t->ring, 9)->state = CSF_RING_ATTACHING;
	assert_false(css_drain_finish(&t->drain));
	assert_int_equal(t->ring.header->closed, 0);
}

TEST(an_entry_that_was_left_half_filled_is_cleared)
{
	struct table *t = *t_state;

	t_ring_hold(&t->ring, 9);
	t_ring_process(&t->ring, 9)->state = CSF_RING_ATTACHING;
	tick(t);
	assert_int_equal(t_ring_process(&t->ring, 9)->state, CSF_RING_ATTACHING);
	t_ring_drop(&t->ring);
	tick(t);
	assert_int_equal(t_ring_process(&t->ring, 9)->state, CSF_RING_FREE);
}

TEST(a_server_that_takes_nothing_is_left)
{
	struct table *t = *t_state;

	attach(t);
	for (uint32_t i = 0; i < 8; i++)
		t_ring_fill(&t->ring, i, 3,
			    (struct t_ring_block){ .sequence = i, .used_bytes = CSF_BLOCK_BYTES });
	step(t);
	assert_false(css_sender_is_idle(t->drain.sender));
	t->now += CSS_LINE_SILENT_MS - 1;
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_UP);
	t->now += 1;
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(t_ring_cell(&t->ring, i)->state, 3 << 8 | CSF_CELL_FULL);
}

TEST(a_server_that_answers_nothing_is_left)
{
	struct table *t = *t_state;

	attach(t);
	t->now += CSS_LINE_SILENT_MS + CSS_DRAIN_TICK_MS;
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
}

TEST(an_idle_line_is_kept_by_pings)
{
	struct table *t = *t_state;

	attach(t);
	acknowledge(t);
	t->now += CSF_WIRE_IDLE_SECONDS * 1000u - 1;
	expect_nothing(t);
	t->now += 1;
	expect(t, CSF_WIRE_PING);
	acknowledge(t);
	t->now += CSS_LINE_SILENT_MS;
	expect(t, CSF_WIRE_PING);
	assert_int_equal(t->line.state, CSS_LINE_UP);
}

TEST(an_answer_to_nothing_ends_the_connection)
{
	struct table *t = *t_state;

	attach(t);
	t_listener_say(&t->server, CSF_WIRE_ACK, t->server.number + 1, NULL, 0);
	step(t);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
}

TEST(a_final_refusal_ends_the_work)
{
	struct table *t = *t_state;

	attach(t);
	t_listener_say(&t->server, CSF_WIRE_REFUSED, 0, "disk\nfull", 1);
	assert_int_equal(step(t), CSS_DRAIN_REFUSED);
	assert_string_equal(t->drain.why, "the server refuses: disk?full");
}

TEST(another_refusal_does_not)
{
	struct table *t = *t_state;

	attach(t);
	t_listener_say(&t->server, CSF_WIRE_REFUSED, 0, "busy", 0);
	assert_int_equal(step(t), CSS_DRAIN_GOES_ON);
	assert_int_equal(t->line.state, CSS_LINE_DOWN);
}

TEST(damaged_cells_and_entries_are_found)
{
	struct table *t = *t_state;
	struct csf_ring_cell *cell = t_ring_cell(&t->ring, 0);

	attach(t);
	t_ring_fill(&t->ring, 0, 3, (struct t_ring_block){ .sequence = 1 });
	cell->bytes = CSF_BLOCK_BYTES + 8;
	assert_int_equal(step(t), CSS_DRAIN_DAMAGED);
	cell->bytes = 8;
	assert_int_equal(step(t), CSS_DRAIN_DAMAGED);
	cell->bytes = 1032;
	assert_int_equal(step(t), CSS_DRAIN_DAMAGED);
	assert_string_equal(t->drain.why, "cell 0 is damaged");
	t->ring.header->next_ticket++;
	cell->state = CSF_CELL_FULL | 64u << CSF_CELL_PROCESS_SHIFT;
	assert_int_equal(step(t), CSS_DRAIN_DAMAGED);
	cell->state = 7;
	assert_int_equal(step(t), CSS_DRAIN_DAMAGED);
	cell->state = 0;
	assert_int_equal(step(t), CSS_DRAIN_GOES_ON);
	t_ring_attach(&t->ring, 4, 1, "");
	assert_int_equal(tick(t), CSS_DRAIN_DAMAGED);
	memset(t_ring_process(&t->ring, 4)->name, 'x', CSF_RING_NAME_BYTES);
	assert_int_equal(tick(t), CSS_DRAIN_DAMAGED);
	t_ring_process(&t->ring, 4)->state = 77;
	assert_int_equal(tick(t), CSS_DRAIN_DAMAGED);
}

int main(int argc, char **argv)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest cases[] = {
		T(a_process_is_said_before_its_texts_and_blocks),
		T(texts_and_states_are_said_when_they_change),
		T(a_cell_is_free_when_it_was_acknowledged),
		T(what_was_not_acknowledged_is_said_again),
		T(everything_of_a_process_that_is_gone_is_said_before_its_end),
		T(modules_of_a_process_that_is_gone_are_said_before_its_blocks),
		T(an_end_that_was_not_acknowledged_is_said_again_with_all_windows),
		T(a_process_that_attaches_meanwhile_keeps_the_ring),
		T(an_entry_that_was_left_half_filled_is_cleared),
		T(a_server_that_takes_nothing_is_left),
		T(a_server_that_answers_nothing_is_left),
		T(an_idle_line_is_kept_by_pings),
		T(an_answer_to_nothing_ends_the_connection),
		T(a_final_refusal_ends_the_work),
		T(another_refusal_does_not),
		T(damaged_cells_and_entries_are_found),
	};

	return T_RUN(cases, argc, argv);
}
