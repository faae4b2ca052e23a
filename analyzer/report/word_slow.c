/* SPDX-License-Identifier: MIT */
#include "word_slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_record.h"
#include "word_reader.h"

#define FIRST_BITS 9u

void csa_slow_damage(struct csa_matcher *m, const uint64_t *word, const char *text)
{
	struct csa_block_result *r = m->result;

	if (r->damaged_offset)
		return;
	r->damaged_offset = (uint64_t)(word - m->words) * 8;
	snprintf(r->damage, sizeof(r->damage), "%s", text);
}

/* The line of the clock for m->ticks; it ends where the map has to be looked at again. */
static void set_rate(struct csa_matcher *m)
{
	const struct csa_clock *clock = &m->capture->clock;
	size_t line;

	m->rate = &clock->rate;
	if (!clock->line_count)
		return;
	line = csa_clock_find(clock, m->ticks);
	m->rate = &clock->lines[line].rate;
	if (line + 1 < clock->line_count && clock->lines[line + 1].from_ticks < m->epoch_limit)
		m->epoch_limit = clock->lines[line + 1].from_ticks;
}

void csa_slow_set_map(struct csa_matcher *m)
{
	const struct csa_modules *modules = &m->capture->modules;
	unsigned epoch = csa_modules_epoch(modules, m->ticks);

	m->map = &m->maps[2 * epoch + (m->is_wide ? 1 : 0)];
	m->epoch_limit =
		epoch + 1 < modules->epoch_count ? modules->epoch_ticks[epoch] : UINT64_MAX;
	set_rate(m);
}

static void note_step(struct csa_matcher *m)
{
	m->result->clock_steps++;
	m->needs_care = true;
	csa_user_break(&m->result->user);
}

void csa_slow_set_ticks(struct csa_matcher *m, uint64_t ticks)
{
	const struct csa_tick_rate *rate = &m->capture->clock.rate;

	if (ticks < rate->base_ticks || ticks > rate->max_ticks) {
		ticks = ticks < rate->base_ticks ? rate->base_ticks : rate->max_ticks;
		note_step(m);
	} else if (ticks < m->ticks) {
		note_step(m);
	}
	m->ticks = ticks;
	csa_slow_set_map(m);
}

static bool grow_map(struct csa_address_map *map)
{
	struct csa_address_map bigger = { .count = map->count,
					  .shift = map->slots ? map->shift - 1 : 64 - FIRST_BITS };
	size_t size = (size_t)1 << (64 - bigger.shift);

	bigger.slots = calloc(size, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	for (size_t i = 0; map->slots && i < (size_t)1 << (64 - map->shift); i++) {
		size_t slot;

		if (!map->slots[i].key)
			continue;
		slot = (map->slots[i].key * CSA_ADDRESS_HASH) >> bigger.shift;
		while (bigger.slots[slot].key)
			slot = (slot + 1) & (size - 1);
		bigger.slots[slot] = map->slots[i];
	}
	free(map->slots);
	*map = bigger;
	return true;
}

static bool put(struct csa_address_map *map, uint64_t key, struct csa_row_stats *row)
{
	size_t size;
	size_t slot;

	if (!map->slots && !grow_map(map))
		return false;
	/* At most a quarter full: the loop's first look then finds most keys. */
	if (4 * (map->count + 1) > (uint64_t)1 << (64 - map->shift) && !grow_map(map))
		return false;
	size = (size_t)1 << (64 - map->shift);
	slot = (key * CSA_ADDRESS_HASH) >> map->shift;
	while (map->slots[slot].key)
		slot = (slot + 1) & (size - 1);
	map->slots[slot].key = key;
	map->slots[slot].row = row;
	map->count++;
	return true;
}

static struct csa_address_map *pieces_of(const struct csa_matcher *m)
{
	return &m->pieces[m->map - m->maps];
}

bool csa_slow_is_piece(const struct csa_matcher *m, uint64_t key)
{
	const struct csa_address_map *map = pieces_of(m);
	size_t slot;

	if (!map->slots)
		return false;
	slot = (key * CSA_ADDRESS_HASH) >> map->shift;
	while (map->slots[slot].key && map->slots[slot].key != key)
		slot = (slot + 1) & (((size_t)1 << (64 - map->shift)) - 1);
	return map->slots[slot].key != 0;
}

bool csa_slow_is_piece_frame(const struct csa_matcher *m, const struct csa_match_frame *frame)
{
	if (frame == m->stack || !frame->row->has_resumes)
		return false;
	if (frame->key & CSA_KEY_INHERITED)
		return m->result->inherited[frame - m->stack - 1].is_piece;
	return csa_slow_is_piece(m, frame->key);
}

bool csa_slow_is_resume(const struct csa_matcher *m, const struct csa_match_frame *frame)
{
	const struct csa_match_frame *caller = frame - 1;

	return csa_slow_is_piece_frame(m, frame) &&
	       (caller->row != frame->row || csa_slow_is_piece_frame(m, caller));
}

struct csa_row_stats *csa_slow_row(struct csa_matcher *m, uint64_t word, uint64_t key)
{
	struct csa_row_stats *row;
	struct csa_row_traits traits = { 0 };
	int64_t number;

	if (word == 0)
		return NULL;
	if (key == 0 && m->zero_row)
		return m->zero_row;
	number = csa_rows_resolve(m->rows, m->space, key, m->is_wide, m->ticks, &traits);
	row = number < 0 ? NULL : csa_stats_row(&m->stats, (uint32_t)number);
	if (!row || (key && !put(m->map, key, row)) ||
	    (key && traits.is_resume && !put(pieces_of(m), key, row))) {
		m->has_failed = true;
		return NULL;
	}
	row->is_transparent = traits.is_transparent;
	row->has_resumes = row->has_resumes || traits.is_resume;
	row->is_special = row->is_transparent || row->has_resumes;
	if (key == 0)
		m->zero_row = row;
	return row;
}

static void close_inherited(struct csa_matcher *m, uint64_t now_ns, bool is_unwound)
{
	struct csa_block_result *r = m->result;
	struct csa_match_frame *f = m->top;
	const struct csa_open_frame *open = &r->inherited[f - m->stack - 1];
	bool is_outermost = false;

	if (open->is_counted)
		is_outermost = --f->row->active == 0;
	else if (!is_unwound && !open->is_of_parent)
		r->unmatched++;
	r->closings[r->closing_count++] = (struct csa_closing){ .exit_ns = now_ns,
								.child_ns = f->child_ns,
								.children = f->children,
								.is_unwound = is_unwound,
								.is_outermost = is_outermost };
	m->top--;
	if (m->sites.slots)
		csa_record_call(m, &(struct csa_call){ .kind = CSA_CALL_CLOSING });
}

void csa_slow_close(struct csa_matcher *m, uint64_t now_ns, bool is_unwound)
{
	struct csa_match_frame *f = m->top--;
	struct csa_row_stats *row = f->row;
	uint64_t duration = now_ns > f->enter_ns ? now_ns - f->enter_ns : 0;
	uint64_t self;
	bool is_resume = csa_slow_is_resume(m, f);

	row->resumes += is_resume;
	row->active--;
	row->unwound += is_unwound;
	if (row->is_transparent) {
		row->calls++;
		m->top->child_ns += f->child_ns;
		m->top->children += f->children + CSA_HOOKS_OF_TRANSPARENT;
		return;
	}
	/* After a step back of the clock a call lasted at least as long as its calls did. */
	duration = duration < f->child_ns ? f->child_ns : duration;
	self = duration - f->child_ns;
	if (!m->needs_no_sums && !csa_row_close(row, duration, self, f->children, row->active == 0))
		m->has_failed = true;
	m->top->child_ns += duration;
	m->top->children++;
	if (m->tree.nodes) {
		m->tree.nodes[f->node].self_ns += self;
		m->tree.nodes[f->node].calls++;
	}
	if (m->sites.slots)
		csa_record_exit(m, now_ns, duration, self, f,
				(row->active == 0 ? CSA_CALL_OUTERMOST : 0u) |
					(is_resume ? CSA_CALL_RESUME : 0u) |
					(is_unwound ? CSA_CALL_UNWOUND : 0u));
}

void csa_slow_exit(struct csa_matcher *m, uint64_t key)
{
	struct csa_match_frame *top = m->top;

	if (top > m->stack && (top->key & CSA_KEY_INHERITED) &&
	    ((top->key ^ key) & CSF_ADDRESS_MASK) == 0) {
		close_inherited(m, csa_ticks_to_ns(m->rate, m->ticks), false);
		return;
	}
	/* With nothing named below, an exit of an unnamed frame is one of a call from before. */
	if (top == m->stack && m->result->unnamed_left)
		m->result->unnamed_left--;
	m->result->unmatched++;
}

static void unwind(struct csa_matcher *m, uint32_t left, const uint64_t *word)
{
	struct csa_block_result *r = m->result;
	uint64_t now_ns = csa_ticks_to_ns(m->rate, m->ticks);

	if (left > r->unnamed_left + (uint64_t)(m->top - m->stack)) {
		csa_slow_damage(m, word, "unwound word leaves more frames than are open");
		return;
	}
	while (m->top > m->stack && r->unnamed_left + (uint64_t)(m->top - m->stack) > left) {
		if (m->top->key & CSA_KEY_INHERITED)
			close_inherited(m, now_ns, true);
		else
			csa_slow_close(m, now_ns, true);
	}
	if (left < r->unnamed_left)
		r->unnamed_left = left;
}

static void record_marker(struct csa_matcher *m, uint32_t marker, uint64_t argument)
{
	const struct csa_call call = { .ns = csa_ticks_to_ns(m->rate, m->ticks),
				       .kind = CSA_CALL_MARKER,
				       .marker = { marker, argument } };

	if (m->sites.slots)
		csa_record_call(m, &call);
}

static void note_marker(struct csa_block_result *r, uint32_t marker, uint64_t argument)
{
	if (marker == CSF_MARKER_PAUSED || marker == CSF_MARKER_RESUMED)
		csa_user_break(&r->user);
	for (uint32_t i = 0; i < r->marker_count; i++) {
		struct csa_marker_seen *seen = &r->markers[i];

		if (seen->marker != marker ||
		    (seen->argument != argument && !csa_marker_adds_up(marker)))
			continue;
		seen->argument += csa_marker_adds_up(marker) ? argument : 0;
		seen->count++;
		return;
	}
	if (r->marker_count < CSA_MARKERS_KEPT)
		r->markers[r->marker_count++] = (struct csa_marker_seen){ marker, 1, argument };
}

static void note_user_mark(struct csa_matcher *m, uint32_t kind, const uint64_t *next)
{
	struct csa_user_record record = { .kind = kind };

	if (kind < CSF_NAME_MARK || kind > CSF_NAME_VALUE || !m->space->names)
		return; /* of a later version: it may have no word behind it */
	record.ip = next[0];
	record.value = kind == CSF_NAME_VALUE ? (int64_t)next[1] : 0;
	record.ticks = m->ticks;
	record.ns = csa_ticks_to_ns(m->rate, m->ticks);
	record.epoch = csa_modules_epoch(&m->capture->modules, m->ticks);
	if (!csa_user_record(&m->user, m->space, &m->result->user, &record))
		m->has_failed = true;
	else if (m->sites.slots)
		csa_record_call(m,
				&(struct csa_call){ .ns = record.ns,
						    .kind = CSA_CALL_USER,
						    .user = { csa_user_names_borrow(m->space->names,
										    record.name),
							      record.value } });
}

static void act(struct csa_matcher *m, uint64_t word, const uint64_t *next)
{
	uint32_t payload = word >> CSF_EXT_PAYLOAD_SHIFT & CSF_EXT_PAYLOAD_MASK;

	switch (word >> CSF_EXT_TYPE_SHIFT & CSF_EXT_TYPE_MASK) {
	case CSF_EXT_FULL_TIME:
		csa_slow_set_ticks(m, next[0]);
		break;
	case CSF_EXT_MARKER:
		note_marker(m->result, payload, next[0]);
		record_marker(m, payload, next[0]);
		break;
	case CSF_EXT_UNWOUND:
		unwind(m, payload, next - 1);
		break;
	case CSF_EXT_THREAD_NAME:
		memcpy(m->result->thread_name, next, 16);
		m->result->has_name = true;
		break;
	case CSF_EXT_USER_MARK:
		note_user_mark(m, payload, next);
		break;
	case CSF_EXT_UNMATCHED:
		m->result->unmatched++;
		m->skipped--; /* an event, unlike the other extended words */
		break;
	default:
		break;
	}
}

const uint64_t *csa_slow_extended(struct csa_matcher *m, uint64_t word, const uint64_t *next)
{
	unsigned type = word >> CSF_EXT_TYPE_SHIFT & CSF_EXT_TYPE_MASK;
	unsigned length = word >> CSF_EXT_LENGTH_SHIFT & CSF_EXT_LENGTH_MASK;
	int expected = csa_ext_length(type, word >> CSF_EXT_PAYLOAD_SHIFT & CSF_EXT_PAYLOAD_MASK);

	m->skipped += 1 + length;
	if (length > (uint64_t)(m->end - next)) {
		csa_slow_damage(m, next - 1, "extended word is longer than its block");
		m->skipped = m->skipped - length + (uint64_t)(m->end - next);
		return m->end;
	}
	if (expected >= 0 && length != (unsigned)expected)
		csa_slow_damage(m, next - 1, "extended word of a known type has a wrong length");
	else
		act(m, word, next);
	return next + length;
}
