/* SPDX-License-Identifier: MIT */
/* The object of TRACE_SHM as its writers use it: made once, opened by others, cells, windows, texts, entries. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "ring_cells.h"
#include "ring_entry.h"
#include "ring_lock.h"
#include "ring_object.h"
#include "ring_text.h"
#include "ring_windows.h"
#include "test.h"
#include "windows.h"

#define CELLS UINT64_C(4)

static char name[64];
static struct csr_ring ring;

static int set_up(void **state)
{
	(void)state;
	csr_process.pid = (int)getpid();
	snprintf(name, sizeof(name), "callsight-unit-%d", (int)getpid());
	assert_int_equal(csr_ring_make(name, CELLS * CSF_BLOCK_BYTES + 5), 0);
	assert_int_equal(csr_ring_open(&ring, name), 0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	csr_windows_disown();
	csr_ring_close(&ring);
	shm_unlink(name);
	return 0;
}

static uint64_t file_bytes(uint64_t *blocks)
{
	struct stat status;

	assert_int_equal(fstat(ring.file.fd, &status), 0);
	*blocks = (uint64_t)status.st_blocks * 512;
	return (uint64_t)status.st_size;
}

TEST(object_is_laid_out_as_the_page_has_it)
{
	uint64_t reserved;
	struct stat status;

	T_UNUSED;
	assert_int_equal(ring.header->magic, CSF_RING_MAGIC);
	assert_int_equal(ring.header->cell_count, CELLS);
	assert_int_equal(ring.header->process_count, CSF_RING_PROCESSES);
	assert_int_equal(ring.header->window_max, CSF_RING_WINDOWS);
	assert_int_equal(ring.header->processes_offset, 0x1000);
	assert_int_equal(ring.header->cells_table_offset, 0x41000);
	assert_int_equal(ring.header->windows_table_offset, 0x42000);
	assert_int_equal(ring.header->cells_offset, 0x50000);
	assert_int_equal(ring.header->windows_offset, 0x50000 + CELLS * CSF_BLOCK_BYTES);
	assert_true(ring.header->id[0] != ring.header->id[1]);
	assert_int_equal(file_bytes(&reserved), ring.header->windows_offset);
	assert_true(reserved >= ring.header->windows_offset);
	assert_int_equal(fstat(ring.file.fd, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	assert_int_equal(status.st_nlink, 1);
	assert_true(ring.file.fd >= 200);
}

TEST(only_the_first_one_makes_it)
{
	T_UNUSED;
	assert_int_equal(csr_ring_make(name, CSF_BLOCK_BYTES), -17 /* EEXIST */);
	assert_int_equal(ring.header->cell_count, CELLS);
}

TEST(cells_are_taken_once_and_come_in_the_order_of_tickets)
{
	static struct csf_block block __attribute__((aligned(CSF_BLOCK_BYTES)));
	struct csf_ring_cell *taken[CELLS];

	T_UNUSED;
	block.used_bytes = sizeof(block);
	ring.header->next_ticket = UINT32_MAX - 1; /* it wraps around */
	for (unsigned i = 0; i < CELLS; i++) {
		taken[i] = csr_ring_cell_take(&ring, 3);
		assert_non_null(taken[i]);
		assert_int_equal(taken[i]->state, CSF_CELL_BUSY | 3 << CSF_CELL_PROCESS_SHIFT);
		for (unsigned k = 0; k < i; k++)
			assert_ptr_not_equal(taken[i], taken[k]);
	}
	assert_null(csr_ring_cell_take(&ring, 3));
	for (unsigned i = 0; i < CELLS; i++) {
		const char *bytes = ring.blocks + (size_t)(taken[i] - ring.cells) * CSF_BLOCK_BYTES;

		block.sequence = i;
		csr_ring_cell_put(&ring, 3, taken[i], &block);
		assert_int_equal(taken[i]->state, CSF_CELL_FULL | 3 << CSF_CELL_PROCESS_SHIFT);
		assert_int_equal(taken[i]->ticket, UINT32_MAX - 1 + i);
		assert_int_equal(taken[i]->bytes, sizeof(block));
		assert_memory_equal(bytes, &block, sizeof(block));
	}
	csr_ring_cell_give(taken[2]);
	assert_ptr_equal(csr_ring_cell_take(&ring, 1), taken[2]);
}

TEST(free_windows_are_used_again_and_are_zero)
{
	char *first;
	uint32_t index;
	uint32_t other;

	T_UNUSED;
	first = csr_ring_window(&ring, 2, &index);
	assert_non_null(first);
	assert_int_equal(index, 0);
	assert_int_equal(ring.windows[0], CSF_WINDOW_TAKEN | 2 << CSF_WINDOW_PROCESS_SHIFT);
	csr_ring_window_publish(&ring, 2, index, CSF_WINDOW_EVENTS);
	assert_int_equal(ring.windows[0], CSF_WINDOW_EVENTS | 2 << CSF_WINDOW_PROCESS_SHIFT);
	assert_non_null(csr_ring_window(&ring, 2, &other));
	assert_int_equal(other, 1);
	assert_int_equal(ring.header->windows_made, 2);
	memset(first, 'x', CSF_BLOCK_BYTES);
	ring.windows[0] = CSF_WINDOW_FREE;
	assert_ptr_equal(csr_ring_window(&ring, 5, &index), first);
	assert_int_equal(index, 0);
	assert_int_equal(first[0], 0);
	assert_memory_equal(first, first + 1, CSF_BLOCK_BYTES - 1);
	assert_int_equal(ring.header->windows_made, 2);
}

TEST(windows_end_at_their_largest_number)
{
	uint32_t index;

	T_UNUSED;
	for (uint32_t i = 0; i < ring.window_max; i++)
		ring.windows[i] = CSF_WINDOW_EVENTS;
	assert_null(csr_ring_window(&ring, 0, &index));
	ring.windows[ring.window_max - 1] = CSF_WINDOW_FREE;
	assert_non_null(csr_ring_window(&ring, 0, &index));
	assert_int_equal(index, ring.window_max - 1);
	assert_int_equal(ring.header->windows_made, ring.window_max);
}

TEST(texts_go_on_in_the_next_part)
{
	static char text[2 * CSF_BLOCK_BYTES];
	struct csr_ring_text modules = { .kind = CSF_WINDOW_MODULES };
	const struct csf_ring_text *parts[3];
	const char *windows = NULL;
	uint32_t index;

	T_UNUSED;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)('a' + i % 26);
	assert_true(csr_ring_text_add(&ring, 7, &modules, text, 10));
	windows = (const char *)modules.part;
	assert_non_null(csr_ring_window(&ring, 1, &index)); /* another's lies between */
	assert_true(csr_ring_text_add(&ring, 7, &modules, text + 10, sizeof(text) - 10));
	for (unsigned i = 0; i < 3; i++)
		parts[i] = (const struct csf_ring_text *)(const void *)(windows +
									(i ? i + 1 : 0) *
										CSF_BLOCK_BYTES);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(parts[i]->part, i);
		assert_int_equal(parts[i]->used, i < 2 ? CSF_RING_TEXT_BYTES
						       : sizeof(text) - 2 * CSF_RING_TEXT_BYTES);
		assert_memory_equal(parts[i] + 1, text + i * CSF_RING_TEXT_BYTES, parts[i]->used);
		assert_int_equal(ring.windows[i ? i + 1 : 0],
				 CSF_WINDOW_MODULES | 7 << CSF_WINDOW_PROCESS_SHIFT);
	}
}

/* A lock is one of another process only to another process. */
static int in_child(int (*does)(void))
{
	int status = 0;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0)
		_exit(does());
	assert_int_equal(waitpid(child, &status, 0), child);
	return WEXITSTATUS(status);
}

static int take_entry_in_child(void)
{
	uint32_t index = 99;

	csr_process.pid = (int)getpid();
	return csr_ring_entry_take(&ring, &index) == 0 ? (int)index : 99;
}

TEST(entries_say_who_has_them)
{
	const struct csf_ring_process *entry;
	uint32_t index;

	T_UNUSED;
	/* Free, though its last owner lives: another process does not get it. */
	assert_true(csr_ring_lock(&ring, 0));
	assert_int_equal(in_child(take_entry_in_child), 1);
	assert_int_equal(csr_ring_entry_take(&ring, &index), 0);
	assert_int_equal(index, 0);
	entry = csr_ring_entry(&ring, 0);
	assert_int_equal(entry->state, CSF_RING_ATTACHING);
	assert_int_equal(entry->pid, getpid());
	assert_string_equal(entry->name, csr_process.name);
	assert_true(entry->process_start > 0);
	assert_true(entry->pid_namespace > 0);
	csr_ring_entry_publish(&ring, index);
	assert_int_equal(entry->state, CSF_RING_ATTACHED);
	/* The child is gone, and its entry as it left it: a client frees it. */
	assert_int_equal(csr_ring_entry(&ring, 1)->state, CSF_RING_ATTACHING);
	assert_int_equal(in_child(take_entry_in_child), 2);
}

TEST(entry_that_is_given_back_has_no_windows)
{
	uint32_t index;
	uint32_t window;

	T_UNUSED;
	csr_ring_entry(&ring, 0)->state = CSF_RING_ATTACHED;
	assert_int_equal(csr_ring_entry_take(&ring, &index), 0);
	assert_int_equal(index, 1);
	assert_non_null(csr_ring_window(&ring, 0, &window));
	assert_non_null(csr_ring_window(&ring, 1, &window));
	csr_ring_entry_give(&ring, 1);
	assert_int_equal(ring.windows[0], CSF_WINDOW_TAKEN);
	assert_int_equal(ring.windows[1], CSF_WINDOW_FREE);
	assert_int_equal(csr_ring_entry(&ring, 1)->state, CSF_RING_FREE);
}

static int hold_and_look(void)
{
	return csr_ring_lock(&ring, 1) && !csr_ring_lock(&ring, ring.process_count) ? 7 : 8;
}

TEST(closed_object_is_left_and_removed_once)
{
	uint32_t index;
	struct csr_ring other;
	char path[128];

	T_UNUSED;
	snprintf(path, sizeof(path), "/dev/shm/%s", name);
	ring.header->closed = 1;
	assert_int_equal(csr_ring_entry_take(&ring, &index), -CSR_RING_ENDED);
	assert_int_equal(csr_ring_entry(&ring, 0)->state, CSF_RING_FREE);
	assert_true(csr_ring_lock(&ring, ring.process_count));
	assert_int_equal(in_child(hold_and_look), 7);
	/* The client is gone. A newer object of the name stays. */
	assert_true(csr_ring_remove(&ring));
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(csr_ring_make(name, CSF_BLOCK_BYTES), 0);
	assert_true(csr_ring_remove(&ring));
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(csr_ring_open(&other, name), 0);
	assert_int_equal(other.header->closed, 0);
	csr_ring_close(&other);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
#define IN_RING(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
		IN_RING(object_is_laid_out_as_the_page_has_it),
		IN_RING(only_the_first_one_makes_it),
		IN_RING(cells_are_taken_once_and_come_in_the_order_of_tickets),
		IN_RING(free_windows_are_used_again_and_are_zero),
		IN_RING(windows_end_at_their_largest_number),
		IN_RING(texts_go_on_in_the_next_part),
		IN_RING(entries_say_who_has_them),
		IN_RING(entry_that_is_given_back_has_no_windows),
		IN_RING(closed_object_is_left_and_removed_once),
	};

	return T_RUN(cases, argc, argv);
}
