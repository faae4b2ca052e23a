/* SPDX-License-Identifier: MIT */
/* Old summary files of one process as summary.cst (docs/format/summary.md): a slot each. */
#define _GNU_SOURCE /* O_CLOEXEC, O_NOFOLLOW, pwrite with 64-bit offsets */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <callsight/summary_format.h>

#include "file_bytes.h"
#include "import_process.h"
#include "old_summary.h"

#define SLOTS_MAX  16384u /* readers take no more */
#define STACK_CELL ((CSF_STACK_OFFSET - CSF_TABLE_HEADER_BYTES) / CSF_CELL_BYTES)

union window {
	struct csf_table table;
	char bytes[CSF_WINDOW_BYTES];
};

/* summary.cst while it is written. The first window of a slot is written last: its root is a sum. */
struct writing {
	struct csa_import_process *p;
	const char *path;
	int fd;
	struct csa_err *err;
	uint32_t window_count;
	uint32_t slot;
	uint64_t first_offset; /* of the first window of the slot */
	uint64_t offset;       /* of now */
	unsigned cells;        /* of now */
	uint32_t rows;         /* of the slot */
	uint64_t self;         /* of all its rows */
	union window *first;
	union window *more;
	union window *now; /* one of both */
};

static int write_at(const struct writing *w, const void *bytes, size_t count, uint64_t offset)
{
	if (pwrite(w->fd, bytes, count, (off_t)offset) != (ssize_t)count)
		return csa_fail(w->err, CSA_E_IO, "%s: %s", w->path, strerror(errno));
	return 0;
}

static void begin_window(struct writing *w, union window *window, uint32_t index)
{
	memset(window, 0, sizeof(*window));
	window->table.magic = CSF_TABLE_MAGIC;
	window->table.version = CSF_SUMMARY_VERSION;
	window->table.slot = w->slot;
	window->table.index = index;
	w->now = window;
	w->cells = 0;
	w->offset = CSF_SUMMARY_HEADER_BYTES + (uint64_t)w->window_count++ * CSF_WINDOW_BYTES;
}

/* A new cell; NULL: it cannot be written. */
static char *cell(struct writing *w, uint64_t tag)
{
	unsigned room = w->now == w->first ? STACK_CELL : CSF_TABLE_CELLS;
	unsigned at;

	if (w->cells == room) {
		uint32_t index = w->now->table.index + 1;

		if (w->now != w->first && write_at(w, w->now, sizeof(*w->now), w->offset) < 0)
			return NULL;
		begin_window(w, w->more, index);
	}
	at = w->cells++;
	w->now->table.tags[at] = tag;
	return w->now->bytes + CSF_TABLE_HEADER_BYTES + (size_t)at * CSF_CELL_BYTES;
}

static unsigned bucket_of(uint64_t ticks)
{
	unsigned shift = 63 - (unsigned)__builtin_clzll(ticks | 64) - 6;

	return 64 * shift + (unsigned)(ticks >> shift);
}

/* Where the calls of an old bucket are counted: its middle, which no call of the row is beyond. */
static unsigned place_of(const struct csa_old_row *row, unsigned bucket)
{
	uint64_t ticks = csa_old_bucket_middle(bucket);

	if (ticks < row->min)
		ticks = row->min;
	if (ticks > row->max)
		ticks = row->max;
	return bucket_of(ticks);
}

static int add_octaves(struct writing *w, uint32_t number, const struct csa_old_row *row)
{
	uint64_t *counters = NULL;
	unsigned octave = 0;

	/* Places ascend with the buckets, so every octave is begun once. */
	for (unsigned i = 0; i < CSA_OLD_BUCKETS; i++) {
		unsigned place = place_of(row, i);

		if (row->buckets[i] == 0)
			continue;
		if (!counters || place / 64 != octave) {
			octave = place / 64;
			counters = (uint64_t *)(void *)
				cell(w, CSF_CELL_OCTAVE | octave << CSF_TAG_OCTAVE_SHIFT |
						(uint64_t)number << CSF_TAG_ROW_SHIFT);
			if (!counters)
				return CSA_E_IO;
		}
		counters[place % 64] += row->buckets[i];
	}
	return 0;
}

static bool has_all_durations(const struct csa_old_row *row)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < CSA_OLD_BUCKETS; i++)
		sum += row->buckets[i];
	return sum == row->calls && row->min <= row->max;
}

static void fill_row(const struct writing *w, const struct csa_old_file *file,
		     struct csf_summary_row *out, const struct csa_old_row *row)
{
	uint64_t span = file->header.span;

	*out = (struct csf_summary_row){
		.function = csa_import_addr(w->p, file->header.bias, row->function),
		.entered = row->calls,
		.leaving = row->calls,
		.ended = row->calls,
		.self = row->self,
		.total = row->inclusive,
		.min = row->calls ? row->min : UINT64_MAX,
		.max = row->max,
		/* Every activation of a recursion was added: not longer than the thread for all. */
		.nested = span && row->inclusive > span ? row->inclusive - span : 0,
		.flags = has_all_durations(row) ? 0 : CSF_ROW_NO_OCTAVES,
	};
}

static bool is_damaged(const struct csa_old_row *row)
{
	return row->calls &&
	       (row->function == 0 || row->self > row->inclusive || row->min > row->max);
}

/* @count rows at most of one cell, and behind it their durations. Return: rows read, or an error. */
static int add_cell(struct writing *w, const struct csa_old_file *file, uint64_t index)
{
	struct csa_old_row rows[CSF_ROWS_PER_CELL] = { 0 };
	struct csf_summary_row *out;
	const uint32_t first_row = w->rows;
	unsigned skipped = first_row == 0; /* row 0 is that of functions without room */
	unsigned count = 0;
	int rc = 1;

	while (skipped + count < CSF_ROWS_PER_CELL && index + count < file->header.records) {
		rc = csa_old_row_read(file, index + count, &rows[count], w->err);
		if (rc <= 0)
			break;
		count++;
	}
	if (rc < 0 || (count == 0 && !skipped))
		return rc < 0 ? rc : 0;
	out = (struct csf_summary_row *)(void *)cell(w,
						     CSF_CELL_ROWS | (uint64_t)first_row
									     << CSF_TAG_ROW_SHIFT);
	if (!out)
		return CSA_E_IO;
	for (unsigned i = 0; i < count; i++) {
		bool is_bad = is_damaged(&rows[i]);

		if (is_bad)
			csa_notes_add(&w->p->notes, CSA_NOTE_DAMAGE,
				      "%s: offset %" PRIu64 ": numbers of a function that "
				      "contradict each other; it is left out",
				      file->path, rows[i].offset);
		if (is_bad || rows[i].calls == 0) {
			memset(rows[i].buckets, 0, sizeof(rows[i].buckets));
			continue;
		}
		fill_row(w, file, &out[skipped + i], &rows[i]);
		w->self += rows[i].self;
		w->p->records += rows[i].calls;
	}
	for (unsigned i = 0; i < count && rc >= 0; i++)
		rc = add_octaves(w, first_row + skipped + i, &rows[i]);
	w->rows = first_row + CSF_ROWS_PER_CELL;
	return rc < 0 ? rc : (int)count;
}

static void fill_slot(const struct writing *w, const struct csa_old_file *file)
{
	const struct csa_old_header *h = &file->header;
	struct csf_table *table = &w->first->table;
	uint64_t first = h->flags & CSA_OLD_TICKS ? h->first_ticks : h->first_ns;

	table->threads = 1;
	table->tid = h->tid;
	table->first_serial = table->serial = w->slot + 1;
	table->first_ticks = first;
	table->last_ticks = h->span > UINT64_MAX - first ? UINT64_MAX : first + h->span;
	table->lost_events = h->dropped;
	for (unsigned i = STACK_CELL; i < CSF_TABLE_CELLS; i++)
		table->tags[i] = CSF_CELL_STACK;
	((struct csf_tally_frame *)(void *)(w->first->bytes + CSF_STACK_OFFSET))->child_ticks =
		w->self;
	if (table->last_ticks > w->p->last_time)
		w->p->last_time = table->last_ticks;
}

static void check_end(const struct writing *w, const struct csa_old_file *file, uint64_t count)
{
	const struct csa_old_header *h = &file->header;
	uint64_t there = h->header_bytes + count * h->record_bytes;

	if (count < h->records)
		csa_notes_add(&w->p->notes, CSA_NOTE_DAMAGE,
			      "%s: offset %" PRIu64 ": cut: %" PRIu64
			      " functions are there, the header says %" PRIu64,
			      file->path, there, count, h->records);
	else if (file->bytes > there)
		csa_notes_add(&w->p->notes, CSA_NOTE_DAMAGE,
			      "%s: offset %" PRIu64 ": %" PRIu64 " bytes behind the last function",
			      file->path, there, file->bytes - there);
}

static int add_slot(struct writing *w, const struct csa_old_file *file)
{
	uint64_t count = 0;
	int rc;

	w->rows = 0;
	w->self = 0;
	begin_window(w, w->first, 0);
	w->first_offset = w->offset;
	do {
		rc = add_cell(w, file, count);
		count += rc > 0 ? (uint64_t)rc : 0;
	} while (rc > 0);
	if (rc < 0)
		return rc;
	check_end(w, file, count);
	if (w->now != w->first)
		rc = write_at(w, w->now, sizeof(*w->now), w->offset);
	fill_slot(w, file);
	if (rc == 0)
		rc = write_at(w, w->first, sizeof(*w->first), w->first_offset);
	w->slot++;
	return rc;
}

static int write_header(const struct writing *w)
{
	const struct csf_summary header = { .magic = CSF_SUMMARY_MAGIC,
					    .version = CSF_SUMMARY_VERSION,
					    .mode = CSF_MODE_SUMMARY,
					    .window_bytes = CSF_WINDOW_BYTES,
					    .window_count = w->window_count,
					    .pid = w->p->pid };

	return write_at(w, &header, sizeof(header), 0);
}

static int add_files(struct writing *w, const struct csa_old_entry *entries, uint32_t count)
{
	int rc = 0;

	for (uint32_t i = 0; i < count && rc >= 0; i++) {
		struct csa_old_file file;
		struct csa_err why = { 0 };

		if (w->slot == SLOTS_MAX) {
			csa_notes_add(&w->p->notes, CSA_NOTE_DAMAGE,
				      "%s: more than %u summary files of one process",
				      entries[i].path, SLOTS_MAX);
			break;
		}
		if (csa_old_file_open(&file, entries[i].path, &why) < 0)
			csa_notes_add(&w->p->notes, CSA_NOTE_DAMAGE, "%s", why.msg);
		else
			rc = add_slot(w, &file);
		csa_old_file_close(&file);
	}
	return rc < 0 ? rc : write_header(w);
}

int csa_import_summaries(struct csa_import_process *p, const struct csa_old_entry *entries,
			 uint32_t count, struct csa_err *err)
{
	char *path = csa_path_join(p->dir, "summary.cst");
	struct writing w = { .p = p, .path = path, .fd = -1, .err = err };
	int rc;

	w.first = malloc(sizeof(*w.first));
	w.more = malloc(sizeof(*w.more));
	if (!path || !w.first || !w.more) {
		rc = csa_fail(err, CSA_E_NOMEM, "no memory for a summary");
	} else {
		w.fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
		rc = w.fd < 0 ? csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno))
			      : add_files(&w, entries, count);
	}
	p->slots = w.slot;
	if (w.fd >= 0)
		close(w.fd);
	free(w.first);
	free(w.more);
	free(path);
	return rc;
}
