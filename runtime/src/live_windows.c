/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "live_windows.h"

#include <errno.h>
#include <sys/mman.h>

#include "block_state.h"
#include "file.h"
#include "live.h"
#include "lock.h"
#include "mapping.h"
#include "process.h"
#include "slots.h"
#include "syscalls.h"
#include "text.h"
#include "windows.h"

static struct csr_file live_file = { .fd = -1 };
static struct csf_live
	*header; /* written in csr_live_windows_create(), signals blocked, one thread */
static uint32_t windows_given; /* atomic */

/* TRACE_FULL=wrap: windows whose blocks are complete, oldest first, from complete_first on around the
 * end of the array. Each window is here at most once. Under the lock. */
static struct csf_block **complete; /* made in csr_live_windows_create(), kept in children */
static uint32_t complete_first;
static uint32_t complete_count;
static bool is_as_large_as_can_be; /* a window could not be made: not tried again */
static struct csr_lock lock;

/* The windows that TRACE_FULL=wrap may keep; 0 without it. */
CSR_FN static uint64_t windows_kept(void)
{
	const struct csr_settings *settings = &csr_process.settings;

	return settings->is_wrap ? settings->max_bytes / CSF_BLOCK_BYTES : 0;
}

/* Beside those that are kept, a slot has one or two. */
CSR_FN static uint32_t complete_max(void)
{
	return (uint32_t)windows_kept() + 2 * CSR_SLOT_COUNT;
}

CSR_FN int csr_live_windows_create(void)
{
	int rc = csr_file_create_mapped(&live_file, csr_process.folder, "live.cst");

	if (rc < 0)
		return rc;
	rc = csr_file_reserve(&live_file, 0, CSF_LIVE_HEADER_BYTES);
	if (rc < 0)
		return rc;
	header = csr_map_window(&live_file, 0, CSF_LIVE_HEADER_BYTES);
	if (csr_process.settings.is_wrap && !complete)
		complete = csr_map_private(complete_max() * sizeof(*complete), MAP_NORESERVE);
	if (!header || (csr_process.settings.is_wrap && !complete))
		return -ENOMEM;
	csr_live_begin(header);
	return 0;
}

CSR_FN int csr_live_windows_check(void)
{
	return csr_file_check(&live_file, csr_process.folder, "live.cst");
}

/* Less than TRACE_MIN_FREE_MB is left. Before the first window the reason is said: no marker will. */
CSR_FN static void refuse(uint32_t index)
{
	if (index == 0)
		csr_say("less than TRACE_MIN_FREE_MB is free in ", csr_process.settings.dir,
			"; the program runs on untraced", "");
	/* What wraps around needs no more room. */
	if (!csr_process.settings.is_wrap)
		csr_process_stop(CSF_MARKER_MIN_FREE, csr_process.settings.min_free_bytes);
}

CSR_FN static struct csf_block *make(uint32_t index)
{
	const struct csr_window_place place = { &live_file, CSF_LIVE_HEADER_BYTES, windows_kept(),
						true };
	struct csf_block *window;
	bool is_low;

	if (csr_live_windows_check() < 0)
		return NULL;
	window = csr_windows_make(&place, index, &is_low);
	if (window)
		csr_map_publish(&header->window_count, index + 1);
	else if (is_low)
		refuse(index);
	return window;
}

CSR_FN static bool may_grow(void)
{
	return !is_as_large_as_can_be &&
	       __atomic_load_n(&windows_given, __ATOMIC_RELAXED) < windows_kept();
}

CSR_FN static struct csf_block *take_oldest(void)
{
	struct csf_block *oldest;

	if (complete_count == 0)
		return NULL;
	oldest = complete[complete_first];
	complete_first = (complete_first + 1) % complete_max();
	complete_count--;
	return oldest;
}

CSR_FN static void close_window(struct csf_block *window)
{
	csr_block_publish(window, 0, window->state & ~UINT32_C(1));
	/* A reader that copies anything of the next block finds the window closed when it looks again. */
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

CSR_FN struct csf_block *csr_live_windows_new(void)
{
	struct csf_block *oldest = NULL;
	uint32_t index = 0;

	/* In one step with the question whether there may be more: an exchange asks it, too. */
	csr_lock_take(&lock);
	if (csr_process.settings.is_wrap && !may_grow())
		oldest = take_oldest();
	if (!oldest)
		index = __atomic_fetch_add(&windows_given, 1, __ATOMIC_RELAXED);
	csr_lock_give(&lock);
	if (!oldest)
		return make(index);
	close_window(oldest);
	return oldest;
}

CSR_FN struct csf_block *csr_live_windows_exchange(struct csf_block *full)
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
	complete[(complete_first + complete_count) % complete_max()] = full;
	complete_count++;
	if (!window)
		window = take_oldest();
	csr_lock_give(&lock);
	close_window(window);
	return window;
}

CSR_FN bool csr_live_windows_read(void *to, uint64_t bytes, uint64_t offset)
{
	return csr_live_windows_check() == 0 &&
	       csr_file_read_at(&live_file, to, bytes, offset) == 0;
}

CSR_FN void csr_live_windows_disown(void)
{
	csr_windows_disown();
	windows_given = 0;
	complete_count = 0;
	is_as_large_as_can_be = false;
	lock = (struct csr_lock){ 0 };
	if (header)
		csr_sys(SYS_munmap, header, CSF_LIVE_HEADER_BYTES);
	header = NULL;
	csr_file_close(&live_file);
}
