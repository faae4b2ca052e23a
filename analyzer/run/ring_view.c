/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* O_NOFOLLOW */
#include "ring_view.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <callsight/ring_format.h>

#include "descendants.h"

#define FOLDER "/dev/shm"

static void make_path(char path[static 300], const char *name)
{
	(void)snprintf(path, 300, FOLDER "%s", name);
}

/* Do the tables that are read here lie where they can be, and in the file? */
static bool is_sound(const struct csf_ring *ring, uint64_t file_bytes)
{
	return ring->magic == CSF_RING_MAGIC && ring->version == CSF_RING_VERSION &&
	       ring->process_count <= CSF_RING_PROCESSES && ring->processes_offset <= file_bytes &&
	       ring->cells_table_offset <= file_bytes && ring->cells_offset <= file_bytes &&
	       ring->processes_offset + (uint64_t)ring->process_count * CSF_RING_PAGE <=
		       ring->cells_offset &&
	       ring->cells_table_offset +
			       (uint64_t)ring->cell_count * sizeof(struct csf_ring_cell) <=
		       ring->cells_offset;
}

bool csa_ring_view_open(struct csa_ring_view *view, const char *name)
{
	char path[300];
	struct stat status;
	const struct csf_ring *ring;
	int fd;

	*view = (struct csa_ring_view){ 0 };
	make_path(path, name);
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (fstat(fd, &status) == 0 && status.st_size >= CSF_RING_PAGE) {
		ring = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
		if (ring != MAP_FAILED) {
			view->ring = ring;
			view->bytes = (size_t)status.st_size;
		}
	}
	close(fd);
	if (view->ring && !is_sound(view->ring, view->bytes))
		csa_ring_view_close(view);
	return view->ring;
}

void csa_ring_view_close(struct csa_ring_view *view)
{
	if (view->ring)
		munmap((void *)(uintptr_t)view->ring, view->bytes);
	*view = (struct csa_ring_view){ 0 };
}

void csa_ring_view_get(const struct csa_ring_view *view, struct csa_ring_state *state)
{
	const struct csf_ring *ring = view->ring;
	const char *start = (const char *)ring;

	*state = (struct csa_ring_state){
		.next_ticket = __atomic_load_n(&ring->next_ticket, __ATOMIC_ACQUIRE),
	};
	for (uint32_t i = 0; i < ring->process_count; i++) {
		const struct csf_ring_process *process =
			(const void *)(start + ring->processes_offset + (size_t)i * CSF_RING_PAGE);

		/* acquire: pairs with the release of what its process or the client did before */
		if (__atomic_load_n(&process->state, __ATOMIC_ACQUIRE) == CSF_RING_FREE)
			continue;
		state->processes++;
		state->running += csa_process_is_alive((pid_t)process->pid);
		state->dropped_blocks +=
			__atomic_load_n(&process->dropped_blocks, __ATOMIC_RELAXED);
	}
	for (uint32_t i = 0; i < ring->cell_count; i++) {
		const struct csf_ring_cell *cell =
			(const void *)(start + ring->cells_table_offset + i * sizeof(*cell));

		state->waiting_blocks += __atomic_load_n(&cell->state, __ATOMIC_RELAXED) != 0;
	}
}

void csa_ring_remove(const char *name)
{
	char path[300];

	make_path(path, name);
	unlink(path);
}
