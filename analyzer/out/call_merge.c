/* SPDX-License-Identifier: MIT */
#include "call_merge.h"

#include <stdlib.h>

/* Some 2.5 MiB of items for all threads together, but never so few that reading them is slow. */
#define ITEMS_TOGETHER 65536u
#define ITEMS_MOST     4096u
#define ITEMS_LEAST    16u

static bool is_before(const struct csa_merge *merge, uint32_t a, uint32_t b)
{
	const struct csa_merge_thread *x = &merge->threads[a];
	const struct csa_merge_thread *y = &merge->threads[b];
	uint64_t x_ns = x->items[x->at].ns;
	uint64_t y_ns = y->items[y->at].ns;

	return x_ns != y_ns ? x_ns < y_ns : a < b;
}

static void sift_down(struct csa_merge *merge, uint32_t at)
{
	for (;;) {
		uint32_t child = 2 * at + 1;
		uint32_t moved = merge->heap[at];

		if (child >= merge->count)
			return;
		if (child + 1 < merge->count &&
		    is_before(merge, merge->heap[child + 1], merge->heap[child]))
			child++;
		if (!is_before(merge, merge->heap[child], moved))
			return;
		merge->heap[at] = merge->heap[child];
		merge->heap[child] = moved;
		at = child;
	}
}

/* Return: 1: it has an item; 0: it has ended; CSA_E_IO. */
static int fill(struct csa_merge *merge, struct csa_merge_thread *thread, struct csa_err *err)
{
	uint64_t left = thread->end - thread->next;
	int rc;

	if (thread->at < thread->count)
		return 1;
	if (!left)
		return 0;
	thread->at = 0;
	thread->count = left < merge->room ? (size_t)left : merge->room;
	rc = csa_call_spool_read(merge->spool, thread->next, thread->count, thread->items, err);
	thread->next += thread->count;
	return rc < 0 ? rc : 1;
}

int csa_merge_open(struct csa_merge *merge, const struct csa_call_spool *spool,
		   struct csa_merge_thread *threads, uint32_t count, struct csa_err *err)
{
	size_t room = count ? ITEMS_TOGETHER / count : ITEMS_LEAST;

	room = room > ITEMS_MOST ? ITEMS_MOST : room < ITEMS_LEAST ? ITEMS_LEAST : room;
	*merge = (struct csa_merge){
		.spool = spool, .threads = threads, .room = room, .last = UINT32_MAX
	};
	merge->heap = calloc(count + 1ull, sizeof(*merge->heap));
	merge->items = calloc(count * room + 1, sizeof(*merge->items));
	if (!merge->heap || !merge->items)
		return csa_fail(err, CSA_E_NOMEM, "no memory to merge %u threads", count);
	for (uint32_t i = 0; i < count && merge->rc == 0; i++) {
		int rc;

		threads[i].items = merge->items + i * room;
		rc = fill(merge, &threads[i], err);
		if (rc > 0)
			merge->heap[merge->count++] = i;
		else
			merge->rc = rc;
	}
	for (uint32_t i = merge->count / 2; i-- > 0;)
		sift_down(merge, i);
	return merge->rc;
}

/* The thread at the top gave its item out: its next one has another place. */
static void go_on(struct csa_merge *merge, struct csa_err *err)
{
	struct csa_merge_thread *thread = &merge->threads[merge->last];
	int rc;

	thread->at++;
	rc = fill(merge, thread, err);
	if (rc < 0)
		merge->rc = rc;
	if (rc == 0)
		merge->heap[0] = merge->heap[--merge->count];
	if (rc >= 0)
		sift_down(merge, 0);
	merge->last = UINT32_MAX;
}

const struct csa_spooled *csa_merge_next(struct csa_merge *merge,
					 const struct csa_merge_thread **from, struct csa_err *err)
{
	struct csa_merge_thread *thread;

	if (merge->last != UINT32_MAX)
		go_on(merge, err);
	if (merge->rc < 0 || !merge->count)
		return NULL;
	merge->last = merge->heap[0];
	thread = &merge->threads[merge->last];
	*from = thread;
	return &thread->items[thread->at];
}

void csa_merge_close(struct csa_merge *merge)
{
	free(merge->heap);
	free(merge->items);
	*merge = (struct csa_merge){ 0 };
}
