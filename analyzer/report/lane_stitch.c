/* SPDX-License-Identifier: MIT */
#include "lane_stitch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum end_kind {
	END_EXIT,
	END_UNWOUND,
	END_OPEN,
};

int csa_stitch_init(struct csa_stitch *stitch, bool wants_tree)
{
	*stitch = (struct csa_stitch){ 0 };
	csa_stats_init(&stitch->stats);
	return wants_tree && !csa_tree_init(&stitch->tree) ? CSA_E_NOMEM : 0;
}

void csa_stitch_release(struct csa_stitch *stitch)
{
	csa_stats_release(&stitch->stats);
	csa_tree_release(&stitch->tree);
	free(stitch->frames);
	*stitch = (struct csa_stitch){ 0 };
}

static bool reserve(struct csa_open_frame **frames, uint32_t *capacity, uint64_t count)
{
	uint64_t wanted = *capacity ? *capacity : 64;
	struct csa_open_frame *grown;

	if (count <= *capacity)
		return true;
	while (wanted < count)
		wanted *= 2;
	grown = realloc(*frames, wanted * sizeof(*grown));
	if (!grown)
		return false;
	*frames = grown;
	*capacity = (uint32_t)wanted;
	return true;
}

/* Time of calls right below the frame that is now innermost, and hooks in its own time. */
static void add_children(struct csa_stitch *s, uint64_t ns, uint32_t count)
{
	if (s->count) {
		s->frames[s->count - 1].child_ns += ns;
		s->frames[s->count - 1].children += count;
	} else {
		s->root_ns += ns;
		s->root_children += count;
	}
}

/* @f ends, after it left s->frames. */
static int put_exit(struct csa_stitch *s, const struct csa_open_frame *f, struct csa_call *call,
		    enum end_kind kind)
{
	if (!s->calls || f->is_hidden || f->is_transparent)
		return 0;
	if (!csa_call_list_reserve(s->calls, 1))
		return CSA_E_NOMEM;
	call->kind = CSA_CALL_EXIT;
	call->row = f->row;
	call->flags |= f->is_counted ? 0 : CSA_CALL_FOREIGN;
	call->flags |= f->has_loss ? CSA_CALL_LOSSY : 0;
	if (f->is_resume)
		call->flags |= CSA_CALL_RESUME;
	if (kind != END_EXIT)
		call->flags |= kind == END_OPEN ? CSA_CALL_OPEN : CSA_CALL_UNWOUND;
	csa_call_list_put(s->calls, call);
	return 0;
}

/* A frame is there that nobody saw entering; a foreign one not before @first_ns if it is of an earlier time. */
static int put_enter(struct csa_stitch *s, struct csa_open_frame *f, uint64_t first_ns)
{
	bool has_time = f->is_counted || (s->has_blocks && f->enter_ns < first_ns);
	struct csa_call call = { .ns = has_time ? f->enter_ns : first_ns,
				 .row = f->row,
				 .kind = CSA_CALL_ENTER,
				 .flags = f->is_counted ? 0 : CSA_CALL_FOREIGN };

	f->is_resume = false;
	if (!s->calls || f->is_transparent)
		return 0;
	if (!csa_call_list_reserve(s->calls, 1))
		return CSA_E_NOMEM;
	csa_call_list_put(s->calls, &call);
	return 0;
}

static int close_top(struct csa_stitch *s, uint64_t end_ns, bool is_outermost, enum end_kind kind)
{
	struct csa_open_frame f = s->frames[--s->count];
	struct csa_row_stats *row;
	uint64_t duration = end_ns > f.enter_ns ? end_ns - f.enter_ns : 0;
	uint64_t self;
	struct csa_call call = { .ns = end_ns };

	if (!f.is_counted) {
		add_children(s, f.child_ns, f.children);
		call.exit.duration_ns = f.child_ns;
		return put_exit(s, &f, &call, kind);
	}
	row = csa_stats_row(&s->stats, f.row);
	if (!row)
		return CSA_E_NOMEM;
	row->resumes += f.is_resume;
	row->unwound += kind == END_UNWOUND;
	row->lossy += f.has_loss;
	if (f.is_transparent) {
		row->open += kind == END_OPEN;
		row->is_transparent = true;
		row->calls++;
		add_children(s, f.child_ns, f.children + CSA_HOOKS_OF_TRANSPARENT);
		return 0;
	}
	duration = duration < f.child_ns ? f.child_ns : duration;
	self = duration - f.child_ns;
	if (s->needs_no_sums)
		; /* from its call */
	else if (kind == END_OPEN)
		csa_row_close_open(row, duration, self, f.children, is_outermost);
	else if (!csa_row_close(row, duration, self, f.children, is_outermost))
		return CSA_E_NOMEM;
	add_children(s, duration, 1);
	if (s->tree.nodes) {
		s->tree.nodes[f.node].self_ns += self;
		s->tree.nodes[f.node].calls++;
	}
	call.flags = is_outermost ? CSA_CALL_OUTERMOST : 0;
	call.exit.duration_ns = duration;
	call.exit.self_ns = self;
	call.exit.hooks = f.children;
	return put_exit(s, &f, &call, kind);
}

static int push(struct csa_stitch *s, const struct csa_open_frame *frame)
{
	struct csa_open_frame *f;
	uint32_t node = s->count ? s->frames[s->count - 1].node : CSA_TREE_ROOT;

	if (!reserve(&s->frames, &s->capacity, s->count + 1ull))
		return CSA_E_NOMEM;
	f = &s->frames[s->count++];
	*f = *frame;
	f->node = node;
	if (s->tree.nodes && !f->is_transparent)
		f->node = csa_tree_child(&s->tree, node, f->row);
	return 0;
}

/* Closes the innermost frames until @keep are left, without exits that could say who is outermost. */
static int close_down_to(struct csa_stitch *s, uint32_t keep, uint64_t end_ns, enum end_kind kind)
{
	uint32_t count = s->count;
	int rc = 0;

	for (uint32_t i = 0; i < count && rc == 0; i++) {
		struct csa_row_stats *row = csa_stats_row(&s->stats, s->frames[i].row);

		if (!row)
			return CSA_E_NOMEM;
		row->active += s->frames[i].is_counted;
	}
	for (uint32_t i = count; i-- > 0;) {
		struct csa_row_stats *row = csa_stats_row(&s->stats, s->frames[i].row);
		bool is_outermost;

		row->active -= s->frames[i].is_counted;
		is_outermost = row->active == 0;
		if (i >= keep && rc == 0)
			rc = close_top(s, end_ns, is_outermost, kind);
	}
	return rc;
}

static bool is_same(const struct csa_open_frame *open, const struct csa_open_frame *named)
{
	return open->low_ip == named->low_ip &&
	       (open->enter_ns == named->enter_ns || named->has_no_time);
}

static int prepend(struct csa_block_result *r, const struct csa_open_frame *frames, uint32_t count)
{
	if (!reserve(&r->inherited, &r->inherited_capacity, (uint64_t)r->inherited_count + count))
		return CSA_E_NOMEM;
	memmove(r->inherited + count, r->inherited, r->inherited_count * sizeof(*frames));
	memcpy(r->inherited, frames, count * sizeof(*frames));
	for (uint32_t i = 0; i < count; i++) {
		r->inherited[i].child_ns = 0;
		r->inherited[i].children = 0;
	}
	r->inherited_count += count;
	r->unnamed -= count;
	return 0;
}

/* The block names frames that were unnamed until now: they come below all others, foreign. */
static int name_unnamed(struct csa_stitch *s, struct csa_block_result *r, uint64_t first_ns)
{
	uint32_t count = s->unnamed - r->unnamed;
	uint32_t above = s->count;
	int rc = 0;

	if (count > r->inherited_count)
		count = r->inherited_count;
	if (!reserve(&s->frames, &s->capacity, (uint64_t)s->count + count))
		return CSA_E_NOMEM;
	memmove(s->frames + count, s->frames, s->count * sizeof(*s->frames));
	for (uint32_t i = 0; i < count; i++) {
		s->frames[i] = r->inherited[i];
		s->frames[i].is_counted = false;
		s->frames[i].node = CSA_TREE_ROOT;
		s->frames[i].is_hidden = above != 0;
		if (above == 0 && rc == 0)
			rc = put_enter(s, &s->frames[i], first_ns);
	}
	s->count += count;
	s->unnamed = r->unnamed;
	return rc;
}

/* Makes s->unnamed and r->unnamed equal. */
static int align(struct csa_stitch *s, struct csa_block_result *r, uint64_t first_ns)
{
	uint32_t below = r->unnamed - s->unnamed;
	int rc = 0;

	if (r->unnamed < s->unnamed)
		return name_unnamed(s, r, first_ns);
	if (r->unnamed == s->unnamed)
		return 0;
	/*
	 * The outermost named frame is the one at its place here: all below it are unchanged. Where something
	 * is missing it can be another, and those below are as likely as ever the same.
	 */
	if (below <= s->count && r->inherited_count &&
	    (r->is_gap || (below < s->count && is_same(&s->frames[below], &r->inherited[0]))))
		return prepend(r, s->frames, below);
	rc = close_down_to(s, 0, first_ns, END_UNWOUND);
	s->unnamed = r->unnamed;
	return rc;
}

/*
 * Of the frames from @same on, which nobody saw entering, those are calls that can have been entered after all
 * that was seen and before the block, each after its caller.
 */
static void judge_unseen(const struct csa_stitch *s, struct csa_block_result *r, uint32_t same,
			 uint64_t first_ns)
{
	uint64_t since_ns = s->has_blocks ? s->last_ns : 0;
	bool is_possible = true;

	for (uint32_t i = same; i < r->inherited_count; i++) {
		struct csa_open_frame *f = &r->inherited[i];

		if (!f->is_counted && !s->has_blocks)
			continue; /* below them, of the parent process */
		is_possible = is_possible && f->is_counted && f->enter_ns >= since_ns &&
			      f->enter_ns <= first_ns;
		f->is_counted = is_possible;
		f->has_loss = is_possible;
		since_ns = f->enter_ns;
	}
}

/* What is not named any more was left at the latest when the frame at its place was entered. */
static int close_gone(struct csa_stitch *s, const struct csa_block_result *r, uint32_t same,
		      uint64_t first_ns)
{
	bool is_replaced = same < r->inherited_count && r->inherited[same].is_counted;

	for (uint32_t i = same; i < s->count; i++)
		s->frames[i].has_loss = true;
	return close_down_to(s, same, is_replaced ? r->inherited[same].enter_ns : first_ns,
			     END_UNWOUND);
}

int csa_stitch_sync(struct csa_stitch *s, struct csa_block_result *r, uint64_t first_ns)
{
	uint32_t same = 0;
	bool is_unchanged;
	int rc = align(s, r, first_ns);

	if (rc < 0)
		return rc;
	while (same < s->count && same < r->inherited_count &&
	       is_same(&s->frames[same], &r->inherited[same])) {
		r->inherited[same].is_counted = s->frames[same].is_counted;
		r->inherited[same].is_of_parent = s->frames[same].is_of_parent;
		s->frames[same].has_loss = s->frames[same].has_loss || r->is_gap;
		same++;
	}
	is_unchanged = same == s->count && same == r->inherited_count;
	judge_unseen(s, r, same, first_ns);
	if (same < s->count)
		rc = close_gone(s, r, same, first_ns);
	for (uint32_t i = same; i < r->inherited_count && rc == 0; i++) {
		rc = push(s, &r->inherited[i]);
		if (rc == 0)
			rc = put_enter(s, &s->frames[s->count - 1], first_ns);
	}
	return rc < 0 ? rc : is_unchanged;
}

static int join_closing(struct csa_stitch *s, const struct csa_closing *c)
{
	add_children(s, c->child_ns, c->children);
	return close_top(s, c->exit_ns, c->is_outermost, c->is_unwound ? END_UNWOUND : END_EXIT);
}

/* The block's calls, and at their places the ends of frames that it inherited. */
static int join_calls(struct csa_stitch *s, const struct csa_block_result *r)
{
	const struct csa_closing *closing = r->closings;
	int rc = 0;

	if (!csa_call_list_reserve(s->calls, r->call_count))
		return CSA_E_NOMEM;
	for (size_t i = 0; i < r->call_count && rc == 0; i++) {
		i += csa_call_list_put_run(s->calls, r->calls + i, r->call_count - i);
		if (i < r->call_count)
			rc = join_closing(s, closing++);
	}
	return rc;
}

/* When the lane begins: with a call that was entered in what is lost before its first block? */
static uint64_t first_of(const struct csa_block_result *r)
{
	bool is_earlier = r->inherited_count && r->inherited[0].is_counted &&
			  r->inherited[0].enter_ns < r->first_ns;

	return is_earlier ? r->inherited[0].enter_ns : r->first_ns;
}

int csa_stitch_join(struct csa_stitch *s, const struct csa_block_result *r)
{
	int rc;

	assert(s->count == r->inherited_count);
	rc = s->calls ? join_calls(s, r) : 0;
	for (uint32_t i = 0; i < r->closing_count && rc == 0 && !s->calls; i++)
		rc = join_closing(s, &r->closings[i]);
	add_children(s, r->rest_child_ns, r->rest_children);
	for (uint32_t i = 0; i < r->opened_count && rc == 0; i++)
		rc = push(s, &r->opened[i]);
	s->unnamed = r->unnamed_left;
	if (!s->has_blocks)
		s->first_ns = first_of(r);
	s->last_ns = r->last_ns;
	s->has_blocks = true;
	return rc;
}

static void forget_lane(struct csa_stitch *s)
{
	s->count = 0;
	s->unnamed = 0;
	s->root_ns = 0;
	s->root_children = 0;
	s->first_ns = 0;
	s->last_ns = 0;
	s->has_blocks = false;
}

int csa_stitch_end(struct csa_stitch *s, uint64_t *root_ns)
{
	int rc = close_down_to(s, 0, s->last_ns, END_OPEN);

	*root_ns = s->root_ns;
	forget_lane(s);
	return rc;
}

int csa_stitch_copy(struct csa_stitch *to, const struct csa_stitch *from)
{
	int rc = 0;

	to->count = 0;
	for (uint32_t i = 0; i < from->count && rc == 0; i++)
		rc = push(to, &from->frames[i]);
	to->unnamed = from->unnamed;
	to->root_ns = from->root_ns;
	to->root_children = from->root_children;
	to->first_ns = from->first_ns;
	to->last_ns = from->last_ns;
	to->has_blocks = from->has_blocks;
	return rc;
}

int csa_stitch_move(struct csa_stitch *to, struct csa_stitch *from)
{
	int rc = csa_stitch_copy(to, from);

	forget_lane(from);
	return rc;
}
