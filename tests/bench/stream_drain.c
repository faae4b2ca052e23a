/* SPDX-License-Identifier: MIT */
/*
 * stream_drain /NAME: takes blocks out of the object of TRACE_SHM as fast as they come and throws them
 * away: what the ring costs a program is measured with it, without a client's and a server's work. Waits
 * for the object; ends when it is killed.
 */
#define _GNU_SOURCE /* MAP_SHARED with O_CLOEXEC; nanosleep */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "callsight/ring_format.h"

static struct csf_ring *map_ring(const char *name)
{
	const struct timespec pause = { .tv_nsec = 200000 };
	struct stat facts;
	void *mapped;
	int fd;

	while ((fd = shm_open(name, O_RDWR | O_CLOEXEC, 0)) < 0)
		nanosleep(&pause, NULL);
	if (fstat(fd, &facts) != 0)
		return NULL;
	mapped = mmap(NULL, (size_t)facts.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return mapped == MAP_FAILED ? NULL : mapped;
}

int main(int argc, char **argv)
{
	const struct timespec pause = { .tv_nsec = 200000 };
	struct csf_ring *ring = argc == 2 ? map_ring(argv[1]) : NULL;
	struct csf_ring_cell *cells;

	if (!ring) {
		fprintf(stderr, "usage: stream_drain /NAME\n");
		return 2;
	}
	cells = (struct csf_ring_cell *)((char *)ring + ring->cells_table_offset);
	for (;;) {
		for (uint32_t i = 0; i < ring->cell_count; i++) {
			const uint32_t state = __atomic_load_n(&cells[i].state, __ATOMIC_ACQUIRE);

			if ((state & CSF_CELL_KIND_MASK) == CSF_CELL_FULL)
				__atomic_store_n(&cells[i].state, 0, __ATOMIC_RELEASE);
		}
		nanosleep(&pause, NULL);
	}
}
