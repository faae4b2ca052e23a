/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "live.h"

#include "file.h"
#include "lock.h"
#include "mapping.h"
#include "process.h"
#include "slots.h"
#include "syscalls.h"
#include "text.h"

/* Beside those that TRACE_FULL=wrap keeps, a slot has one or two. */
#define WINDOWS_MAX (CSR_WRAP_MB_MAX * 16u + 2 * CSR_SLOT_COUNT)

static struct csr_file live_file = { .fd = -1 };
static struct csf_live *header; /* written in csr_live_create(), signals blocked, one thread */
/* windows[i] is written once, by the thread that i was given to */
static struct csf_block *windows[WINDOWS_MAX];
static uint32_t windows_given; /* atomic */

/* TRACE_FULL=wrap: windows whose blocks are complete, oldest first, from complete_first on around the
 * end of the array. Each window is here at most once. Under the lock. */
static struct csf_block *complete[WINDOWS_MAX];
static uint32_t complete_first;
static uint32_t complete_count;
static bool is_as_large_as_can_be; /* a window could not be made: not tried again */
static struct csr_lock lock;

CSR_FN int csr_live_create(void)
{
	int rc = csr_file_create(&live_file, csr_process.folder, "live.cst");

	if (rc < 0)
		return rc;
	rc = csr_file_reserve(&live_file, 0, CSF_LIVE_HEADER_BYTES);
	if (rc < 0)
		return rc;
	header = csr_map_window(&live_file, 0, CSF_LIVE_HEADER_BYTES);
	if (!header)
		return -12; /* ENOMEM */
	header->version = CSF_VERSION;
	header->window_bytes = CSF_BLOCK_BYTES;
	header->pid = (uint32_t)csr_process.pid;
	__atomic_store_n(&header->magic, CSF_LIVE_MAGIC, __ATOMIC_RELEASE);
	return 0;
}

CSR_FN struct csf_live *csr_live_header(void)
{
	return header;
}

/* Is there room for a window of the file? Before the first one the reason is said: no marker will. */
CSR_FN static bool may_reserve(uint32_t index)
{
	if (csr_file_check(&live_file, csr_process.folder, "live.cst") < 0)
		return false;
	if (!csr_file_is_low(&live_file))
		return true;
	if (index == 0)
		csr_say("less than TRACE_MIN_FREE_MB is free in ", csr_process.settings.dir,
			"; the program runs on untraced", "");
	/* What wraps around needs no more room. */
	if (!csr_process.settings.is_wrap)
		csr_process_stop(CSF_MARKER_MIN_FREE, csr_process.settings.min_free_bytes);
	return false;
}

CSR_FN static struct csf_block *make(uint32_t index)
{
	uint64_t offset = CSF_LIVE_HEADER_BYTES + (uint64_t)index * CSF_BLOCK_BYTES;

	if (index >= WINDOWS_MAX || !may_reserve(index) ||
	    csr_file_reserve(&live_file, offset, CSF_BLOCK_BYTES) < 0)
		return NULL;
	windows[index] = csr_map_window(&live_file, offset, CSF_BLOCK_BYTES);
	if (windows[index])
		csr_map_publish(&header->window_count, index + 1);
	return windows[index];
}

CSR_FN static bool may_grow(void)
{
	return !is_as_large_as_can_be && __atomic_load_n(&windows_given, __ATOMIC_RELAXED) <
						 csr_process.settings.max_bytes / CSF_BLOCK_BYTES;
}

CSR_FN static struct csf_block *take_oldest(void)
{
	struct csf_block *oldest;

	if (complete_count == 0)
		return NULL;
	oldest = complete[complete_first];
	complete_first = (complete_first + 1) % WINDOWS_MAX;
	complete_count--;
	return oldest;
}

CSR_FN void csr_live_close(struct csf_block *window)
{
	const struct {
		uint32_t used;
		uint32_t state;
	} both = { 0, window->state & ~UINT32_C(1) };
	uint64_t word;

	__builtin_memcpy(&word, &both, sizeof(word));
	__atomic_store_n((uint64_t *)(void *)&window->used_bytes, word, __ATOMIC_RELEASE);
	/* A reader that copies anything of the next block finds the window closed when it looks again. */
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

CSR_FN struct csf_block *csr_live_window(void)
{
	struct csf_block *oldest = NULL;

	if (csr_process.settings.is_wrap) {
		csr_lock_take(&lock);
		if (!may_grow())
			oldest = take_oldest();
		csr_lock_give(&lock);
	}
	if (!oldest)
		return make(__atomic_fetch_add(&windows_given, 1, __ATOMIC_RELAXED));
	csr_live_close(oldest);
	return oldest;
}

CSR_FN struct csf_block *csr_live_exchange(struct csf_block *full)
{
	struct csf_block *window = NULL;
	uint32_t index = 0;
	bool grows;

	csr_lock_take(&lock);
	grows = may_grow();
	if (grows)
		index = __atomic_fetch_add(&windows_given, 1, __ATOMIC_RELAXED);
	csr_lock_give(&lock);
	if (grows)
		window = make(index);
	csr_lock_take(&lock);
	if (grows && !window)
		is_as_large_as_can_be = true;
	complete[(complete_first + complete_count) % WINDOWS_MAX] = full;
	complete_count++;
	if (!window)
		window = take_oldest();
	csr_lock_give(&lock);
	csr_live_close(window);
	return window;
}

CSR_FN void csr_live_disown(void)
{
	uint32_t count = windows_given < WINDOWS_MAX ? windows_given : WINDOWS_MAX;

	for (uint32_t i = 0; i < count; i++) {
		if (!windows[i])
			continue;
		csr_map_take_back(windows[i], CSF_BLOCK_BYTES);
		windows[i] = NULL;
	}
	windows_given = 0;
	complete_count = 0;
	is_as_large_as_can_be = false;
	lock = (struct csr_lock){ 0 };
	if (header)
		csr_sys(SYS_munmap, header, CSF_LIVE_HEADER_BYTES);
	header = NULL;
	csr_file_close(&live_file);
}
