/* SPDX-License-Identifier: MIT */
#include "user_marks.h"

#include <stdlib.h>

#include <callsight/trace_format.h>

#include "vec.h"

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

static uint32_t hash(uint64_t ip, uint32_t key)
{
	return (uint32_t)(((ip ^ (uint64_t)key << 40) * 0x9e3779b97f4a7c15ull) >> 32);
}

/* The slot of an address: its own, or the empty one where it belongs. */
static struct csa_user_slot *slot_of(const struct csa_user_matcher *m, uint64_t ip, uint32_t key)
{
	uint32_t index = hash(ip, key) & m->slot_mask;

	while (m->slots[index].name && (m->slots[index].ip != ip || m->slots[index].key != key))
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
			*slot_of(m, old[i].ip, old[i].key) = old[i];
	}
	free(old);
	return true;
}

/* Makes room in seen_at for @name. */
static bool reserve_seen(struct csa_user_matcher *m, uint32_t name)
{
	uint32_t before = m->seen_count;
	uint32_t *seen_at = csa_vec_grow(m->seen_at, name, &m->seen_count, 1, sizeof(*seen_at));

	if (!seen_at)
		return false;
	for (uint32_t i = before; i < m->seen_count; i++)
		seen_at[i] = 0;
	m->seen_at = seen_at;
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
	*slot = (struct csa_user_slot){ .ip = r->ip, .key = key, .name = (uint32_t)name + 1 };
	m->used++;
	return name;
}

/* The block's entry of @name, a new one if it has none; NULL: no memory. */
static struct csa_user_seen *find_seen(struct csa_user_matcher *m, struct csa_user_block *block,
				       uint32_t name)
{
	uint32_t at = m->seen_at[name];
	struct csa_user_seen *seen;

	if (at < block->count && block->seen[at].name == name)
		return &block->seen[at];
	seen = csa_vec_grow(block->seen, block->count, &block->capacity, 1, sizeof(*seen));
	if (!seen)
		return NULL;
	block->seen = seen;
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
		     struct csa_user_block *block, struct csa_user_record *r)
{
	int64_t name = find_name(m, space, r);
	struct csa_user_seen *seen = name < 0 ? NULL : find_seen(m, block, (uint32_t)name);
	struct csa_user_records *all;
	bool ok = true;

	if (!seen)
		return false;
	r->name = (uint32_t)name;
	all = &seen->records;
	if (all->count == 0) {
		seen->kind = r->kind;
		seen->first_breaks = block->breaks;
		all->first_ns = r->ns;
		all->min = r->value;
		all->max = r->value;
	} else if (r->kind == CSF_NAME_FRAME && seen->last_breaks == block->breaks &&
		   r->ns >= all->last_ns) {
		ok = add_interval(&m->stats, (uint32_t)name, all->last_ns, r->ns);
	}
	seen->last_breaks = block->breaks;
	all->count++;
	all->last_ns = r->ns;
	all->min = r->value < all->min ? r->value : all->min;
	all->max = r->value > all->max ? r->value : all->max;
	all->last = r->value;
	all->sum += r->value;
	return ok;
}

void csa_user_join_break(struct csa_user_join *join)
{
	join->generation++;
}

/* @end: the generation after the block, in which a frame is open when no break followed it. */
static bool join_frames(struct csa_user_row *row, const struct csa_user_seen *seen,
			const struct csa_user_join *join, const struct csa_user_block *block,
			uint64_t end)
{
	bool ok = true;

	if (seen->first_breaks == 0 && row->generation == join->generation &&
	    seen->records.first_ns >= row->open_ns)
		ok = csa_user_row_interval(row, seen->records.first_ns - row->open_ns);
	row->open_ns = seen->records.last_ns;
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
		csa_user_records_add(&row->records, &seen->records, 0);
		row->threads += row->thread_serial != thread_serial;
		row->thread_serial = thread_serial;
		if (seen->kind == CSF_NAME_FRAME)
			ok = join_frames(row, seen, join, block, end);
	}
	join->generation = end;
	return ok;
}
