/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* MSG_NOSIGNAL */
#include "proxy_flow.h"

#include <errno.h>
#include <sys/socket.h>

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

void t_flow_init(struct t_flow *flow, int from, int to)
{
	flow->from = from;
	flow->to = to;
	flow->taken = 0;
	flow->passed = 0;
	flow->stop_at = T_NEVER;
	flow->ready_ns = 0;
	flow->has_ended = false;
	flow->has_said_so = false;
	flow->first_mark = 0;
	flow->mark_count = 0;
}

bool t_flow_can_read(const struct t_flow *flow)
{
	return !flow->has_ended && flow->taken - flow->passed < T_FLOW_BYTES &&
	       flow->mark_count < T_FLOW_MARKS;
}

bool t_flow_stopped(const struct t_flow *flow)
{
	return flow->passed >= flow->stop_at;
}

uint64_t t_flow_due(const struct t_flow *flow)
{
	uint64_t due;

	if (t_flow_stopped(flow))
		return T_NEVER;
	if (flow->mark_count == 0)
		return flow->has_ended && !flow->has_said_so ? 0 : T_NEVER;
	due = flow->marks[flow->first_mark].due_ns;
	return due > flow->ready_ns ? due : flow->ready_ns;
}

static bool is_harmless(int error)
{
	return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

bool t_flow_read(struct t_flow *flow, const struct t_pace *pace, uint64_t now_ns)
{
	size_t at = (size_t)(flow->taken % T_FLOW_BYTES);
	size_t room =
		(size_t)smaller(T_FLOW_BYTES - at, T_FLOW_BYTES - (flow->taken - flow->passed));
	ssize_t count = recv(flow->from, flow->bytes + at, room, 0);
	unsigned mark = (flow->first_mark + flow->mark_count) % T_FLOW_MARKS;

	if (count < 0)
		return is_harmless(errno);
	if (count == 0) {
		flow->has_ended = true;
		return true;
	}
	flow->taken += (uint64_t)count;
	flow->marks[mark] = (struct t_flow_mark){ flow->taken, now_ns + pace->delay_ns };
	flow->mark_count++;
	return true;
}

/* How many bytes may be passed on now; the marks say which are old enough. */
static size_t allowed(const struct t_flow *flow, const struct t_pace *pace, uint64_t now_ns)
{
	uint64_t end = flow->passed;

	for (unsigned i = 0; i < flow->mark_count; i++) {
		const struct t_flow_mark *mark =
			&flow->marks[(flow->first_mark + i) % T_FLOW_MARKS];

		if (mark->due_ns > now_ns)
			break;
		end = mark->end;
	}
	end = smaller(end, flow->stop_at);
	if (pace->rate) /* a hundredth of a second at a time */
		end = smaller(end, flow->passed + pace->rate / 100 + 1);
	return (size_t)(end - flow->passed);
}

static void forget_marks(struct t_flow *flow)
{
	while (flow->mark_count && flow->marks[flow->first_mark].end <= flow->passed) {
		flow->first_mark = (flow->first_mark + 1) % T_FLOW_MARKS;
		flow->mark_count--;
	}
}

bool t_flow_write(struct t_flow *flow, const struct t_pace *pace, uint64_t now_ns)
{
	size_t at = (size_t)(flow->passed % T_FLOW_BYTES);
	size_t count = allowed(flow, pace, now_ns);
	ssize_t written;

	if (flow->mark_count == 0 && flow->has_ended && !flow->has_said_so) {
		flow->has_said_so = true;
		shutdown(flow->to, SHUT_WR);
		return true;
	}
	if (count == 0)
		return true;
	written = send(flow->to, flow->bytes + at, smaller(count, T_FLOW_BYTES - at), MSG_NOSIGNAL);
	if (written < 0)
		return is_harmless(errno);
	flow->passed += (uint64_t)written;
	if (pace->rate)
		flow->ready_ns = now_ns + (uint64_t)written * 1000000000u / pace->rate;
	forget_marks(flow);
	return true;
}
