/* SPDX-License-Identifier: MIT */
#include "traced.h"

#include <string.h>

bool css_traced_adopt(struct css_traced *traced, const struct css_ring *ring, uint32_t index)
{
	struct csf_ring_process entry;

	memcpy(&entry, css_ring_process(ring, index), sizeof(entry));
	if (entry.name[0] == '\0' || !memchr(entry.name, '\0', sizeof(entry.name)))
		return false;
	*traced = (struct css_traced){
		.phase = CSS_LIVE,
		.index = index,
		.identity = { .pid = entry.pid,
			      .pid_namespace = entry.pid_namespace,
			      .process_start = entry.process_start,
			      .start_ns = entry.start_ns },
	};
	memcpy(traced->name, entry.name, sizeof(entry.name));
	return true;
}

void css_traced_restart(struct css_traced *traced)
{
	traced->is_said = false;
	traced->modules_said = 0;
	traced->status_is_said = false;
	if (traced->phase == CSS_ENDED)
		traced->phase = CSS_GONE;
}

/* The window with part @part of a text. Return: bytes of it that are there, or -1: there is no such part. */
static int64_t find_part(const struct css_traced *traced, const struct css_ring *ring,
			 enum csf_ring_window kind, uint64_t part, uint32_t *window)
{
	uint32_t wanted = (uint32_t)kind | traced->index << CSF_WINDOW_PROCESS_SHIFT;
	uint32_t made = css_ring_windows_made(ring);

	for (uint32_t i = 0; i < made; i++) {
		struct csf_ring_text text;

		/* acquire: pairs with the release of its publication */
		if (__atomic_load_n(css_ring_window(ring, i), __ATOMIC_ACQUIRE) != wanted ||
		    !css_ring_read_window(ring, i, 0, &text, sizeof(text)) || text.part != part)
			continue;
		*window = i;
		return text.used < CSF_RING_TEXT_BYTES ? text.used : CSF_RING_TEXT_BYTES;
	}
	return -1;
}

/* Bytes of a text from @from on, as many as are there, have room, and lie in one part. Return: how many. */
static uint32_t read_text(const struct css_traced *traced, const struct css_ring *ring,
			  enum csf_ring_window kind, uint64_t from, unsigned char *to,
			  uint32_t room)
{
	uint32_t window = 0;
	uint32_t offset = (uint32_t)(from % CSF_RING_TEXT_BYTES);
	int64_t used = find_part(traced, ring, kind, from / CSF_RING_TEXT_BYTES, &window);
	uint32_t count;

	if (used <= offset)
		return 0;
	count = (uint32_t)used - offset < room ? (uint32_t)used - offset : room;
	if (!css_ring_read_window(ring, window, (uint32_t)sizeof(struct csf_ring_text) + offset, to,
				  count))
		return 0;
	return count;
}

bool css_traced_post_process(struct css_traced *traced, const struct css_ring *ring,
			     struct css_sender *sender, uint32_t number, int level)
{
	unsigned char *body = css_sender_body(sender);
	struct csf_wire_process process = { .name_bytes = (uint32_t)strlen(traced->name) };
	unsigned char *facts = body + sizeof(process) + process.name_bytes;
	uint32_t room = sender->message_max - (uint32_t)(facts - body);
	uint32_t count;

	do {
		count = read_text(traced, ring, CSF_WINDOW_FACTS, process.facts_bytes,
				  facts + process.facts_bytes, room - process.facts_bytes);
		process.facts_bytes += count;
	} while (count);
	/* What does not fit is no JSON: a capture without these facts is better than none. */
	if (process.facts_bytes == room)
		process.facts_bytes = 0;
	memcpy(body, &process, sizeof(process));
	memcpy(body + sizeof(process), traced->name, process.name_bytes);
	traced->number = number;
	traced->is_said = true;
	css_sender_post(sender, CSF_WIRE_PROCESS, number,
			(uint32_t)(facts - body) + process.facts_bytes, level);
	return true;
}

bool css_traced_post_modules(struct css_traced *traced, const struct css_ring *ring,
			     struct css_sender *sender, int level)
{
	unsigned char *body = css_sender_body(sender);
	struct csf_wire_modules modules = { .offset = traced->modules_said };
	uint32_t count = read_text(traced, ring, CSF_WINDOW_MODULES, traced->modules_said,
				   body + sizeof(modules), CSF_RING_TEXT_BYTES);

	if (count == 0)
		return false;
	memcpy(body, &modules, sizeof(modules));
	traced->modules_said += count;
	css_sender_post(sender, CSF_WIRE_MODULES, traced->number, (uint32_t)sizeof(modules) + count,
			level);
	return true;
}

bool css_traced_post_status(struct css_traced *traced, const struct css_ring *ring,
			    struct css_sender *sender)
{
	const struct csf_ring_process *entry = css_ring_process(ring, traced->index);
	struct csf_wire_status status = { .dropped_blocks = 0 };

	memcpy(&status.live, &entry->live, sizeof(status.live));
	status.dropped_blocks = __atomic_load_n(&entry->dropped_blocks, __ATOMIC_RELAXED);
	if (traced->status_is_said && memcmp(&status, &traced->status, sizeof(status)) == 0)
		return false;
	traced->status = status;
	traced->status_is_said = true;
	memcpy(css_sender_body(sender), &status, sizeof(status));
	css_sender_post(sender, CSF_WIRE_STATUS, traced->number, sizeof(status), 0);
	return true;
}

void css_traced_forget(struct css_traced *traced, const struct css_ring *ring)
{
	for (uint32_t i = 0; i < ring->window_max; i++) {
		uint32_t *window = css_ring_window(ring, i);
		uint32_t word = __atomic_load_n(window, __ATOMIC_RELAXED);

		/* release: pairs with the acquire of who takes it next */
		if (word && word >> CSF_WINDOW_PROCESS_SHIFT == traced->index)
			__atomic_store_n(window, CSF_WINDOW_FREE, __ATOMIC_RELEASE);
	}
	__atomic_store_n(&css_ring_process(ring, traced->index)->state, CSF_RING_FREE,
			 __ATOMIC_RELEASE);
	traced->phase = CSS_ABSENT;
}
