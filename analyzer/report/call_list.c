/* SPDX-License-Identifier: MIT */
#include "call_list.h"

#include <stdlib.h>

void csa_call_list_release(struct csa_call_list *list)
{
	free(list->items);
	*list = (struct csa_call_list){ 0 };
}

bool csa_call_list_reserve(struct csa_call_list *list, size_t more)
{
	size_t wanted = list->capacity ? list->capacity : 256;
	struct csa_call *items;

	if (list->count + more <= list->capacity)
		return true;
	while (wanted < list->count + more)
		wanted *= 2;
	items = realloc(list->items, wanted * sizeof(*items));
	if (!items)
		return false;
	list->items = items;
	list->capacity = wanted;
	return true;
}

size_t csa_call_list_put_run(struct csa_call_list *list, const struct csa_call *calls, size_t count)
{
	struct csa_call *const first = list->items + list->count;
	const int64_t shift_ns = list->shift_ns;
	int64_t last_ns = (int64_t)list->last_ns;
	uint32_t depth = list->depth;
	size_t done = 0;

	/* As csa_call_list_put(), with all of the list in registers. */
	for (; done < count && calls[done].kind != CSA_CALL_CLOSING; done++) {
		int64_t ns = (int64_t)calls[done].ns + shift_ns;

		first[done] = calls[done];
		last_ns = ns > last_ns ? ns : last_ns;
		depth += calls[done].kind == CSA_CALL_ENTER;
		first[done].ns = (uint64_t)last_ns;
		first[done].depth = depth;
		depth -= calls[done].kind == CSA_CALL_EXIT;
	}
	list->count += done;
	list->last_ns = (uint64_t)last_ns;
	list->depth = depth;
	return done;
}
