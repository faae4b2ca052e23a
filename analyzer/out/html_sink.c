/* SPDX-License-Identifier: MIT */
#include "html_sink.h"

#include "user_names.h"
#include "vec.h"

bool csa_html_sink_init(struct csa_html_sink *sink, uint64_t calls_max)
{
	*sink = (struct csa_html_sink){ .calls = { .limit = calls_max } };
	return csa_tree_init(&sink->tree);
}

void csa_html_sink_release(struct csa_html_sink *sink)
{
	csa_html_calls_release(&sink->calls);
	csa_tree_release(&sink->tree);
	free(sink->stack.items);
	free(sink->marks.items);
	*sink = (struct csa_html_sink){ 0 };
}

int csa_html_sink_thread(void *state, const struct csa_call_thread *thread)
{
	struct csa_html_sink *sink = state;

	if (!csa_html_calls_thread(&sink->calls, thread))
		return CSA_E_NOMEM;
	sink->node = csa_tree_child(&sink->tree, CSA_TREE_ROOT, sink->calls.tracks.count - 1);
	sink->stack.count = 0;
	sink->last_ns = 0;
	return 0;
}

static bool enter(struct csa_html_sink *sink, const struct csa_call *call)
{
	struct csa_html_stack *stack = &sink->stack;

	if (!CSA_VEC_ROOM(stack, 1))
		return false;
	stack->items[stack->count++] =
		(struct csa_html_open){ .ns = call->ns, .caller = sink->node };
	if (sink->node != CSA_TREE_REST) /* what is called from there is there */
		sink->node = csa_tree_child(&sink->tree, sink->node, call->row);
	return true;
}

static bool leave(struct csa_html_sink *sink, const struct csa_call *call)
{
	const struct csa_html_open *open = &sink->stack.items[--sink->stack.count];
	struct csa_tree_node *node = &sink->tree.nodes[sink->node];

	sink->node = open->caller;
	node->self_ns += call->exit.self_ns;
	node->calls += !(call->flags & CSA_CALL_FOREIGN);
	return csa_html_calls_add(&sink->calls, open->ns, call);
}

static bool add_mark(struct csa_html_sink *sink, const struct csa_call *call)
{
	struct csa_html_tracks *tracks = &sink->calls.tracks;
	struct csa_html_mark *mark;

	if (sink->marks.count == CSA_HTML_MARKS_MAX) {
		sink->marks_left_out++;
		return true;
	}
	if (!CSA_VEC_ROOM(&sink->marks, 1))
		return false;
	mark = &sink->marks.items[sink->marks.count++];
	*mark = (struct csa_html_mark){ .ns = call->ns,
					.from_ns = call->ns,
					.call_kind = call->kind };
	if (call->kind == CSA_CALL_USER) {
		mark->name = call->user.name->name;
		mark->kind = call->user.name->kind;
		mark->argument = (uint64_t)call->user.value;
	} else if (call->kind == CSA_CALL_MARKER) {
		mark->kind = call->marker.marker;
		mark->argument = call->marker.argument;
	} else {
		mark->from_ns = sink->last_ns;
		mark->argument = call->lost.events;
	}
	tracks->items[tracks->count - 1].marks++;
	return true;
}

int csa_html_sink_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct csa_html_sink *sink = state;

	for (size_t i = 0; i < count; i++) {
		const struct csa_call *call = &calls[i];
		bool ok = call->kind == CSA_CALL_ENTER  ? enter(sink, call)
			  : call->kind == CSA_CALL_EXIT ? leave(sink, call)
							: add_mark(sink, call);

		if (!ok)
			return CSA_E_NOMEM;
		sink->last_ns = call->ns;
	}
	return 0;
}
