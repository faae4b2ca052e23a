/* SPDX-License-Identifier: MIT */
/*
 * One direction of a connection through the proxy: what was read waits here until it may be passed on.
 * Neither socket is owned; both are non-blocking.
 */
#ifndef PROXY_FLOW_H
#define PROXY_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define T_FLOW_BYTES (256u * 1024u) /* a delayed connection has at most so much on its way */
#define T_FLOW_MARKS 1024u

#define T_NEVER UINT64_MAX

/* What slows all directions of all connections. */
struct t_pace {
	uint64_t delay_ns;
	uint64_t rate; /* bytes a second for each direction; 0: as fast as it goes */
};

/* When bytes may be passed on: those before the position at which the next mark begins. */
struct t_flow_mark {
	uint64_t end; /* position in the stream */
	uint64_t due_ns;
};

struct t_flow {
	int from;
	int to;
	uint64_t taken;      /* bytes read */
	uint64_t passed;     /* bytes written */
	uint64_t stop_at;    /* no byte at or after this position is passed on; T_NEVER */
	uint64_t ready_ns;   /* the rate allows the next byte then */
	bool has_ended;      /* `from` says no more */
	bool has_said_so;    /* and `to` was told */
	unsigned first_mark; /* of mark_count */
	unsigned mark_count;
	struct t_flow_mark marks[T_FLOW_MARKS];
	uint8_t bytes[T_FLOW_BYTES]; /* position p lies at p % T_FLOW_BYTES */
};

void t_flow_init(struct t_flow *flow, int from, int to);

/** t_flow_can_read() - there is room, and `from` has not ended. */
bool t_flow_can_read(const struct t_flow *flow);

/** t_flow_due() - when something can be passed on; in the past: now; T_NEVER: nothing is there. */
uint64_t t_flow_due(const struct t_flow *flow);

/** t_flow_stopped() - everything before stop_at was passed on. */
bool t_flow_stopped(const struct t_flow *flow);

/** t_flow_read() - one read. Return: false = the connection is broken. */
bool t_flow_read(struct t_flow *flow, const struct t_pace *pace, uint64_t now_ns);

/**
 * t_flow_write() - one write of what is due, or the end of the direction when all was passed on.
 * Return: false = the connection is broken.
 */
bool t_flow_write(struct t_flow *flow, const struct t_pace *pace, uint64_t now_ns);

#endif
