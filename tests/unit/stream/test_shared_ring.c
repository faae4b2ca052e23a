/* SPDX-License-Identifier: MIT */
/* An object is refused when anything of its header is impossible; nothing of it is used then. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ring_builder.h"
#include "shared_ring.h"
#include "test.h"

static struct t_ring made;

static int set_up(void **state)
{
	(void)state;
	t_ring_make(&made, 4, 2);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	t_ring_release(&made);
	return 0;
}

static int adopt(char *why, size_t bytes)
{
	struct css_ring ring;
	int rc = css_ring_adopt(&ring, dup(made.fd), why, bytes);

	if (rc == 0)
		css_ring_close(&ring);
	assert_int_equal(ring.fd, -1);
	return rc;
}

/* @field with @value is refused because of @reason, and as it was it is not. */
#define REFUSED(field, value, reason)                                        \
	do {                                                                 \
		const struct csf_ring before = *made.header;                 \
		char why[256] = "";                                          \
		made.header->field = value;                                  \
		assert_int_equal(adopt(why, sizeof(why)), CSS_RING_REFUSED); \
		assert_string_equal(why, reason);                            \
		*made.header = before;                                       \
		assert_int_equal(adopt(why, sizeof(why)), 0);                \
	} while (0)

TEST(magic_and_version_are_looked_at)
{
	T_UNUSED;
	REFUSED(magic, 0, "it is no ring of callsight");
	REFUSED(version, 2, "its version is 2, expected 1");
	REFUSED(pointer_bytes, 16, "it is damaged: no word size");
}

TEST(impossible_sizes_and_offsets_are_refused)
{
	static const char damaged[] = "it is damaged: impossible sizes or offsets";

	T_UNUSED;
	REFUSED(cell_count, 0, damaged);
	REFUSED(cell_count, 5, damaged);
	REFUSED(cell_count, 0xffffffffu, damaged);
	REFUSED(process_count, 0, damaged);
	REFUSED(process_count, 65, damaged);
	REFUSED(process_count, 0xffffffffu, damaged);
	REFUSED(window_max, 0, damaged);
	REFUSED(window_max, 0xffffffffu, damaged);
	REFUSED(window_max, 5000, damaged);
	REFUSED(processes_offset, 0, damaged);
	REFUSED(processes_offset, 8, damaged);
	REFUSED(processes_offset, UINT64_MAX - 4095, damaged);
	REFUSED(cells_table_offset, 4096, damaged);
	REFUSED(cells_table_offset, UINT64_MAX - 4095, damaged);
	REFUSED(windows_table_offset, 4096, damaged);
	REFUSED(cells_offset, 4096, damaged);
	REFUSED(cells_offset, UINT64_MAX - 4095, damaged);
	REFUSED(windows_offset, 4096, damaged);
	REFUSED(windows_offset, made.header->windows_offset + 1, damaged);
	REFUSED(windows_offset, UINT64_MAX - 4095, damaged);
}

TEST(files_that_are_no_objects_are_refused)
{
	char why[256];

	T_UNUSED;
	assert_int_equal(fchmod(made.fd, 0620), 0);
	assert_int_equal(adopt(why, sizeof(why)), CSS_RING_REFUSED);
	assert_string_equal(why, "other users may write it");
	assert_int_equal(fchmod(made.fd, 0600), 0);
	assert_int_equal(ftruncate(made.fd, 50), 0);
	assert_int_equal(adopt(why, sizeof(why)), CSS_RING_REFUSED);
	assert_string_equal(why, "it is no ring of callsight");
	assert_int_equal(ftruncate(made.fd, (off_t)made.bytes - 2 * 65536 - 1), 0);
}

TEST(reading_beyond_the_object_fails)
{
	struct css_ring ring;
	char why[256];
	char bytes[64];

	T_UNUSED;
	assert_int_equal(css_ring_adopt(&ring, dup(made.fd), why, sizeof(why)), 0);
	assert_true(css_ring_read_window(&ring, 1, 0, bytes, sizeof(bytes)));
	assert_false(css_ring_read_window(&ring, 2, 0, bytes, sizeof(bytes)));
	assert_false(css_ring_read_window(&ring, 1, CSF_BLOCK_BYTES - 8, bytes, sizeof(bytes)));
	css_ring_close(&ring);
}

TEST(what_the_header_says_later_changes_nothing)
{
	struct css_ring ring;
	char why[256];

	T_UNUSED;
	assert_int_equal(css_ring_adopt(&ring, dup(made.fd), why, sizeof(why)), 0);
	made.header->cell_count = 0xffffffffu;
	made.header->cells_table_offset = UINT64_MAX;
	made.header->windows_made = 0xffffffffu;
	assert_int_equal(ring.cell_count, 4);
	assert_ptr_equal((char *)css_ring_cell(&ring, 1) - (char *)css_ring_cell(&ring, 0), 16);
	assert_int_equal(css_ring_windows_made(&ring), CSF_RING_WINDOWS);
	css_ring_close(&ring);
}

int main(int argc, char **argv)
{
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest cases[] = {
		T(magic_and_version_are_looked_at),
		T(impossible_sizes_and_offsets_are_refused),
		T(files_that_are_no_objects_are_refused),
		T(reading_beyond_the_object_fails),
		T(what_the_header_says_later_changes_nothing),
	};

	return T_RUN(cases, argc, argv);
}
