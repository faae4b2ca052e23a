/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC, O_NOFOLLOW */
#include "block_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_text.h"

#define WORDS       (CSF_BLOCK_BYTES / 8)
#define FIRST_WORD  (CSF_BLOCK_HEADER_BYTES / 8)
#define EVENT_WORDS 8u /* at most: full time 2, unwound 1, a wide word with its call site 3 */
#define SITES       256u

/* A block while it is filled. */
struct csa_block_buffer {
	union {
		struct csf_block header;
		uint64_t words[WORDS];
	} block;
	uint32_t used; /* words */
	struct csa_thread_out *owner;
	uint64_t handed_out;
	/* The last call site of a function in this block, where another has not taken its place. */
	struct {
		uint64_t function;
		uint64_t callsite;
	} sites[SITES];
};

int csa_block_writer_open(struct csa_block_writer *writer, const char *path, struct csa_err *err)
{
	*writer = (struct csa_block_writer){
		.fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600),
		.path = path
	};
	return writer->fd < 0 ? csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno)) : 0;
}

int csa_block_writer_close(struct csa_block_writer *writer, struct csa_err *err)
{
	int rc = 0;

	for (size_t i = 0; i < CSA_WRITER_BUFFERS; i++)
		free(writer->buffers[i]);
	if (writer->fd >= 0 && close(writer->fd) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", writer->path, strerror(errno));
	*writer = (struct csa_block_writer){ .fd = -1 };
	return rc;
}

int csa_thread_flush(struct csa_block_writer *writer, struct csa_thread_out *thread,
		     struct csa_err *err)
{
	struct csa_block_buffer *buffer = thread->buffer;
	struct csf_block *header;
	int rc = 0;

	if (!buffer) {
		writer->unwritten_lost += thread->lost;
		thread->lost = 0;
		return 0;
	}
	header = &buffer->block.header;
	header->used_bytes = buffer->used * 8;
	header->lost_events = thread->lost > UINT32_MAX ? UINT32_MAX : (uint32_t)thread->lost;
	header->pair_ticks = thread->pair.ticks;
	header->pair_ns = thread->pair.ns;
	writer->unwritten_lost += thread->lost - header->lost_events;
	thread->lost = 0;
	thread->pair = (struct csa_tick_pair){ 0 };
	thread->sequence++;
	if (!csa_write_all(writer->fd, buffer->block.words, header->used_bytes))
		rc = csa_fail(err, CSA_E_IO, "%s: %s", writer->path, strerror(errno));
	thread->buffer = NULL;
	buffer->owner = NULL;
	return rc;
}

/* One that is free, or new, or that of the thread that got its own first. NULL: no memory. */
static struct csa_block_buffer *find_buffer(struct csa_block_writer *writer)
{
	struct csa_block_buffer *found = NULL;

	for (size_t i = 0; i < CSA_WRITER_BUFFERS; i++) {
		struct csa_block_buffer *buffer = writer->buffers[i];

		if (!buffer) {
			writer->buffers[i] = calloc(1, sizeof(*buffer));
			return writer->buffers[i];
		}
		if (!buffer->owner)
			return buffer;
		if (!found || buffer->handed_out < found->handed_out)
			found = buffer;
	}
	return found;
}

static int take_buffer(struct csa_block_writer *writer, struct csa_thread_out *thread,
		       struct csa_err *err)
{
	struct csa_block_buffer *found = find_buffer(writer);

	if (!found) {
		csa_fail(err, CSA_E_NOMEM, "no memory for a block");
		return CSA_E_NOMEM;
	}
	if (found->owner && csa_thread_flush(writer, found->owner, err) < 0)
		return CSA_E_IO;
	found->owner = thread;
	found->handed_out = ++writer->clock;
	thread->buffer = found;
	return 0;
}

static void add(struct csa_block_buffer *buffer, uint64_t word)
{
	buffer->block.words[buffer->used++] = word;
}

static uint64_t extended(uint64_t ticks, unsigned type, uint32_t payload, unsigned length)
{
	return (ticks & CSF_TIME_MASK) << CSF_TIME_SHIFT |
	       (uint64_t)payload << CSF_EXT_PAYLOAD_SHIFT |
	       (uint64_t)length << CSF_EXT_LENGTH_SHIFT | type << CSF_EXT_TYPE_SHIFT |
	       CSF_KIND_EXTENDED;
}

/* The open calls that the header has no room for, innermost first. */
static void add_frames(struct csa_block_buffer *buffer, const struct csa_thread_out *thread)
{
	const struct csa_open_calls *calls = &thread->calls;
	uint32_t left = calls->count > CSF_BLOCK_FRAMES ? calls->count - CSF_BLOCK_FRAMES : 0;
	uint32_t next = left;

	if (left > CSF_BLOCK_FRAMES_MAX)
		left = CSF_BLOCK_FRAMES_MAX;
	while (left) {
		uint32_t count = left < CSF_EXT_LENGTH_MASK / 2 ? left : CSF_EXT_LENGTH_MASK / 2;

		add(buffer, extended(thread->ticks, CSF_EXT_FRAMES, count, 2 * count));
		for (uint32_t i = 0; i < count; i++) {
			next--;
			add(buffer, calls->items[next].function_ip);
			add(buffer, calls->items[next].enter_ticks);
		}
		left -= count;
	}
}

static void begin_block(struct csa_thread_out *thread, uint64_t ticks, bool is_wide)
{
	struct csa_block_buffer *buffer = thread->buffer;
	const struct csa_open_calls *calls = &thread->calls;
	struct csf_block *header = &buffer->block.header;

	memset(buffer->sites, 0, sizeof(buffer->sites));
	*header = (struct csf_block){
		.magic = CSF_BLOCK_MAGIC,
		.version = CSF_VERSION,
		.flags = is_wide ? CSF_BLOCK_WIDE : 0,
		.state = thread->sequence << 1,
		.thread_serial = thread->serial,
		.tid = thread->tid,
		.sequence = thread->sequence,
		.lane0_sequence = thread->sequence,
		.depth = calls->count,
		.first_ticks = ticks,
	};
	for (uint32_t i = 0; i < calls->count && i < CSF_BLOCK_FRAMES; i++)
		header->frames[i] = calls->items[calls->count - 1 - i];
	buffer->used = FIRST_WORD;
	thread->ticks = ticks;
	add_frames(buffer, thread);
}

/* Makes room for one event at @ticks; its time bits go into *@time. */
static int prepare(struct csa_block_writer *writer, struct csa_thread_out *thread, uint64_t ticks,
		   uint64_t address, uint64_t *time, struct csa_err *err)
{
	bool is_wide = address > CSF_ADDRESS_MASK;
	struct csa_block_buffer *buffer = thread->buffer;

	*time = (ticks & CSF_TIME_MASK) << CSF_TIME_SHIFT;
	if (buffer && (buffer->used + EVENT_WORDS > WORDS ||
		       (is_wide && !(buffer->block.header.flags & CSF_BLOCK_WIDE)))) {
		if (csa_thread_flush(writer, thread, err) < 0)
			return CSA_E_IO;
		buffer = NULL;
	}
	if (!buffer) {
		int rc = take_buffer(writer, thread, err);

		if (rc < 0)
			return rc;
		begin_block(thread, ticks, is_wide);
	}
	if (ticks < thread->ticks || ticks - thread->ticks > CSF_TIME_MASK) {
		add(thread->buffer,
		    extended(thread->ticks, CSF_EXT_FULL_TIME, ticks < thread->ticks, 1));
		add(thread->buffer, ticks);
	}
	thread->ticks = ticks;
	return 0;
}

/* What says where it was called; a word is never 0, which would be a hole. */
static unsigned enter_kind(struct csa_block_buffer *buffer, uint64_t address, uint64_t callsite)
{
	size_t at = (size_t)((address * 0x9e3779b97f4a7c15ull) >> 56) % SITES;

	if (buffer->sites[at].function == address && buffer->sites[at].callsite == callsite &&
	    (address & CSF_ADDRESS_MASK))
		return CSF_KIND_ENTER;
	if (callsite == 0 && buffer->sites[at].function == 0 && (address & CSF_ADDRESS_MASK))
		return CSF_KIND_ENTER;
	buffer->sites[at].function = address;
	buffer->sites[at].callsite = callsite;
	return CSF_KIND_ENTER_AT;
}

static void add_event(struct csa_block_buffer *buffer, uint64_t time, uint64_t address,
		      unsigned kind)
{
	add(buffer, time | (address & CSF_ADDRESS_MASK) << CSF_ADDRESS_SHIFT | kind);
	if (buffer->block.header.flags & CSF_BLOCK_WIDE)
		add(buffer, address);
}

int csa_thread_enter(struct csa_block_writer *writer, struct csa_thread_out *thread, uint64_t ticks,
		     uint64_t address, uint64_t callsite, struct csa_err *err)
{
	struct csa_open_calls *calls = &thread->calls;
	uint64_t time;
	unsigned kind;
	int rc;

	if (calls->beyond || writer->open_calls >= CSA_OPEN_CALLS_MAX) {
		calls->beyond++;
		thread->lost++;
		if (writer->too_deep++ == 0)
			return csa_thread_marker(writer, thread, ticks, CSF_MARKER_TOO_DEEP,
						 calls->count, err);
		return 0;
	}
	rc = prepare(writer, thread, ticks, address, &time, err);
	if (rc < 0)
		return rc;
	callsite &= ~CSF_CALLSITE_INLINED;
	kind = enter_kind(thread->buffer, address, callsite);
	add_event(thread->buffer, time, address, kind);
	if (kind == CSF_KIND_ENTER_AT)
		add(thread->buffer, callsite);
	if (!csa_open_calls_push(calls, address, ticks))
		return csa_fail(err, CSA_E_NOMEM, "no memory for open calls");
	writer->open_calls++;
	return 0;
}

int csa_thread_exit(struct csa_block_writer *writer, struct csa_thread_out *thread, uint64_t ticks,
		    uint64_t address, struct csa_err *err)
{
	struct csa_open_calls *calls = &thread->calls;
	uint32_t found;
	uint64_t time;
	int rc;

	if (calls->beyond) {
		calls->beyond--;
		thread->lost++;
		return 0;
	}
	rc = prepare(writer, thread, ticks, address, &time, err);
	if (rc < 0)
		return rc;
	found = csa_open_calls_find(calls, address);
	if (found == UINT32_MAX) {
		add(thread->buffer, extended(ticks, CSF_EXT_UNMATCHED, 0, 1));
		add(thread->buffer, address);
		return 0;
	}
	if (found + 1 < calls->count)
		add(thread->buffer, extended(ticks, CSF_EXT_UNWOUND, found + 1, 0));
	add_event(thread->buffer, time, address, CSF_KIND_EXIT);
	writer->open_calls -= calls->count - found;
	calls->count = found;
	return 0;
}

int csa_thread_marker(struct csa_block_writer *writer, struct csa_thread_out *thread,
		      uint64_t ticks, uint32_t marker, uint64_t argument, struct csa_err *err)
{
	uint64_t time;
	int rc = prepare(writer, thread, ticks, 0, &time, err);

	if (rc < 0)
		return rc;
	add(thread->buffer, extended(ticks, CSF_EXT_MARKER, marker & CSF_EXT_PAYLOAD_MASK, 1));
	add(thread->buffer, argument);
	return 0;
}
