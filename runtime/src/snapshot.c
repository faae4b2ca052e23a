/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>

#include "block.h"
#include "clock.h"
#include "facts.h"
#include "file.h"
#include "folder.h"
#include "live.h"
#include "live_windows.h"
#include "mapping.h"
#include "modules_file.h"
#include "process.h"
#include "syscalls.h"
#include "text.h"
#include "trigger.h"

#define NUMBER_MAX  99999u
#define PATH_BYTES  4600u
#define BLOCKS_NAME "blocks-0.0.cst"

/* A window that held a block when the snapshot began. */
struct seen {
	uint64_t first_ticks;
	uint32_t index;
	uint32_t state;
	uint32_t thread_serial;
	uint32_t used_bytes;
};

/* What is needed while one is written: by the thread that has set is_writing, with signals blocked. */
struct writing {
	uint64_t number;
	struct seen *seen;
	uint64_t seen_bytes; /* of the mapping */
	uint32_t count;
	uint64_t block_bytes; /* of all that was seen */
	char *buffer;         /* of CSF_BLOCK_BYTES */
};

static uint32_t is_writing; /* atomic */
static struct csr_file blocks_file = { .fd = -1 };
static struct csr_file modules_file = { .fd = -1 };
static char part_folder[PATH_BYTES];
static char folder[PATH_BYTES];

CSR_FN static uint64_t offset_of(uint32_t index)
{
	return CSF_LIVE_HEADER_BYTES + (uint64_t)index * CSF_BLOCK_BYTES;
}

/*
 * Every window once, with what says which block it holds. Blocks that were begun after @begin are left out: while one
 * window is looked at, others are used again, and of the newest ones some would be missing in between.
 */
CSR_FN static int look_around(struct writing *w, uint64_t begin)
{
	uint32_t count = __atomic_load_n(&csr_live_header()->window_count, __ATOMIC_ACQUIRE);
	struct csf_block block;
	int rc = csr_live_windows_check();

	if (rc < 0)
		return rc;
	w->seen_bytes = (count + UINT64_C(1)) * sizeof(*w->seen);
	w->seen = csr_map_private(w->seen_bytes, 0);
	w->buffer = csr_map_private(CSF_BLOCK_BYTES, 0);
	if (!w->seen || !w->buffer)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		if (!csr_live_windows_read(&block, offsetof(struct csf_block, pair_ticks),
					   offset_of(i)) ||
		    block.magic != CSF_BLOCK_MAGIC || !(block.state & 1) ||
		    block.first_ticks > begin || block.used_bytes < CSF_BLOCK_HEADER_BYTES ||
		    block.used_bytes > CSF_BLOCK_BYTES)
			continue;
		w->seen[w->count++] = (struct seen){ block.first_ticks, i, block.state,
						     block.thread_serial, block.used_bytes };
		w->block_bytes += block.used_bytes;
	}
	return 0;
}

CSR_FN static void sift(struct seen *seen, uint32_t at, uint32_t count)
{
	for (;;) {
		uint32_t child = 2 * at + 1;
		struct seen kept = seen[at];

		if (child >= count)
			return;
		if (child + 1 < count && seen[child + 1].first_ticks < seen[child].first_ticks)
			child++;
		if (kept.first_ticks <= seen[child].first_ticks)
			return;
		seen[at] = seen[child];
		seen[child] = kept;
		at = child;
	}
}

/* Newest first: what is overwritten before it is copied is then the oldest, as in the ring itself. */
CSR_FN static void sort(struct seen *seen, uint32_t count)
{
	for (uint32_t i = count / 2; i-- > 0;)
		sift(seen, i, count);
	while (count > 1) {
		struct seen oldest = seen[0];

		seen[0] = seen[--count];
		seen[count] = oldest;
		sift(seen, 0, count);
	}
}

/* A copy of what was published, if the window still holds the same block after it was made. */
CSR_FN static bool copy_window(const struct writing *w, const struct seen *seen)
{
	struct csf_block *block = (struct csf_block *)(void *)w->buffer;
	struct csf_block now;
	uint8_t lane;

	if (!csr_live_windows_read(&now, offsetof(struct csf_block, tid), offset_of(seen->index)) ||
	    now.state != seen->state || now.thread_serial != seen->thread_serial ||
	    now.used_bytes < CSF_BLOCK_HEADER_BYTES || now.used_bytes > CSF_BLOCK_BYTES)
		return false;
	lane = now.lane;
	if (!csr_live_windows_read(block, now.used_bytes, offset_of(seen->index)))
		return false;
	block->used_bytes = now.used_bytes;
	return csr_live_windows_read(&now, offsetof(struct csf_block, tid),
				     offset_of(seen->index)) &&
	       now.state == seen->state && now.thread_serial == seen->thread_serial &&
	       now.lane == lane && block->lane == lane && block->sequence == seen->state >> 1;
}

CSR_FN static int write_blocks(struct writing *w)
{
	uint64_t offset = 0;
	int rc = csr_file_create(&blocks_file, part_folder, BLOCKS_NAME);

	if (rc < 0)
		return rc;
	if (csr_file_is_low(&blocks_file, w->block_bytes))
		rc = -ENOSPC;
	for (uint32_t i = 0; i < w->count && rc == 0; i++) {
		const struct csf_block *block = (const struct csf_block *)(void *)w->buffer;

		if (!copy_window(w, &w->seen[i]))
			continue;
		rc = csr_file_check(&blocks_file, part_folder, BLOCKS_NAME);
		if (rc == 0)
			rc = csr_file_write_at(&blocks_file, block, block->used_bytes, offset);
		offset += block->used_bytes;
	}
	csr_file_close(&blocks_file);
	return rc;
}

/* Blocks between two looks at the modules: without the first, half a snapshot would have no names, without the second
 * a module that is loaded meanwhile none. */
CSR_FN static int write_recording(struct writing *w)
{
	uint64_t offset = 0;
	int rc = csr_file_create(&modules_file, part_folder, "modules");

	if (rc < 0)
		return rc;
	rc = csr_modules_file_copy(&modules_file, &offset, w->buffer, CSF_BLOCK_BYTES);
	if (rc == 0)
		rc = write_blocks(w);
	if (rc == 0)
		rc = csr_file_check(&modules_file, part_folder, "modules");
	if (rc == 0)
		rc = csr_modules_file_copy(&modules_file, &offset, w->buffer, CSF_BLOCK_BYTES);
	csr_file_close(&modules_file);
	return rc;
}

CSR_FN static bool make_path(char *path, uint64_t number, const char *suffix)
{
	struct csr_text text;

	csr_text_init(&text, path, PATH_BYTES);
	csr_text_add(&text, csr_process.folder);
	csr_text_add(&text, "/snapshot-");
	csr_text_add_decimal(&text, number);
	csr_text_add(&text, suffix);
	return !text.is_full;
}

/* The next number that is free: `callsight ctl` takes some, too. */
CSR_FN static int make_folder(struct writing *w)
{
	for (w->number = 1; w->number <= NUMBER_MAX; w->number++) {
		long rc;

		if (!make_path(folder, w->number, "") ||
		    !make_path(part_folder, w->number, ".part"))
			return -ENAMETOOLONG;
		if (csr_sys(SYS_faccessat, AT_FDCWD, folder, 0 /* F_OK */) == 0)
			continue;
		rc = csr_sys(SYS_mkdirat, AT_FDCWD, part_folder, 0700);
		if (rc != -EEXIST)
			return (int)rc;
	}
	return -EEXIST;
}

CSR_FN static void remove_part(void)
{
	static const char *const names[] = { "process.json", "modules", BLOCKS_NAME };
	long at = csr_sys(SYS_openat, AT_FDCWD, part_folder, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);

	if (CSR_IS_ERROR(at))
		return;
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		csr_sys(SYS_unlinkat, at, names[i], 0);
	csr_sys(SYS_close, at);
	csr_sys(SYS_unlinkat, AT_FDCWD, part_folder, AT_REMOVEDIR);
}

CSR_FN static int write_facts(const struct csr_snapshot_facts *snapshot)
{
	const struct csr_text *text = csr_facts_of_snapshot(snapshot);
	int rc = text ? csr_folder_write_facts(part_folder, text) : -ENAMETOOLONG;

	csr_facts_restore();
	return rc;
}

CSR_FN static int fill_folder(struct writing *w, const struct csr_snapshot_facts *facts)
{
	struct csr_snapshot_facts numbered = *facts;
	int rc;

	numbered.number = w->number;
	rc = write_facts(&numbered);
	if (rc == 0)
		rc = write_recording(w);
	if (rc == 0)
		rc = (int)csr_sys(SYS_renameat2, AT_FDCWD, part_folder, AT_FDCWD, folder, 0);
	if (rc < 0)
		remove_part();
	return rc;
}

/* Return: its number, or -errno. */
CSR_FN static int64_t write_snapshot(const struct csr_snapshot_facts *facts)
{
	struct writing w = { 0 };
	int rc = look_around(&w, csr_clock_read());

	if (rc == 0) {
		sort(w.seen, w.count);
		rc = make_folder(&w);
	}
	if (rc == 0)
		rc = fill_folder(&w, facts);
	if (w.seen)
		csr_sys(SYS_munmap, w.seen, w.seen_bytes);
	if (w.buffer)
		csr_sys(SYS_munmap, w.buffer, CSF_BLOCK_BYTES);
	return rc < 0 ? rc : (int64_t)w.number;
}

CSR_FN static void skip(struct csf_live *live, int64_t reason)
{
	if (reason)
		__atomic_store_n(&live->snapshot_error, (uint32_t)-reason, __ATOMIC_RELAXED);
	__atomic_fetch_add(&live->snapshots_skipped, 1, __ATOMIC_RELAXED);
}

/* @span: when something was written, how long it took. Return: its number; 0: there is none. */
CSR_FN static int64_t try_write(const struct csr_snapshot_facts *facts, struct csr_span *span)
{
	struct csf_live *live = csr_live_header();
	int64_t number = 0;

	if (live->snapshots >= csr_process.settings.max_snapshots ||
	    __atomic_exchange_n(&is_writing, 1, __ATOMIC_ACQUIRE)) {
		skip(live, 0);
		return 0;
	}
	/* Again: another thread may have written the last one just now. */
	if (live->snapshots < csr_process.settings.max_snapshots) {
		uint64_t begin = csr_clock_read();

		number = write_snapshot(facts);
		*span = (struct csr_span){ begin, csr_clock_read() - begin };
	}
	if (number > 0)
		__atomic_store_n(&live->snapshots, live->snapshots + 1, __ATOMIC_RELEASE);
	else
		skip(live, number);
	__atomic_store_n(&is_writing, 0, __ATOMIC_RELEASE);
	return number > 0 ? number : 0;
}

CSR_COLD void csr_snapshot_take(struct csr_thread *t)
{
	uint64_t signals = csr_signals_block();
	double hz = (double)csr_clock_get()->tick_hz;
	const struct csr_snapshot_facts facts = {
		.function = t->due->name,
		.duration_ns = (uint64_t)((double)t->due_ticks * 1e9 / hz),
	};
	struct csr_span span = { 0, 0 };
	int64_t number;

	t->due = NULL;
	number = try_write(&facts, &span);
	/* Those that were skipped take no time, and must not take the place of those that did. */
	if (span.ticks)
		t->snapshots[t->next_snapshot++ % CSR_SNAPSHOT_SPANS] = span;
	if (number && csr_block_make_room(t))
		csr_block_write_marker(t, CSF_MARKER_SNAPSHOT, (uint64_t)number);
	csr_signals_restore(signals);
}

CSR_FN void csr_snapshot_disown(void)
{
	csr_file_close(&blocks_file);
	csr_file_close(&modules_file);
	is_writing = 0;
}
