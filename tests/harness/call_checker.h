/* SPDX-License-Identifier: MIT */
/*
 * A sink of calls that checks what call_stream.h promises, whatever the capture holds, and that the
 * calls add up to the report of the pass which handed them over.
 */
#ifndef T_CALL_CHECKER_H
#define T_CALL_CHECKER_H

#include <stdlib.h>
#include <string.h>

#include "call_sums.h"
#include "report.h"
#include "test.h"

#define T_CALLS_DEEPEST 4096u

struct t_call_checker {
	struct csa_call_sums sums;
	struct csa_call *open; /* enters, by depth - 1 */
	uint32_t depth;
	uint32_t capacity;
	uint64_t last_ns;
	uint64_t self_ns; /* of the thread's exits */
	uint64_t all_root_ns;
	uint64_t enters;
	uint64_t foreign;
	uint64_t lost; /* places */
	uint64_t users;
	uint64_t markers;
	uint64_t with_site;     /* enters */
	uint64_t not_outermost; /* or were, and it was not said */
	size_t processes;
	bool in_process;
	bool in_thread;
};

static inline int t_calls_begin_process(void *state, const struct csa_report *report,
					size_t process)
{
	struct t_call_checker *c = state;

	assert_false(c->in_process);
	assert_int_equal(process, c->processes);
	assert_int_equal(report->process_count, process + 1);
	assert_non_null(report->process_symbols);
	c->in_process = true;
	c->processes++;
	return 0;
}

static inline int t_calls_begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct t_call_checker *c = state;

	assert_true(c->in_process && !c->in_thread);
	assert_int_equal(thread->process, c->processes - 1);
	c->in_thread = true;
	c->last_ns = 0;
	c->self_ns = 0;
	c->sums.root_ns = 0;
	return 0;
}

static inline void t_calls_enter(struct t_call_checker *c, const struct csa_call *call)
{
	if (c->depth == c->capacity) {
		c->capacity = c->capacity ? 2 * c->capacity : 64;
		c->open = realloc(c->open, c->capacity * sizeof(*c->open));
		assert_non_null(c->open);
	}
	c->open[c->depth++] = *call;
	assert_int_equal(call->depth, c->depth);
	assert_int_equal(call->flags & ~(CSA_CALL_FOREIGN | CSA_CALL_RESUME | CSA_CALL_CUT), 0);
	c->enters++;
	c->foreign += (call->flags & CSA_CALL_FOREIGN) != 0;
	c->with_site += call->enter.call_site != 0;
}

static inline void t_calls_exit(struct t_call_checker *c, const struct csa_call *call)
{
	const struct csa_call *enter;
	bool is_outermost = true;

	assert_true(c->depth > 0);
	assert_int_equal(call->depth, c->depth);
	enter = &c->open[--c->depth];
	assert_int_equal(call->row, enter->row);
	assert_true(call->ns >= enter->ns);
	assert_int_equal(call->flags & enter->flags & ~CSA_CALL_CUT, enter->flags & ~CSA_CALL_CUT);
	assert_int_equal(call->flags & CSA_CALL_FOREIGN, enter->flags & CSA_CALL_FOREIGN);
	assert_true(call->exit.self_ns <= call->exit.duration_ns);
	c->self_ns += call->exit.self_ns;
	if (call->flags & CSA_CALL_FOREIGN) {
		assert_int_equal(call->exit.self_ns, 0);
		return;
	}
	for (uint32_t i = 0; i < c->depth; i++)
		is_outermost = is_outermost && ((c->open[i].flags & CSA_CALL_FOREIGN) ||
						c->open[i].row != call->row);
	c->not_outermost += ((call->flags & CSA_CALL_OUTERMOST) != 0) != is_outermost;
}

static inline int t_calls_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct t_call_checker *c = state;

	assert_true(c->in_thread);
	for (size_t i = 0; i < count; i++) {
		assert_true(calls[i].ns >= c->last_ns);
		c->last_ns = calls[i].ns;
		switch (calls[i].kind) {
		case CSA_CALL_ENTER:
			t_calls_enter(c, &calls[i]);
			break;
		case CSA_CALL_EXIT:
			t_calls_exit(c, &calls[i]);
			break;
		case CSA_CALL_USER:
			assert_non_null(calls[i].user.name->name);
			c->users++;
			break;
		case CSA_CALL_MARKER:
			c->markers++;
			break;
		default:
			assert_int_equal(calls[i].kind, CSA_CALL_LOST);
			c->lost++;
		}
	}
	return csa_call_sums_add(&c->sums, calls, count);
}

static inline int t_calls_end_thread(void *state)
{
	struct t_call_checker *c = state;

	assert_true(c->in_thread);
	assert_int_equal(c->depth, 0);
	assert_int_equal(c->self_ns, c->sums.root_ns);
	c->all_root_ns += c->sums.root_ns;
	c->in_thread = false;
	return 0;
}

static inline int t_calls_end_process(void *state)
{
	struct t_call_checker *c = state;

	assert_true(c->in_process && !c->in_thread);
	c->in_process = false;
	return 0;
}

static const struct csa_call_ops t_call_ops = {
	.begin_process = t_calls_begin_process,
	.begin_thread = t_calls_begin_thread,
	.calls = t_calls_calls,
	.end_thread = t_calls_end_thread,
	.end_process = t_calls_end_process,
};

static inline void t_calls_begin(struct t_call_checker *c)
{
	*c = (struct t_call_checker){ 0 };
	assert_int_equal(csa_call_sums_init(&c->sums, true), 0);
}

static inline void t_calls_release(struct t_call_checker *c)
{
	csa_call_sums_release(&c->sums);
	free(c->open);
}

static inline void t_calls_same_row(const struct csa_row_stats *pass,
				    const struct csa_row_stats *sum)
{
	assert_int_equal(sum->calls, pass->calls);
	assert_int_equal(sum->total_ns, pass->total_ns);
	assert_int_equal(sum->nested_ns, pass->nested_ns);
	assert_int_equal(sum->open_total_ns, pass->open_total_ns);
	assert_int_equal(sum->open_nested_ns, pass->open_nested_ns);
	assert_int_equal(sum->open_min_ns, pass->open_min_ns);
	assert_int_equal(sum->self_ns, pass->self_ns);
	assert_int_equal(sum->min_ns, pass->min_ns);
	assert_int_equal(sum->max_ns, pass->max_ns);
	assert_int_equal(sum->children, pass->children);
	assert_int_equal(sum->resumes, pass->resumes);
	assert_int_equal(sum->unwound, pass->unwound);
	assert_int_equal(sum->open, pass->open);
	for (unsigned bucket = 0; bucket < 64 * CSA_HISTOGRAM_CHUNKS; bucket++) {
		if (csa_histogram_count(&sum->durations, bucket) !=
		    csa_histogram_count(&pass->durations, bucket))
			fail_msg("bucket %u", bucket);
	}
}

/* Nodes of stacks by what is below the root: the same path has the same numbers in both trees. */
static inline void t_calls_same_tree(const struct csa_tree *pass, struct csa_tree *sum)
{
	uint32_t *map = calloc(pass->count, sizeof(*map));
	uint64_t calls = 0;
	uint64_t all = 0;

	assert_non_null(map);
	map[CSA_TREE_REST] = CSA_TREE_REST;
	for (uint32_t i = CSA_TREE_REST + 1; i < pass->count; i++) {
		const struct csa_tree_node *node = &pass->nodes[i];

		map[i] = csa_tree_child(sum, map[node->parent], node->row);
		assert_int_equal(sum->nodes[map[i]].calls, node->calls);
		assert_int_equal(sum->nodes[map[i]].self_ns, node->self_ns);
		calls += node->calls;
	}
	for (uint32_t i = CSA_TREE_REST + 1; i < sum->count; i++)
		all += sum->nodes[i].calls;
	assert_int_equal(all, calls);
	free(map);
}

/* The sites of a row add up to it. */
static inline void t_calls_check_sites(const struct csa_report *report)
{
	uint64_t all = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct csa_report_row *row = &report->rows[i];
		const struct csa_row_stats *stats = csa_stats_borrow(&report->stats, row->row);
		struct csa_report_site sum = { .calls = 0 };

		for (size_t j = 0; j < report->site_count; j++) {
			const struct csa_report_site *site = &report->sites[j];

			if (site->row != row->row)
				continue;
			sum.calls += site->calls;
			sum.total_ns += site->total_ns;
			sum.self_ns += site->self_ns;
			sum.max_ns = site->max_ns > sum.max_ns ? site->max_ns : sum.max_ns;
		}
		assert_int_equal(sum.calls, row->calls);
		assert_int_equal(sum.self_ns, row->self_ns);
		assert_int_equal(sum.max_ns, row->max_ns);
		assert_int_equal(sum.total_ns, stats->total_ns + stats->open_total_ns);
		all += sum.calls;
	}
	assert_int_equal(all, report->summary.calls);
}

static inline bool t_calls_are_torn(const struct csa_report *report)
{
	for (size_t i = 0; i < report->notes.count; i++) {
		if (strstr(report->notes.items[i].text, "open frames are not those"))
			return true;
	}
	return false;
}

/**
 * t_check_calls() - reads @dir with @options once more, with the calls: they keep their promises and add
 * up to the report.
 * @is_torn: with anything in the blocks' headers, so that what lies below which frames is not sure
 */
static inline void t_check_calls(const char *dir, const struct csa_report_options *options,
				 bool is_torn)
{
	struct csa_report_options with_calls = *options;
	struct t_call_checker c;
	struct csa_report report;
	struct csa_err err = { 0 };
	uint64_t root_ns = 0;

	t_calls_begin(&c);
	with_calls.calls = &t_call_ops;
	with_calls.calls_state = &c;
	with_calls.wants_tree = true;
	with_calls.wants_sites = true;
	if (csa_report_make(&report, dir, &with_calls, &err) != 0)
		fail_msg("%s", err.msg);
	assert_false(c.in_process);
	assert_int_equal(c.processes, report.process_count);
	for (size_t i = 0; i < report.thread_count; i++)
		root_ns += report.threads[i].root_ns;
	assert_int_equal(c.all_root_ns, root_ns);
	for (uint32_t i = 0; i < report.table.count; i++) {
		const struct csa_row_stats *pass = csa_stats_borrow(&report.stats, i);
		const struct csa_row_stats *sum = csa_stats_borrow(&c.sums.stats, i);

		if (pass && pass->calls && !pass->is_transparent) {
			assert_non_null(sum);
			t_calls_same_row(pass, sum);
		} else {
			assert_true(!sum || sum->calls == 0);
		}
	}
	/* Blocks that do not continue each other are matched before that shows. */
	if (!is_torn && !t_calls_are_torn(&report)) {
		assert_int_equal(c.not_outermost, 0);
		t_calls_same_tree(&report.tree, &c.sums.tree);
	}
	t_calls_check_sites(&report);
	csa_report_release(&report);
	t_calls_release(&c);
}

#endif
