/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "received.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "block_check.h"
#include "byte_order.h"
#include "folder_file.h"
#include "json_check.h"

static int take(struct css_received *received, uint64_t bytes, struct csa_err *err)
{
	const struct css_account *a = &received->account;

	return css_budget_take(a->budget, a->connection_used, bytes, a->stop, err);
}

static int written(struct css_received *received, int rc, struct csa_err *err)
{
	return rc < 0 ? css_budget_failed(-rc, received->account.stop, err) : 0;
}

/* Tables have grown or shrunk. */
static int hold(struct css_received *received, struct csa_err *err)
{
	uint64_t now = css_lanes_bytes(&received->lanes) + css_live_memory(&received->live);
	uint64_t before = received->held_bytes;

	received->held_bytes = now;
	return css_budget_hold(received->account.budget, before, now, err);
}

/* What a server before this one wrote counts as written by this one. */
static int resume(struct css_received *received, struct csa_err *err)
{
	const struct css_account *account = &received->account;
	int fd = css_file_open(received->folder.fd, "modules", O_RDONLY);
	int rc = css_block_files_resume(&received->blocks, received->is_foreign, &received->lanes,
					&received->cut_bytes, err);

	if (fd >= 0)
		received->modules_bytes = css_file_bytes(fd);
	css_close(fd);
	*account->connection_used += received->blocks.block_bytes + received->modules_bytes +
				     received->live.window_count * (uint64_t)CSF_BLOCK_BYTES;
	if (rc == 0)
		rc = written(received, css_live_forget(&received->live, &received->lanes), err);
	return rc;
}

static int write_facts(struct css_received *received, enum css_stream_state state,
		       struct csa_err *err)
{
	received->facts.state = state;
	received->facts.blocks = received->blocks.blocks;
	received->facts.block_bytes = received->blocks.block_bytes;
	return written(received, css_stream_facts_write(&received->facts, received->folder.fd),
		       err);
}

static bool is_big_endian(bool is_foreign)
{
	const uint16_t one = 1;

	return (*(const unsigned char *)&one == 0) != is_foreign;
}

/* Its first file: without it the folder would be nobody's, and is not left behind. */
static int begin_folder(struct css_received *received, const struct css_received_origin *origin,
			struct csa_err *err)
{
	int rc = write_facts(received, CSS_STREAM_OPEN, err);

	if (rc < 0)
		css_received_folder_remove(&received->folder, origin->dir_fd, origin->peer);
	return rc;
}

int css_received_open(struct css_received *received, const struct css_received_origin *origin,
		      const struct css_account *account, struct csa_err *err)
{
	char name[CSS_SAFE_NAME_BYTES];
	int rc;

	*received = (struct css_received){ .folder.fd = -1,
					   .account = *account,
					   .blocks.fd = -1,
					   .live.fd = -1,
					   .is_foreign = origin->is_foreign };
	css_lanes_init(&received->lanes);
	css_safe_name(name, origin->name, origin->name_bytes);
	css_stream_key(received->facts.key, origin->ring_id, origin->is_foreign, origin->name,
		       origin->name_bytes);
	received->facts.peer = origin->peer;
	received->facts.is_big_endian = is_big_endian(origin->is_foreign);
	received->facts.pointer_bytes = origin->pointer_bytes;
	rc = css_received_folder_open(&received->folder, origin->dir_fd, origin->peer, name,
				      received->facts.key, err);
	if (rc < 0)
		return rc;
	received->facts.name = received->folder.name;
	css_block_files_init(&received->blocks, received->folder.fd, origin->segment_bytes);
	if (received->folder.is_new)
		rc = begin_folder(received, origin, err);
	if (rc == 0)
		rc = written(received,
			     css_live_open(&received->live, received->folder.fd,
					   origin->is_foreign),
			     err);
	if (rc == 0 && !received->folder.is_new)
		rc = resume(received, err);
	if (rc == 0)
		rc = hold(received, err);
	if (rc == 0 && !received->folder.is_new)
		rc = write_facts(received, CSS_STREAM_OPEN, err);
	return rc;
}

void css_received_close(struct css_received *received, enum css_stream_state state)
{
	const struct css_stop *stop = received->account.stop;

	if (received->folder.fd >= 0 && received->live.fd >= 0) {
		if (stop->marker) {
			(void)css_live_stop(&received->live, stop->marker, stop->argument);
			state = CSS_STREAM_STOPPED;
			received->facts.stopped_by = stop->why;
		}
		/* What cannot be said is not said: the blocks count. */
		(void)write_facts(received, state, NULL);
	}
	css_block_files_close(&received->blocks);
	css_live_close(&received->live);
	css_lanes_release(&received->lanes);
	received->folder.fd = css_close(received->folder.fd);
	(void)hold(received, NULL);
}

static int write_process(struct css_received *received, const void *text, size_t bytes,
			 struct csa_err *err)
{
	int rc = take(received, bytes, err);

	if (rc < 0)
		return rc;
	return written(received, css_file_replace(received->folder.fd, "process.json", text, bytes),
		       err);
}

/* A process that was killed before it named its modules has that file all the same, empty, as it makes it itself. */
static int begin_files(struct css_received *received, struct csa_err *err)
{
	int fd = css_file_open(received->folder.fd, "modules", O_WRONLY | O_CREAT);

	if (fd < 0)
		return written(received, fd, err);
	css_close(fd);
	return written(received, css_block_files_begin(&received->blocks), err);
}

int css_received_facts(struct css_received *received, const void *text, size_t bytes,
		       struct csa_err *err)
{
	int fd;
	int rc = 0;

	if (bytes == 0)
		return begin_files(received, err);
	if (!css_json_is_object(text, bytes))
		return csa_fail(err, CSA_E_FORMAT, "facts of a process that are no JSON object");
	fd = css_file_open(received->folder.fd, "process.json", O_RDONLY);
	if (fd >= 0)
		css_close(fd);
	else
		rc = write_process(received, text, bytes, err);
	if (rc < 0)
		return rc;
	return begin_files(received, err);
}

int css_received_modules(struct css_received *received, uint64_t offset, const void *text,
			 size_t bytes, struct csa_err *err)
{
	uint64_t end = offset + bytes;
	int fd;
	int rc = 0;

	if (offset > received->modules_bytes || end > CSS_MODULES_MAX)
		return csa_fail(err, CSA_E_FORMAT,
				"modules: %zu bytes at %llu, %llu are there and %u allowed", bytes,
				(unsigned long long)offset,
				(unsigned long long)received->modules_bytes, CSS_MODULES_MAX);
	if (end > received->modules_bytes)
		rc = take(received, end - received->modules_bytes, err);
	if (rc < 0)
		return rc;
	fd = css_file_open(received->folder.fd, "modules", O_WRONLY | O_CREAT);
	rc = fd < 0 ? fd : css_file_write_at(fd, text, bytes, offset);
	css_close(fd);
	if (rc == 0 && end > received->modules_bytes)
		received->modules_bytes = end;
	return written(received, rc, err);
}

/* Blocks that lie one after the other and are all new. */
struct run {
	const char *from;
	size_t bytes;
	unsigned blocks;
};

static int write_run(struct css_received *received, const struct run *run, struct csa_err *err)
{
	const char *at = run->from;
	int rc;

	if (run->blocks == 0)
		return 0;
	rc = take(received, run->bytes, err);
	if (rc < 0)
		return rc;
	rc = css_block_files_append(&received->blocks, run->from, run->bytes, run->blocks);
	/* The blocks are in the file before their windows go: a reader finds one of both at any time. */
	while (rc == 0 && at < run->from + run->bytes) {
		struct css_block_facts facts;

		(void)css_block_facts(&facts, at, CSF_BLOCK_HEADER_BYTES, received->is_foreign,
				      NULL);
		rc = css_live_written(&received->live, facts.key, facts.sequence);
		at += facts.used_bytes;
	}
	return written(received, rc, err);
}

/* @run goes on with the block at @at, or was written and begins behind it. */
static int add(struct css_received *received, struct run *run, const char *at,
	       const struct css_block_facts *facts, struct csa_err *err)
{
	int rc = 0;

	if (css_lanes_has(&received->lanes, facts->key, facts->sequence)) {
		received->facts.repeated_blocks++;
		rc = write_run(received, run, err);
		*run = (struct run){ .from = at + facts->used_bytes };
		return rc;
	}
	if (css_lanes_set(&received->lanes, facts->key, facts->sequence) < 0)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the threads");
	run->bytes += facts->used_bytes;
	run->blocks++;
	return 0;
}

int css_received_blocks(struct css_received *received, const void *blocks, size_t bytes,
			struct csa_err *err)
{
	struct run run = { .from = blocks };
	const char *at = blocks;
	const char *end = at + bytes;
	int rc = 0;

	while (at < end && rc == 0) {
		struct css_block_facts facts;

		rc = css_block_facts(&facts, at, (size_t)(end - at), received->is_foreign, err);
		if (rc == 0 && facts.used_bytes > (size_t)(end - at))
			rc = csa_fail(err, CSA_E_FORMAT, "block of %u bytes, %zu are there",
				      facts.used_bytes, (size_t)(end - at));
		if (rc == 0)
			rc = add(received, &run, at, &facts, err);
		if (rc == 0)
			at += facts.used_bytes;
	}
	if (rc == 0)
		rc = write_run(received, &run, err);
	if (rc == 0)
		rc = hold(received, err);
	return rc;
}

int css_received_partial(struct css_received *received, const struct csf_wire_partial *said,
			 const void *body, struct csa_err *err)
{
	int error = 0;
	int rc = said->window < CSS_LIVE_WINDOWS_MAX
			 ? take(received, css_live_growth(&received->live, said->window), err)
			 : 0;

	if (rc == 0)
		rc = css_live_partial(&received->live, said, body, &received->lanes, &error, err);
	if (rc == CSA_E_IO && error)
		return css_budget_failed(error, received->account.stop, NULL);
	return rc == 0 ? hold(received, err) : rc;
}

int css_received_status(struct css_received *received, const struct csf_wire_status *sent,
			struct csa_err *err)
{
	received->facts.dropped_blocks = css_order64(received->is_foreign, sent->dropped_blocks);
	return written(received, css_live_status(&received->live, &sent->live), err);
}
