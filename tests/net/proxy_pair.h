/* SPDX-License-Identifier: MIT */
/* A connection through the proxy: two sockets, two directions, and how it is to end. */
#ifndef PROXY_PAIR_H
#define PROXY_PAIR_H

#include <poll.h>

#include "proxy_flow.h"

enum t_end {
	T_END_OPEN = 0,
	T_END_CLOSED,         /* by both of them */
	T_END_CUT,            /* by us: an orderly end towards both */
	T_END_RESET,          /* by us or by one of them: nothing that is on its way arrives */
	T_END_HALF_OPEN,      /* the target's side is closed; the client is told nothing */
	T_END_HALF_OPEN_BACK, /* the client's side is closed; the target is told nothing */
};

/* What happens to a connection at a position of one of its directions. */
struct t_limit {
	enum t_end end;
	bool is_down;      /* of what the target says */
	uint64_t position; /* T_NEVER: it does not happen */
};

struct t_pair {
	struct t_pair *next;
	unsigned number;
	int client; /* -1: closed */
	int target; /* -1: closed, or never connected */
	enum t_end end;
	struct t_limit limit;
	struct t_flow up;   /* from the client to the target */
	struct t_flow down; /* and back */
};

/** t_pair_new() - takes both sockets; target -1: nothing is read from the client. NULL: no memory. */
struct t_pair *t_pair_new(unsigned number, int client, int target, struct t_limit limit);

/** t_pair_free() - closes what is open. */
void t_pair_free(struct t_pair *pair);

/** t_pair_poll() - what to wait for; @due_ns becomes the time of what waits for a time, if that is earlier. */
void t_pair_poll(const struct t_pair *pair, uint64_t now_ns, struct pollfd polls[2],
		 uint64_t *due_ns);

/** t_pair_move() - passes on what can be; afterwards pair->end says whether it goes on. */
void t_pair_move(struct t_pair *pair, const struct t_pace *pace, uint64_t now_ns,
		 const struct pollfd polls[2]);

/** t_pair_end() - ends it so. A half-open connection keeps one socket, that nobody reads. */
void t_pair_end(struct t_pair *pair, enum t_end end);

const char *t_end_text(enum t_end end);

#endif
