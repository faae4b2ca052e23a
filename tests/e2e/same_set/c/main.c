/* SPDX-License-Identifier: MIT */
#include "list.h"
#include <stdio.h>
int parse_line(struct list *list, const char *line);
int parse_other(const char *line);
typedef int (*step_fn)(int);
static int twice(int x)
{
	return 2 * x;
}
static int negative(int x)
{
	return -x;
}
static const step_fn steps[] = { twice, negative, table_of };
static int down(int n)
{
	return n ? down(n - 1) + 1 : 0;
}
static int run_steps(int x)
{
	for (unsigned i = 0; i < 3; i++)
		x += steps[i](x);
	return x;
}
static __attribute__((constructor)) void before(void)
{
	steps[0](1);
}
static int never(int x)
{
	return x;
}
int main(int argc, char **argv)
{
	struct list list = { .count = 0 };
	int sum = parse_line(&list, "3 1 2");
	(void)argv;
	list_sort(&list);
	sum += list_has(&list, 2) + list_count(&list) + get_first(&list) + parse_other("1");
	if (argc > 99)
		sum += never(argc);
	printf("%d %d\n", sum + run_steps(2), down(4));
	return 0;
}
