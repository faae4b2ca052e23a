/* SPDX-License-Identifier: MIT */
/* A capture in the shared-memory ring of TRACE_SHM, which a client empties (docs/decisions/0047). */
#define _GNU_SOURCE
#include "sink.h"

#include <errno.h>

#include "error_text.h"
#include "live.h"
#include "mapping.h"
#include "process.h"
#include "ring_cells.h"
#include "ring_entry.h"
#include "ring_text.h"
#include "ring_windows.h"
#include "syscalls.h"
#include "windows.h"

/* Of a client that ends: it removes the object and its name right then. */
#define TRIES        200
#define TRY_AGAIN_NS 1000000

/* All of it is written during a start, by one thread, but for the text of modules (under the lock of modules.c).
 * Children of fork keep the object: they may not be allowed to open it any more. */
static struct csr_ring ring = CSR_RING_CLOSED;
static uint32_t process; /* number of our entry */
static uint64_t started; /* csf_ring_process.start_ns of it */
static struct csr_ring_text facts;
static struct csr_ring_text modules;
static bool is_maker;        /* nobody else used the object before us */
static uint32_t was_evicted; /* atomic; the client gave the entry to others */

CSR_FN static const char *reason(int rc)
{
	switch (-rc) {
	case ELOOP:
	case EISDIR:
	case CSR_RING_FOREIGN:
		return ": it is no file of this user alone";
	case CSR_RING_OTHER:
	case EINVAL:
		return ": what has the name is no ring";
	case CSR_RING_VERSION:
		return ": it is of another version or word size";
	case CSR_RING_CROWDED:
		return ": no entry for another process is free";
	case CSR_RING_ENDED:
		return ": its client is ending";
	default:
		return csr_error_text(rc);
	}
}

CSR_FN static void refuse(int rc)
{
	char line[360];
	struct csr_text text;

	csr_text_init(&text, line, sizeof(line));
	csr_text_add(&text, "cannot use the ring TRACE_SHM=/");
	csr_text_add(&text, csr_process.settings.shm);
	if (rc == -ENOSPC) {
		csr_text_add(&text, " of ");
		csr_text_add_decimal(&text, csr_process.settings.shm_bytes);
		csr_text_add(&text, " bytes in " CSR_RING_FOLDER);
	}
	csr_say(line, reason(rc), "; the trace goes into files in ", csr_process.settings.dir);
}

CSR_FN static void wait_a_little(void)
{
	const long time[2] = { 0, TRY_AGAIN_NS };

	csr_sys(SYS_nanosleep, time, 0);
}

/* The object of the name, or a new one, and an entry in it. */
CSR_FN static int attach(void)
{
	const struct csr_settings *settings = &csr_process.settings;
	int rc = -CSR_RING_ENDED;

	is_maker = false;
	for (unsigned i = 0; i < TRIES; i++) {
		/* A child of fork has it from its parent, unless the program closed the descriptor for good. */
		if (ring.header && csr_file_check(&ring.file, CSR_RING_FOLDER, ring.name) < 0)
			csr_ring_close(&ring);
		if (!ring.header)
			rc = csr_ring_open(&ring, settings->shm);
		if (ring.header)
			rc = csr_ring_entry_take(&ring, &process);
		if (rc == -ENOENT) {
			rc = csr_ring_make(settings->shm, settings->shm_bytes);
			is_maker = rc == 0;
			if (rc < 0 && rc != -EEXIST)
				return rc;
			continue;
		}
		if (rc != -CSR_RING_ENDED)
			return rc;
		if (!csr_ring_remove(&ring))
			wait_a_little();
		csr_ring_close(&ring);
	}
	return rc;
}

/* Who made the ring said how large it is; who asks for another size is told that it does not count. */
CSR_FN static void compare_size(void)
{
	const struct csr_settings *settings = &csr_process.settings;
	char line[360];
	struct csr_text text;

	if (is_maker || !settings->has_shm_bytes ||
	    settings->shm_bytes / CSF_BLOCK_BYTES == ring.cell_count)
		return;
	csr_text_init(&text, line, sizeof(line));
	csr_text_add(&text, "the ring TRACE_SHM=/");
	csr_text_add(&text, settings->shm);
	csr_text_add(&text, " is there already, with ");
	csr_text_add_decimal(&text, ring.cell_count * (uint64_t)CSF_BLOCK_BYTES);
	csr_text_add(&text, " bytes: TRACE_SHM_SIZE=");
	csr_text_add_decimal(&text, settings->shm_bytes);
	csr_say(line, " counts when it is made again", "", "");
}

CSR_FN static int open_ring(void)
{
	bool was_open =
		ring.header != NULL; /* by the parent, which has said what there is to say */
	int rc = attach();

	facts = (struct csr_ring_text){ .kind = CSF_WINDOW_FACTS };
	modules = (struct csr_ring_text){ .kind = CSF_WINDOW_MODULES };
	if (rc < 0) {
		refuse(rc);
		csr_ring_close(&ring);
		return rc;
	}
	if (!was_open)
		compare_size();
	was_evicted = 0;
	started = csr_ring_entry(&ring, process)->start_ns;
	csr_live_begin(&csr_ring_entry(&ring, process)->live);
	return 0;
}

CSR_FN static int put_facts(const struct csr_text *text)
{
	if (!csr_ring_text_add(&ring, process, &facts, text->data, text->length)) {
		refuse(-ENOSPC);
		return -ENOSPC;
	}
	csr_ring_entry_publish(&ring, process);
	return 0;
}

/*
 * A client that takes us for gone gives entry and windows to others: nothing there is ours to write any more. Threads
 * that are in the middle of a block go on in private memory until they come here.
 */
CSR_FN static bool is_evicted(void)
{
	struct csf_ring_process *entry = csr_ring_entry(&ring, process);

	if (__atomic_load_n(&entry->state, __ATOMIC_RELAXED) == CSF_RING_ATTACHED &&
	    entry->start_ns == started)
		return false;
	if (!__atomic_exchange_n(&was_evicted, 1, __ATOMIC_RELAXED)) {
		csr_windows_disown();
		csr_map_take_back(entry, CSF_RING_PAGE);
	}
	return true;
}

CSR_FN static void add_modules(const char *lines, size_t bytes)
{
	if (!is_evicted())
		csr_ring_text_add(&ring, process, &modules, lines, bytes);
}

CSR_FN static struct csf_block *window(void)
{
	uint32_t index;
	struct csf_block *block = is_evicted() ? NULL : csr_ring_window(&ring, process, &index);

	if (!block)
		return NULL;
	csr_ring_window_publish(&ring, process, index, CSF_WINDOW_EVENTS);
	__atomic_fetch_add(&csr_live_header()->window_count, 1, __ATOMIC_RELEASE);
	return block;
}

CSR_FN static struct csr_sink_result write_block(unsigned slot, const struct csf_block *block,
						 const struct csf_block *nested, bool needs_both)
{
	struct csf_ring_cell *cell;
	struct csf_ring_cell *second;

	(void)slot;
	if (is_evicted())
		return (struct csr_sink_result){ .marker = CSF_MARKER_FILE_GONE };
	cell = csr_ring_cell_take(&ring, process);
	second = cell && nested ? csr_ring_cell_take(&ring, process) : NULL;
	if (!cell || (nested && !second && needs_both)) {
		if (cell)
			csr_ring_cell_give(cell);
		return (struct csr_sink_result){ .is_full = true };
	}
	if (second)
		csr_ring_cell_put(&ring, process, second, nested);
	csr_ring_cell_put(&ring, process, cell, block);
	return (struct csr_sink_result){ .is_nested_full = nested && !second };
}

CSR_FN static void count_drop(void)
{
	__atomic_fetch_add(&csr_ring_entry(&ring, process)->dropped_blocks, 1, __ATOMIC_RELAXED);
}

/* An object that serves nobody would be in the way of one of another size. */
CSR_FN static void close_ring(void)
{
	csr_windows_disown();
	if (!ring.header)
		return;
	csr_ring_entry_give(&ring, process);
	if (is_maker)
		csr_ring_remove(&ring);
	csr_ring_close(&ring);
}

CSR_FN static void disown(void)
{
	csr_windows_disown();
	if (was_evicted) /* the entry is no more in reach */
		csr_ring_close(&ring);
}

const struct csr_sink csr_sink_ring = {
	.name = "ring",
	.open = open_ring,
	.put_facts = put_facts,
	.add_modules = add_modules,
	.window = window,
	.write = write_block,
	.count_drop = count_drop,
	.close = close_ring,
	.disown = disown,
	.otherwise = &csr_sink_file,
};
