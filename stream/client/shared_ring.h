/* SPDX-License-Identifier: MIT */
/*
 * The object of TRACE_SHM as its client sees it: finding it, checking it, its tables. Specified in
 * docs/format/ring-v1.md.
 *
 * Nothing in it is trusted. Its header is read once and checked; what is used afterwards is kept here. Tables
 * are mapped, and each word of them is read once where it is used. Cells and windows are read by pread(): what
 * is mapped would count as memory of ours, and a file that was cut ends who looks at mapped pages of it.
 */
#ifndef CSS_SHARED_RING_H
#define CSS_SHARED_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <callsight/ring_format.h>

struct css_ring {
	int fd;
	dev_t device;
	ino_t inode;
	char *base; /* of the tables */
	size_t mapped_bytes;
	uint64_t id[2];
	uint32_t pointer_bytes;
	uint32_t cell_count;
	uint32_t process_count;
	uint32_t window_max;
	uint64_t processes_offset;
	uint64_t cells_table_offset;
	uint64_t windows_table_offset;
	uint64_t cells_offset;
	uint64_t windows_offset;
};

#define CSS_RING_CLOSED ((struct css_ring){ .fd = -1 })

enum css_ring_result {
	CSS_RING_ABSENT = -1,  /* there is no object of that name (yet) */
	CSS_RING_REFUSED = -2, /* why says the reason */
};

/* What the tables and memory of a client stay small with; far more than is made. */
#define CSS_RING_CELLS_MAX     131072u
#define CSS_RING_PROCESSES_MAX 256u
#define CSS_RING_WINDOWS_MAX   16384u

/**
 * css_ring_open() - open and check the object.
 * @name: with the slash
 * @why: of @why_bytes: one line without newline, with CSS_RING_REFUSED
 *
 * Return: 0 or an enum css_ring_result; then @ring is closed.
 */
int css_ring_open(struct css_ring *ring, const char *name, char *why, size_t why_bytes);

/** css_ring_adopt() - the same with a descriptor, which belongs to @ring from now on. */
int css_ring_adopt(struct css_ring *ring, int fd, char *why, size_t why_bytes);

void css_ring_close(struct css_ring *ring);

/** css_ring_lock() - become its client. Return: 0, the pid of another one, or -1 where there are no locks. */
pid_t css_ring_lock(const struct css_ring *ring);

/** css_ring_has_name() - does @name still mean this object? */
bool css_ring_has_name(const struct css_ring *ring, const char *name);

/** css_ring_remove() - take the name away, if it means this object. */
void css_ring_remove(const struct css_ring *ring, const char *name);

/* Tables; @index is below the count of the table. */
struct csf_ring *css_ring_header(const struct css_ring *ring);
struct csf_ring_process *css_ring_process(const struct css_ring *ring, uint32_t index);
struct csf_ring_cell *css_ring_cell(const struct css_ring *ring, uint32_t index);
uint32_t *css_ring_window(const struct css_ring *ring, uint32_t index);

/** css_ring_windows_made() - how many entries of the table of windows can be in use. */
uint32_t css_ring_windows_made(const struct css_ring *ring);

/**
 * css_ring_state() - state of entry @index, without touching its page: most entries are nobody's, and 64 pages would
 * count as memory of ours. An acquire.
 */
uint32_t css_ring_state(const struct css_ring *ring, uint32_t index);

/** css_ring_read_cell() - the first @bytes of a cell. Return: false when they are not there. */
bool css_ring_read_cell(const struct css_ring *ring, uint32_t index, void *to, size_t bytes);

/** css_ring_read_window() - @bytes of a window from byte @from on. Return: as above. */
bool css_ring_read_window(const struct css_ring *ring, uint32_t index, uint32_t from, void *to,
			  size_t bytes);

#endif
