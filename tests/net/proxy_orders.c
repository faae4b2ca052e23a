/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strtok_r */
#include "proxy_orders.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 4u

void t_orders_init(struct t_orders *orders)
{
	*orders = (struct t_orders){ .every = { .position = T_NEVER } };
}

static unsigned split(char *line, const char *words[WORDS_MAX])
{
	unsigned count = 0;
	char *rest = line;
	const char *word;

	while (count < WORDS_MAX && (word = strtok_r(rest, " \t\n", &rest)))
		words[count++] = word;
	return strtok_r(rest, " \t\n", &rest) ? WORDS_MAX + 1 : count;
}

static bool read_number(const char *text, uint64_t *number)
{
	char *end;

	*number = strtoull(text, &end, 10);
	return end != text && *end == '\0';
}

static bool read_end(const char *text, enum t_end *end)
{
	for (unsigned i = T_END_CUT; i <= T_END_HALF_OPEN_BACK; i++) {
		if (strcmp(text, t_end_text((enum t_end)i)) == 0) {
			*end = (enum t_end)i;
			return true;
		}
	}
	return false;
}

/* END up|down N */
static bool read_limit(const char *const *words, struct t_limit *limit)
{
	limit->is_down = strcmp(words[1], "down") == 0;
	return (limit->is_down || strcmp(words[1], "up") == 0) && read_end(words[0], &limit->end) &&
	       read_number(words[2], &limit->position);
}

static enum t_action take_four(struct t_orders *orders, const char *const *words)
{
	struct t_limit limit;

	if (!read_limit(words + 1, &limit))
		return T_ACTION_UNKNOWN;
	if (strcmp(words[0], "every") == 0) {
		orders->every = limit;
		return T_ACTION_NONE;
	}
	if (strcmp(words[0], "next") != 0 || orders->limit_count == T_LIMITS_MAX)
		return T_ACTION_UNKNOWN;
	orders->limits[(orders->limit_first + orders->limit_count++) % T_LIMITS_MAX] = limit;
	return T_ACTION_NONE;
}

static enum t_action take_two(struct t_orders *orders, const char *const *words)
{
	uint64_t number = 0;
	const bool is_number = read_number(words[1], &number);

	if (strcmp(words[0], "end") == 0)
		return read_end(words[1], &orders->end) ? T_ACTION_END : T_ACTION_UNKNOWN;
	if (strcmp(words[0], "delay") == 0 && is_number)
		orders->pace.delay_ns = number * 1000000u;
	else if (strcmp(words[0], "rate") == 0 && is_number)
		orders->pace.rate = number;
	else if (strcmp(words[0], "deaf") == 0)
		orders->is_deaf = strcmp(words[1], "on") == 0;
	else if (strcmp(words[0], "every") == 0 && strcmp(words[1], "none") == 0)
		orders->every.position = T_NEVER;
	else
		return T_ACTION_UNKNOWN;
	return T_ACTION_NONE;
}

static enum t_action take_one(struct t_orders *orders, const char *word)
{
	if (strcmp(word, "refuse") == 0)
		return T_ACTION_REFUSE;
	if (strcmp(word, "accept") == 0)
		return T_ACTION_ACCEPT;
	if (strcmp(word, "quit") == 0)
		return T_ACTION_QUIT;
	if (strcmp(word, "stall") != 0 && strcmp(word, "go") != 0)
		return T_ACTION_UNKNOWN;
	orders->is_stalled = strcmp(word, "stall") == 0;
	return T_ACTION_NONE;
}

enum t_action t_orders_take(struct t_orders *orders, char *line)
{
	const char *words[WORDS_MAX];

	switch (split(line, words)) {
	case 0:
		return T_ACTION_NONE;
	case 1:
		return take_one(orders, words[0]);
	case 2:
		return take_two(orders, words);
	case 4:
		return take_four(orders, words);
	default:
		return T_ACTION_UNKNOWN;
	}
}

struct t_limit t_orders_limit(struct t_orders *orders)
{
	struct t_limit limit = orders->every;

	if (orders->limit_count) {
		limit = orders->limits[orders->limit_first];
		orders->limit_first = (orders->limit_first + 1) % T_LIMITS_MAX;
		orders->limit_count--;
	}
	return limit;
}
