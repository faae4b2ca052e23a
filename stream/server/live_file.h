/* SPDX-License-Identifier: MIT */
/*
 * live.cst of a received process: the header that its process keeps, and its windows as far as they were
 * said, in the client's byte order and in the order of writes that readers rely on (docs/format/trace-v3.md):
 * data first, then what says that it is there.
 *
 * Window n of the client is window n of the file. At most one window is open for a lane, and none whose block is
 * in a block file: readers take the window's copy.
 */
#ifndef CSS_LIVE_FILE_H
#define CSS_LIVE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/wire_format.h>

#include "err.h"
#include "lane_table.h"

#define CSS_LIVE_WINDOWS_MAX 8192u /* two a thread, as many threads as a runtime has places for */

struct css_live_window {
	uint32_t key; /* 0: never written */
	uint32_t used;
	uint32_t state; /* open: bit 0 */
	uint64_t first_ticks;
};

struct css_live_file {
	int fd;
	bool is_foreign;
	struct csf_live header; /* as in the file: in the client's order */
	struct css_live_window *windows;
	uint32_t window_count;
	uint32_t open_count;
};

/**
 * css_live_open() - make the file in @dir_fd, or read it when it is there.
 * @live: css_live_close() after success and failure
 *
 * Return: 0 or -errno.
 */
int css_live_open(struct css_live_file *live, int dir_fd, bool is_foreign);
void css_live_close(struct css_live_file *live);

/** css_live_status() - the header is this, as it came. Return: 0 or -errno. */
int css_live_status(struct css_live_file *live, const struct csf_live *sent);

/** css_live_stop() - the server stops for this reason. Return: 0 or -errno. */
int css_live_stop(struct css_live_file *live, uint32_t marker, uint64_t argument);

/** css_live_growth() - bytes by which the file grows when @window is written. */
uint64_t css_live_growth(const struct css_live_file *live, uint32_t window);

struct css_live_rest {
	uint64_t blocks;
	uint64_t bytes;
};

/** css_live_rest() - those that are in windows, and not full. */
struct css_live_rest css_live_rest(const struct css_live_file *live);

/** css_live_memory() - that tables hold. */
uint64_t css_live_memory(const struct css_live_file *live);

/**
 * css_live_partial() - bytes of a window.
 * @said: in this machine's order
 * @body: said->used - said->from bytes
 * @lanes: blocks that are in files; what is said of them is left out
 * @error: 0, or an errno when writing failed
 *
 * Return: 0; CSA_E_FORMAT: it contradicts itself or what came before; CSA_E_IO with *@error; CSA_E_NOMEM.
 */
int css_live_partial(struct css_live_file *live, const struct csf_wire_partial *said,
		     const void *body, const struct css_lane_table *lanes, int *error,
		     struct csa_err *err);

/** css_live_written() - the block @sequence of @key is in a file: its window is closed. Return: 0 or -errno. */
int css_live_written(struct css_live_file *live, uint32_t key, uint32_t sequence);

/** css_live_forget() - close all windows whose blocks are in files. Return: 0 or -errno. */
int css_live_forget(struct css_live_file *live, const struct css_lane_table *lanes);

#endif
