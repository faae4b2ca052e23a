/* SPDX-License-Identifier: MIT */
/* live.cst; the order of blocks, and what is missing among them. */
#define _GNU_SOURCE /* O_CLOEXEC, pread with 64-bit offsets */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "block_copies.h"
#include "block_header.h"
#include "block_survey.h"
#include "file_bytes.h"
#include "native_order.h"

static int check_live(const struct csf_live *live, struct csa_err *err)
{
	if (live->magic != CSF_LIVE_MAGIC)
		return csa_fail(err, CSA_E_FORMAT, "offset 0: magic is 0x%08x, expected 0x%08x",
				live->magic, CSF_LIVE_MAGIC);
	if (live->version != CSF_VERSION)
		return csa_fail(err, CSA_E_UNSUPPORTED,
				"offset 4: format version is %u, expected %u", live->version,
				CSF_VERSION);
	if (live->window_bytes != CSF_BLOCK_BYTES)
		return csa_fail(err, CSA_E_FORMAT, "offset 8: windows have %u bytes, expected %u",
				live->window_bytes, CSF_BLOCK_BYTES);
	return 0;
}

static bool is_as_seen(const struct csf_block *header, const struct csa_window_seen *seen)
{
	return header->state == seen->state && header->thread_serial == seen->thread_serial;
}

/* The bytes at the beginning of a block that say which one it is. */
#define GLANCE_BYTES offsetof(struct csf_block, tid)

/* What @header says makes no sense: because it was read while the thread changed it? */
static bool is_in_use(const struct csa_capture_file *f, uint64_t offset,
		      const struct csf_block *header)
{
	struct csf_block now;

	return csa_block_read_header(f->fd, &now, GLANCE_BYTES, offset, NULL) != GLANCE_BYTES ||
	       now.state != header->state || now.thread_serial != header->thread_serial;
}

static int add_window(struct csa_capture *capture, uint32_t file, uint64_t offset,
		      const struct csa_window_seen *seen, struct csa_notes *notes,
		      struct csa_err *err)
{
	const struct csa_capture_file *f = &capture->files[file];
	struct csf_block header;
	struct csa_err why = { 0 };
	ssize_t n = csa_block_read_header(f->fd, &header, sizeof(header), offset, err);
	int rc;

	if (n < 0)
		return (int)n;
	if (seen && (size_t)n >= GLANCE_BYTES && !is_as_seen(&header, seen)) {
		capture->changed_windows++;
		return 0;
	}
	if ((size_t)n < sizeof(header) || !(header.state & 1))
		return 0;
	rc = csa_block_check(&header, &why);
	if (rc == 0 && header.state >> 1 != (header.sequence & 0x7fffffffu))
		rc = csa_fail(&why, CSA_E_FORMAT, "state says sequence %u, the header %u",
			      header.state >> 1, header.sequence);
	if (rc == 0 && header.used_bytes > f->bytes - offset)
		rc = csa_fail(&why, CSA_E_FORMAT, "window ends after %llu bytes, %u are used",
			      (unsigned long long)(f->bytes - offset), header.used_bytes);
	if (rc < 0 && is_in_use(f, offset, &header)) {
		capture->changed_windows++;
		return 0;
	}
	if (rc < 0) {
		csa_notes_add(notes, CSA_NOTE_DAMAGE, "%s: offset %llu: %s", f->path,
			      (unsigned long long)offset, why.msg);
		return 0;
	}
	capture->open_windows++;
	return csa_survey_add(capture, &header,
			      &(struct csa_block_ref){
				      .offset = offset,
				      .file = file,
				      .bytes = header.used_bytes,
				      .thread_serial = header.thread_serial,
				      .sequence = header.sequence,
				      .lane0_sequence = header.lane0_sequence,
				      .lane = header.lane,
				      .flags = CSA_REF_WINDOW |
					       (header.lost_events ? CSA_REF_LOST : 0u),
			      });
}

/* Also its size, which grows before window_count does. */
static int read_live(struct csa_capture_file *f, struct csf_live *live, struct csa_err *err)
{
	ssize_t n = csa_live_read(f->fd, live, err);
	struct stat st;

	if (n < 0)
		return (int)n;
	if ((size_t)n < sizeof(*live))
		return csa_fail(err, CSA_E_FORMAT, "offset 0: %zd bytes, expected at least %zu", n,
				sizeof(*live));
	if (fstat(f->fd, &st) != 0)
		return csa_fail(err, CSA_E_IO, "%s", strerror(errno));
	f->bytes = (uint64_t)st.st_size;
	return check_live(live, err);
}

static int glance(struct csa_windows_seen *seen, struct csa_capture_file *f)
{
	struct csf_live live = { 0 };
	uint64_t count;

	if (read_live(f, &live, NULL) < 0)
		return 0;
	count = f->bytes / CSF_BLOCK_BYTES;
	if (live.window_count < count)
		count = live.window_count;
	seen->items = calloc(count + 1, sizeof(*seen->items));
	if (!seen->items)
		return CSA_E_NOMEM;
	for (; seen->count < count; seen->count++) {
		struct csf_block header;

		if (csa_block_read_header(f->fd, &header, GLANCE_BYTES,
					  CSF_LIVE_HEADER_BYTES + seen->count * CSF_BLOCK_BYTES,
					  NULL) != GLANCE_BYTES)
			break;
		seen->items[seen->count].state = header.state;
		seen->items[seen->count].thread_serial = header.thread_serial;
	}
	return 0;
}

int csa_survey_glance(struct csa_windows_seen *seen, const char *dir, struct csa_err *err)
{
	struct csa_capture_file f = { .path = csa_path_join(dir, "live.cst"), .fd = -1 };
	int rc = f.path ? 0 : CSA_E_NOMEM;

	*seen = (struct csa_windows_seen){ 0 };
	if (f.path)
		f.fd = open(f.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	/* What is wrong with the file is said by csa_survey_live(). */
	if (f.fd >= 0) {
		rc = glance(seen, &f);
		close(f.fd);
	}
	free(f.path);
	return rc < 0 ? csa_fail(err, rc, "no memory for the windows of %s", dir) : 0;
}

int csa_survey_live(struct csa_capture *capture, uint32_t file, const struct csa_windows_seen *seen,
		    struct csa_notes *notes, struct csa_err *err)
{
	struct csa_capture_file *f = &capture->files[file];
	struct csf_live live = { 0 };
	uint64_t there;
	int rc = read_live(f, &live, err);

	if (rc < 0) {
		csa_err_context(err, "%s", f->path);
		return rc;
	}
	capture->has_live = true;
	capture->live = live;
	capture->lost_events += live.lost_events;
	there = f->bytes < CSF_LIVE_HEADER_BYTES + CSF_BLOCK_HEADER_BYTES
			? 0
			: (f->bytes - CSF_LIVE_HEADER_BYTES + CSF_BLOCK_BYTES - 1) /
				  CSF_BLOCK_BYTES;
	if (live.window_count > there)
		csa_notes_add(notes, CSA_NOTE_DAMAGE,
			      "%s: offset 12: says %u windows, there is room for %llu", f->path,
			      live.window_count, (unsigned long long)there);
	for (uint64_t i = 0; i < live.window_count && i < there && rc == 0; i++) {
		static const struct csa_window_seen unused;
		const struct csa_window_seen *before = NULL;

		if (seen)
			before = i < seen->count ? &seen->items[i] : &unused;
		rc = add_window(capture, file, CSF_LIVE_HEADER_BYTES + i * CSF_BLOCK_BYTES, before,
				notes, err);
	}
	return rc;
}

static struct csa_block_ref *find_block(const struct csa_capture *capture,
					const struct csa_doubt *doubt)
{
	size_t low = 0;
	size_t high = capture->blocks ? capture->block_count : 0;
	const struct csa_block_ref key = { .thread_serial = doubt->thread_serial,
					   .lane = doubt->lane,
					   .sequence = doubt->sequence };

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct csa_block_ref *block = &capture->blocks[middle];

		if (csa_is_same_block(block, &key))
			return block;
		if (block->thread_serial < key.thread_serial ||
		    (block->thread_serial == key.thread_serial &&
		     (block->lane < key.lane ||
		      (block->lane == key.lane && block->sequence < key.sequence))))
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* Each window can be the source of one doubt: while its block is being written to a file. */
static void judge(struct csa_capture *capture, const struct csa_doubts *doubts, size_t unwritten,
		  struct csa_notes *notes)
{
	size_t being_written = capture->changed_windows;

	for (size_t i = 0; i < doubts->count; i++) {
		const struct csa_doubt *doubt = &doubts->items[i];
		struct csa_block_ref *block = doubt->has_key ? find_block(capture, doubt) : NULL;

		if (block && (block->flags & CSA_REF_WINDOW))
			continue;
		/* The server has not written all of it, or was killed: it is not acknowledged. */
		if (capture->is_received && doubt->is_at_end) {
			if (block && (block->flags & CSA_REF_CUT))
				block->bytes = 0;
			continue;
		}
		if (!doubt->has_key && !doubt->has_rest && unwritten) {
			unwritten--;
			continue;
		}
		if (being_written) {
			being_written--;
			if (block && (block->flags & CSA_REF_CUT))
				block->bytes = 0; /* what is there of it is not all */
			continue;
		}
		csa_notes_add(notes, CSA_NOTE_DAMAGE, "%s: offset %llu: %s",
			      capture->files[doubt->file].path, (unsigned long long)doubt->offset,
			      doubt->text);
	}
}

static void drop_unfinished(struct csa_capture *capture)
{
	size_t kept = 0;

	for (size_t i = 0; i < capture->block_count; i++) {
		if (capture->blocks[i].bytes)
			capture->blocks[kept++] = capture->blocks[i];
	}
	capture->block_count = kept;
}

static int add_lane(struct csa_capture *capture, size_t first, struct csa_err *err)
{
	const struct csa_block_ref *ref = &capture->blocks[first];
	struct csa_lane *lanes;
	struct csf_block header;
	ssize_t n = csa_block_read_header(capture->files[ref->file].fd, &header, sizeof(header),
					  ref->offset, err);

	if (n < 0)
		return (int)n;
	if ((capture->lane_count & (capture->lane_count - 1)) == 0) {
		lanes = realloc(capture->lanes,
				(capture->lane_count ? 2 * capture->lane_count : 1) *
					sizeof(*lanes));
		if (!lanes)
			return csa_fail(err, CSA_E_NOMEM, "no memory for the threads");
		capture->lanes = lanes;
	}
	capture->lanes[capture->lane_count++] = (struct csa_lane){
		.thread_serial = ref->thread_serial,
		.tid = header.tid,
		.lane = ref->lane,
		.is_inherited = header.flags & CSF_BLOCK_INHERITED,
		.first = first,
		.first_ticks = header.first_ticks,
	};
	return 0;
}

static int take_lost(struct csa_capture *capture, const struct csa_block_ref *ref,
		     struct csa_lane *lane, struct csa_err *err)
{
	struct csf_block header;
	ssize_t n = csa_block_read_header(capture->files[ref->file].fd, &header, sizeof(header),
					  ref->offset, err);

	if (n < 0)
		return (int)n;
	lane->lost_events += header.lost_events;
	capture->lost_events += header.lost_events;
	return 0;
}

/* Its first block says that others were dropped: what is open was entered in the capture. */
static void begin_lost(const struct csa_capture *capture, struct csa_lane *lane,
		       const struct csa_block_ref *first)
{
	lane->begins_lost = first->sequence == 0 && !capture->is_wrap && capture->facts.known;
	if (lane->begins_lost && capture->facts.start_ticks < lane->first_ticks)
		lane->first_ticks = capture->facts.start_ticks;
}

static bool is_lane_1_of(const struct csa_block_ref *ref, const struct csa_block_ref *host)
{
	return ref->lane == 1 && host->lane == 0 && ref->thread_serial == host->thread_serial;
}

/*
 * TRACE_FULL=wrap: a thread's oldest blocks are overwritten. A block of lane 1 goes with its block of
 * lane 0, of which it would be a part: what is left of it then is older than the window, too.
 */
static void drop_hostless(struct csa_capture *capture)
{
	const struct csa_block_ref *host = NULL;
	size_t kept = 0;

	for (size_t i = 0; i < capture->block_count; i++) {
		struct csa_block_ref ref = capture->blocks[i];

		if (host && is_lane_1_of(&ref, host) && ref.lane0_sequence < host->sequence)
			continue;
		capture->blocks[kept] = ref;
		if (ref.lane == 0 && (!host || host->thread_serial != ref.thread_serial))
			host = &capture->blocks[kept];
		kept++;
	}
	capture->block_count = kept;
}

static bool is_same_lane(const struct csa_block_ref *a, const struct csa_block_ref *b)
{
	return a->thread_serial == b->thread_serial && a->lane == b->lane;
}

/*
 * TRACE_FULL=wrap, while the process runs: windows are looked at one after the other and used again meanwhile, so
 * that blocks are missing between newer ones. What is older than the last gap of a lane counts as overwritten, too.
 */
static void drop_before_gaps(struct csa_capture *capture)
{
	size_t kept = capture->block_count;

	if (kept == 0)
		return;
	for (size_t i = capture->block_count; i-- > 0;) {
		const struct csa_block_ref *next = &capture->blocks[kept];
		bool is_last =
			kept == capture->block_count || !is_same_lane(&capture->blocks[i], next);

		if (is_last || capture->blocks[i].sequence + 1 == next->sequence)
			capture->blocks[--kept] = capture->blocks[i];
	}
	capture->block_count -= kept;
	memmove(capture->blocks, capture->blocks + kept,
		capture->block_count * sizeof(*capture->blocks));
}

/*
 * @first: the first block that is there of a lane, @missing blocks before it are not. The window begins
 * where the last of the threads' does. Of lane 1 nothing is missing in it unless its first block is a
 * part of the first one of lane 0: what interrupted a block is overwritten before that block, but for
 * its end.
 */
static void note_older(struct csa_capture *capture, struct csa_lane *lane,
		       const struct csa_block_ref *first, uint32_t missing)
{
	const struct csa_lane *host = lane > capture->lanes ? lane - 1 : NULL;

	lane->older_blocks = missing;
	capture->older_blocks += missing;
	if (first->lane == 1 && host && host->thread_serial == first->thread_serial &&
	    capture->blocks[host->first].sequence != first->lane0_sequence)
		return;
	if (missing && lane->first_ticks > capture->window_ticks)
		capture->window_ticks = lane->first_ticks;
}

static int divide(struct csa_capture *capture, struct csa_err *err)
{
	for (size_t i = 0; i < capture->block_count; i++) {
		struct csa_block_ref *ref = &capture->blocks[i];
		const struct csa_block_ref *before = i ? &capture->blocks[i - 1] : NULL;
		struct csa_lane *lane;
		uint32_t missing = 0;
		int rc = 0;

		if (!before || before->thread_serial != ref->thread_serial ||
		    before->lane != ref->lane) {
			rc = add_lane(capture, i, err);
			missing = ref->sequence;
		} else if (ref->sequence != before->sequence + 1) {
			missing = ref->sequence - before->sequence - 1;
		}
		if (rc < 0)
			return rc;
		lane = &capture->lanes[capture->lane_count - 1];
		if (lane->count++ == 0 && capture->is_wrap) {
			note_older(capture, lane, ref, missing);
			missing = 0;
		}
		lane->lost_blocks += missing;
		capture->lost_blocks += missing;
		if (missing || (ref->flags & CSA_REF_LOST) ||
		    (before && lane->count > 1 && (before->flags & CSA_REF_CUT)))
			ref->flags |= CSA_REF_GAP;
		if (ref->flags & CSA_REF_LOST)
			rc = take_lost(capture, ref, lane, err);
		if ((ref->flags & CSA_REF_LOST) && lane->count == 1)
			begin_lost(capture, lane, ref);
		if (rc < 0)
			return rc;
	}
	return 0;
}

int csa_survey_finish(struct csa_capture *capture, const struct csa_doubts *doubts,
		      struct csa_notes *notes, struct csa_err *err)
{
	size_t unwritten;

	unwritten = csa_copies_drop(capture, notes);
	judge(capture, doubts, unwritten, notes);
	drop_unfinished(capture);
	if (capture->is_wrap && capture->changed_windows)
		drop_before_gaps(capture);
	if (capture->is_wrap)
		drop_hostless(capture);
	return divide(capture, err);
}
