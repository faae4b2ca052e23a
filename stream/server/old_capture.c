/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* mkdirat(), clock_gettime() */
#include "old_capture.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "byte_order.h"
#include "folder_file.h"
#include "old_wire.h"

#define SAME_TIME_MAX 9999u

static void put32(const struct css_old_capture *c, unsigned char *at, uint32_t value)
{
	value = css_order32(c->is_foreign, value);
	memcpy(at, &value, sizeof(value));
}

static void put64(const struct css_old_capture *c, unsigned char *at, uint64_t value)
{
	value = css_order64(c->is_foreign, value);
	memcpy(at, &value, sizeof(value));
}

static uint32_t get32(const struct css_old_capture *c, const unsigned char *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return css_order32(c->is_foreign, value);
}

static bool is_big_endian(const struct css_old_capture *c)
{
	const uint16_t one = 1;

	return (*(const unsigned char *)&one == 0) != c->is_foreign;
}

/* The flags stand before or behind a padding of the handshake. */
static void make_header(struct css_old_capture *c, const unsigned char *hello)
{
	uint32_t flags =
		get32(c, hello + CSS_OLD_AT_FLAGS) | get32(c, hello + CSS_OLD_AT_FLAGS + 4);

	memset(c->header, 0, sizeof(c->header));
	memcpy(c->header, CSS_OLD_FILE_MAGIC, sizeof(CSS_OLD_FILE_MAGIC));
	memcpy(c->header + CSS_OLD_AT_VERSION, hello + CSS_OLD_AT_VERSION, 8);
	put32(c, c->header + CSS_OLD_FILE_AT_HEADER, CSS_OLD_FILE_HEADER);
	put32(c, c->header + CSS_OLD_FILE_AT_FLAGS,
	      (flags & CSS_OLD_TICKS) | (is_big_endian(c) ? CSS_OLD_BIG_ENDIAN : 0u));
	memcpy(c->header + CSS_OLD_FILE_AT_CLOCK, hello + CSS_OLD_AT_CLOCK, CSS_OLD_CLOCK_BYTES);
}

static int make_folder(struct css_old_capture *c, struct csa_err *err)
{
	int peer_fd;
	int rc = css_store_begin(c->store, err);

	if (rc < 0)
		return rc;
	rc = -1;
	if (mkdirat(c->store->dir_fd, c->peer, 0700) != 0 && errno != EEXIST)
		return csa_fail(err, CSA_E_SYSTEM, "folder %s: %s", c->peer, strerror(errno));
	peer_fd = css_dir_open(c->store->dir_fd, c->peer);
	if (peer_fd < 0)
		return csa_fail(err, CSA_E_SYSTEM, "folder %s: %s", c->peer, strerror(-peer_fd));
	errno = EEXIST;
	for (unsigned i = 1; i <= SAME_TIME_MAX && rc != 0 && errno == EEXIST; i++) {
		snprintf(c->name, sizeof(c->name), "old-%lld-%u", (long long)time(NULL), i);
		rc = mkdirat(peer_fd, c->name, 0700);
	}
	if (rc != 0)
		(void)csa_fail(err, CSA_E_SYSTEM, "folder %s: %s", c->name, strerror(errno));
	else
		c->dir_fd = css_dir_open(peer_fd, c->name);
	css_close(peer_fd);
	if (rc == 0 && c->dir_fd < 0)
		return csa_fail(err, CSA_E_SYSTEM, "folder %s: %s", c->name, strerror(-c->dir_fd));
	return rc == 0 ? 0 : CSA_E_SYSTEM;
}

static int write_facts(const struct css_old_capture *c, enum css_stream_state state)
{
	static const char *const states[] = {
		[CSS_STREAM_OPEN] = "open",
		[CSS_STREAM_INTERRUPTED] = "interrupted",
		[CSS_STREAM_ENDED] = "ended",
		[CSS_STREAM_STOPPED] = "stopped",
	};
	char text[1024]; /* names are safe names: nothing in them needs an escape */
	int length = snprintf(text, sizeof(text),
			      "{\"schema\":%d,\"protocol\":\"" CSS_OLD_MAGIC "\",\"name\":\"%s\","
			      "\"peer\":\"%s\",\"state\":\"%s\",\"byte_order\":\"%s\","
			      "\"events\":%" PRIu64 ",\"dropped_events\":%" PRIu64 "}\n",
			      CSS_STREAM_FACTS_SCHEMA, c->name, c->peer, states[state],
			      is_big_endian(c) ? "big" : "little",
			      c->event_bytes / CSS_OLD_EVENT_BYTES, c->dropped);

	return css_file_replace(c->dir_fd, "stream.json", text, (size_t)length);
}

static int failed(struct css_old_capture *c, int error, struct csa_err *err)
{
	return css_budget_failed(error, &c->stop, err);
}

static int take(struct css_old_capture *c, uint64_t bytes, struct csa_err *err)
{
	return css_budget_take(&c->store->budget, &c->used_bytes, bytes, &c->stop, err);
}

static int make_file(struct css_old_capture *c, struct csa_err *err)
{
	char name[40];
	int rc = take(c, sizeof(c->header), err);

	if (rc < 0)
		return rc;
	snprintf(name, sizeof(name), "trace.0.0.%u.bin", c->segment);
	put32(c, c->header + CSS_OLD_FILE_AT_SEGMENT, c->segment);
	c->fd = css_file_open(c->dir_fd, name, O_WRONLY | O_CREAT | O_EXCL);
	rc = c->fd < 0 ? c->fd : css_file_write_at(c->fd, c->header, sizeof(c->header), 0);
	c->end = sizeof(c->header);
	c->next = c->end;
	return rc < 0 ? failed(c, -rc, err) : 0;
}

int css_old_capture_open(struct css_old_capture *capture, struct css_store *store, const char *peer,
			 const unsigned char *hello, bool is_foreign, struct csa_err *err)
{
	struct css_old_capture *c = capture;
	int rc;

	*c = (struct css_old_capture){
		.store = store, .peer = peer, .dir_fd = -1, .fd = -1, .is_foreign = is_foreign
	};
	make_header(c, hello);
	rc = make_folder(c, err);
	if (rc < 0)
		return rc;
	rc = write_facts(c, CSS_STREAM_OPEN);
	return rc < 0 ? failed(c, -rc, err) : make_file(c, err);
}

/* A marker at the time of the last event. @tid: as the agent has it */
static void make_marker(const struct css_old_capture *c, unsigned char *event, uint64_t code,
			uint64_t payload, const unsigned char *tid)
{
	memset(event, 0, CSS_OLD_EVENT_BYTES);
	memcpy(event, c->last, sizeof(uint64_t));
	put64(c, event + CSS_OLD_EVENT_AT_CODE, code);
	put64(c, event + CSS_OLD_EVENT_AT_PAYLOAD, payload);
	if (tid)
		memcpy(event + CSS_OLD_EVENT_AT_TID, tid, sizeof(uint32_t));
	event[CSS_OLD_EVENT_AT_KIND] = CSS_OLD_KIND_MARKER;
}

/* What the last event's thread has as its end: the limit was not asked for the few bytes. */
static void write_stop(struct css_old_capture *c)
{
	unsigned char event[CSS_OLD_EVENT_BYTES];
	uint64_t code = CSS_OLD_BUDGET;

	if (c->stop.marker == CSF_MARKER_NO_SPACE || c->stop.marker == CSF_MARKER_MIN_FREE)
		code = CSS_OLD_NO_SPACE;
	else if (c->stop.marker == CSF_MARKER_WRITE_ERROR)
		code = CSS_OLD_WRITE_ERROR;
	make_marker(c, event, code, c->stop.marker == CSF_MARKER_MIN_FREE ? 0 : c->stop.argument,
		    c->last + CSS_OLD_EVENT_AT_TID);
	(void)css_file_write_at(c->fd, event, sizeof(event), c->end);
}

void css_old_capture_close(struct css_old_capture *capture, enum css_stream_state state)
{
	struct css_old_capture *c = capture;

	if (c->fd >= 0) {
		/* Of a chunk that came only in part nothing stays. */
		if (c->next != c->end && ftruncate(c->fd, (off_t)c->end) != 0)
			state = CSS_STREAM_INTERRUPTED;
		if (c->stop.marker)
			write_stop(c);
	}
	if (c->dir_fd >= 0)
		(void)write_facts(c, c->stop.marker ? CSS_STREAM_STOPPED : state);
	c->fd = css_close(c->fd);
	c->dir_fd = css_close(c->dir_fd);
}

int css_old_capture_begin(struct css_old_capture *capture, uint64_t bytes, struct csa_err *err)
{
	struct css_old_capture *c = capture;
	uint64_t limit = c->store->segment_bytes;
	int rc;

	if (limit && c->end > sizeof(c->header) && c->end + bytes > limit) {
		c->fd = css_close(c->fd);
		c->segment++;
		rc = make_file(c, err);
		if (rc < 0)
			return rc;
	}
	return take(c, bytes, err);
}

int css_old_capture_add(void *capture, const void *bytes, size_t count, struct csa_err *err)
{
	struct css_old_capture *c = capture;
	int rc = css_file_write_at(c->fd, bytes, count, c->next);

	c->next += count;
	if (rc < 0)
		return failed(c, -rc, err);
	memcpy(c->last, (const char *)bytes + count - sizeof(c->last), sizeof(c->last));
	return 0;
}

void css_old_capture_commit(struct css_old_capture *capture)
{
	struct css_old_capture *c = capture;
	struct css_totals *totals = &c->store->totals;

	c->event_bytes += c->next - c->end;
	totals->block_bytes += c->next - c->end;
	c->end = c->next;
}

int css_old_capture_lose(struct css_old_capture *capture, uint64_t dropped, struct csa_err *err)
{
	struct css_old_capture *c = capture;
	unsigned char event[CSS_OLD_EVENT_BYTES];
	/* The counter of the ring only grows; a smaller one is that of another ring. */
	uint64_t more = dropped < c->notice ? dropped : dropped - c->notice;
	int rc;

	c->notice = dropped;
	if (more == 0)
		return 0;
	rc = css_old_capture_begin(c, sizeof(event), err);
	if (rc < 0)
		return rc;
	/* Of no thread: nobody knows which lost them. */
	make_marker(c, event, CSS_OLD_LOST, more, NULL);
	rc = css_file_write_at(c->fd, event, sizeof(event), c->end);
	if (rc < 0)
		return failed(c, -rc, err);
	c->dropped += more;
	c->end += sizeof(event);
	c->next = c->end;
	return 0;
}
