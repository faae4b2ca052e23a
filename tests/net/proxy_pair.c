/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* POLLRDHUP is not asked for; struct linger */
#include "proxy_pair.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct t_pair *t_pair_new(unsigned number, int client, int target, struct t_limit limit)
{
	struct t_pair *pair = malloc(sizeof(*pair));

	if (!pair)
		return NULL;
	pair->next = NULL;
	pair->number = number;
	pair->client = client;
	pair->target = target;
	pair->end = T_END_OPEN;
	pair->limit = limit;
	t_flow_init(&pair->up, client, target);
	t_flow_init(&pair->down, target, client);
	(limit.is_down ? &pair->down : &pair->up)->stop_at = limit.position;
	return pair;
}

static void close_side(int *socket, bool with_reset)
{
	const struct linger at_once = { .l_onoff = 1, .l_linger = 0 };

	if (*socket < 0)
		return;
	if (with_reset)
		setsockopt(*socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(*socket);
	*socket = -1;
}

void t_pair_free(struct t_pair *pair)
{
	close_side(&pair->client, false);
	close_side(&pair->target, false);
	free(pair);
}

void t_pair_end(struct t_pair *pair, enum t_end end)
{
	const bool with_reset = end == T_END_RESET;

	pair->end = end;
	if (end != T_END_HALF_OPEN)
		close_side(&pair->client, with_reset);
	if (end != T_END_HALF_OPEN_BACK)
		close_side(&pair->target, with_reset);
}

static void poll_flow(const struct t_flow *flow, uint64_t now_ns, struct pollfd *from,
		      struct pollfd *to, uint64_t *due_ns)
{
	const uint64_t due = t_flow_due(flow);

	if (t_flow_can_read(flow))
		from->events |= POLLIN;
	if (due <= now_ns)
		to->events |= POLLOUT;
	else if (due < *due_ns)
		*due_ns = due;
}

void t_pair_poll(const struct t_pair *pair, uint64_t now_ns, struct pollfd polls[2],
		 uint64_t *due_ns)
{
	polls[0] = (struct pollfd){ .fd = pair->client };
	polls[1] = (struct pollfd){ .fd = pair->target };
	if (pair->target < 0 || pair->client < 0) {
		/* Half open, or deaf: an error is not to be seen either. */
		polls[0].fd = polls[1].fd = -1;
		return;
	}
	poll_flow(&pair->up, now_ns, &polls[0], &polls[1], due_ns);
	poll_flow(&pair->down, now_ns, &polls[1], &polls[0], due_ns);
	/* Without a wish, POLLHUP would come again and again. */
	for (unsigned i = 0; i < 2; i++) {
		if (!polls[i].events)
			polls[i].fd = -1;
	}
}

static bool move(struct t_flow *flow, const struct t_pace *pace, uint64_t now_ns, short from,
		 short to)
{
	const short trouble = POLLERR | POLLHUP;

	if ((from & (POLLIN | trouble)) && t_flow_can_read(flow) &&
	    !t_flow_read(flow, pace, now_ns))
		return false;
	return !((to & (POLLOUT | trouble)) && t_flow_due(flow) <= now_ns) ||
	       t_flow_write(flow, pace, now_ns);
}

void t_pair_move(struct t_pair *pair, const struct t_pace *pace, uint64_t now_ns,
		 const struct pollfd polls[2])
{
	if (!move(&pair->up, pace, now_ns, polls[0].revents, polls[1].revents) ||
	    !move(&pair->down, pace, now_ns, polls[1].revents, polls[0].revents))
		t_pair_end(pair, T_END_RESET);
	else if (t_flow_stopped(&pair->up) || t_flow_stopped(&pair->down))
		t_pair_end(pair, pair->limit.end);
	else if (pair->up.has_said_so && pair->down.has_said_so)
		t_pair_end(pair, T_END_CLOSED);
}

const char *t_end_text(enum t_end end)
{
	static const char *const texts[] = {
		[T_END_OPEN] = "open",
		[T_END_CLOSED] = "closed",
		[T_END_CUT] = "cut",
		[T_END_RESET] = "reset",
		[T_END_HALF_OPEN] = "half-open",
		[T_END_HALF_OPEN_BACK] = "half-open-back",
	};

	return texts[end];
}
