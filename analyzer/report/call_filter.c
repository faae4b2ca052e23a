/* SPDX-License-Identifier: MIT */
#include "call_filter.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "vec.h"

bool csa_filter_shows_all(const struct csa_call_filter *f)
{
	return !f->from_ns && (!f->to_ns || f->to_ns == UINT64_MAX) && !f->thread_count &&
	       !f->function_count && !f->min_duration_ns && !f->max_depth;
}

void csa_filter_init(struct csa_filter_stage *s, const struct csa_call_filter *filter,
		     const struct csa_call_ops *ops, void *state)
{
	*s = (struct csa_filter_stage){ .filter = filter, .ops = ops, .state = state };
}

void csa_filter_release(struct csa_filter_stage *s)
{
	free(s->frames);
	free(s->active);
	free(s->asked);
	free(s->marks);
	csa_call_list_release(&s->out);
	*s = (struct csa_filter_stage){ 0 };
}

static void put(struct csa_filter_stage *s, const struct csa_call *call)
{
	if (csa_call_list_reserve(&s->out, 1))
		csa_call_list_put(&s->out, call);
	else
		s->has_failed = true;
}

static void put_marks(struct csa_filter_stage *s, uint64_t before)
{
	while (s->mark_first < s->mark_count && s->marks[s->mark_first].order < before)
		put(s, &s->marks[s->mark_first++].call);
	if (s->mark_first == s->mark_count)
		s->mark_first = s->mark_count = 0;
}

/* Passes on the enters that wait, down to the one that may be too short at @now_ns. */
static void pass_enters(struct csa_filter_stage *s, uint64_t now_ns, uint64_t min_ns)
{
	for (; s->passed < s->depth; s->passed++) {
		const struct csa_filter_frame *f = &s->frames[s->passed];

		if (!f->is_shallow)
			continue;
		if (now_ns - f->enter.ns < min_ns)
			break;
		put_marks(s, f->order);
		put(s, &f->enter);
		s->held--;
	}
	if (s->held == 0)
		put_marks(s, UINT64_MAX);
}

static bool reserve_row(struct csa_filter_stage *s, uint32_t row)
{
	uint32_t count = s->row_count ? s->row_count : 256;
	uint32_t *active;
	uint8_t *asked;

	if (row < s->row_count)
		return true;
	while (count <= row)
		count *= 2;
	active = realloc(s->active, count * sizeof(*active));
	if (active)
		s->active = active;
	asked = realloc(s->asked, count);
	if (asked)
		s->asked = asked;
	if (!active || !asked)
		return false;
	memset(active + s->row_count, 0, (count - s->row_count) * sizeof(*active));
	memset(asked + s->row_count, 0, count - s->row_count);
	s->row_count = count;
	return true;
}

static bool matches(const char *const *globs, size_t count, const char *text)
{
	for (size_t i = 0; text && i < count; i++) {
		if (strcmp(globs[i], text) == 0 || fnmatch(globs[i], text, 0) == 0)
			return true;
	}
	return false;
}

static bool is_asked_for(struct csa_filter_stage *s, uint32_t row)
{
	const struct csa_call_filter *f = s->filter;
	const struct csa_row_name *name;

	if (!f->function_count)
		return true;
	if (!s->asked[row]) {
		name = &s->report->table.rows[row];
		s->asked[row] =
			matches(f->functions, f->function_count, name->function) ||
					matches(f->functions, f->function_count, name->config_name)
				? 2
				: 1;
	}
	return s->asked[row] == 2;
}

static void enter(struct csa_filter_stage *s, const struct csa_call *call)
{
	struct csa_filter_frame *frames =
		csa_vec_grow(s->frames, s->depth, &s->capacity, 1, sizeof(*frames));
	uint32_t max_depth = s->filter->max_depth;
	struct csa_filter_frame *f;

	if (frames)
		s->frames = frames;
	if (!frames || !reserve_row(s, call->row)) {
		s->has_failed = true;
		return;
	}
	f = &frames[s->depth++];
	*f = (struct csa_filter_frame){ .enter = *call, .order = s->order++ };
	f->is_inside = (s->depth > 1 && f[-1].is_inside) || is_asked_for(s, call->row);
	f->is_shallow = f->is_inside && (!max_depth || s->shallow < max_depth);
	s->shallow += f->is_shallow;
	s->held += f->is_shallow;
	s->active[call->row] += f->is_shallow && !(call->flags & CSA_CALL_FOREIGN);
	if (s->is_past_from)
		pass_enters(s, call->ns, s->filter->min_duration_ns);
}

/* Why a call that ended is not shown; frames of others are none. */
static void count_hidden(struct csa_filter_stage *s, const struct csa_filter_frame *f)
{
	if (f->enter.flags & CSA_CALL_FOREIGN)
		return;
	if (!s->is_past_from || !f->is_inside)
		s->counts.outside++;
	else if (!f->is_shallow)
		s->counts.too_deep++;
	else
		s->counts.too_short++;
}

/* What the end of @f, with @call as its exit, means for its caller. */
static void add_to_caller(struct csa_filter_stage *s, const struct csa_filter_frame *f,
			  const struct csa_call *call, bool is_shown)
{
	struct csa_filter_frame *caller;

	if (s->depth == 0)
		return;
	caller = &s->frames[s->depth - 1];
	caller->child_ns += is_shown ? call->exit.duration_ns : f->child_ns;
	if (call->flags & CSA_CALL_FOREIGN) {
		caller->inner += f->inner;
		caller->extra += f->extra;
	} else if (is_shown) {
		caller->inner++;
	} else {
		caller->inner += 2 + call->exit.hooks;
		caller->extra += 1 + call->exit.hooks;
	}
}

/* The exit as the next stage sees it. */
static struct csa_call exit_of(const struct csa_filter_frame *f, const struct csa_call *call,
			       bool is_cut)
{
	struct csa_call out = *call;
	uint64_t duration = call->exit.duration_ns;

	out.flags &= (uint8_t)~CSA_CALL_OUTERMOST;
	if (is_cut) {
		out.flags |= CSA_CALL_CUT;
		duration = call->ns - f->enter.ns;
		out.exit.hooks = f->inner;
	} else {
		out.exit.hooks += f->extra;
	}
	if (out.flags & CSA_CALL_FOREIGN) {
		duration = f->child_ns;
		out.exit.hooks = 0;
	}
	out.exit.duration_ns = duration < f->child_ns ? f->child_ns : duration;
	out.exit.self_ns = out.exit.duration_ns - f->child_ns;
	return out;
}

/* @is_cut: by the end of the time that is shown. */
static void leave(struct csa_filter_stage *s, const struct csa_call *call, bool is_cut)
{
	struct csa_filter_frame *f = &s->frames[s->depth - 1];
	struct csa_call out = exit_of(f, call, is_cut || (f->enter.flags & CSA_CALL_CUT));
	const bool is_foreign = call->flags & CSA_CALL_FOREIGN;
	uint64_t lasted = is_foreign ? call->ns - f->enter.ns : out.exit.duration_ns;
	bool is_passed = s->passed >= s->depth;
	bool is_shown = f->is_shallow && s->is_past_from &&
			(is_passed || lasted >= s->filter->min_duration_ns);

	if (is_shown)
		pass_enters(s, call->ns, 0);
	s->held -= f->is_shallow && !is_shown && !is_passed;
	s->shallow -= f->is_shallow;
	if (f->is_shallow && !is_foreign && --s->active[call->row] == 0)
		out.flags |= CSA_CALL_OUTERMOST;
	s->depth--;
	s->passed = s->passed < s->depth ? s->passed : s->depth;
	if (is_shown)
		put(s, &out);
	else
		count_hidden(s, f);
	s->counts.cut += is_shown && !is_foreign && (out.flags & CSA_CALL_CUT);
	if (s->is_past_from)
		add_to_caller(s, f, &out, is_shown);
	if (s->held == 0)
		put_marks(s, UINT64_MAX);
}

/* Marks that the program made show where they are; those of the tracer always. */
static void mark(struct csa_filter_stage *s, const struct csa_call *call)
{
	struct csa_filter_mark *marks;

	if (!s->is_past_from)
		return;
	if (call->kind == CSA_CALL_USER && s->filter->function_count &&
	    (s->depth == 0 || !s->frames[s->depth - 1].is_inside))
		return;
	pass_enters(s, call->ns, s->filter->min_duration_ns);
	if (s->held == 0) {
		put(s, call);
		return;
	}
	marks = csa_vec_grow(s->marks, s->mark_count, &s->mark_capacity, 1, sizeof(*marks));
	if (!marks) {
		s->has_failed = true;
		return;
	}
	s->marks = marks;
	marks[s->mark_count++] = (struct csa_filter_mark){ *call, s->order++ };
}

/* Calls that are open begin here. */
static void reach_from(struct csa_filter_stage *s, uint64_t now_ns)
{
	s->is_past_from = true;
	for (uint32_t i = 0; i < s->depth; i++) {
		struct csa_filter_frame *f = &s->frames[i];

		if (f->enter.ns >= s->filter->from_ns)
			continue;
		f->enter.ns = s->filter->from_ns;
		f->enter.flags |= CSA_CALL_CUT;
	}
	pass_enters(s, now_ns, s->filter->min_duration_ns);
}

static bool is_beyond(const struct csa_filter_stage *s, const struct csa_call *call)
{
	uint64_t to_ns = s->filter->to_ns;

	return to_ns && (call->ns > to_ns || (call->ns == to_ns && call->kind != CSA_CALL_EXIT));
}

/* Calls that are open end here. */
static void reach_to(struct csa_filter_stage *s)
{
	if (!s->is_past_from)
		reach_from(s, s->filter->to_ns);
	while (s->depth && !s->has_failed) {
		const struct csa_call *begun = &s->frames[s->depth - 1].enter;
		const struct csa_call call = { .ns = s->filter->to_ns,
					       .row = begun->row,
					       .kind = CSA_CALL_EXIT,
					       .flags = begun->flags };

		leave(s, &call, true);
	}
	s->is_past_to = true;
}

static void take(struct csa_filter_stage *s, const struct csa_call *call)
{
	if (!s->is_past_to && is_beyond(s, call))
		reach_to(s);
	if (s->is_past_to) {
		s->counts.outside +=
			call->kind == CSA_CALL_ENTER && !(call->flags & CSA_CALL_FOREIGN);
		return;
	}
	if (!s->is_past_from && call->ns >= s->filter->from_ns)
		reach_from(s, call->ns);
	if (call->kind == CSA_CALL_ENTER)
		enter(s, call);
	else if (call->kind == CSA_CALL_EXIT)
		leave(s, call, false);
	else
		mark(s, call);
}

static int hand_on(struct csa_filter_stage *s)
{
	int rc = 0;

	if (s->has_failed)
		return CSA_E_NOMEM;
	if (s->out.count && !s->has_begun) {
		s->has_begun = true;
		if (s->ops->begin_thread)
			rc = s->ops->begin_thread(s->state, &s->thread);
	}
	if (rc == 0 && s->out.count)
		rc = s->ops->calls(s->state, s->out.items, s->out.count);
	s->out.count = 0;
	return rc;
}

static int begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct csa_filter_stage *s = state;

	s->report = report;
	return s->ops->begin_process ? s->ops->begin_process(s->state, report, process) : 0;
}

static int begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct csa_filter_stage *s = state;
	const struct csa_call_filter *f = s->filter;
	char tid[16];

	snprintf(tid, sizeof(tid), "%u", thread->tid);
	s->thread = *thread;
	s->has_begun = false;
	if (thread->name) {
		snprintf(s->thread_name, sizeof(s->thread_name), "%s", thread->name);
		s->thread.name = s->thread_name;
	}
	s->is_past_from = f->from_ns == 0;
	s->is_past_to = false;
	s->is_left_out = f->thread_count && !matches(f->threads, f->thread_count, tid) &&
			 !matches(f->threads, f->thread_count, thread->name);
	s->counts.threads += s->is_left_out && thread->lane == 0;
	csa_call_list_begin(&s->out);
	return 0;
}

static int calls(void *state, const struct csa_call *items, size_t count)
{
	struct csa_filter_stage *s = state;

	if (s->is_left_out)
		return 0;
	for (size_t i = 0; i < count && !s->has_failed; i++)
		take(s, &items[i]);
	return hand_on(s);
}

static int end_thread(void *state)
{
	struct csa_filter_stage *s = state;
	int rc = hand_on(s);

	if (rc == 0 && s->has_begun && s->ops->end_thread)
		rc = s->ops->end_thread(s->state);
	return rc;
}

static int end_process(void *state)
{
	struct csa_filter_stage *s = state;

	return s->ops->end_process ? s->ops->end_process(s->state) : 0;
}

const struct csa_call_ops csa_filter_ops = { .begin_process = begin_process,
					     .begin_thread = begin_thread,
					     .calls = calls,
					     .end_thread = end_thread,
					     .end_process = end_process };
