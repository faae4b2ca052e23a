/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pread, 64-bit offsets */
#include "call_spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "temp_file.h"
#include "user_names.h"

#define NOT_KEPT UINT64_MAX /* an open call beyond the limit */

int csa_call_spool_init(struct csa_call_spool *spool, uint64_t top)
{
	*spool = (struct csa_call_spool){ .fd = -1, .top = top ? top : UINT64_MAX };
	spool->held = calloc(CSA_CALLS_HELD, sizeof(*spool->held));
	return spool->held ? 0 : CSA_E_NOMEM;
}

void csa_call_spool_release(struct csa_call_spool *spool)
{
	if (spool->fd >= 0)
		close(spool->fd);
	free(spool->held);
	free(spool->open);
	*spool = (struct csa_call_spool){ .fd = -1 };
}

void csa_call_spool_begin_thread(struct csa_call_spool *spool, bool keep)
{
	if (!keep) {
		spool->count = 0;
		spool->written = 0;
	}
	spool->thread_begin = spool->count;
	spool->open_count = 0;
	spool->left_out = 0;
}

static int fail(const char *what, struct csa_err *err)
{
	return csa_fail(err, CSA_E_IO, "%s a temporary file: %s; TMPDIR names another folder", what,
			strerror(errno));
}

static int write_at(const struct csa_call_spool *spool, const void *bytes, size_t count,
		    uint64_t offset, struct csa_err *err)
{
	const char *from = bytes;

	while (count) {
		ssize_t n = pwrite(spool->fd, from, count, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return fail("writing", err);
		from += n;
		count -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

static int read_at(const struct csa_call_spool *spool, void *bytes, size_t count, uint64_t offset,
		   struct csa_err *err)
{
	char *to = bytes;

	while (count) {
		ssize_t n = pread(spool->fd, to, count, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return fail("reading", err);
		to += n;
		count -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

/* The older half of what is held goes to the file. */
static int spill(struct csa_call_spool *spool, struct csa_err *err)
{
	const size_t half = CSA_CALLS_HELD / 2;
	int rc;

	if (spool->fd < 0)
		spool->fd = csa_temp_file_open();
	if (spool->fd < 0)
		return fail("making", err);
	rc = write_at(spool, spool->held, half * sizeof(*spool->held),
		      spool->written * sizeof(*spool->held), err);
	if (rc < 0)
		return rc;
	memmove(spool->held, spool->held + half, half * sizeof(*spool->held));
	spool->written += half;
	return 0;
}

static int append(struct csa_call_spool *spool, const struct csa_spooled *item, struct csa_err *err)
{
	int rc = spool->count - spool->written == CSA_CALLS_HELD ? spill(spool, err) : 0;

	if (rc == 0)
		spool->held[spool->count++ - spool->written] = *item;
	return rc;
}

static int push(struct csa_call_spool *spool, uint64_t item)
{
	if (spool->open_count == spool->open_capacity) {
		size_t capacity = spool->open_capacity ? 2 * spool->open_capacity : 64;
		uint64_t *grown = realloc(spool->open, capacity * sizeof(*grown));

		if (!grown)
			return CSA_E_NOMEM;
		spool->open = grown;
		spool->open_capacity = capacity;
	}
	spool->open[spool->open_count++] = item;
	return 0;
}

static int add_enter(struct csa_call_spool *spool, const struct csa_call *call, struct csa_err *err)
{
	const struct csa_spooled item = {
		.ns = call->ns, .row = call->row, .depth = call->depth, .kind = CSA_CALL_ENTER
	};
	int rc;

	if (spool->count - spool->thread_begin >= spool->top) {
		spool->left_out++;
		return push(spool, NOT_KEPT);
	}
	rc = push(spool, spool->count);
	return rc == 0 ? append(spool, &item, err) : rc;
}

static int add_exit(struct csa_call_spool *spool, const struct csa_call *call, struct csa_err *err)
{
	uint64_t at = spool->open_count ? spool->open[--spool->open_count] : NOT_KEPT;
	struct csa_spooled item;
	int rc = 0;

	if (at == NOT_KEPT)
		return 0;
	if (at >= spool->written)
		item = spool->held[at - spool->written];
	else
		rc = read_at(spool, &item, sizeof(item), at * sizeof(item), err);
	if (rc < 0)
		return rc;
	item.call.duration_ns = call->exit.duration_ns;
	item.call.self_ns = call->exit.self_ns;
	item.flags = call->flags;
	if (at < spool->written)
		return write_at(spool, &item, sizeof(item), at * sizeof(item), err);
	spool->held[at - spool->written] = item;
	return 0;
}

static int add_other(struct csa_call_spool *spool, const struct csa_call *call, struct csa_err *err)
{
	struct csa_spooled item = { .ns = call->ns,
				    .depth = (uint32_t)spool->open_count + 1,
				    .kind = call->kind,
				    .flags = call->flags };

	if (spool->count - spool->thread_begin >= spool->top)
		return 0;
	switch (call->kind) {
	case CSA_CALL_USER:
		item.row = call->user.name->kind;
		item.user.name = call->user.name->name;
		item.user.value = call->user.value;
		break;
	case CSA_CALL_MARKER:
		item.marker.marker = call->marker.marker;
		item.marker.argument = call->marker.argument;
		break;
	default:
		item.lost.events = call->lost.events;
		item.lost.blocks = call->lost.blocks;
	}
	return append(spool, &item, err);
}

int csa_call_spool_add(struct csa_call_spool *spool, const struct csa_call *call,
		       struct csa_err *err)
{
	if (call->kind == CSA_CALL_ENTER)
		return add_enter(spool, call, err);
	if (call->kind == CSA_CALL_EXIT)
		return add_exit(spool, call, err);
	return add_other(spool, call, err);
}

int csa_call_spool_read(const struct csa_call_spool *spool, uint64_t first, size_t count,
			struct csa_spooled *items, struct csa_err *err)
{
	size_t from_file = 0;
	int rc = 0;

	if (first < spool->written) {
		from_file =
			spool->written - first < count ? (size_t)(spool->written - first) : count;
		rc = read_at(spool, items, from_file * sizeof(*items), first * sizeof(*items), err);
	}
	if (rc == 0 && from_file < count)
		memcpy(items + from_file, spool->held + (first + from_file - spool->written),
		       (count - from_file) * sizeof(*items));
	return rc;
}
