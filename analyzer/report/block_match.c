/* SPDX-License-Identifier: MIT */
#include "block_match.h"

#include <stdlib.h>
#include <string.h>

#include "block_header.h"
#include "word_slow.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define UNLIKELY(x)   __builtin_expect(!!(x), 0)

int csa_matcher_init(struct csa_matcher *matcher, const struct csa_capture *capture,
		     const struct csa_address_space *space, struct csa_row_table *rows,
		     bool wants_tree)
{
	size_t maps = 2 * (size_t)capture->modules.epoch_count;

	*matcher = (struct csa_matcher){ .capture = capture, .space = space, .rows = rows };
	csa_stats_init(&matcher->stats);
	matcher->maps = calloc(maps, sizeof(*matcher->maps));
	matcher->pieces = calloc(maps, sizeof(*matcher->pieces));
	if (!matcher->maps || !matcher->pieces)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < maps; i++) {
		/* One empty slot, so that the loop's look-up needs no test for an empty map. */
		matcher->maps[i].shift = 63;
		matcher->maps[i].slots = calloc(2, sizeof(*matcher->maps[i].slots));
		if (!matcher->maps[i].slots)
			return CSA_E_NOMEM;
	}
	if (wants_tree && !csa_tree_init(&matcher->tree))
		return CSA_E_NOMEM;
	return 0;
}

static void free_maps(const struct csa_matcher *matcher, struct csa_address_map *maps)
{
	for (size_t i = 0; maps && i < 2 * (size_t)matcher->capture->modules.epoch_count; i++)
		free(maps[i].slots);
	free(maps);
}

void csa_matcher_release(struct csa_matcher *matcher)
{
	free_maps(matcher, matcher->maps);
	free_maps(matcher, matcher->pieces);
	free(matcher->stack);
	csa_tree_release(&matcher->tree);
	csa_stats_release(&matcher->stats);
	csa_user_matcher_release(&matcher->user);
	*matcher = (struct csa_matcher){ 0 };
}

void csa_block_result_release(struct csa_block_result *result)
{
	free(result->inherited);
	free(result->closings);
	free(result->opened);
	csa_user_block_release(&result->user);
	*result = (struct csa_block_result){ 0 };
}

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

static ALWAYS_INLINE void match_exit(struct csa_matcher *m, struct cursor *c, uint64_t key,
				     const bool careful, const bool tree)
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
	if (careful || UNLIKELY(row->is_special)) {
		put_back(m, c);
		csa_slow_close(m, ns_at(m, c->ticks, careful), false);
		c->top = m->top;
		return;
	}
	duration = ns_at(m, c->ticks, careful) - f->enter_ns;
	self = duration - f->child_ns;
	c->top--;
	c->top->child_ns += duration;
	c->top->children++;
	if (UNLIKELY(!csa_row_close(row, duration, self, f->children, --row->active == 0)))
		m->has_failed = true;
	if (tree) {
		m->tree.nodes[f->node].self_ns += self;
		m->tree.nodes[f->node].calls++;
	}
}

/* Return: false for a hole or when memory ran out; @c's time is then unchanged. */
static ALWAYS_INLINE bool match_enter(struct csa_matcher *m, struct cursor *c, uint64_t word,
				      uint64_t ticks, uint64_t key, const bool careful,
				      const bool tree)
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
	if (tree)
		f->node = row->is_transparent ? c->top->node
					      : csa_tree_child(&m->tree, c->top->node, row->row);
	f->enter_ns = ns_at(m, ticks, careful);
	f->child_ns = 0;
	f->row = row;
	f->key = key;
	f->children = 0;
	c->top = f;
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

/*
 * One word. @careful: wide addresses, several epochs or a clock that steps back may occur; a constant,
 * as @tree is, so that the usual case pays for neither.
 *
 * Return: false when this loop cannot go on.
 */
static ALWAYS_INLINE bool match_word(struct csa_matcher *m, struct cursor *c, const bool careful,
				     const bool tree)
{
	const uint64_t word = *c->next++;
	const unsigned kind = word & CSF_KIND_MASK;
	const uint64_t ticks = c->ticks + (((word >> CSF_TIME_SHIFT) - c->ticks) & CSF_TIME_MASK);
	uint64_t key = word >> CSF_ADDRESS_SHIFT & CSF_ADDRESS_MASK;

	if (careful && UNLIKELY(ticks >= m->epoch_limit) && word) {
		m->ticks = ticks;
		csa_slow_set_map(m);
		c->map = *m->map;
	}
	if (careful && m->is_wide && word && kind != CSF_KIND_EXTENDED && !take_wide(m, c, &key)) {
		c->skipped++;
		return false;
	}
	if (kind == CSF_KIND_EXIT) {
		c->ticks = ticks;
		match_exit(m, c, key, careful, tree);
		return true;
	}
	if (UNLIKELY(kind == CSF_KIND_EXTENDED)) {
		c->ticks = ticks;
		put_back(m, c);
		c->next = csa_slow_extended(m, word, c->next);
		take_again(m, c);
		return careful || !m->needs_care;
	}
	if (UNLIKELY(!match_enter(m, c, word, ticks, key, careful, tree))) {
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
						 const bool careful, const bool tree)
{
	const uint64_t *const end = m->end;
	struct cursor c = { .next = p };

	take_again(m, &c);
	while (c.next < end && match_word(m, &c, careful, tree))
		;
	put_back(m, &c);
	return c.next;
}

static __attribute__((noinline)) const uint64_t *match_plain(struct csa_matcher *m,
							     const uint64_t *p)
{
	return match_words(m, p, false, false);
}

static __attribute__((noinline)) const uint64_t *match_tree(struct csa_matcher *m,
							    const uint64_t *p)
{
	return match_words(m, p, false, true);
}

static __attribute__((noinline)) const uint64_t *match_careful(struct csa_matcher *m,
							       const uint64_t *p)
{
	return m->tree.nodes ? match_words(m, p, true, true) : match_words(m, p, true, false);
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
	csa_slow_set_ticks(m, header->first_ticks);
}

/* One named frame of a header or a FRAMES word. */
static int take_frame(struct csa_matcher *m, const struct csf_frame *frame,
		      const struct csa_lane *lane, bool is_first)
{
	struct csa_block_result *r = m->result;
	uint64_t enter_ticks = frame->enter_ticks;
	bool is_counted = !is_first && enter_ticks >= lane->first_ticks;
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
		     sizeof(*result->opened)))
		return CSA_E_NOMEM;
	clear_output(result);
	start_block(m, result, block, bytes);
	words = (uint64_t)(m->end - p);
	if (push_inherited(m) < 0)
		return CSA_E_NOMEM;
	if (!m->needs_care)
		p = m->tree.nodes ? match_tree(m, p) : match_plain(m, p);
	if (p < m->end && !m->has_failed)
		p = match_careful(m, p);
	if (p > m->end) {
		csa_slow_damage(m, m->end - 1, "record is longer than its block");
		m->skipped--;
	}
	if (m->has_failed || !reserve((void **)&result->opened, &result->opened_capacity,
				      (uint64_t)(m->top - m->stack), sizeof(*result->opened)))
		return CSA_E_NOMEM;
	result->events = words - m->skipped;
	leave_block(m);
	return 0;
}
