/* SPDX-License-Identifier: MIT */
/*
 * The connection to the server from the first try to WELCOME, and again after it broke: connects, agrees on encryption, says
 * hello, waits for the answer; each within a time. After a failure it waits, each time longer, up to 5 s.
 *
 * Nothing here ever waits for the network: css_line_step() does what can be done now.
 */
#ifndef CSS_LINE_H
#define CSS_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include <callsight/wire_format.h>

#include "dial.h"
#include "link.h"
#include "reply_reader.h"

struct css_tls;

#define CSS_LINE_SETUP_MS  10000u /* for each of connecting, encryption and welcome */
#define CSS_LINE_SILENT_MS 20000u /* nothing comes or goes although something is to be answered */
#define CSS_LINE_DELAY_MIN 100u
#define CSS_LINE_DELAY_MAX 5000u

enum css_line_state {
	CSS_LINE_DOWN = 0, /* until deadline_ms */
	CSS_LINE_CONNECTING,
	CSS_LINE_HANDSHAKE,
	CSS_LINE_GREETING, /* hello is being written */
	CSS_LINE_WAITING,  /* for WELCOME */
	CSS_LINE_UP,
};

enum css_line_event {
	CSS_LINE_NOTHING = 0,
	CSS_LINE_CAME_UP,
	CSS_LINE_HOPELESS, /* why: trying again is of no use */
};

struct css_line {
	struct css_dial dial;
	struct css_tls *tls; /* NULL: in the clear */
	enum css_line_state state;
	int fd; /* while it has no link */
	struct css_link *link;
	struct csf_wire_hello hello;
	size_t hello_sent;
	struct css_replies replies;
	uint64_t deadline_ms;
	uint32_t delay_ms;    /* of the next failure */
	uint32_t message_max; /* of the server, when up */
	uint64_t random;      /* state of the jitter */
	bool is_unsafe;       /* HOPELESS: the command line has to be another one */
	bool was_said;        /* that it is down */
	bool is_quiet;        /* says nothing */
	char why[512];        /* it is down, or hopeless */
};

/** css_line_init() - down, to be tried at once. @hello: ring and clock are filled in before each try. */
void css_line_init(struct css_line *line);

/** css_line_release() - closes it. */
void css_line_release(struct css_line *line);

/** css_line_step() - go on. Only while it is not up. */
enum css_line_event css_line_step(struct css_line *line, uint64_t now_ms);

/** css_line_lost() - it is no use any more because of @why: close it and wait. */
void css_line_lost(struct css_line *line, uint64_t now_ms, const char *why);

/** css_line_proved() - the server took something: the next failure is a first one. */
void css_line_proved(struct css_line *line);

/**
 * css_line_poll() - what poll() has to wait for.
 *
 * Return: a descriptor, or -1; @events as poll() wants them.
 */
int css_line_poll(const struct css_line *line, short *events);

#endif
