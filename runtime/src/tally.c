/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "tally.h"

#include <stddef.h>

#include "clock.h"
#include "mapping.h"
#include "process.h"
#include "slots.h"
#include "syscalls.h"
#include "tally_file.h"
#include "text.h"
#include "thread_name.h"
#include "wide_atomic.h"

#define INDEX_FIRST 256u /* entries, 4 KiB, for 128 functions */
#define ARENA_BYTES 65536u

CSR_FN static bool is_count(void)
{
	return csr_process.settings.mode == CSR_MODE_COUNT;
}

CSR_FN static uint64_t index_bytes(uint64_t entries)
{
	return sizeof(struct csr_index) +
	       (entries + CSR_INDEX_SPILL) * sizeof(struct csr_index_entry);
}

CSR_FN static uint64_t index_entries(const struct csr_index *index)
{
	return index->mask / sizeof(struct csr_index_entry) + 1;
}

CSR_FN static struct csr_index *new_index(uint64_t entries)
{
	struct csr_index *index = csr_map_private(index_bytes(entries), 0);

	if (index)
		index->mask = (entries - 1) * sizeof(struct csr_index_entry);
	return index;
}

/* Return: false when there is no free entry near enough. */
CSR_FN static bool put(struct csr_index *index, uint64_t function, void *row)
{
	struct csr_index_entry *entry = csr_tally_first_entry(index, function);
	const struct csr_index_entry *last =
		&index->entries[index_entries(index) + CSR_INDEX_SPILL - 1];

	while (entry->function)
		entry++;
	if (entry == last)
		return false;
	entry->row = row;
	CSR_BARRIER(); /* a hook that this one interrupted may be about to look here */
	entry->function = function;
	index->count++;
	return true;
}

/* The old one stays: an interrupted hook may be reading it. */
CSR_FN static bool grow(struct csr_tally *tally)
{
	struct csr_index *old = tally->index;
	uint64_t entries = index_entries(old);
	struct csr_index *index = new_index(2 * entries);

	if (!index)
		return false;
	for (uint64_t i = 0; i < entries + CSR_INDEX_SPILL; i++) {
		if (old->entries[i].function &&
		    !put(index, old->entries[i].function, old->entries[i].row))
			return false;
	}
	CSR_BARRIER();
	tally->index = index;
	return true;
}

CSR_FN static void open_window(struct csr_tally *tally, struct csf_table *table, unsigned slot)
{
	table->version = CSF_SUMMARY_VERSION;
	table->slot = slot;
	table->index = tally->window_count++;
	tally->window = table;
	tally->next_cell = 0;
	__atomic_store_n(&table->magic, CSF_TABLE_MAGIC, __ATOMIC_RELEASE);
}

/* The next free cell of the slot; NULL: no room. */
CSR_FN static void *new_cell(struct csr_tally *tally, uint64_t tag)
{
	uint64_t offset;
	char *cell;

	while (tally->next_cell < CSF_TABLE_CELLS && tally->window->tags[tally->next_cell])
		tally->next_cell++;
	if (tally->next_cell == CSF_TABLE_CELLS) {
		/* Refused once is refused always: no system call for every new function then. */
		struct csf_table *table = tally->is_full ? NULL : csr_tally_file_window(&offset);

		tally->is_full = !table;
		if (!table)
			return NULL;
		open_window(tally, table, tally->first->slot);
	}
	cell = (char *)tally->window + CSF_TABLE_HEADER_BYTES +
	       (size_t)tally->next_cell * CSF_CELL_BYTES;
	/* release: a reader that sees the tag finds a cell of this kind */
	csr_wide_publish(&tally->window->tags[tally->next_cell++], tag);
	return cell;
}

CSR_FN static void *allocate(struct csr_tally *tally, size_t bytes)
{
	void *at;

	bytes = (bytes + 63) & ~(size_t)63;
	if (bytes > tally->arena_left) {
		char *arena = csr_map_private(ARENA_BYTES, 0);

		if (!arena)
			return NULL;
		tally->arena = arena;
		tally->arena_left = ARENA_BYTES;
	}
	at = tally->arena;
	tally->arena += bytes;
	tally->arena_left -= bytes;
	return at;
}

CSR_FN static void *new_count(struct csr_tally *tally, uint64_t function)
{
	struct csf_count_row *row;

	if (tally->row_count % CSF_COUNTS_PER_CELL == 0) {
		tally->row_cell = new_cell(tally, CSF_CELL_COUNTS | (uint64_t)tally->row_count
									    << CSF_TAG_ROW_SHIFT);
		if (!tally->row_cell)
			return NULL;
	}
	row = (struct csf_count_row *)tally->row_cell + tally->row_count++ % CSF_COUNTS_PER_CELL;
	csr_address_store(&row->function, function, __ATOMIC_RELEASE);
	return &row->calls;
}

CSR_FN static void *new_row(struct csr_tally *tally, uint64_t function)
{
	struct csr_row *row;

	if (tally->row_count % CSF_ROWS_PER_CELL == 0) {
		tally->row_cell = new_cell(tally, CSF_CELL_ROWS | (uint64_t)tally->row_count
									  << CSF_TAG_ROW_SHIFT);
		if (!tally->row_cell)
			return NULL;
	}
	row = allocate(tally, sizeof(*row));
	if (!row)
		return NULL;
	row->numbers =
		(struct csf_summary_row *)tally->row_cell + tally->row_count % CSF_ROWS_PER_CELL;
	row->number = tally->row_count++;
	row->numbers->min = UINT64_MAX;
	row->numbers->handle = (uintptr_t)row;
	csr_address_store(&row->numbers->function, function, __ATOMIC_RELEASE);
	return row;
}

CSR_FN static void *make_row(struct csr_tally *tally, uint64_t function)
{
	return is_count() ? new_count(tally, function) : new_row(tally, function);
}

CSR_FN void *csr_tally_add(struct csr_thread *t, uint64_t function)
{
	struct csr_tally *tally = &t->tally;
	/* A handler may have added it between the hook's search and the blocking of signals. */
	void *row = csr_tally_find(tally->index, function);

	if (row)
		return row;
	if (tally->index->count >= index_entries(tally->index) / 2 && !grow(tally))
		return NULL;
	row = make_row(tally, function);
	if (!row)
		row = tally->others;
	/* Not in the index for want of memory: the row stays empty, nothing else. */
	if (!put(tally->index, function, row) &&
	    (!grow(tally) || !put(tally->index, function, row)))
		return NULL;
	return row;
}

CSR_FN void csr_tally_add_octave(struct csr_thread *t, struct csr_row *row, unsigned octave)
{
	struct csr_tally *tally = &t->tally;
	uint64_t *counters = new_cell(tally, CSF_CELL_OCTAVE | octave << CSF_TAG_OCTAVE_SHIFT |
						     (uint64_t)row->number << CSF_TAG_ROW_SHIFT);

	if (!counters) {
		row->numbers->flags |= CSF_ROW_NO_OCTAVES;
		counters = tally->no_octave;
	}
	row->octaves[octave] = counters;
}

/* Index, the row of the rest and the place where counters go that have none. */
CSR_FN static bool prepare(struct csr_tally *tally, struct csf_table *table, unsigned slot)
{
	tally->index = new_index(INDEX_FIRST);
	tally->no_octave = allocate(tally, CSF_CELL_BYTES);
	if (!tally->index || !tally->no_octave)
		return false;
	tally->first = table;
	if (!is_count()) {
		unsigned cell = (CSF_STACK_OFFSET - CSF_TABLE_HEADER_BYTES) / CSF_CELL_BYTES;

		for (; cell < CSF_TABLE_CELLS; cell++)
			table->tags[cell] = CSF_CELL_STACK;
	}
	open_window(tally, table, slot);
	tally->others = make_row(tally, 0);
	return tally->others != NULL;
}

CSR_FN bool csr_tally_give(struct csr_thread *t, unsigned slot)
{
	struct csf_table *table;

	if (t->tally.others)
		return true;
	table = csr_tally_file_window(&t->tally.first_offset);
	if (!table)
		return false;
	table->first_ticks = csr_clock_read();
	return prepare(&t->tally, table, slot);
}

CSR_FN bool csr_tally_give_scratch(struct csr_thread *t)
{
	struct csf_table *table = csr_map_private(CSF_WINDOW_BYTES, 0);

	return table && prepare(&t->tally, table, 0);
}

CSR_FN void csr_tally_drop(struct csr_thread *t)
{
	struct csr_tally *tally = &t->tally;

	/* What is measured fits into one arena and one index. */
	if (tally->first)
		csr_sys(SYS_munmap, tally->first, CSF_WINDOW_BYTES);
	if (tally->index)
		csr_sys(SYS_munmap, tally->index, index_bytes(INDEX_FIRST));
	if (tally->arena)
		csr_sys(SYS_munmap, tally->arena + tally->arena_left - ARENA_BYTES, ARENA_BYTES);
}

/* The outermost frames lie in the file, where a reader finds what is open. The shadow stack itself does
 * not: a child of fork goes on with what it was, while the parent changes its own. */
CSR_FN static void put_frames(struct csr_thread *t)
{
	struct csr_tally *tally = &t->tally;

	if (!tally->has_stack_in_file)
		tally->has_stack_in_file =
			csr_tally_file_put(csr_tally_frame(t, t->bottom), CSF_STACK_BYTES,
					   tally->first_offset + CSF_STACK_OFFSET) == 0;
	/* What the parent of a forked process entered is no call of this capture. */
	for (const struct csr_frame *frame = t->top; frame != t->bottom; frame--)
		*csr_tally_frame(t, frame) = (struct csf_tally_frame){ .row = CSF_FRAME_FOREIGN };
}

CSR_FN void csr_tally_set_busy(struct csr_thread *t)
{
	/* Wide records are a form of events mode. */
	if (t->is_paused)
		t->busy = CSR_BUSY_PAUSED;
	else if (is_count())
		t->busy = CSR_BUSY_COUNT;
	else
		t->busy = t->careful & ~(unsigned)CSR_CAREFUL_WIDE ? CSR_BUSY_CAREFUL
								   : CSR_BUSY_SUMMARY;
}

CSR_FN void csr_tally_write_name(struct csr_thread *t)
{
	csr_thread_name_read(t, t->tally.first->name);
}

CSR_FN void csr_tally_open(struct csr_thread *t)
{
	struct csf_table *table = t->tally.first;
	struct csr_clock_pair pair = csr_clock_pair_read();

	if (!csr_clock_get()->is_counter)
		t->careful |= CSR_CAREFUL_CLOCK;
	table->tid = t->tid;
	table->serial = t->serial;
	if (!table->first_serial)
		table->first_serial = t->serial;
	table->pair_ticks = table->last_ticks = pair.ticks;
	table->pair_ns = pair.ns;
	csr_tally_write_name(t);
	table->threads++;
	if (!is_count())
		put_frames(t);
	t->running = 0;
	csr_tally_set_busy(t);
}
