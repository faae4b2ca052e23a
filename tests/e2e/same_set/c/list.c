/* SPDX-License-Identifier: MIT */
#include "list.h"
#include <stdlib.h>
int get(const struct list *list, int at)
{
	return list->items[at];
}
int get_first(const struct list *list)
{
	return get(list, 0);
}
static int list_add_raw(struct list *list, int value)
{
	list->items[list->count++] = value;
	return list->count;
}
int list_add(struct list *list, int value)
{
	return list_add_raw(list, value) + list_count(list);
}
static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
void list_sort(struct list *list)
{
	qsort(list->items, (size_t)list->count, sizeof(int), compare);
}
/* glibc's bsearch is a function of a header that optimizing compilers inline, with its hooks. */
int list_has(const struct list *list, int value)
{
	return bsearch(&value, list->items, (size_t)list->count, sizeof(int), compare) != NULL;
}
