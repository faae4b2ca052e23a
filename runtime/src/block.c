/* SPDX-License-Identifier: MIT */
#include "block.h"

#include <stddef.h>

#include "block_state.h"
#include "clock.h"
#include "frames.h"
#include "live.h"
#include "live_windows.h"
#include "pause.h"
#include "process.h"
#include "sink.h"
#include "slots.h"
#include "text.h"
#include "thread_name.h"
#include "wide_atomic.h"

#define FRAMES_PER_RECORD 127u /* two words each, a length of at most 255 words */

CSR_FN static const struct csr_frame *write_header_frames(struct csr_thread *t)
{
	const struct csr_frame *frame = t->top;
	unsigned count = 0;

	for (; frame != t->bottom && count < CSF_BLOCK_FRAMES; frame--) {
		if (!csr_frame_is_call(frame))
			continue;
		t->block->frames[count].function_ip = frame->function & CSR_FRAME_FUNCTION;
		t->block->frames[count].enter_ticks = frame->enter_ticks;
		count++;
	}
	for (; count < CSF_BLOCK_FRAMES; count++)
		t->block->frames[count] = (struct csf_frame){ 0 };
	return frame;
}

/* The frames beyond the header's, as records at the start of the block. Return: the next word. */
CSR_FN static uint64_t *write_more_frames(struct csr_thread *t, const struct csr_frame *frame,
					  uint64_t *word)
{
	unsigned left = CSF_BLOCK_FRAMES_MAX;

	while (frame != t->bottom && left) {
		uint64_t *record = word++;
		unsigned count = 0;

		for (; frame != t->bottom && left && count < FRAMES_PER_RECORD; frame--) {
			if (!csr_frame_is_call(frame))
				continue;
			*word++ = frame->function & CSR_FRAME_FUNCTION;
			*word++ = frame->enter_ticks;
			count++;
			left--;
		}
		*record = csr_word(t->last_ticks,
				   csr_word_extended(CSF_EXT_FRAMES, UINT64_C(2) * count, count));
	}
	return word;
}

/* Where the slow path is due: the end of the window, or the events that TRACE_MAX leaves. */
CSR_FN static uint64_t *find_limit(const struct csr_thread *t, uint64_t *first)
{
	uint64_t *end = (uint64_t *)(void *)((char *)t->block + CSF_BLOCK_BYTES) - CSR_BLOCK_MARGIN;
	uint64_t max = csr_process.settings.max_events;
	uint64_t used = csr_wide_load(&csr_process.event_count);

	/* An event has at least one word: a block of n words cannot pass the limit by itself. */
	if (max && used < max && max - used < (uint64_t)(end - first))
		return first + (max - used);
	return end;
}

CSR_FN static void fill_header(struct csr_thread *t)
{
	struct csf_block *block = t->block;
	struct csr_clock_pair pair = csr_clock_pair_read();

	block->magic = CSF_BLOCK_MAGIC;
	block->version = CSF_VERSION;
	block->lane = t->outer ? 1 : 0;
	block->flags = (uint8_t)((t->careful & CSR_CAREFUL_WIDE ? CSF_BLOCK_WIDE : 0) |
				 (t->has_call_sites ? 0 : CSF_BLOCK_NO_CALLSITES) |
				 (CSR_FRAME_IS_EXACT ? 0 : CSF_BLOCK_HOOK_FRAMES) |
				 (t->inherited && t->sequence == 0 ? CSF_BLOCK_INHERITED : 0));
	block->thread_serial = t->serial;
	block->tid = t->tid;
	block->sequence = t->sequence;
	block->lane0_sequence = t->outer ? t->outer->sequence : t->sequence;
	block->depth = csr_frames_depth(t, t->top);
	block->lost_events = block->used_bytes; /* of a window that is closed: see drop() */
	block->pair_ticks = pair.ticks;
	block->pair_ns = pair.ns;
	block->first_ticks = t->last_ticks = csr_clock_read();
}

CSR_FN void csr_block_set_limit(struct csr_thread *t)
{
	uint64_t *limit = t->window_limit;

	if (limit - t->position > CSR_LOOK_WORDS)
		limit = t->position + CSR_LOOK_WORDS;
	if (t->careful)
		limit = NULL;
	__atomic_store_n(&t->limit, limit, __ATOMIC_RELAXED);
	/* Pairs with the fence in csr_slots_hurry(): either that request is seen here or its store of 0
	 * comes after ours. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	/* In a child of fork a hook may go on here that a handler interrupted. */
	if (__atomic_load_n(&csr_process.stop_generation, __ATOMIC_RELAXED) != t->stop_seen ||
	    !csr_address_load(&t->is_alive, __ATOMIC_RELAXED) || csr_pause_is_due(t) ||
	    (csr_process.is_wide && !(t->careful & CSR_CAREFUL_WIDE)))
		__atomic_store_n(&t->limit, NULL, __ATOMIC_RELAXED);
}

CSR_FN void csr_block_open(struct csr_thread *t)
{
	struct csf_block *block = t->block;
	uint64_t *first = (uint64_t *)(void *)((char *)block + CSF_BLOCK_HEADER_BYTES);

	if (!csr_clock_get()->is_counter)
		t->careful |= CSR_CAREFUL_CLOCK;
	t->has_call_sites = csr_process.settings.has_call_sites;
	fill_header(t);
	first = write_more_frames(t, write_header_frames(t), first);
	t->site_tag += UINT64_C(1) << 48;
	if (t->site_tag == 0) /* tags repeat: forget what has the same one */
		csr_zero(t->sites, sizeof(t->sites));
	csr_block_publish(block, (uint32_t)((char *)first - (char *)block), t->sequence << 1 | 1);
	t->position = first;
	t->window_limit = find_limit(t, first);
	csr_block_set_limit(t);
	/* The block that has it may be gone before this one. */
	if (csr_process.settings.is_wrap)
		t->name[0] = '\0';
	if (!t->outer)
		csr_block_write_name(t);
}

/* Most words are an event each: so many are looked at together. */
#define RUN_WORDS 8u

/* None of them is followed by words that belong to it: bit 1 of their kinds is clear. */
CSR_FN static bool is_run(const uint64_t *word)
{
	uint64_t kinds = 0;

	for (unsigned i = 0; i < RUN_WORDS; i++)
		kinds |= word[i];
	return !(kinds & CSF_KIND_ENTER_AT);
}

/* Enters and exits among the words of the open block. */
CSR_FN static uint64_t count_events(const struct csr_thread *t)
{
	const uint64_t *word =
		(const uint64_t *)(const void *)((const char *)t->block + CSF_BLOCK_HEADER_BYTES);
	unsigned wide = t->block->flags & CSF_BLOCK_WIDE ? 1 : 0;
	uint64_t count = 0;

	while (word < t->position) {
		unsigned kind = *word & CSF_KIND_MASK;

		if (!wide && t->position - word >= (ptrdiff_t)RUN_WORDS && is_run(word)) {
			word += RUN_WORDS;
			count += RUN_WORDS;
			continue;
		}
		if (kind == CSF_KIND_EXTENDED) {
			count += (*word >> CSF_EXT_TYPE_SHIFT & CSF_EXT_TYPE_MASK) ==
				 CSF_EXT_UNMATCHED;
			word += 1 + (*word >> CSF_EXT_LENGTH_SHIFT & CSF_EXT_LENGTH_MASK);
			continue;
		}
		word += 1 + wide + (kind == CSF_KIND_ENTER_AT);
		count++;
	}
	return count;
}

CSR_FN static void end_block(struct csr_thread *t)
{
	t->position = NULL;
	t->sequence++;
}

/*
 * TRACE_FULL=wrap: the block stays where it is until its window is the oldest. First lane 0, then what
 * interrupted it, so that no block loses the end of what interrupted it before it goes itself.
 */
CSR_FN static void keep_in_window(struct csr_thread *t)
{
	struct csr_thread *lanes[2] = { t, t->nested };

	for (unsigned i = 0; i < 2; i++) {
		if (!lanes[i] || !lanes[i]->position)
			continue;
		lanes[i]->block = csr_live_windows_exchange(lanes[i]->block);
		end_block(lanes[i]);
	}
}

CSR_FN static void count_block(const struct csr_thread *t)
{
	uint64_t max = csr_process.settings.max_events;

	if (max && csr_wide_add(&csr_process.event_count, count_events(t)) >= max)
		csr_process_stop(CSF_MARKER_MAX_EVENTS, max);
}

CSR_FN static uint32_t add_lost(uint32_t lost, uint64_t events)
{
	return events > UINT32_MAX - lost ? UINT32_MAX : lost + (uint32_t)events;
}

/*
 * There is no room for the block: its events are lost, and so are those that it says were lost before. Their
 * number is the position of the closed window, so that one store says both, until the next block has it. That
 * one takes the sequence number: what a reader sees has no gap.
 */
CSR_FN static void drop(struct csr_thread *t)
{
	csr_sink->count_drop();
	csr_block_publish(t->block, add_lost(t->block->lost_events, count_events(t)),
			  t->sequence << 1);
	t->position = NULL;
	t->name[0] = '\0'; /* the block may have had it */
}

/* The block is with the sink, or nowhere. */
CSR_FN static void settle(struct csr_thread *t, bool is_dropped)
{
	count_block(t);
	if (is_dropped) {
		drop(t);
		return;
	}
	csr_block_publish(t->block, 0, t->sequence << 1);
	end_block(t);
}

CSR_FN static bool hand_over(struct csr_thread *t, bool may_drop)
{
	/* What interrupted hooks of this block is read together with it. */
	struct csr_thread *n = t->nested && t->nested->position ? t->nested : NULL;
	struct csr_sink_result result =
		csr_sink->write(t->slot, t->block, n ? n->block : NULL, !may_drop);

	if (result.marker) {
		csr_process_stop((enum csf_marker)result.marker, result.argument);
		return false;
	}
	if (result.is_full && !may_drop)
		return false;
	if (n)
		settle(n, result.is_full || result.is_nested_full);
	settle(t, result.is_full);
	/* Its hooks may be over: the block says what was lost of them. */
	if (n && n->block->used_bytes)
		csr_block_open(n);
	return true;
}

CSR_FN bool csr_block_finish(struct csr_thread *t)
{
	if (!t->position)
		return true;
	if (!csr_process.settings.is_wrap)
		return hand_over(t, true);
	if (t->nested && t->nested->position)
		count_block(t->nested);
	count_block(t);
	keep_in_window(t);
	return true;
}

CSR_FN bool csr_block_offer(struct csr_thread *t)
{
	if (csr_process.settings.is_wrap)
		return csr_block_finish(t);
	return !t->position || hand_over(t, false);
}

CSR_FN void csr_block_abandon(struct csr_thread *t)
{
	struct csr_thread *lanes[2] = { t->nested, t };

	for (unsigned i = 0; i < 2; i++) {
		if (!lanes[i] || !lanes[i]->position)
			continue;
		drop(lanes[i]);
		csr_wide_add(&csr_live_header()->lost_events, lanes[i]->block->used_bytes);
		csr_block_publish(lanes[i]->block, 0, lanes[i]->sequence << 1);
	}
}

CSR_FN bool csr_block_has_room(const struct csr_thread *t)
{
	return t->position < t->window_limit &&
	       (!csr_process.is_wide || (t->block->flags & CSF_BLOCK_WIDE));
}

CSR_FN bool csr_block_make_room(struct csr_thread *t)
{
	if (csr_process.is_wide)
		t->careful |= CSR_CAREFUL_WIDE;
	if (!t->position || !csr_block_has_room(t)) {
		if (!csr_block_finish(t))
			return false;
		csr_block_open(t);
	}
	return true;
}

CSR_FN void csr_block_bridge(struct csr_thread *t, uint64_t ticks)
{
	if ((ticks - t->last_ticks) >> 20 == 0)
		return;
	t->position[0] =
		csr_word(ticks, csr_word_extended(CSF_EXT_FULL_TIME, 1, ticks < t->last_ticks));
	t->position[1] = ticks;
	csr_block_commit(t, t->position + 2, ticks);
}

/* One extended record with up to two words after it. */
CSR_FN static void write_extended(struct csr_thread *t, enum csf_ext_type type, unsigned length,
				  uint64_t payload, const uint64_t *words)
{
	uint64_t ticks = csr_clock_read();

	csr_block_bridge(t, ticks);
	t->position[0] = csr_word(ticks, csr_word_extended(type, length, payload));
	for (unsigned i = 0; i < length; i++)
		t->position[1 + i] = words[i];
	csr_block_commit(t, t->position + 1 + length, ticks);
}

CSR_FN void csr_block_write_marker(struct csr_thread *t, enum csf_marker marker, uint64_t argument)
{
	write_extended(t, CSF_EXT_MARKER, 1, marker, &argument);
}

CSR_FN void csr_block_write_unwound(struct csr_thread *t, uint32_t depth_left)
{
	write_extended(t, CSF_EXT_UNWOUND, 0, depth_left, NULL);
}

CSR_FN void csr_block_write_unmatched(struct csr_thread *t, uint64_t function)
{
	write_extended(t, CSF_EXT_UNMATCHED, 1, 0, &function);
}

CSR_FN void csr_block_write_mark(struct csr_thread *t, enum csf_name_kind kind, uint64_t name,
				 int64_t value)
{
	const uint64_t words[2] = { name, (uint64_t)value };

	write_extended(t, CSF_EXT_USER_MARK, kind == CSF_NAME_VALUE ? 2 : 1, kind, words);
}

CSR_FN void csr_block_write_name(struct csr_thread *t)
{
	uint64_t words[2];
	char *name = (char *)words;
	bool is_same = true;

	csr_thread_name_read(t, name);
	for (unsigned i = 0; i < sizeof(t->name); i++)
		is_same = is_same && t->name[i] == name[i];
	/* The window may be full: the next block has the name, or at a thread's end the one before stands. */
	if (is_same || !t->position || t->position >= t->window_limit)
		return;
	csr_copy(t->name, name, sizeof(t->name));
	write_extended(t, CSF_EXT_THREAD_NAME, 2, 0, words);
}

CSR_FN void csr_block_lose(struct csr_thread *t)
{
	/* Not atomic: of a hook that is lost, and one that interrupts it right here and is lost too, one
	 * is counted. Such a one is lost only where it could have no lane 1. */
	if (t->block->lost_events != UINT32_MAX)
		t->block->lost_events++;
}
