/* SPDX-License-Identifier: MIT */
#include "user_marks.h"

#include <stdlib.h>

#include <callsight/trace_format.h>

void csa_user_matcher_release(struct csa_user_matcher *matcher)
{
	csa_user_stats_release(&matcher->stats);
	free(matcher->slots);
	free(matcher->seen_at);
	*matcher = (struct csa_user_matcher){ 0 };
}

void csa_user_break(struct csa_user_block *block)
{
	block->breaks++;
}

void csa_user_block_clear(struct csa_user_block *block)
{
	block->count = 0;
	block->breaks = 0;
}

void csa_user_block_release(struct csa_user_block *block)
{
	free(block->seen);
	*block = (struct csa_user_block){ 0 };
}

static uint32_t hash(uint64_t ip, uint32_t epoch)
{
	return (uint32_t)(((ip ^ (uint64_t)epoch << 40) * 0x9e3779b97f4a7c15ull) >> 32);
}

/* The slot of an address: its own, or the empty one where it belongs. */
static struct csa_user_slot *slot_of(const struct csa_user_matcher *m, uint64_t ip, uint32_t epoch)
{
	uint32_t index = hash(ip, epoch) & m->slot_mask;

	while (m->slots[index].name && (m->slots[index].ip != ip || m->slots[index].epoch != epoch))
		index = (index + 1) & m->slot_mask;
	return &m->slots[index];
}

static bool grow(struct csa_user_matcher *m)
{
	uint32_t old_size = m->slots ? m->slot_mask + 1 : 0;
	uint32_t size = old_size ? 2 * old_size : 64;
	struct csa_user_slot *old = m->slots;
	struct csa_user_slot *slots = calloc(size, sizeof(*slots));

	if (!slots)
		return false;
	m->slots = slots;
	m->slot_mask = size - 1;
	for (uint32_t i = 0; i < old_size; i++) {
		if (old[i].name)
			*slot_of(m, old[i].ip, old[i].epoch) = old[i];
	}
	free(old);
	return true;
}

/* Makes room in seen_at for @name. */
static bool reserve_seen(struct csa_user_matcher *m, uint32_t name)
{
	uint32_t count = m->seen_count ? m->seen_count : 16;
	uint32_t *seen_at;

	if (name < m->seen_count)
		return true;
	while (count <= name)
		count *= 2;
	seen_at = realloc(m->seen_at, count * sizeof(*seen_at));
	if (!seen_at)
		return false;
	for (uint32_t i = m->seen_count; i < count; i++)
		seen_at[i] = 0;
	m->seen_at = seen_at;
	m->seen_count = count;
	return true;
}

/*
 * The number of what @r names, or CSA_E_NOMEM. A descriptor is of one kind; a record of another makes
 * a second key of the same address.
 */
static int64_t find_name(struct csa_user_matcher *m, const struct csa_address_space *space,
			 const struct csa_user_record *r)
{
	uint32_t key = r->epoch << 8 | (r->kind & 0xff);
	struct csa_user_slot *slot;
	int64_t name;

	if ((!m->slots || 2 * (m->used + 1) > m->slot_mask + 1) && !grow(m))
		return CSA_E_NOMEM;
	slot = slot_of(m, r->ip, key);
	if (slot->name)
		return slot->name - 1;
	name = csa_user_names_resolve(space->names, space, r->kind, r->ip, r->ticks);
	if (name < 0 || !reserve_seen(m, (uint32_t)name))
		return CSA_E_NOMEM;
	*slot = (struct csa_user_slot){ .ip = r->ip, .epoch = key, .name = (uint32_t)name + 1 };
	m->used++;
	return name;
}

/* The block's entry of @name, a new one if it has none; NULL: no memory. */
static struct csa_user_seen *find_seen(struct csa_user_matcher *m, struct csa_user_block *block,
				       uint32_t name)
{
	uint32_t at = m->seen_at[name];

	if (at < block->count && block->seen[at].name == name)
		return &block->seen[at];
	if (block->count == block->capacity) {
		uint32_t capacity = block->capacity ? 2 * block->capacity : 16;
		struct csa_user_seen *seen = realloc(block->seen, capacity * sizeof(*seen));

		if (!seen)
			return NULL;
		block->seen = seen;
		block->capacity = capacity;
	}
	m->seen_at[name] = block->count;
	block->seen[block->count] = (struct csa_user_seen){ .name = name };
	return &block->seen[block->count++];
}

/* Return: false: no memory. */
static bool add_interval(struct csa_user_stats *stats, uint32_t name, uint64_t from_ns,
			 uint64_t to_ns)
{
	struct csa_user_row *row = csa_user_stats_row(stats, name);

	return row && csa_user_row_interval(row, to_ns - from_ns);
}

bool csa_user_record(struct csa_user_matcher *m, const struct csa_address_space *space,
		     struct csa_user_block *block, const struct csa_user_record *r)
{
	int64_t name = find_name(m, space, r);
	struct csa_user_seen *seen = name < 0 ? NULL : find_seen(m, block, (uint32_t)name);
	bool ok = true;

	if (!seen)
		return false;
	if (seen->count == 0) {
		seen->kind = r->kind;
		seen->first_breaks = block->breaks;
		seen->first_ns = r->ns;
		seen->min = r->value;
		seen->max = r->value;
	} else if (r->kind == CSF_NAME_FRAME && seen->last_breaks == block->breaks &&
		   r->ns >= seen->last_ns) {
		ok = add_interval(&m->stats, (uint32_t)name, seen->last_ns, r->ns);
	}
	seen->count++;
	seen->last_ns = r->ns;
	seen->last_breaks = block->breaks;
	seen->min = r->value < seen->min ? r->value : seen->min;
	seen->max = r->value > seen->max ? r->value : seen->max;
	seen->last = r->value;
	seen->sum += r->value;
	return ok;
}

void csa_user_join_break(struct csa_user_join *join)
{
	join->generation++;
}

static void join_records(struct csa_user_row *row, const struct csa_user_seen *seen)
{
	bool is_first = row->count == 0;

	row->first_ns = is_first || seen->first_ns < row->first_ns ? seen->first_ns : row->first_ns;
	row->min = is_first || seen->min < row->min ? seen->min : row->min;
	row->max = is_first || seen->max > row->max ? seen->max : row->max;
	if (is_first || seen->last_ns >= row->last_ns) {
		row->last_ns = seen->last_ns;
		row->last = seen->last;
	}
	row->sum += seen->sum;
	row->count += seen->count;
}

/* @end: the generation after the block, in which a frame is open when no break followed it. */
static bool join_frames(struct csa_user_row *row, const struct csa_user_seen *seen,
			const struct csa_user_join *join, const struct csa_user_block *block,
			uint64_t end)
{
	bool ok = true;

	if (seen->first_breaks == 0 && row->generation == join->generation &&
	    seen->first_ns >= row->open_ns)
		ok = csa_user_row_interval(row, seen->first_ns - row->open_ns);
	row->open_ns = seen->last_ns;
	row->generation = seen->last_breaks == block->breaks ? end : 0;
	return ok;
}

bool csa_user_join_block(struct csa_user_join *join, const struct csa_user_block *block,
			 uint32_t thread_serial)
{
	uint64_t end = join->generation + (block->breaks ? 1 : 0);
	bool ok = true;

	for (uint32_t i = 0; ok && i < block->count; i++) {
		const struct csa_user_seen *seen = &block->seen[i];
		struct csa_user_row *row = csa_user_stats_row(&join->stats, seen->name);

		if (!row)
			return false;
		join_records(row, seen);
		row->threads += row->thread_serial != thread_serial;
		row->thread_serial = thread_serial;
		if (seen->kind == CSF_NAME_FRAME)
			ok = join_frames(row, seen, join, block, end);
	}
	join->generation = end;
	return ok;
}
