/* SPDX-License-Identifier: MIT */
/*
 * ring_drain NAME FOLDER: empties the shared-memory object /NAME into capture folders below FOLDER, as
 * callsight-stream and `callsight serve` do over a network. It waits for the object. When the file FOLDER.ended says
 * that no more programs are to come, it ends as soon as every process that attached has ended and all that it wrote is in
 * files, and removes the object. (That all processes seen so far have ended says nothing: a child may record and end
 * before its parent does anything.) Prints a line for each process: its name, blocks taken from cells, blocks that it
 * dropped.
 *
 * Written from docs/format/ring-v1.md alone: it shares nothing with the client but the layouts.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "callsight/ring_format.h"

#define ENTRIES CSF_RING_PROCESSES
#define LANES   65536u

/* The newest block of a lane of a thread. */
struct lane {
	uint32_t serial;
	uint32_t lane;
	uint32_t sequence;
};

/* A process whose folder has been made. */
struct process {
	bool is_known;
	uint64_t start_ns;
	int folder;
	int blocks;
	int modules;
	uint64_t modules_bytes;
	unsigned taken;
	unsigned lane_count;
	struct lane *lanes;
};

static int fd;
static char *base; /* the object up to its windows */
static struct csf_ring *ring;
static struct csf_ring_cell *cells;
static uint32_t *windows;
static struct process processes[ENTRIES];
static char ended_path[PATH_MAX];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static bool is_asked_to_end(void)
{
	return access(ended_path, F_OK) == 0;
}

static struct csf_ring_process *entry_of(uint32_t index)
{
	return (struct csf_ring_process *)(void *)(base + ring->processes_offset +
						   (size_t)index * CSF_RING_PAGE);
}

/* A window as it is now. */
static void read_window(uint32_t index, void *to)
{
	uint64_t offset = ring->windows_offset + (uint64_t)index * CSF_BLOCK_BYTES;

	if (pread(fd, to, CSF_BLOCK_BYTES, (off_t)offset) != CSF_BLOCK_BYTES)
		die("window");
}

static void attach(const char *name)
{
	struct csf_ring header;
	char path[300];

	snprintf(path, sizeof(path), "/dev/shm/%s", name);
	for (int i = 0;; i++) {
		/* Looked at first: the programs may come and end between the two. */
		bool is_last = i == 60000 || is_asked_to_end();

		fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
		if (fd >= 0)
			break;
		if (is_last)
			die(path);
		usleep(1000);
	}
	if (pread(fd, &header, sizeof(header), 0) != sizeof(header) ||
	    header.magic != CSF_RING_MAGIC || header.version != CSF_RING_VERSION ||
	    header.process_count > ENTRIES)
		die("header");
	base = mmap(NULL, header.windows_offset, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		die("mmap");
	ring = (struct csf_ring *)(void *)base;
	cells = (struct csf_ring_cell *)(void *)(base + ring->cells_table_offset);
	windows = (uint32_t *)(void *)(base + ring->windows_table_offset);
}

static bool is_locked(uint32_t index)
{
	struct flock lock = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = index, .l_len = 1
	};

	return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/* Does the process exist, as the same one, and does it have the object mapped? */
static bool has_mapping(const struct csf_ring_process *entry, const char *name)
{
	char path[64];
	char line[600];
	bool is_mapped = false;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%u/maps", entry->pid);
	maps = fopen(path, "r");
	while (maps && fgets(line, sizeof(line), maps))
		is_mapped = is_mapped || strstr(line, name);
	if (maps)
		fclose(maps);
	return is_mapped;
}

static bool is_gone(uint32_t index, const char *name)
{
	const struct csf_ring_process *entry = entry_of(index);

	if (is_locked(index))
		return false;
	for (uint32_t i = 0; i < ring->process_count; i++) {
		const struct csf_ring_process *other = entry_of(i);

		if (other->state == CSF_RING_ATTACHED && other->pid == entry->pid &&
		    other->process_start == entry->process_start &&
		    other->start_ns > entry->start_ns)
			return true;
	}
	return !has_mapping(entry, name);
}

static int create(int folder, const char *name)
{
	int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (file < 0)
		die(name);
	return file;
}

static void put(int file, const void *data, size_t bytes)
{
	if (write(file, data, bytes) != (ssize_t)bytes)
		die("write");
}

/* Bytes of the text of @kind from @from on, to @file. Return: its length. */
static uint64_t copy_text(uint32_t index, enum csf_ring_window kind, uint64_t from, int file)
{
	static uint64_t bytes[CSF_BLOCK_BYTES / 8];
	const struct csf_ring_text *text = (const struct csf_ring_text *)(const void *)bytes;
	uint32_t wanted = (uint32_t)kind | index << CSF_WINDOW_PROCESS_SHIFT;
	uint32_t made = __atomic_load_n(&ring->windows_made, __ATOMIC_ACQUIRE);

	for (uint32_t i = 0; i < made; i++) {
		uint64_t at;

		if (__atomic_load_n(&windows[i], __ATOMIC_ACQUIRE) != wanted)
			continue;
		read_window(i, bytes);
		at = text->part * (uint64_t)CSF_RING_TEXT_BYTES;
		if (from < at || from >= at + text->used)
			continue;
		put(file, (const char *)(text + 1) + (from - at), at + text->used - from);
		from = at + text->used;
		i = UINT32_MAX; /* the next part may be anywhere */
	}
	return from;
}

static void meet(uint32_t index, int folder)
{
	struct csf_ring_process *entry = entry_of(index);
	struct process *p = &processes[index];
	int facts;

	if (mkdirat(folder, entry->name, 0700) != 0)
		die(entry->name);
	*p = (struct process){ .is_known = true, .start_ns = entry->start_ns };
	p->folder = openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	p->blocks = create(p->folder, "blocks-0.0.cst");
	p->modules = create(p->folder, "modules");
	p->lanes = calloc(LANES, sizeof(*p->lanes));
	if (!p->lanes)
		die("memory");
	facts = create(p->folder, "process.json");
	copy_text(index, CSF_WINDOW_FACTS, 0, facts);
	close(facts);
}

static struct lane *lane_of(struct process *p, const struct csf_block *block)
{
	for (unsigned i = 0; i < p->lane_count; i++) {
		if (p->lanes[i].serial == block->thread_serial && p->lanes[i].lane == block->lane)
			return &p->lanes[i];
	}
	if (p->lane_count == LANES)
		die("lanes");
	p->lanes[p->lane_count] = (struct lane){ block->thread_serial, block->lane, UINT32_MAX };
	return &p->lanes[p->lane_count++];
}

static void take_block(struct process *p, const struct csf_block *block, uint32_t bytes)
{
	struct lane *lane = lane_of(p, block);

	if (block->magic != CSF_BLOCK_MAGIC || block->used_bytes != bytes ||
	    block->sequence != lane->sequence + 1) {
		fprintf(stderr, "thread %u lane %u: sequence %u of %u bytes (%u) follows %u\n",
			block->thread_serial, block->lane, block->sequence, bytes,
			block->used_bytes, lane->sequence);
		exit(1);
	}
	lane->sequence++;
	p->taken++;
	put(p->blocks, block, bytes);
}

static int by_ticket(const void *a, const void *b)
{
	const struct csf_ring_cell *const *x = a;
	const struct csf_ring_cell *const *y = b;

	return (int32_t)((*x)->ticket - (*y)->ticket) < 0 ? -1 : 1;
}

/* All cells that were full before now, in order. Return: how many. */
static uint32_t take_cells(void)
{
	struct csf_ring_cell **full = calloc(ring->cell_count, sizeof(struct csf_ring_cell *));
	uint32_t end_ticket = __atomic_load_n(&ring->next_ticket, __ATOMIC_ACQUIRE);
	uint32_t count = 0;

	for (uint32_t i = 0; full && i < ring->cell_count; i++) {
		uint32_t state = __atomic_load_n(&cells[i].state, __ATOMIC_ACQUIRE);

		/* Of one that has attached since the entries were looked at: in the next round. */
		if ((state & CSF_CELL_KIND_MASK) == CSF_CELL_FULL &&
		    (int32_t)(cells[i].ticket - end_ticket) < 0 &&
		    processes[state >> CSF_CELL_PROCESS_SHIFT].is_known)
			full[count++] = &cells[i];
	}
	if (count)
		qsort(full, count, sizeof(struct csf_ring_cell *), by_ticket);
	for (uint32_t i = 0; i < count; i++) {
		const char *block =
			base + ring->cells_offset + (size_t)(full[i] - cells) * CSF_BLOCK_BYTES;
		struct process *p = &processes[full[i]->state >> CSF_CELL_PROCESS_SHIFT];

		take_block(p, (const struct csf_block *)(const void *)block, full[i]->bytes);
		__atomic_store_n(&full[i]->state, CSF_CELL_FREE, __ATOMIC_RELEASE);
	}
	free(full);
	return count;
}

/* What the window of a process that is gone holds, into live.cst. */
static void take_window(struct process *p, uint32_t index, int live, uint32_t place)
{
	static uint64_t bytes[CSF_BLOCK_BYTES / 8];
	struct csf_block *block = (struct csf_block *)(void *)bytes;
	const struct lane *lane;

	read_window(index, bytes);
	lane = block->magic == CSF_BLOCK_MAGIC ? lane_of(p, block) : NULL;
	/* Killed between the last two steps of a hand-over. */
	if (lane && (block->state & 1) && block->state >> 1 != lane->sequence + 1)
		block->state &= ~UINT32_C(1);
	/* Killed between a block that was dropped and the one that says so. */
	if (lane && !(block->state & 1) && block->used_bytes &&
	    block->state >> 1 == lane->sequence + 1) {
		block->lost_events = block->used_bytes;
		block->sequence = block->state >> 1;
		block->depth = 0;
		block->used_bytes = CSF_BLOCK_HEADER_BYTES;
		block->state |= 1;
	}
	if (pwrite(live, bytes, sizeof(bytes),
		   (off_t)(CSF_LIVE_HEADER_BYTES + place * (uint64_t)CSF_BLOCK_BYTES)) !=
	    sizeof(bytes))
		die("live.cst");
}

/* The process is gone, and its cells are taken. */
static void finish(uint32_t index)
{
	struct csf_ring_process *entry = entry_of(index);
	struct process *p = &processes[index];
	int live_file = create(p->folder, "live.cst");
	struct csf_live live = entry->live;

	live.window_count = 0;
	p->modules_bytes = copy_text(index, CSF_WINDOW_MODULES, p->modules_bytes, p->modules);
	for (uint32_t i = 0; i < ring->cell_count; i++) {
		if (cells[i].state == (CSF_CELL_BUSY | index << CSF_CELL_PROCESS_SHIFT))
			__atomic_store_n(&cells[i].state, CSF_CELL_FREE, __ATOMIC_RELEASE);
	}
	for (uint32_t i = 0; i < ring->windows_made; i++) {
		uint32_t word = windows[i];

		if (!word || word >> CSF_WINDOW_PROCESS_SHIFT != index)
			continue;
		if ((word & CSF_WINDOW_KIND_MASK) == CSF_WINDOW_EVENTS)
			take_window(p, i, live_file, live.window_count++);
		__atomic_store_n(&windows[i], CSF_WINDOW_FREE, __ATOMIC_RELEASE);
	}
	if (pwrite(live_file, &live, sizeof(live), 0) != sizeof(live))
		die("live.cst");
	close(live_file);
	close(p->modules);
	close(p->blocks);
	close(p->folder);
	printf("%s %u %u\n", entry->name, p->taken, entry->dropped_blocks);
	free(p->lanes);
	p->is_known = false;
	__atomic_store_n(&entry->state, CSF_RING_FREE, __ATOMIC_SEQ_CST);
}

/* One round. Return: entries in use. */
static unsigned look_around(int folder, const char *name)
{
	bool was_gone[ENTRIES] = { false };
	unsigned count = 0;

	for (uint32_t i = 0; i < ring->process_count; i++) {
		uint32_t state = __atomic_load_n(&entry_of(i)->state, __ATOMIC_SEQ_CST);

		count += state != CSF_RING_FREE;
		if (state == CSF_RING_ATTACHED && !processes[i].is_known)
			meet(i, folder);
		/* Before its cells are looked at: it writes no more of them then. */
		was_gone[i] = processes[i].is_known && is_gone(i, name);
		/* Killed before it had written its entry: nothing else is there of it. */
		if (state == CSF_RING_ATTACHING && !is_locked(i))
			__atomic_store_n(&entry_of(i)->state, CSF_RING_FREE, __ATOMIC_SEQ_CST);
	}
	take_cells();
	for (uint32_t i = 0; i < ring->process_count; i++) {
		struct process *p = &processes[i];

		if (was_gone[i])
			finish(i);
		else if (p->is_known)
			p->modules_bytes =
				copy_text(i, CSF_WINDOW_MODULES, p->modules_bytes, p->modules);
	}
	return count;
}

int main(int argc, char **argv)
{
	const char *name = argv[1];
	int folder;

	if (argc != 3)
		return 2;
	/* A test that fails says nothing more. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == 1)
		return 1;
	snprintf(ended_path, sizeof(ended_path), "%s.ended", argv[2]);
	mkdir(argv[2], 0700);
	folder = open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		die(argv[2]);
	attach(name);
	for (;;) {
		if (look_around(folder, name) == 0 && is_asked_to_end()) {
			__atomic_store_n(&ring->closed, 1, __ATOMIC_SEQ_CST);
			if (look_around(folder, name) == 0)
				break;
			__atomic_store_n(&ring->closed, 0, __ATOMIC_SEQ_CST);
		}
		usleep(500);
	}
	shm_unlink(name);
	return 0;
}
