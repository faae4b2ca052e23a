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
