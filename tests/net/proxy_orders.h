/* SPDX-License-Identifier: MIT */
/*
 * What the proxy is told to do: one order a line.
 *
 *     delay MS            each byte waits so long
 *     rate BYTES          at most so many a second for each direction; 0: no limit
 *     stall               nothing is read or written, until "go"
 *     go
 *     deaf on|off         connections from now on are accepted and never read; the target is not told
 *     next END up|down N  the next connection without one ends so when N bytes were passed on; END: cut,
 *                         reset, half-open, half-open-back
 *     every END up|down N all connections that no "next" is for
 *     every none          none any more
 *     end END             all connections now
 *     refuse              all connections are reset, and no others accepted, until "accept"
 *     accept
 *     quit
 */
#ifndef PROXY_ORDERS_H
#define PROXY_ORDERS_H

#include "proxy_pair.h"

#define T_LIMITS_MAX 256u

/* What an order wants done at once. */
enum t_action {
	T_ACTION_NONE,
	T_ACTION_END, /* with t_orders.end */
	T_ACTION_REFUSE,
	T_ACTION_ACCEPT,
	T_ACTION_QUIT,
	T_ACTION_UNKNOWN, /* it is not an order */
};

struct t_orders {
	struct t_pace pace;
	bool is_stalled;
	bool is_deaf;
	enum t_end end;
	struct t_limit every;
	struct t_limit limits[T_LIMITS_MAX]; /* of "next", in turn */
	unsigned limit_first;
	unsigned limit_count;
};

void t_orders_init(struct t_orders *orders);

/** t_orders_take() - one order; changes @line. */
enum t_action t_orders_take(struct t_orders *orders, char *line);

/** t_orders_limit() - that of a connection that begins. */
struct t_limit t_orders_limit(struct t_orders *orders);

#endif
