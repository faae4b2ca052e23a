/* SPDX-License-Identifier: MIT */
/* What the server says: puts replies together that come in pieces. Specified in docs/format/wire-v1.md. */
#ifndef CSS_REPLY_READER_H
#define CSS_REPLY_READER_H

#include <stddef.h>

#include <callsight/wire_format.h>

#include "link.h"

struct css_replies {
	struct csf_wire_reply reply;
	char text[CSF_WIRE_TEXT_MAX + 1];
	size_t filled; /* of both, one after the other */
};

/** css_replies_restart() - a new connection. */
void css_replies_restart(struct css_replies *replies);

/**
 * css_replies_next() - read one.
 *
 * Return: 1 = @replies->reply, and its text with unprintable bytes replaced; or an enum css_link_result, with link->why
 * also for what is no reply.
 */
int css_replies_next(struct css_replies *replies, struct css_link *link);

#endif
