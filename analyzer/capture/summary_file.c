/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* 64-bit offsets */
#include "summary_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "native_order.h"

#define SLOTS_MAX 16384u /* chosen: four times what a runtime has; the rest is damage */
#define TRIES     8u     /* at a row that the running process is changing: one exit takes some ns */

/* The file while it is read. */
struct reading {
	struct csa_summary *summary;
	int fd;
	const char *path;
	struct csa_notes *notes;
	struct csa_err *err;
	uint64_t offset; /* of the window */
	bool is_swapped; /* the file is of the other byte order */
	union {
		struct csf_table table;
		char bytes[CSF_WINDOW_BYTES];
	} * window;
};

static int check_header(const struct csf_summary *h, struct csa_err *err)
{
	if (h->magic != CSF_SUMMARY_MAGIC)
		return csa_fail(err, CSA_E_FORMAT, "offset 0: magic is 0x%08x, expected 0x%08x",
				h->magic, CSF_SUMMARY_MAGIC);
	if (h->version != CSF_SUMMARY_VERSION)
		return csa_fail(err, CSA_E_UNSUPPORTED, "offset 4: version is %u, expected %u",
				h->version, CSF_SUMMARY_VERSION);
	if (h->mode != CSF_MODE_SUMMARY && h->mode != CSF_MODE_COUNT)
		return csa_fail(err, CSA_E_UNSUPPORTED, "offset 6: mode %u is not known", h->mode);
	if (h->window_bytes != CSF_WINDOW_BYTES)
		return csa_fail(err, CSA_E_FORMAT, "offset 8: windows have %u bytes, expected %u",
				h->window_bytes, CSF_WINDOW_BYTES);
	return 0;
}

static void damage(const struct reading *r, uint64_t offset, const char *what)
{
	csa_notes_add(r->notes, CSA_NOTE_DAMAGE, "%s: offset %" PRIu64 ": %s", r->path,
		      r->offset + offset, what);
}

static int no_memory(const struct reading *r)
{
	return csa_fail(r->err, CSA_E_NOMEM, "no memory for the rows of %s", r->path);
}

/* The slot of a number; NULL: no memory. */
static struct csa_summary_slot *slot_of(struct csa_summary *summary, uint32_t number)
{
	if (number >= summary->slot_count) {
		struct csa_summary_slot *slots =
			realloc(summary->slots, (number + (size_t)1) * sizeof(*slots));

		if (!slots)
			return NULL;
		memset(slots + summary->slot_count, 0,
		       (number + 1 - summary->slot_count) * sizeof(*slots));
		summary->slots = slots;
		summary->slot_count = number + (size_t)1;
	}
	return &summary->slots[number];
}

/* Rows come in order: no number is larger than all windows up to this one could hold. */
static bool is_possible(const struct reading *r, uint32_t first, unsigned per_cell)
{
	uint64_t windows = (r->offset - CSF_SUMMARY_HEADER_BYTES) / CSF_WINDOW_BYTES + 1;

	return first % per_cell == 0 && first < windows * CSF_TABLE_CELLS * per_cell;
}

/* Makes room for rows up to @count; false: no memory. */
static bool reserve_rows(struct csa_summary_slot *slot, size_t count)
{
	struct csa_summary_row *rows;

	if (count <= slot->row_count)
		return true;
	rows = realloc(slot->rows, count * sizeof(*rows));
	if (!rows)
		return false;
	memset(rows + slot->row_count, 0, (count - slot->row_count) * sizeof(*rows));
	slot->rows = rows;
	slot->row_count = count;
	return true;
}

/* A row that is being changed is read again: the process may run. */
static void settle(const struct reading *r, uint64_t offset, struct csf_summary_row *row)
{
	for (unsigned i = 0; i < TRIES && row->leaving != row->ended; i++) {
		struct csf_summary_row again;

		if (csa_file_read_at(r->fd, &again, sizeof(again), r->offset + offset, NULL) !=
		    (ssize_t)sizeof(again))
			return;
		if (r->is_swapped)
			csa_swap_words(&again, sizeof(again) / 8);
		*row = again;
	}
}

static int read_rows(struct reading *r, struct csa_summary_slot *slot, uint32_t first,
		     size_t offset)
{
	const struct csf_summary_row *cell = (const void *)(r->window->bytes + offset);

	if (!is_possible(r, first, CSF_ROWS_PER_CELL)) {
		damage(r, offset, "a cell of rows has an impossible number");
		return 0;
	}
	if (!reserve_rows(slot, first + CSF_ROWS_PER_CELL))
		return no_memory(r);
	for (uint32_t i = 0; i < CSF_ROWS_PER_CELL; i++) {
		struct csa_summary_row *row = &slot->rows[first + i];
		size_t at = offset + i * sizeof(*cell);

		row->numbers = cell[i];
		row->number = first + i;
		row->is_rest = row->number == 0;
		row->offset = r->offset + at;
		settle(r, at, &row->numbers);
		if (row->numbers.leaving > row->numbers.entered ||
		    row->numbers.ended > row->numbers.leaving) {
			damage(r, at, "a row has more exits than enters");
			row->numbers = (struct csf_summary_row){ 0 };
		}
		r->summary->torn += row->numbers.leaving != row->numbers.ended;
		r->summary->row_count += row->numbers.entered != 0;
	}
	return 0;
}

static int read_counts(struct reading *r, struct csa_summary_slot *slot, uint32_t first,
		       size_t offset)
{
	const struct csf_count_row *cell = (const void *)(r->window->bytes + offset);

	if (!is_possible(r, first, CSF_COUNTS_PER_CELL)) {
		damage(r, offset, "a cell of rows has an impossible number");
		return 0;
	}
	if (!reserve_rows(slot, first + CSF_COUNTS_PER_CELL))
		return no_memory(r);
	for (uint32_t i = 0; i < CSF_COUNTS_PER_CELL; i++) {
		struct csa_summary_row *row = &slot->rows[first + i];

		row->numbers.function = cell[i].function;
		row->numbers.entered = cell[i].calls;
		row->numbers.leaving = row->numbers.ended = cell[i].calls;
		row->number = first + i;
		row->is_rest = row->number == 0;
		row->offset = r->offset + offset + i * sizeof(*cell);
		r->summary->row_count += cell[i].calls != 0;
	}
	return 0;
}

static int read_octave(struct reading *r, struct csa_summary_slot *slot, uint64_t tag,
		       size_t offset)
{
	uint64_t number = tag >> CSF_TAG_ROW_SHIFT;
	unsigned octave = tag >> CSF_TAG_OCTAVE_SHIFT & CSF_TAG_OCTAVE_MASK;
	struct csa_octave *octaves;
	struct csa_summary_row *row;

	if (number >= slot->row_count || octave >= CSF_OCTAVES) {
		damage(r, offset, "a cell of counters is of no row");
		return 0;
	}
	row = &slot->rows[number];
	octaves = realloc(row->octaves, (row->octave_count + 1) * sizeof(*octaves));
	if (!octaves)
		return no_memory(r);
	row->octaves = octaves;
	octaves += row->octave_count++;
	octaves->octave = octave;
	memcpy(octaves->counters, r->window->bytes + offset, sizeof(octaves->counters));
	return 0;
}

static int read_cell(struct reading *r, struct csa_summary_slot *slot, unsigned cell)
{
	uint64_t tag = r->window->table.tags[cell];
	uint32_t number = (uint32_t)(tag >> CSF_TAG_ROW_SHIFT);
	size_t offset = CSF_TABLE_HEADER_BYTES + (size_t)cell * CSF_CELL_BYTES;

	switch (tag & CSF_TAG_KIND_MASK) {
	case CSF_CELL_ROWS:
		return read_rows(r, slot, number, offset);
	case CSF_CELL_COUNTS:
		return read_counts(r, slot, number, offset);
	case CSF_CELL_OCTAVE:
		return read_octave(r, slot, tag, offset);
	default: /* nothing, the stack, or a kind of a later version */
		return 0;
	}
}

static size_t find_row(const struct csa_summary_slot *slot, uint64_t handle)
{
	for (size_t i = 0; i < slot->row_count; i++) {
		if (slot->rows[i].numbers.handle == handle)
			return i;
	}
	return SIZE_MAX;
}

/* The frames are taken as they were in the first window; rows follow, so this comes last. */
static void resolve_frames(struct csa_summary_slot *slot)
{
	size_t kept = 0;

	for (size_t i = 0; i < slot->frame_count; i++) {
		struct csa_summary_frame frame = slot->frames[i];
		struct csa_summary_row *row;

		if (frame.row != SIZE_MAX) {
			frame.row = find_row(slot, frame.row);
			if (frame.row == SIZE_MAX)
				continue; /* in a window that could not be read */
			row = &slot->rows[frame.row];
			/* Its enter or its exit was under way: the row decides. */
			if (row->frames == csa_summary_open_calls(row))
				continue;
			row->frames++;
		}
		slot->frames[kept++] = frame;
	}
	slot->frame_count = kept;
}

/* Until resolve_frames(), frame.row is the handle. */
static int read_stack(struct reading *r, struct csa_summary_slot *slot)
{
	const struct csf_tally_frame *frames = (const void *)(r->window->bytes + CSF_STACK_OFFSET);

	slot->root_ticks = frames[0].child_ticks;
	slot->frames = calloc(CSF_STACK_FRAMES, sizeof(*slot->frames));
	if (!slot->frames)
		return no_memory(r);
	for (unsigned i = 1; i < CSF_STACK_FRAMES && frames[i].row != 0; i++) {
		slot->frames[slot->frame_count++] = (struct csa_summary_frame){
			.row = frames[i].row == CSF_FRAME_FOREIGN ? SIZE_MAX
								  : (size_t)frames[i].row,
			.enter_ticks = frames[i].enter_ticks,
			.child_ticks = frames[i].child_ticks,
			.child_count = frames[i].child_count,
		};
	}
	return 0;
}

static int read_window(struct reading *r)
{
	const struct csf_table *table = &r->window->table;
	struct csa_summary_slot *slot;
	int rc = 0;

	csa_table_to_native(&r->window->table);
	if (table->magic == 0)
		return 0; /* it was just being made, or could not be */
	if (table->magic != CSF_TABLE_MAGIC || table->version != CSF_SUMMARY_VERSION) {
		damage(r, 0, "not the header of a window");
		return 0;
	}
	if (table->slot >= SLOTS_MAX) {
		damage(r, offsetof(struct csf_table, slot), "an impossible slot number");
		return 0;
	}
	r->summary->window_count++;
	slot = slot_of(r->summary, table->slot);
	if (!slot)
		return no_memory(r);
	if (table->index == 0) {
		slot->table = *table;
		slot->is_known = true;
	}
	for (unsigned i = 0; i < CSF_TABLE_CELLS && rc == 0; i++)
		rc = read_cell(r, slot, i);
	if (rc == 0 && table->index == 0 && r->summary->header.mode == CSF_MODE_SUMMARY &&
	    !slot->frames)
		rc = read_stack(r, slot);
	return rc;
}

static int read_windows(struct reading *r)
{
	for (uint32_t i = 0; i < r->summary->header.window_count; i++) {
		ssize_t n;
		int rc;

		r->offset = CSF_SUMMARY_HEADER_BYTES + (uint64_t)i * CSF_WINDOW_BYTES;
		n = csa_file_read_at(r->fd, r->window, CSF_WINDOW_BYTES, r->offset, r->err);
		if (n < 0)
			return (int)n;
		if (n < (ssize_t)CSF_WINDOW_BYTES) {
			damage(r, (uint64_t)n, "the file ends within a window");
			return 0;
		}
		rc = read_window(r);
		if (rc < 0)
			return rc;
	}
	return 0;
}

int csa_summary_read(struct csa_summary *summary, int fd, const char *path, struct csa_notes *notes,
		     struct csa_err *err)
{
	struct reading r = {
		.summary = summary, .fd = fd, .path = path, .notes = notes, .err = err
	};
	ssize_t n;
	int rc;

	*summary = (struct csa_summary){ 0 };
	n = csa_file_read_at(fd, &summary->header, sizeof(summary->header), 0, err);
	r.is_swapped = csa_summary_to_native(&summary->header);
	if (n < 0)
		return (int)n;
	if (n < (ssize_t)sizeof(summary->header))
		rc = csa_fail(err, CSA_E_FORMAT, "offset 0: %zd bytes, expected at least %zu", n,
			      sizeof(summary->header));
	else
		rc = check_header(&summary->header, err);
	if (rc < 0) {
		csa_err_context(err, "%s", path);
		return rc;
	}
	r.window = malloc(sizeof(*r.window));
	if (!r.window)
		return no_memory(&r);
	rc = read_windows(&r);
	free(r.window);
	for (size_t i = 0; i < summary->slot_count; i++)
		resolve_frames(&summary->slots[i]);
	return rc;
}

void csa_summary_release(struct csa_summary *summary)
{
	for (size_t i = 0; i < summary->slot_count; i++) {
		struct csa_summary_slot *slot = &summary->slots[i];

		for (size_t j = 0; j < slot->row_count; j++)
			free(slot->rows[j].octaves);
		free(slot->rows);
		free(slot->frames);
	}
	free(summary->slots);
	*summary = (struct csa_summary){ 0 };
}
