/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memfd_create() */
#include "ring_builder.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void must(int is_right, const char *what)
{
	if (is_right)
		return;
	perror(what);
	abort();
}

static uint64_t pages(uint64_t bytes)
{
	return (bytes + CSF_RING_PAGE - 1) / CSF_RING_PAGE * CSF_RING_PAGE;
}

void t_ring_make(struct t_ring *ring, uint32_t cells, uint32_t windows)
{
	struct csf_ring h = { .magic = CSF_RING_MAGIC,
			      .version = CSF_RING_VERSION,
			      .pointer_bytes = sizeof(void *),
			      .id = { 0x1111, 0x2222 },
			      .cell_count = cells,
			      .process_count = CSF_RING_PROCESSES,
			      .window_max = CSF_RING_WINDOWS,
			      .windows_made = windows,
			      .processes_offset = CSF_RING_PAGE };

	h.cells_table_offset = h.processes_offset + (uint64_t)h.process_count * CSF_RING_PAGE;
	h.windows_table_offset = h.cells_table_offset + pages(cells * sizeof(struct csf_ring_cell));
	h.cells_offset = h.windows_table_offset + pages(h.window_max * sizeof(uint32_t));
	h.windows_offset = h.cells_offset + (uint64_t)cells * CSF_BLOCK_BYTES;
	*ring = (struct t_ring){ .window_count = windows };
	ring->bytes = (size_t)(h.windows_offset + (uint64_t)windows * CSF_BLOCK_BYTES);
	ring->fd = memfd_create("ring", MFD_CLOEXEC);
	must(ring->fd >= 0, "memfd_create");
	must(fchmod(ring->fd, 0600) == 0, "fchmod");
	must(ftruncate(ring->fd, (off_t)ring->bytes) == 0, "ftruncate");
	ring->header = mmap(NULL, ring->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
	must(ring->header != MAP_FAILED, "mmap");
	*ring->header = h;
}

void t_ring_release(struct t_ring *ring)
{
	t_ring_drop(ring);
	munmap(ring->header, ring->bytes);
	close(ring->fd);
}

pid_t t_ring_hold(struct t_ring *ring, uint32_t entry)
{
	struct flock lock = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)entry, .l_len = 1
	};
	int ready[2];
	char byte = 0;

	must(pipe(ready) == 0, "pipe");
	ring->holder = fork();
	must(ring->holder >= 0, "fork");
	if (ring->holder == 0) {
		/* The test's other descriptors end when the test closes them. */
		for (int fd = 3; fd < 256; fd++)
			if (fd != ring->fd && fd != ready[1])
				close(fd);
		must(fcntl(ring->fd, F_SETLK, &lock) == 0, "F_SETLK");
		must(write(ready[1], &byte, 1) == 1, "write");
		for (;;)
			pause();
	}
	must(read(ready[0], &byte, 1) == 1, "read");
	close(ready[0]);
	close(ready[1]);
	return ring->holder;
}

void t_ring_drop(struct t_ring *ring)
{
	if (ring->holder == 0)
		return;
	kill(ring->holder, SIGKILL);
	must(waitpid(ring->holder, NULL, 0) == ring->holder, "waitpid");
	ring->holder = 0;
}

static void *at(struct t_ring *ring, uint64_t offset)
{
	return (char *)ring->header + offset;
}

struct csf_ring_process *t_ring_process(struct t_ring *ring, uint32_t entry)
{
	return at(ring, ring->header->processes_offset + (uint64_t)entry * CSF_RING_PAGE);
}

struct csf_ring_cell *t_ring_cell(struct t_ring *ring, uint32_t cell)
{
	return (struct csf_ring_cell *)at(ring, ring->header->cells_table_offset) + cell;
}

uint32_t *t_ring_window_word(struct t_ring *ring, uint32_t window)
{
	return (uint32_t *)at(ring, ring->header->windows_table_offset) + window;
}

void *t_ring_cell_bytes(struct t_ring *ring, uint32_t cell)
{
	return at(ring, ring->header->cells_offset + (uint64_t)cell * CSF_BLOCK_BYTES);
}

void *t_ring_window_bytes(struct t_ring *ring, uint32_t window)
{
	return at(ring, ring->header->windows_offset + (uint64_t)window * CSF_BLOCK_BYTES);
}

struct csf_ring_process *t_ring_attach(struct t_ring *ring, uint32_t entry, pid_t pid,
				       const char *name)
{
	struct csf_ring_process *process = t_ring_process(ring, entry);
	struct stat status;

	must(stat("/proc/self/ns/pid", &status) == 0, "/proc/self/ns/pid");
	*process = (struct csf_ring_process){ .state = CSF_RING_ATTACHED,
					      .pid = (uint32_t)pid,
					      .pid_namespace = (uint64_t)status.st_ino,
					      .start_ns = entry + 1,
					      .live = { .magic = CSF_LIVE_MAGIC,
							.version = CSF_VERSION,
							.window_bytes = CSF_BLOCK_BYTES,
							.pid = (uint32_t)pid } };
	snprintf(process->name, sizeof(process->name), "%s", name);
	return process;
}

static uint32_t make_block(void *to, struct t_ring_block block, uint32_t open)
{
	struct csf_block head = { .magic = CSF_BLOCK_MAGIC,
				  .version = CSF_VERSION,
				  .lane = block.lane,
				  .used_bytes = block.used_bytes ? block.used_bytes : 1024,
				  .state = block.sequence << 1 | open,
				  .thread_serial = 1,
				  .tid = 7,
				  .sequence = block.sequence,
				  .lane0_sequence = block.sequence,
				  .lost_events = block.lost_events,
				  .first_ticks = block.first_ticks };

	memset(to, (int)(block.sequence & 0x7fu), head.used_bytes);
	memcpy(to, &head, sizeof(head));
	return head.used_bytes;
}

void t_ring_fill(struct t_ring *ring, uint32_t cell, uint32_t entry, struct t_ring_block block)
{
	struct csf_ring_cell *to = t_ring_cell(ring, cell);

	to->bytes = make_block(t_ring_cell_bytes(ring, cell), block, 1);
	to->ticket = ring->header->next_ticket++;
	to->state = CSF_CELL_FULL | entry << CSF_CELL_PROCESS_SHIFT;
}

void t_ring_open(struct t_ring *ring, uint32_t window, uint32_t entry, struct t_ring_block block)
{
	make_block(t_ring_window_bytes(ring, window), block, 1);
	*t_ring_window_word(ring, window) = CSF_WINDOW_EVENTS | entry << CSF_WINDOW_PROCESS_SHIFT;
}

void t_ring_text(struct t_ring *ring, uint32_t window, uint32_t entry, enum csf_ring_window kind,
		 const char *text)
{
	struct csf_ring_text *to = t_ring_window_bytes(ring, window);

	memcpy(to + 1, text, strlen(text));
	to->part = 0;
	to->used = (uint32_t)strlen(text);
	*t_ring_window_word(ring, window) = (uint32_t)kind | entry << CSF_WINDOW_PROCESS_SHIFT;
}
