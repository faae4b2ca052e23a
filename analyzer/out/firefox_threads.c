/* SPDX-License-Identifier: MIT */
#include "firefox_threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "vec.h"

#define NO_CALL UINT8_MAX

int csa_firefox_threads_init(struct csa_firefox_threads *threads, struct csa_err *err)
{
	*threads = (struct csa_firefox_threads){ 0 };
	csa_string_index_init(&threads->strings);
	if (!csa_tree_init(&threads->tree))
		return csa_fail(err, CSA_E_NOMEM, "no memory for an export");
	if (!csa_spool_open(&threads->samples) || !csa_spool_open(&threads->marks))
		return csa_fail(err, CSA_E_IO, "a temporary file: %s", strerror(errno));
	return 0;
}

void csa_firefox_threads_release(struct csa_firefox_threads *threads)
{
	csa_spool_close(&threads->samples);
	csa_spool_close(&threads->marks);
	csa_tree_release(&threads->tree);
	csa_string_index_release(&threads->strings);
	free(threads->list.items);
	free(threads->stack.items);
}

static struct csa_firefox_thread *current(const struct csa_firefox_threads *threads)
{
	return &threads->list.items[threads->list.count - 1];
}

int csa_firefox_begin(struct csa_firefox_threads *threads)
{
	if (!CSA_VEC_ROOM(&threads->list, 1))
		return CSA_E_NOMEM;
	threads->list.items[threads->list.count++] = (struct csa_firefox_thread){
		.samples_at = threads->samples.bytes,
		.marks_at = threads->marks.bytes,
		.first_ns = UINT64_MAX,
	};
	threads->stack.count = 0;
	threads->node = CSA_TREE_ROOT;
	threads->sample_ns = 0;
	threads->last = NO_CALL;
	return 0;
}

static void put_sample(struct csa_firefox_threads *threads)
{
	csa_spool_put(&threads->samples, threads->node);
	csa_spool_put(&threads->samples, threads->since_ns - threads->sample_ns);
	threads->sample_ns = threads->since_ns;
	current(threads)->sample_count++;
}

/* Before the stack changes: what it was until now. */
static void end_piece(struct csa_firefox_threads *threads, const struct csa_call *call)
{
	if (threads->last == NO_CALL)
		current(threads)->first_ns = call->ns;
	else if (call->ns > threads->since_ns || call->kind != threads->last)
		put_sample(threads);
	threads->since_ns = call->ns;
	threads->last = call->kind;
	current(threads)->last_ns = call->ns;
}

static void begin_mark(struct csa_firefox_threads *threads, enum csa_firefox_mark kind, uint64_t ns)
{
	csa_spool_put(&threads->marks, kind);
	csa_spool_put(&threads->marks, ns);
	current(threads)->mark_count++;
}

static int put_enter(struct csa_firefox_threads *threads, const struct csa_call *call)
{
	if (!CSA_VEC_ROOM(&threads->stack, 1))
		return CSA_E_NOMEM;
	end_piece(threads, call);
	threads->stack.items[threads->stack.count] = (struct csa_firefox_frame){
		.begin_ns = call->ns,
		.caller = threads->node,
	};
	threads->stack.count++;
	threads->node = csa_tree_child(&threads->tree, threads->node, call->row);
	return 0;
}

/* Samples cannot say what is special about a call; a marker over its time does. */
static void put_exit(struct csa_firefox_threads *threads, const struct csa_call *call)
{
	unsigned told =
		CSA_CALL_FOREIGN | CSA_CALL_UNWOUND | CSA_CALL_OPEN | CSA_CALL_CUT | CSA_CALL_LOSSY;

	end_piece(threads, call);
	threads->stack.count--;
	threads->node = threads->stack.items[threads->stack.count].caller;
	if (!(call->flags & told))
		return;
	begin_mark(threads, CSA_FIREFOX_CALL, call->ns);
	csa_spool_put(&threads->marks, call->row);
	csa_spool_put(&threads->marks,
		      call->ns - threads->stack.items[threads->stack.count].begin_ns);
	csa_spool_put(&threads->marks, call->flags & told);
	csa_spool_put(&threads->marks, call->depth);
}

static void put_user(struct csa_firefox_threads *threads, const struct csa_call *call)
{
	uint32_t kind = call->user.name->kind;

	begin_mark(threads,
		   kind == CSF_NAME_VALUE   ? CSA_FIREFOX_VALUE
		   : kind == CSF_NAME_FRAME ? CSA_FIREFOX_FRAME
					    : CSA_FIREFOX_MARK,
		   call->ns);
	csa_spool_put(&threads->marks,
		      csa_string_index_add(&threads->strings, call->user.name->name));
	if (kind == CSF_NAME_VALUE)
		csa_spool_put(&threads->marks, (uint64_t)call->user.value);
}

int csa_firefox_call(struct csa_firefox_threads *threads, const struct csa_call *call)
{
	switch (call->kind) {
	case CSA_CALL_ENTER:
		return put_enter(threads, call);
	case CSA_CALL_EXIT:
		put_exit(threads, call);
		break;
	case CSA_CALL_USER:
		put_user(threads, call);
		break;
	case CSA_CALL_MARKER:
		begin_mark(threads, CSA_FIREFOX_MARKER, call->ns);
		csa_spool_put(&threads->marks, call->marker.marker);
		csa_spool_put(&threads->marks, call->marker.argument);
		break;
	case CSA_CALL_LOST:
		begin_mark(threads, CSA_FIREFOX_LOST, call->ns);
		csa_spool_put(&threads->marks, call->lost.events);
		csa_spool_put(&threads->marks, call->lost.blocks);
		break;
	default:
		break;
	}
	return threads->strings.has_failed ? CSA_E_NOMEM : 0;
}

void csa_firefox_end(struct csa_firefox_threads *threads)
{
	if (threads->last == NO_CALL)
		current(threads)->first_ns = 0;
	else
		put_sample(threads);
}
