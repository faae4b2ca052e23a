/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* ftruncate() */
#include "live_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "block_check.h"
#include "byte_order.h"
#include "folder_file.h"

static uint64_t place(uint32_t window)
{
	return CSF_LIVE_HEADER_BYTES + (uint64_t)window * CSF_BLOCK_BYTES;
}

static int write_header(struct css_live_file *live)
{
	return css_file_write_at(live->fd, &live->header, sizeof(live->header), 0);
}

static int write_state(struct css_live_file *live, uint32_t window, uint32_t used, uint32_t state)
{
	uint32_t both[2] = { css_order32(live->is_foreign, used),
			     css_order32(live->is_foreign, state) };
	struct css_live_window *w = &live->windows[window];

	live->open_count += (state & 1u) - (w->state & 1u);
	w->used = used;
	w->state = state;
	return css_file_write_at(live->fd, both, sizeof(both),
				 place(window) + offsetof(struct csf_block, used_bytes));
}

static int close_window(struct css_live_file *live, uint32_t window)
{
	return write_state(live, window, 0, live->windows[window].state & ~1u);
}

/* The table first: a file whose windows are not in it cannot be made. Return: 0 or -errno. */
static int grow(struct css_live_file *live, uint32_t count)
{
	struct css_live_window *windows = realloc(live->windows, count * sizeof(*windows));

	if (!windows)
		return -ENOMEM;
	memset(windows + live->window_count, 0, (count - live->window_count) * sizeof(*windows));
	live->windows = windows;
	if (ftruncate(live->fd, (off_t)place(count)) != 0)
		return -errno;
	live->window_count = count;
	live->header.window_count = css_order32(live->is_foreign, count);
	return write_header(live);
}

static int create(struct css_live_file *live)
{
	live->header = (struct csf_live){
		.magic = css_order32(live->is_foreign, CSF_LIVE_MAGIC),
		.version = css_order16(live->is_foreign, CSF_VERSION),
		.window_bytes = css_order32(live->is_foreign, CSF_BLOCK_BYTES),
	};
	if (ftruncate(live->fd, CSF_LIVE_HEADER_BYTES) != 0)
		return -errno;
	return write_header(live);
}

static int read_window(struct css_live_file *live, uint32_t window)
{
	struct csf_block header;
	struct css_block_facts facts;
	int64_t count = css_file_read_at(live->fd, &header, sizeof(header), place(window));

	if (count < 0)
		return (int)count;
	if (css_block_facts(&facts, &header, (size_t)count, live->is_foreign, NULL) < 0)
		return 0; /* closed, or never written */
	live->windows[window] = (struct css_live_window){ .key = facts.key,
							  .used = facts.used_bytes,
							  .state = facts.state,
							  .first_ticks = facts.first_ticks };
	live->open_count += facts.state & 1u;
	return 0;
}

static int reopen(struct css_live_file *live)
{
	int64_t got = css_file_read_at(live->fd, &live->header, sizeof(live->header), 0);
	uint64_t size = css_file_bytes(live->fd);
	uint32_t count;
	int rc = 0;

	if (got < 0)
		return (int)got;
	/* Killed before the header was there, or not ours. */
	if ((size_t)got < sizeof(live->header) ||
	    css_order32(live->is_foreign, live->header.magic) != CSF_LIVE_MAGIC)
		return create(live);
	count = css_order32(live->is_foreign, live->header.window_count);
	if (count > CSS_LIVE_WINDOWS_MAX || size < place(count))
		count = 0;
	live->windows = calloc(count ? count : 1, sizeof(*live->windows));
	if (!live->windows)
		return -ENOMEM;
	live->window_count = count;
	live->header.window_count = css_order32(live->is_foreign, count);
	for (uint32_t i = 0; i < count && rc == 0; i++)
		rc = read_window(live, i);
	return rc;
}

int css_live_open(struct css_live_file *live, int dir_fd, bool is_foreign)
{
	int fd = css_file_open(dir_fd, "live.cst", O_RDWR | O_CREAT);

	*live = (struct css_live_file){ .fd = fd < 0 ? -1 : fd, .is_foreign = is_foreign };
	return fd < 0 ? fd : reopen(live);
}

void css_live_close(struct css_live_file *live)
{
	live->fd = css_close(live->fd);
	free(live->windows);
	live->windows = NULL;
	live->window_count = 0;
	live->open_count = 0;
}

int css_live_status(struct css_live_file *live, const struct csf_live *sent)
{
	uint32_t window_count = live->header.window_count;

	live->header = *sent;
	live->header.magic = css_order32(live->is_foreign, CSF_LIVE_MAGIC);
	live->header.version = css_order16(live->is_foreign, CSF_VERSION);
	live->header.window_bytes = css_order32(live->is_foreign, CSF_BLOCK_BYTES);
	live->header.window_count = window_count;
	live->header.control = 0; /* who writes a request here is not heard */
	return write_header(live);
}

int css_live_stop(struct css_live_file *live, uint32_t marker, uint64_t argument)
{
	if (live->header.stop_marker)
		return 0; /* the process itself stopped before */
	live->header.stop_argument = css_order64(live->is_foreign, argument);
	live->header.stop_marker = css_order32(live->is_foreign, marker);
	return write_header(live);
}

uint64_t css_live_growth(const struct css_live_file *live, uint32_t window)
{
	return window < live->window_count
		       ? 0
		       : (uint64_t)(window + 1 - live->window_count) * CSF_BLOCK_BYTES;
}

struct css_live_rest css_live_rest(const struct css_live_file *live)
{
	struct css_live_rest rest = { 0, 0 };

	for (uint32_t i = 0; i < live->window_count; i++) {
		if (!live->windows[i].key || !(live->windows[i].state & 1))
			continue;
		rest.blocks++;
		rest.bytes += live->windows[i].used;
	}
	return rest;
}

uint64_t css_live_memory(const struct css_live_file *live)
{
	return live->window_count * sizeof(*live->windows);
}

static int fail(int rc, int *error, struct csa_err *err)
{
	*error = -rc;
	return csa_fail(err, rc == -ENOMEM ? CSA_E_NOMEM : CSA_E_IO, "live.cst: %s", strerror(-rc));
}

static int check(const struct csf_wire_partial *said, struct csa_err *err)
{
	bool is_closed = !(said->state & 1u) && said->used == 0 && said->from == 0;

	if (said->window >= CSS_LIVE_WINDOWS_MAX)
		return csa_fail(err, CSA_E_FORMAT, "window %u, there are at most %u", said->window,
				CSS_LIVE_WINDOWS_MAX);
	if (is_closed)
		return 0;
	if (said->used > CSF_BLOCK_BYTES || said->used % 8 || said->used < CSF_BLOCK_HEADER_BYTES ||
	    said->from > said->used || said->from % 8 ||
	    (said->from && said->from < CSF_BLOCK_HEADER_BYTES))
		return csa_fail(err, CSA_E_FORMAT, "window %u: bytes %u to %u", said->window,
				said->from, said->used);
	return 0;
}

/* One lane, one window: what another one has of it is older. */
static int close_others(struct css_live_file *live, uint32_t key, uint32_t window)
{
	int rc = 0;

	for (uint32_t i = 0; i < live->window_count && rc == 0; i++)
		if (i != window && live->windows[i].key == key && (live->windows[i].state & 1u))
			rc = close_window(live, i);
	return rc;
}

/* A block from its beginning. */
static int write_block(struct css_live_file *live, const struct csf_wire_partial *said,
		       const void *body, const struct css_block_facts *facts)
{
	const size_t state_at = offsetof(struct csf_block, used_bytes);
	const size_t rest_at = state_at + 8;
	struct css_live_window *w = &live->windows[said->window];
	uint64_t at = place(said->window);
	int rc = 0;

	if (w->state & 1u)
		rc = close_window(live, said->window);
	if (rc == 0)
		rc = css_file_write_at(live->fd, body, state_at, at);
	if (rc == 0)
		rc = css_file_write_at(live->fd, (const char *)body + rest_at, said->used - rest_at,
				       at + rest_at);
	if (rc == 0)
		rc = close_others(live, facts->key, said->window);
	w->key = facts->key;
	w->first_ticks = facts->first_ticks;
	return rc < 0 ? rc : write_state(live, said->window, said->used, said->state);
}

static int begin_block(struct css_live_file *live, const struct csf_wire_partial *said,
		       const void *body, const struct css_lane_table *lanes, int *error,
		       struct csa_err *err)
{
	struct css_block_facts facts;
	int rc = css_block_facts(&facts, body, said->used, live->is_foreign, err);

	if (rc < 0)
		return rc;
	/* used_bytes and state of the header may be older than what is said. */
	if (facts.first_ticks != said->first_ticks ||
	    said->state >> 1 != (facts.sequence & 0x7fffffffu))
		return csa_fail(err, CSA_E_FORMAT, "window %u: its block is another one",
				said->window);
	if (css_lanes_has(lanes, facts.key, facts.sequence))
		return 0;
	rc = write_block(live, said, body, &facts);
	return rc < 0 ? fail(rc, error, err) : 0;
}

static int go_on(struct css_live_file *live, const struct csf_wire_partial *said, const void *body,
		 const struct css_lane_table *lanes, int *error, struct csa_err *err)
{
	struct css_live_window *w = &live->windows[said->window];
	int rc;

	if (w->key == 0)
		return csa_fail(err, CSA_E_FORMAT, "window %u goes on without a beginning",
				said->window);
	if (css_lanes_has(lanes, w->key, said->state >> 1))
		return 0; /* it was complete meanwhile */
	if (!(w->state & 1u) || w->first_ticks != said->first_ticks ||
	    w->state >> 1 != said->state >> 1 || said->from > w->used)
		return csa_fail(err, CSA_E_FORMAT, "window %u goes on with another block",
				said->window);
	rc = css_file_write_at(live->fd, body, said->used - said->from,
			       place(said->window) + said->from);
	if (rc == 0)
		rc = write_state(live, said->window, said->used, said->state);
	return rc < 0 ? fail(rc, error, err) : 0;
}

int css_live_partial(struct css_live_file *live, const struct csf_wire_partial *said,
		     const void *body, const struct css_lane_table *lanes, int *error,
		     struct csa_err *err)
{
	int rc = check(said, err);

	*error = 0;
	if (rc < 0)
		return rc;
	if (said->window >= live->window_count) {
		rc = grow(live, said->window + 1);
		if (rc < 0)
			return fail(rc, error, err);
	}
	if (said->used == 0) {
		rc = close_window(live, said->window);
		return rc < 0 ? fail(rc, error, err) : 0;
	}
	if (said->from)
		return go_on(live, said, body, lanes, error, err);
	return begin_block(live, said, body, lanes, error, err);
}

int css_live_written(struct css_live_file *live, uint32_t key, uint32_t sequence)
{
	int rc = 0;

	for (uint32_t i = 0; i < live->window_count && live->open_count && rc == 0; i++) {
		const struct css_live_window *w = &live->windows[i];

		if (w->key == key && (w->state & 1u) && w->state >> 1 <= (sequence & 0x7fffffffu))
			rc = close_window(live, i);
	}
	return rc;
}

int css_live_forget(struct css_live_file *live, const struct css_lane_table *lanes)
{
	int rc = 0;

	for (uint32_t i = 0; i < live->window_count && rc == 0; i++) {
		const struct css_live_window *w = &live->windows[i];

		if ((w->state & 1u) && css_lanes_has(lanes, w->key, w->state >> 1))
			rc = close_window(live, i);
	}
	return rc;
}
