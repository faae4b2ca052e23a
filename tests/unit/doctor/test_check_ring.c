/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

#include "fake_machine.h"
#include "test_files.h"

#define MIB UINT64_C(1048576)

#define EXPECT(health, part, remedy) \
	t_machine_expect(&m, &csa_check_ring, "shared memory", CSA_HEALTH_##health, part, remedy)

TEST(the_ring_and_some_threads_have_to_fit)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_space.free_bytes = 20 * MIB;
	EXPECT(OK, "/dev/shm has 20 MiB free; TRACE_SHM_SIZE=16777216 and 64 threads take 20 MiB",
	       NULL);
	t_space.free_bytes = 20 * MIB - 1;
	EXPECT(NOTE, "files would be written instead", "mount -o remount,size=40m /dev/shm");
	t_machine_variable(&m, "TRACE_SHM=/ring");
	EXPECT(BROKEN, "files would be written instead", "docker run --shm-size=40m");
	t_machine_variable(&m, "TRACE_SHM_SIZE=65536");
	EXPECT(OK, "TRACE_SHM_SIZE=65536 and 64 threads take 5 MiB", NULL);
	t_machine_close(&m);
}

TEST(without_the_folder_there_are_files)
{
	struct t_machine m;
	char *folder;
	char *file;

	T_UNUSED;
	t_machine_open(&m);
	folder = t_path(m.root, "dev/shm");
	file = t_path(folder, "other");
	unlink(file);
	rmdir(folder);
	EXPECT(NOTE, "/dev/shm: No such file or directory: traces cannot be sent",
	       "mount -t tmpfs");
	t_write_file(folder, "", 0);
	EXPECT(NOTE, "/dev/shm: Not a directory", "chmod 1777 /dev/shm");
	t_machine_variable(&m, "TRACE_SHM=/ring");
	EXPECT(BROKEN, "files are written instead", "chmod 1777 /dev/shm");
	free(file);
	free(folder);
	t_machine_close(&m);
}

TEST(a_folder_on_a_disk_is_a_note)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_space.type = 0x58465342;
	EXPECT(NOTE, "/dev/shm is on xfs, not in memory", "mount -t tmpfs tmpfs /dev/shm");
	t_machine_close(&m);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_ring_and_some_threads_have_to_fit),
		CASE(without_the_folder_there_are_files),
		CASE(a_folder_on_a_disk_is_a_note),
	};

	return T_RUN(cases, argc, argv);
}
