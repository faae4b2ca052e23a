/* SPDX-License-Identifier: MIT */
#include "list.h"
#include <stdlib.h>
static int digit(char c)
{
	return c >= '0' && c <= '9';
}
static int number(const char **at)
{
	int value = 0;
	while (digit(**at))
		value = value * 10 + *(*at)++ - '0';
	return value;
}
/* Below it, one level: number, skip and get; not digit. */
static void skip(const char **at)
{
	while (**at == ' ')
		++*at;
}
int parse_line(struct list *list, const char *line)
{
	while (*line) {
		list_add(list, number(&line));
		skip(&line);
	}
	return list->count ? get(list, 0) : atoi("7");
}
int parse_other(const char *line)
{
	return digit(*line);
}
