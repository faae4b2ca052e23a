/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "line.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stream_log.h"
#include "tls.h"

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now = { 0, 0 };

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void css_line_init(struct css_line *line)
{
	line->state = CSS_LINE_DOWN;
	line->fd = -1;
	line->link = NULL;
	line->deadline_ms = 0;
	line->delay_ms = CSS_LINE_DELAY_MIN;
	line->random = clock_ns(CLOCK_MONOTONIC) ^ (uint64_t)getpid() << 32;
}

static void hang_up(struct css_line *line)
{
	if (line->link)
		line->link->ops->close(line->link);
	else if (line->fd >= 0)
		close(line->fd);
	line->link = NULL;
	line->fd = -1;
	line->state = CSS_LINE_DOWN;
}

void css_line_release(struct css_line *line)
{
	hang_up(line);
	css_dial_release(&line->dial);
}

/* From three quarters of the delay to five: many clients do not come back at the same moment. */
static uint64_t jitter(struct css_line *line, uint32_t delay_ms)
{
	line->random = line->random * 6364136223846793005u + 1442695040888963407u;
	return delay_ms * 3 / 4 + (line->random >> 33) % (delay_ms / 2);
}

void css_line_lost(struct css_line *line, uint64_t now_ms, const char *why)
{
	hang_up(line);
	if (why != line->why)
		snprintf(line->why, sizeof(line->why), "%s", why);
	if (css_dial_has_more(&line->dial)) {
		line->deadline_ms = now_ms;
		return;
	}
	line->deadline_ms = now_ms + jitter(line, line->delay_ms);
	line->delay_ms =
		line->delay_ms * 2 < CSS_LINE_DELAY_MAX ? line->delay_ms * 2 : CSS_LINE_DELAY_MAX;
	if (!line->was_said && !line->is_quiet)
		css_say("%s: %s; trying again", line->dial.text, line->why);
	line->was_said = true;
}

void css_line_proved(struct css_line *line)
{
	line->delay_ms = CSS_LINE_DELAY_MIN;
}

static void enter(struct css_line *line, enum css_line_state state, uint64_t now_ms)
{
	line->state = state;
	line->deadline_ms = now_ms + CSS_LINE_SETUP_MS;
}

static const char *host(const struct css_line *line)
{
	return line->dial.address->is_unix ? "localhost" : line->dial.address->host;
}

static void make_link(struct css_line *line, uint64_t now_ms)
{
	int error = css_dial_finish(line->fd);

	if (error) {
		css_line_lost(line, now_ms, strerror(error));
		return;
	}
	if (line->tls)
		line->link =
			css_tls_link(line->tls, line->fd, host(line), line->why, sizeof(line->why));
	else
		line->link = css_link_plain(line->fd);
	if (!line->link) {
		css_line_lost(line, now_ms, line->tls ? line->why : "no memory");
		return;
	}
	line->fd = -1;
	enter(line, CSS_LINE_HANDSHAKE, now_ms);
}

static void connect_on(struct css_line *line, uint64_t now_ms)
{
	struct pollfd poll_fd = { .fd = line->fd, .events = POLLOUT };

	if (poll(&poll_fd, 1, 0) > 0)
		make_link(line, now_ms);
}

static enum css_line_event begin(struct css_line *line, uint64_t now_ms)
{
	int fd;

	if (now_ms < line->deadline_ms)
		return CSS_LINE_NOTHING;
	fd = css_dial_begin(&line->dial, line->why, sizeof(line->why));
	if (fd == CSS_DIAL_REFUSED) {
		line->is_unsafe = true;
		return CSS_LINE_HOPELESS;
	}
	if (fd < 0) {
		css_line_lost(line, now_ms, line->why);
		return CSS_LINE_NOTHING;
	}
	line->fd = fd;
	enter(line, CSS_LINE_CONNECTING, now_ms);
	return CSS_LINE_NOTHING;
}

/* What a link says of its end. */
static const char *reason(const struct css_line *line, int result)
{
	if (result != CSS_LINK_ENDED)
		return line->link->why;
	if (line->state == CSS_LINE_HANDSHAKE && line->tls)
		return "the server has closed the connection in the TLS handshake (was it given a "
		       "key?)";
	if (line->state == CSS_LINE_UP || line->tls)
		return "the server has closed the connection";
	return "the server has closed the connection without a word (does it want --key-file or "
	       "--ca?)";
}

static void fail(struct css_line *line, uint64_t now_ms, int result)
{
	char why[sizeof(line->link->why)];

	if (result == CSS_LINK_WAIT)
		return;
	snprintf(why, sizeof(why), "%s", reason(line, result));
	css_line_lost(line, now_ms, why);
}

static void shake_hands(struct css_line *line, uint64_t now_ms)
{
	int rc = line->link->ops->handshake(line->link);

	if (rc < 0) {
		fail(line, now_ms, rc);
		return;
	}
	line->hello.monotonic_ns = clock_ns(CLOCK_MONOTONIC);
	line->hello.realtime_ns = clock_ns(CLOCK_REALTIME);
	line->hello_sent = 0;
	css_replies_restart(&line->replies);
	enter(line, CSS_LINE_GREETING, now_ms);
}

static void greet(struct css_line *line, uint64_t now_ms)
{
	while (line->hello_sent < sizeof(line->hello)) {
		ssize_t put = line->link->ops->write(line->link,
						     (const char *)&line->hello + line->hello_sent,
						     sizeof(line->hello) - line->hello_sent);

		if (put < 0) {
			fail(line, now_ms, (int)put);
			return;
		}
		line->hello_sent += (size_t)put;
	}
	line->link->events = POLLIN;
	enter(line, CSS_LINE_WAITING, now_ms);
}

static enum css_line_event await(struct css_line *line, uint64_t now_ms)
{
	const struct csf_wire_reply *reply = &line->replies.reply;
	int rc = css_replies_next(&line->replies, line->link);

	if (rc < 0) {
		fail(line, now_ms, rc);
		return CSS_LINE_NOTHING;
	}
	if (reply->type == CSF_WIRE_REFUSED) {
		snprintf(line->why, sizeof(line->why), "the server refuses: %.400s",
			 line->replies.text);
		if (reply->final)
			return CSS_LINE_HOPELESS;
		css_line_lost(line, now_ms, line->why);
		return CSS_LINE_NOTHING;
	}
	/* A message has to hold a block. */
	if (reply->type != CSF_WIRE_WELCOME || reply->number < CSF_BLOCK_BYTES + 64) {
		css_line_lost(line, now_ms, "this is no server of callsight");
		return CSS_LINE_NOTHING;
	}
	line->message_max = reply->number;
	line->state = CSS_LINE_UP;
	if (!line->is_quiet)
		css_say("%s %s%s", line->was_said ? "again connected to" : "connected to",
			line->dial.text, line->tls ? " (TLS 1.3)" : "");
	line->was_said = false;
	return CSS_LINE_CAME_UP;
}

enum css_line_event css_line_step(struct css_line *line, uint64_t now_ms)
{
	enum css_line_event event = CSS_LINE_NOTHING;

	if (line->state == CSS_LINE_DOWN)
		event = begin(line, now_ms);
	if (line->state == CSS_LINE_CONNECTING)
		connect_on(line, now_ms);
	if (line->state == CSS_LINE_HANDSHAKE)
		shake_hands(line, now_ms);
	if (line->state == CSS_LINE_GREETING)
		greet(line, now_ms);
	if (line->state == CSS_LINE_WAITING)
		event = await(line, now_ms);
	if (line->state != CSS_LINE_DOWN && line->state != CSS_LINE_UP &&
	    now_ms >= line->deadline_ms)
		css_line_lost(line, now_ms, "the server does not answer");
	return event;
}

int css_line_poll(const struct css_line *line, short *events)
{
	*events = POLLOUT;
	if (line->state == CSS_LINE_CONNECTING)
		return line->fd;
	if (!line->link)
		return -1;
	*events = line->link->events;
	return line->link->fd;
}
