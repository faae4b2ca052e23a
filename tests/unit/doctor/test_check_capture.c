/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "fake_machine.h"
#include "test_files.h"

#define MIB UINT64_C(1048576)

#define EXPECT(what, health, part, remedy) \
	t_machine_expect(&m, &csa_check_capture, what, CSA_HEALTH_##health, part, remedy)

/* As t_machine_open(), with captures in a folder of it. */
static char *open_machine(struct t_machine *m)
{
	char *dir;

	t_machine_open(m);
	dir = t_path(m->root, "captures");
	assert_int_equal(mkdir(dir, 0700), 0);
	m->input.dir = dir;
	return dir;
}

TEST(a_folder_is_there_or_can_be_made)
{
	struct t_machine m;
	char *dir = open_machine(&m);
	char *below = t_path(dir, "a/b");

	T_UNUSED;
	EXPECT("capture folder", OK, "captures can be written to", NULL);
	m.input.dir = below;
	EXPECT("capture folder", OK, "captures/a/b can be made", NULL);
	free(below);
	free(dir);
	t_machine_close(&m);
}

TEST(a_folder_of_the_environment_counts_where_none_is_given)
{
	struct t_machine m;
	char *dir = open_machine(&m);

	T_UNUSED;
	m.input.dir = NULL;
	t_machine_variable(&m, "TRACE_DIR=/proc/nowhere");
	EXPECT("capture folder", BROKEN, "/proc/nowhere cannot be made in /proc:", "TRACE_DIR");
	m.input.dir = dir;
	EXPECT("capture folder", OK, "captures can be written to", NULL);
	free(dir);
	t_machine_close(&m);
}

TEST(what_is_no_folder_is_broken)
{
	struct t_machine m;
	char *dir = open_machine(&m);
	char *file = t_path(dir, "file");
	char *below = t_path(dir, "file/below");

	T_UNUSED;
	t_write_file(file, "x", 1);
	m.input.dir = file;
	EXPECT("capture folder", BROKEN, "captures/file: Not a directory", "TRACE_DIR");
	m.input.dir = below;
	EXPECT("capture folder", BROKEN, "file/below: Not a directory", "TRACE_DIR");
	m.input.dir = "/proc/self/task"; /* nobody may write there, not even root */
	EXPECT("capture folder", BROKEN, "/proc/self/task: ", "TRACE_DIR");
	free(below);
	free(file);
	free(dir);
	t_machine_close(&m);
}

TEST(memory_and_networks_are_notes)
{
	struct t_machine m;
	char *dir = open_machine(&m);

	T_UNUSED;
	EXPECT("file system", OK, "is on ext4", NULL);
	t_space.type = 0x794c7630;
	EXPECT("file system", OK, "overlayfs", NULL);
	t_space.type = 0x12345;
	EXPECT("file system", OK, "a file system of type 0x12345", NULL);
	t_space.type = 0x01021994;
	EXPECT("file system", NOTE, "is on tmpfs: a capture takes memory", "TRACE_DIR on a disk");
	t_space.type = 0x6969;
	EXPECT("file system", NOTE, "is on nfs: writing there takes time",
	       "TRACE_DIR on a local disk");
	t_space.type = 0x65735546;
	EXPECT("file system", NOTE, "is on fuse", "TRACE_DIR on a local disk");
	free(dir);
	t_machine_close(&m);
}

TEST(space_is_compared_with_both_limits)
{
	struct t_machine m;
	char *dir = open_machine(&m);

	T_UNUSED;
	t_space.free_bytes = 577 * MIB;
	EXPECT("free space", OK, "577 MiB, enough for TRACE_MAX_MB=512 and TRACE_MIN_FREE_MB=64",
	       NULL);
	t_space.free_bytes = 575 * MIB;
	EXPECT("free space", NOTE, "recording stops after 511 MiB, before TRACE_MAX_MB=512",
	       "TRACE_MODE=summary");
	t_space.free_bytes = 64 * MIB;
	EXPECT("free space", NOTE, "recording stops after 0 MiB", "TRACE_MODE=summary");
	t_space.free_bytes = 63 * MIB;
	EXPECT("free space", BROKEN, "63 MiB, less than TRACE_MIN_FREE_MB=64: nothing is recorded",
	       "lower TRACE_MIN_FREE_MB");
	t_machine_variable(&m, "TRACE_MIN_FREE_MB=10");
	EXPECT("free space", NOTE, "recording stops after 53 MiB", "TRACE_MODE=summary");
	t_machine_variable(&m, "TRACE_MAX_MB=53");
	EXPECT("free space", OK, "enough for TRACE_MAX_MB=53 and TRACE_MIN_FREE_MB=10", NULL);
	free(dir);
	t_machine_close(&m);
}

TEST(a_summary_needs_little_and_no_limit_all_of_it)
{
	struct t_machine m;
	char *dir = open_machine(&m);

	T_UNUSED;
	t_space.free_bytes = 70 * MIB;
	t_machine_variable(&m, "TRACE_MODE=summary");
	EXPECT("free space", OK, "70 MiB", NULL);
	t_machine_variable(&m, NULL);
	t_machine_variable(&m, "TRACE_MAX_MB=0");
	EXPECT("free space", NOTE, "recording stops after 6 MiB, before TRACE_MAX_MB=0 (no limit)",
	       "set TRACE_MAX_MB");
	free(dir);
	t_machine_close(&m);
}

TEST(a_disk_without_inodes_is_full)
{
	struct t_machine m;
	char *dir = open_machine(&m);

	T_UNUSED;
	t_space.has_no_inodes = true;
	EXPECT("free space", BROKEN, "all inodes are in use", "remove files");
	free(dir);
	t_machine_close(&m);
}

TEST(files_of_limited_size_end_a_capture)
{
	struct t_machine m;
	char *dir = open_machine(&m);

	T_UNUSED;
	EXPECT("file size", OK, "no limit", NULL);
	t_file_limit = 32 * MIB;
	EXPECT("file size", OK, "may have 32 MiB, and end at TRACE_SEG_MB=32", NULL);
	t_file_limit = 32 * MIB - 1;
	EXPECT("file size", NOTE, "TRACE_SEG_MB=32 is more", "TRACE_SEG_MB=31,");
	t_file_limit = MIB / 2;
	EXPECT("file size", NOTE, "may have 512 KiB here", "ulimit -f unlimited");
	t_file_limit = 131071;
	EXPECT("file size", BROKEN, "no room for a capture", "ulimit -f unlimited");
	t_file_limit = 40 * MIB;
	t_machine_variable(&m, "TRACE_SEG_MB=0");
	EXPECT("file size", NOTE, "TRACE_SEG_MB=0 does not end them", "TRACE_SEG_MB=40,");
	free(dir);
	t_machine_close(&m);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_folder_is_there_or_can_be_made),
		CASE(a_folder_of_the_environment_counts_where_none_is_given),
		CASE(what_is_no_folder_is_broken),
		CASE(memory_and_networks_are_notes),
		CASE(space_is_compared_with_both_limits),
		CASE(a_summary_needs_little_and_no_limit_all_of_it),
		CASE(a_disk_without_inodes_is_full),
		CASE(files_of_limited_size_end_a_capture),
	};

	return T_RUN(cases, argc, argv);
}
