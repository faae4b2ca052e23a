/* SPDX-License-Identifier: MIT */
/* Which cells are taken, in which order, and what frees them. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "cell_queue.h"
#include "ring_builder.h"
#include "test.h"

static struct t_ring made;
static struct css_ring ring;
static struct css_cells cells;
static bool is_known[CSF_RING_PROCESSES];

static int set_up(void **state)
{
	char why[256];

	(void)state;
	t_ring_make(&made, 8, 1);
	memset(is_known, true, sizeof(is_known));
	if (css_ring_adopt(&ring, dup(made.fd), why, sizeof(why)) < 0)
		return -1;
	return css_cells_init(&cells, &ring) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	css_cells_release(&cells);
	css_ring_close(&ring);
	t_ring_release(&made);
	return 0;
}

static void fill(uint32_t cell, uint32_t process, uint32_t ticket)
{
	t_ring_fill(&made, cell, process, (struct t_ring_block){ .sequence = ticket });
	t_ring_cell(&made, cell)->ticket = ticket;
}

/* The next group is of these cells. */
static void expect_group(const char *expected)
{
	struct css_cell group[CSS_GROUP_MAX];
	char found[CSS_GROUP_MAX + 1] = "";
	uint32_t count;

	assert_true(css_cells_scan(&cells, is_known));
	count = css_cells_take(&cells, group, 4 * CSF_BLOCK_BYTES);
	for (uint32_t i = 0; i < count; i++)
		found[i] = (char)('0' + group[i].index);
	assert_string_equal(found, expected);
}

TEST(cells_come_in_the_order_of_tickets_also_around_zero)
{
	T_UNUSED;
	fill(0, 1, 1);
	fill(1, 1, 0xffffffffu);
	fill(2, 1, 0);
	fill(3, 1, 0xfffffffeu);
	made.header->next_ticket = 2;
	expect_group("31");
	expect_group("20");
	expect_group("");
}

TEST(a_ticket_that_was_drawn_after_the_scan_began_waits)
{
	T_UNUSED;
	fill(0, 1, 5);
	fill(1, 1, 6);
	made.header->next_ticket = 6;
	expect_group("0");
	expect_group("");
	made.header->next_ticket = 7;
	expect_group("1");
}

TEST(a_message_is_of_one_process_and_keeps_the_order_of_each)
{
	T_UNUSED;
	for (uint32_t i = 0; i < 8; i++)
		fill(i, 1 + i % 2, i);
	made.header->next_ticket = 8;
	expect_group("02");
	expect_group("13");
	expect_group("46");
	expect_group("57");
	expect_group("");
}

TEST(a_message_holds_no_more_bytes_than_allowed)
{
	struct css_cell group[CSS_GROUP_MAX];

	T_UNUSED;
	for (uint32_t i = 0; i < 3; i++)
		fill(i, 1, i);
	made.header->next_ticket = 3;
	assert_true(css_cells_scan(&cells, is_known));
	assert_int_equal(css_cells_take(&cells, group, 2047), 1);
	assert_int_equal(css_cells_take(&cells, group, 2048), 2);
	assert_int_equal(css_cells_take(&cells, group, 2048), 0);
}

TEST(cells_of_unknown_processes_stay)
{
	T_UNUSED;
	fill(0, 1, 0);
	fill(1, 2, 1);
	made.header->next_ticket = 2;
	is_known[1] = false;
	expect_group("1");
	assert_true(cells.has_unknown);
	expect_group("");
	is_known[1] = true;
	expect_group("0");
}

TEST(a_cell_that_was_filled_late_is_found_without_a_new_ticket)
{
	T_UNUSED;
	fill(0, 1, 0);
	fill(1, 1, 1);
	t_ring_cell(&made, 0)->state = CSF_CELL_BUSY | 1 << CSF_CELL_PROCESS_SHIFT;
	made.header->next_ticket = 2;
	expect_group("1");
	t_ring_cell(&made, 0)->state = CSF_CELL_FULL | 1 << CSF_CELL_PROCESS_SHIFT;
	expect_group("0");
}

TEST(what_was_taken_comes_again_after_a_restart_only)
{
	T_UNUSED;
	fill(0, 1, 0);
	fill(1, 1, 1);
	made.header->next_ticket = 2;
	expect_group("01");
	expect_group("");
	css_cells_free(&cells, 0, 1);
	assert_int_equal(t_ring_cell(&made, 0)->state, CSF_CELL_FREE);
	css_cells_restart(&cells);
	expect_group("1");
	assert_int_equal(cells.taken, 1);
}

TEST(all_cells_of_a_process_are_freed_and_no_other)
{
	T_UNUSED;
	fill(0, 1, 0);
	fill(1, 2, 1);
	t_ring_cell(&made, 2)->state = CSF_CELL_BUSY | 1 << CSF_CELL_PROCESS_SHIFT;
	css_cells_free_all(&cells, 1);
	assert_int_equal(t_ring_cell(&made, 0)->state, CSF_CELL_FREE);
	assert_int_equal(t_ring_cell(&made, 1)->state, CSF_CELL_FULL | 2 << 8);
	assert_int_equal(t_ring_cell(&made, 2)->state, CSF_CELL_FREE);
}

int main(int argc, char **argv)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest cases[] = {
		T(cells_come_in_the_order_of_tickets_also_around_zero),
		T(a_ticket_that_was_drawn_after_the_scan_began_waits),
		T(a_message_is_of_one_process_and_keeps_the_order_of_each),
		T(a_message_holds_no_more_bytes_than_allowed),
		T(cells_of_unknown_processes_stay),
		T(a_cell_that_was_filled_late_is_found_without_a_new_ticket),
		T(what_was_taken_comes_again_after_a_restart_only),
		T(all_cells_of_a_process_are_freed_and_no_other),
	};

	return T_RUN(cases, argc, argv);
}
