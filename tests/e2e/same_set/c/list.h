/* SPDX-License-Identifier: MIT */
#ifndef LIST_H
#define LIST_H
struct list {
	int items[64];
	int count;
};
int get(const struct list *list, int at);
int get_first(const struct list *list);
int list_add(struct list *list, int value);
int list_has(const struct list *list, int value);
void list_sort(struct list *list);
int table_of(int x);
/* A function of a header: one copy in each object that uses it. */
static inline int list_count(const struct list *list)
{
	return list->count;
}
static inline int list_unused(const struct list *list)
{
	return list->count + 1;
}
#endif
