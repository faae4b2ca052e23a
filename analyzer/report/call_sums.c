/* SPDX-License-Identifier: MIT */
#include "call_sums.h"

#include <stdlib.h>

#include "vec.h"

int csa_call_sums_init(struct csa_call_sums *sums, bool wants_tree)
{
	*sums = (struct csa_call_sums){ 0 };
	csa_stats_init(&sums->stats);
	return wants_tree && !csa_tree_init(&sums->tree) ? CSA_E_NOMEM : 0;
}

void csa_call_sums_release(struct csa_call_sums *sums)
{
	csa_stats_release(&sums->stats);
	csa_tree_release(&sums->tree);
	free(sums->nodes);
	*sums = (struct csa_call_sums){ 0 };
}

static int add_enter(struct csa_call_sums *sums, const struct csa_call *call)
{
	uint32_t caller = sums->depth ? sums->nodes[sums->depth - 1] : CSA_TREE_ROOT;
	uint32_t *nodes;

	if (!sums->tree.nodes)
		return 0;
	nodes = csa_vec_grow(sums->nodes, sums->depth, &sums->capacity, 1, sizeof(*nodes));
	if (!nodes)
		return CSA_E_NOMEM;
	sums->nodes = nodes;
	nodes[sums->depth++] = csa_tree_child(&sums->tree, caller, call->row);
	return 0;
}

/* What a filter cut says as little about the shortest calls and the quantiles as what is open. */
static int close_row(struct csa_row_stats *row, const struct csa_call *call)
{
	const uint64_t duration = call->exit.duration_ns;
	const bool is_outermost = call->flags & CSA_CALL_OUTERMOST;

	row->resumes += (call->flags & CSA_CALL_RESUME) != 0;
	row->unwound += (call->flags & CSA_CALL_UNWOUND) != 0;
	row->lossy += (call->flags & CSA_CALL_LOSSY) != 0;
	if (!(call->flags & (CSA_CALL_OPEN | CSA_CALL_CUT)))
		return csa_row_close(row, duration, call->exit.self_ns, call->exit.hooks,
				     is_outermost)
			       ? 0
			       : CSA_E_NOMEM;
	csa_row_close_open(row, duration, call->exit.self_ns, call->exit.hooks, is_outermost);
	if (!(call->flags & CSA_CALL_OPEN)) {
		row->open--;
		row->cut++;
	}
	return 0;
}

static int add_exit(struct csa_call_sums *sums, const struct csa_call *call)
{
	struct csa_row_stats *row;
	uint32_t node;

	if (call->depth == 1)
		sums->root_ns += call->exit.duration_ns;
	if (sums->tree.nodes)
		sums->depth--;
	if (call->flags & CSA_CALL_FOREIGN)
		return 0;
	if (sums->tree.nodes) {
		node = sums->nodes[sums->depth];
		sums->tree.nodes[node].self_ns += call->exit.self_ns;
		sums->tree.nodes[node].calls++;
	}
	row = csa_stats_row(&sums->stats, call->row);
	if (!row)
		return CSA_E_NOMEM;
	row->is_at_least = row->is_at_least || sums->has_losses;
	return close_row(row, call);
}

int csa_call_sums_add(struct csa_call_sums *sums, const struct csa_call *calls, size_t count)
{
	int rc = 0;

	for (size_t i = 0; i < count && rc == 0; i++) {
		if (calls[i].kind == CSA_CALL_ENTER)
			rc = add_enter(sums, &calls[i]);
		else if (calls[i].kind == CSA_CALL_EXIT)
			rc = add_exit(sums, &calls[i]);
	}
	return rc;
}
