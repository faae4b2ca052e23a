/* SPDX-License-Identifier: MIT */
#include "block_match.h"

#include <stdlib.h>

#include "block_header.h"
#include "call_record.h"
#include "word_slow.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define UNLIKELY(x)   __builtin_expect(!!(x), 0)

static ALWAYS_INLINE struct csa_row_stats *look_up(const struct csa_address_map *map, uint64_t key)
{
	size_t slot = (key * CSA_ADDRESS_HASH) >> map->shift;

	while (UNLIKELY(map->slots[slot].key != key)) {
		if (map->slots[slot].key == 0)
			return NULL;
		slot = (slot + 1) & (((size_t)1 << (64 - map->shift)) - 1);
	}
	return map->slots[slot].row; /* of key 0: NULL in an empty slot */
}

/* What the loop keeps in registers; m has it only around calls of the slow parts. */
struct cursor {
	const uint64_t *next;
	struct csa_match_frame *top;
	uint64_t ticks;
	uint64_t skipped;
	struct csa_address_map map;
};

static ALWAYS_INLINE void put_back(struct csa_matcher *m, const struct cursor *c)
{
	m->top = c->top;
	m->ticks = c->ticks;
	m->skipped = c->skipped;
}

static ALWAYS_INLINE void take_again(const struct csa_matcher *m, struct cursor *c)
{
	c->top = m->top;
	c->ticks = m->ticks;
	c->skipped = m->skipped;
	c->map = *m->map;
}

/* Only the careful loop meets parts of a clock that do not begin at 0 ns. */
static ALWAYS_INLINE uint64_t ns_at(const struct csa_matcher *m, uint64_t ticks, const bool careful)
{
	return careful ? csa_ticks_to_ns(m->rate, ticks) : csa_ticks_past_base(m->rate, ticks);
}

/* What one compiled variant of the loop does; all constants, so that the usual case pays for nothing. */
struct variant {
	bool careful; /* wide addresses, several epochs or a clock that steps back may occur */
	bool tree;    /* is wanted */
	bool calls;   /* likewise */
};

static ALWAYS_INLINE void match_exit(struct csa_matcher *m, struct cursor *c, uint64_t key,
				     const struct variant v)
{
	const struct csa_match_frame *const f = c->top;
	struct csa_row_stats *const row = f->row;
	uint64_t duration;
	uint64_t self;

	if (UNLIKELY(f->key != key)) {
		put_back(m, c);
		csa_slow_exit(m, key);
		c->top = m->top;
		return;
	}
	if (v.careful || UNLIKELY(row->is_special)) {
		put_back(m, c);
		csa_slow_close(m, ns_at(m, c->ticks, v.careful), false);
		c->top = m->top;
		return;
	}
	duration = ns_at(m, c->ticks, v.careful) - f->enter_ns;
	self = duration - f->child_ns;
	c->top--;
	c->top->child_ns += duration;
	c->top->children++;
	row->active--;
	if ((!v.calls || !m->needs_no_sums) &&
	    UNLIKELY(!csa_row_close(row, duration, self, f->children, row->active == 0)))
		m->has_failed = true;
	if (v.tree) {
		m->tree.nodes[f->node].self_ns += self;
		m->tree.nodes[f->node].calls++;
	}
	if (v.calls)
		csa_record_exit(m, f->enter_ns + duration, duration, self, f,
				row->active == 0 ? CSA_CALL_OUTERMOST : 0);
}

/* @site: the word behind an enter that has one; NULL: it has none. */
static ALWAYS_INLINE void record_enter(struct csa_matcher *m, const struct csa_match_frame *f,
				       const uint64_t *site)
{
	struct csa_call call = { .ns = f->enter_ns, .row = f->row->row, .kind = CSA_CALL_ENTER };

	if (!site) {
		call.enter.call_site = csa_sites_get(&m->sites, f->key);
	} else if (site < m->end) {
		call.enter.call_site = *site;
		if (!csa_sites_put(&m->sites, f->key, *site))
			m->has_failed = true;
	}
	if (UNLIKELY(f->row->has_resumes) && csa_slow_is_resume(m, f))
		call.flags = CSA_CALL_RESUME;
	if (!f->row->is_transparent)
		csa_record_call(m, &call);
}

/* Return: false for a hole or when memory ran out; @c's time is then unchanged. */
static ALWAYS_INLINE bool match_enter(struct csa_matcher *m, struct cursor *c, uint64_t word,
				      uint64_t ticks, uint64_t key, const struct variant v)
{
	const uint64_t call_site_words = (word & CSF_KIND_MASK) >> 1;
	struct csa_row_stats *row = look_up(&c->map, key);
	struct csa_match_frame *f = c->top + 1;

	if (UNLIKELY(!row)) {
		m->ticks = ticks;
		row = csa_slow_row(m, word, key);
		c->map = *m->map;
		if (!row)
			return false;
	}
	c->ticks = ticks;
	c->next += call_site_words;
	c->skipped += call_site_words;
	row->active++;
	if (v.tree)
		f->node = row->is_transparent ? c->top->node
					      : csa_tree_child(&m->tree, c->top->node, row->row);
	f->enter_ns = ns_at(m, ticks, v.careful);
	f->child_ns = 0;
	f->row = row;
	f->key = key;
	f->children = 0;
	c->top = f;
	if (v.calls)
		record_enter(m, f, call_site_words ? c->next - 1 : NULL);
	return true;
}

/* A wide word's address is the next word. Return: false when there is none. */
static ALWAYS_INLINE bool take_wide(struct csa_matcher *m, struct cursor *c, uint64_t *key)
{
	if (c->next == m->end) {
		csa_slow_damage(m, c->next - 1, "record is longer than its block");
		return false;
	}
	*key = *c->next++ & ~CSA_KEY_INHERITED;
	c->skipped++;
	return true;
}

/* One word. Return: false when this loop cannot go on. */
static ALWAYS_INLINE bool match_word(struct csa_matcher *m, struct cursor *c,
				     const struct variant v)
{
	const uint64_t word = *c->next++;
	const unsigned kind = word & CSF_KIND_MASK;
	const uint64_t ticks = c->ticks + (((word >> CSF_TIME_SHIFT) - c->ticks) & CSF_TIME_MASK);
	uint64_t key = word >> CSF_ADDRESS_SHIFT & CSF_ADDRESS_MASK;

	if (v.careful && UNLIKELY(ticks >= m->epoch_limit) && word) {
		m->ticks = ticks;
		csa_slow_set_map(m);
		c->map = *m->map;
	}
	if (v.careful && m->is_wide && word && kind != CSF_KIND_EXTENDED &&
	    !take_wide(m, c, &key)) {
		c->skipped++;
		return false;
	}
	if (kind == CSF_KIND_EXIT) {
		c->ticks = ticks;
		match_exit(m, c, key, v);
		return true;
	}
	if (UNLIKELY(kind == CSF_KIND_EXTENDED)) {
		c->ticks = ticks;
		put_back(m, c);
		c->next = csa_slow_extended(m, word, c->next);
		take_again(m, c);
		return v.careful || !m->needs_care;
	}
	if (UNLIKELY(!match_enter(m, c, word, ticks, key, v))) {
		c->skipped++;
		return !m->has_failed;
	}
	return true;
}

/*
 * Words from @p on, up to the end of the block, a failure, or the point from which care is needed.
 *
 * Return: the next word.
 */
static ALWAYS_INLINE const uint64_t *match_words(struct csa_matcher *m, const uint64_t *p,
						 const struct variant v)
{
	const uint64_t *const end = m->end;
	struct cursor c = { .next = p };

	take_again(m, &c);
	while (c.next < end && match_word(m, &c, v))
		;
	put_back(m, &c);
	return c.next;
}

static __attribute__((noinline)) const uint64_t *match_plain(struct csa_matcher *m,
							     const uint64_t *p)
{
	return match_words(m, p, (struct variant){ 0 });
}

static __attribute__((noinline)) const uint64_t *match_tree(struct csa_matcher *m,
							    const uint64_t *p)
{
	return match_words(m, p, (struct variant){ .tree = true });
}

static __attribute__((noinline)) const uint64_t *match_calls(struct csa_matcher *m,
							     const uint64_t *p)
{
	return match_words(m, p, (struct variant){ .tree = m->tree.nodes != NULL, .calls = true });
}

static __attribute__((noinline)) const uint64_t *match_careful(struct csa_matcher *m,
							       const uint64_t *p)
{
	const bool tree = m->tree.nodes != NULL;

	if (m->sites.slots)
		return match_words(m, p,
				   (struct variant){
					   .careful = true, .tree = tree, .calls = true });
	return match_words(m, p, (struct variant){ .careful = true, .tree = tree });
}

static const uint64_t *match_usual(struct csa_matcher *m, const uint64_t *p)
{
	if (m->sites.slots)
		return match_calls(m, p);
	return m->tree.nodes ? match_tree(m, p) : match_plain(m, p);
}

/* Makes room for @count more elements. */
static bool reserve(void **items, uint32_t *capacity, uint64_t count, size_t size)
{
	uint64_t wanted = *capacity ? *capacity : 64;
	void *grown;

	if (count <= *capacity)
		return true;
	while (wanted < count)
		wanted *= 2;
	grown = realloc(*items, wanted * size);
	if (!grown)
		return false;
	*items = grown;
	*capacity = (uint32_t)wanted;
	return true;
}

static void start_block(struct csa_matcher *m, struct csa_block_result *result, const void *block,
			uint32_t bytes)
{
	const struct csf_block *header = block;

	m->result = result;
	m->words = block;
	m->end = m->words + bytes / 8;
	m->is_wide = header->flags & CSF_BLOCK_WIDE;
	m->needs_care = m->is_wide || m->capture->modules.epoch_count > 1 ||
			m->capture->clock.line_count != 0;
	m->skipped = 0;
	m->ticks = 0;
	csa_sites_block(&m->sites);
	csa_slow_set_ticks(m, header->first_ticks);
}

/* One named frame of a header or a FRAMES word. */
static int take_frame(struct csa_matcher *m, const struct csf_frame *frame,
		      const struct csa_lane *lane, bool is_first)
{
	struct csa_block_result *r = m->result;
	uint64_t enter_ticks = frame->enter_ticks;
	bool is_counted = (!is_first || lane->begins_lost) && enter_ticks >= lane->first_ticks;
	uint64_t key = m->is_wide ? frame->function_ip & ~CSA_KEY_INHERITED
				  : frame->function_ip & CSF_ADDRESS_MASK;
	struct csa_row_stats *row = look_up(m->map, key);

	if (!row)
		row = csa_slow_row(m, 1, key);
	if (!row || !reserve((void **)&r->inherited, &r->inherited_capacity,
			     r->inherited_count + 1ull, sizeof(*r->inherited)))
		return CSA_E_NOMEM;
	/* Later than the block's beginning: the clock stepped back since. */
	if (enter_ticks > m->capture->clock.rate.max_ticks)
		enter_ticks = m->capture->clock.rate.max_ticks;
	if (enter_ticks < m->capture->clock.rate.base_ticks)
		enter_ticks = m->capture->clock.rate.base_ticks;
	r->inherited[r->inherited_count++] = (struct csa_open_frame){
		.low_ip = frame->function_ip & CSF_ADDRESS_MASK,
		.enter_ns = csa_clock_ns(&m->capture->clock, enter_ticks),
		.row = row->row,
		.is_transparent = row->is_transparent,
		.is_piece = row->has_resumes && csa_slow_is_piece(m, key),
		.is_counted = is_counted,
		.has_no_time = frame->enter_ticks < m->capture->clock.rate.base_ticks,
		.is_of_parent = !is_counted && (lane->is_inherited || lane->older_blocks),
	};
	return 0;
}

static void reverse(struct csa_open_frame *frames, uint32_t count)
{
	for (uint32_t i = 0; i < count / 2; i++) {
		struct csa_open_frame frame = frames[i];

		frames[i] = frames[count - 1 - i];
		frames[count - 1 - i] = frame;
	}
}

/* A frame that is older than its lane, and not of another process, was entered behind a step back of the
 * clock: whether it is of the capture shows when the blocks before are joined. */
static bool are_certain(const struct csa_block_result *r, bool is_first)
{
	if (r->unnamed)
		return false;
	for (uint32_t i = 0; i < r->inherited_count && !is_first; i++) {
		if (!r->inherited[i].is_counted && !r->inherited[i].is_of_parent)
			return false;
	}
	return true;
}

int csa_match_frames(struct csa_matcher *m, struct csa_block_result *result, const void *block,
		     uint32_t bytes, const struct csa_lane *lane, bool is_first)
{
	const struct csf_block *header = block;
	const struct csf_frame *frames = header->frames;
	const uint64_t *p = (const uint64_t *)block + CSF_BLOCK_HEADER_BYTES / 8;
	uint32_t count = csa_block_frames(header);
	int rc = 0;

	start_block(m, result, block, bytes);
	result->first_ns = csa_ticks_to_ns(m->rate, m->ticks);
	result->inherited_count = 0;
	while (rc == 0 && count) {
		for (uint32_t i = 0;
		     i < count && rc == 0 && result->inherited_count < header->depth; i++)
			rc = take_frame(m, &frames[i], lane, is_first);
		count = 0;
		if (p < m->end && (*p & CSF_KIND_MASK) == CSF_KIND_EXTENDED &&
		    (*p >> CSF_EXT_TYPE_SHIFT & CSF_EXT_TYPE_MASK) == CSF_EXT_FRAMES) {
			uint32_t length = *p >> CSF_EXT_LENGTH_SHIFT & CSF_EXT_LENGTH_MASK;

			if (length > m->end - p - 1 || length % 2)
				break; /* the loop reports it */
			frames = (const struct csf_frame *)(p + 1);
			count = length / 2;
			p += 1 + length;
		}
	}
	reverse(result->inherited, result->inherited_count);
	result->unnamed = header->depth - result->inherited_count;
	return rc < 0 ? rc : are_certain(result, is_first);
}

static int push_inherited(struct csa_matcher *m)
{
	struct csa_block_result *r = m->result;

	m->top = m->stack;
	m->top[0] = (struct csa_match_frame){ .key = UINT64_MAX, .node = CSA_TREE_ROOT };
	for (uint32_t i = 0; i < r->inherited_count; i++) {
		const struct csa_open_frame *open = &r->inherited[i];
		struct csa_row_stats *row = csa_stats_row(&m->stats, open->row);
		uint32_t node = m->top->node;

		if (!row)
			return CSA_E_NOMEM;
		if (open->is_counted)
			row->active++;
		if (m->tree.nodes && !row->is_transparent)
			node = csa_tree_child(&m->tree, node, open->row);
		*++m->top = (struct csa_match_frame){ .enter_ns = open->enter_ns,
						      .row = row,
						      .key = open->low_ip | CSA_KEY_INHERITED,
						      .node = node };
	}
	return 0;
}

/* What is open at the end leaves this block: it is nobody's activation here any more. */
static void leave_block(struct csa_matcher *m)
{
	struct csa_block_result *r = m->result;
	struct csa_match_frame *f = m->stack;

	r->kept = r->inherited_count - r->closing_count;
	r->opened_count = 0;
	r->rest_child_ns = f[r->kept].child_ns;
	r->rest_children = f[r->kept].children;
	for (f++; f <= m->top; f++) {
		bool is_inherited = f->key & CSA_KEY_INHERITED;

		if (!is_inherited || r->inherited[f - m->stack - 1].is_counted)
			f->row->active--;
		if (is_inherited)
			continue;
		r->opened[r->opened_count++] = (struct csa_open_frame){
			.low_ip = f->key & CSF_ADDRESS_MASK,
			.enter_ns = f->enter_ns,
			.child_ns = f->child_ns,
			.children = f->children,
			.row = f->row->row,
			.is_transparent = f->row->is_transparent,
			.is_piece = csa_slow_is_piece_frame(m, f),
			.is_resume = csa_slow_is_resume(m, f),
			.is_counted = true,
		};
	}
	r->last_ns = csa_ticks_to_ns(m->rate, m->ticks);
}

static void clear_output(struct csa_block_result *r)
{
	r->unnamed_left = r->unnamed;
	r->closing_count = 0;
	r->unmatched = 0;
	r->clock_steps = 0;
	r->damaged_offset = 0;
	r->has_name = false;
	r->thread_name[16] = '\0';
	r->marker_count = 0;
	r->call_count = 0;
	csa_user_block_clear(&r->user);
}

int csa_match_block(struct csa_matcher *m, struct csa_block_result *result, const void *block,
		    uint32_t bytes)
{
	const uint64_t *p = (const uint64_t *)block + CSF_BLOCK_HEADER_BYTES / 8;
	uint64_t frames = result->inherited_count + 1ull + bytes / 8;
	uint64_t words;

	if (!reserve((void **)&m->stack, &m->stack_capacity, frames, sizeof(*m->stack)) ||
	    !reserve((void **)&result->closings, &result->closing_capacity, result->inherited_count,
		     sizeof(*result->closings)) ||
	    !reserve((void **)&result->opened, &result->opened_capacity, 64,
		     sizeof(*result->opened)) ||
	    (m->sites.slots && !reserve((void **)&result->calls, &result->call_capacity,
					frames + bytes / 8, sizeof(*result->calls))))
		return CSA_E_NOMEM;
	clear_output(result);
	start_block(m, result, block, bytes);
	words = (uint64_t)(m->end - p);
	if (push_inherited(m) < 0)
		return CSA_E_NOMEM;
	if (!m->needs_care)
		p = match_usual(m, p);
	if (p < m->end && !m->has_failed)
		p = match_careful(m, p);
	if (p > m->end) {
		csa_slow_damage(m, m->end - 1, "record is longer than its block");
		m->skipped--;
	}
	if (m->has_failed || !reserve((void **)&result->opened, &result->opened_capacity,
				      (uint64_t)(m->top - m->stack), sizeof(*result->opened)))
		return CSA_E_NOMEM;
	result->events = words - m->skipped - result->made;
	leave_block(m);
	return 0;
}
