/* SPDX-License-Identifier: MIT */
#include "old_events.h"

#include <stdlib.h>

#include "file_bytes.h"

/* Record @index of the file; the buffer holds it when it was not there. */
static int read_record(struct csa_old_events *e, uint64_t index, struct csa_old_event *event,
		       struct csa_err *err)
{
	bool big = e->file->header.is_big_endian;
	uint64_t first = e->file->header.header_bytes;
	const unsigned char *at;

	if (index < e->buffered || index - e->buffered >= e->buffer_count) {
		uint64_t left = e->count - index;
		size_t wanted = left < CSA_OLD_BUFFERED ? (size_t)left : CSA_OLD_BUFFERED;
		ssize_t n = csa_file_read_at(e->file->fd, e->buffer, wanted * CSA_OLD_EVENT_BYTES,
					     first + index * CSA_OLD_EVENT_BYTES, err);

		if (n < 0)
			return (int)n;
		e->buffered = index;
		e->buffer_count = (uint32_t)((size_t)n / CSA_OLD_EVENT_BYTES);
		if (e->buffer_count == 0)
			return 0; /* it became shorter */
	}
	at = e->buffer + (index - e->buffered) * CSA_OLD_EVENT_BYTES;
	*event = (struct csa_old_event){
		.time = csa_old_u64(at + CSA_OLD_EVENT_AT_TIME, big),
		.function = csa_old_u64(at + CSA_OLD_EVENT_AT_FUNCTION, big),
		.callsite = csa_old_u64(at + CSA_OLD_EVENT_AT_CALLSITE, big),
		.tid = csa_old_u32(at + CSA_OLD_EVENT_AT_TID, big),
		.kind = at[CSA_OLD_EVENT_AT_KIND],
		.offset = first + index * CSA_OLD_EVENT_BYTES,
	};
	return 1;
}

/* Markers and counters can have anything as time. */
static bool has_time(const struct csa_old_event *event)
{
	return event->kind == CSA_OLD_ENTER || event->kind == CSA_OLD_EXIT;
}

static int find_start(struct csa_old_events *e, struct csa_err *err)
{
	struct csa_old_event event = { 0 };
	uint64_t first_time = 0;
	uint64_t last_time = 0;
	uint64_t largest = 0;
	uint64_t start = 0;
	bool has_first = false;

	for (uint64_t i = 0; i < e->count; i++) {
		int rc = read_record(e, i, &event, err);

		if (rc < 0)
			return rc;
		if (rc == 0)
			break;
		if (!has_time(&event))
			continue;
		if (!has_first)
			first_time = event.time;
		else if (event.time < last_time && last_time - event.time > largest) {
			largest = last_time - event.time;
			start = i;
		}
		has_first = true;
		last_time = event.time;
	}
	/* Written round: what is last in the file goes on at its beginning. */
	if (start && last_time <= first_time)
		e->start = start;
	return 0;
}

int csa_old_events_new(struct csa_old_events **out, const struct csa_old_file *file,
		       struct csa_err *err)
{
	struct csa_old_events *e = malloc(sizeof(*e));
	uint64_t bytes = file->bytes > file->header.header_bytes
				 ? file->bytes - file->header.header_bytes
				 : 0;

	*out = e;
	if (!e)
		return csa_fail(err, CSA_E_NOMEM, "no memory for events");
	e->file = file;
	e->count = bytes / CSA_OLD_EVENT_BYTES;
	e->cut_bytes = bytes % CSA_OLD_EVENT_BYTES;
	e->start = e->next = 0;
	e->buffered = 0;
	e->buffer_count = 0;
	return file->header.flags & CSA_OLD_WRAPPED ? find_start(e, err) : 0;
}

int csa_old_events_next(struct csa_old_events *e, struct csa_old_event *event, struct csa_err *err)
{
	uint64_t index;
	int rc;

	if (e->next >= e->count)
		return 0;
	index = e->start + e->next;
	if (index >= e->count)
		index -= e->count;
	rc = read_record(e, index, event, err);
	if (rc > 0)
		e->next++;
	return rc;
}
