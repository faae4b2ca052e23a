/* SPDX-License-Identifier: MIT */
#include "reply_reader.h"

#include <stdio.h>

void css_replies_restart(struct css_replies *replies)
{
	replies->filled = 0;
}

static int check(const struct csf_wire_reply *reply, struct css_link *link)
{
	if (reply->type >= CSF_WIRE_WELCOME && reply->type <= CSF_WIRE_REFUSED &&
	    reply->bytes <= CSF_WIRE_TEXT_MAX &&
	    (reply->bytes == 0 || reply->type == CSF_WIRE_REFUSED))
		return 0;
	snprintf(link->why, sizeof(link->why), "this is no server of callsight");
	return CSS_LINK_FAILED;
}

static void make_printable(char *text, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if ((unsigned char)text[i] < 0x20 || (unsigned char)text[i] > 0x7e)
			text[i] = '?';
	text[bytes] = '\0';
}

int css_replies_next(struct css_replies *replies, struct css_link *link)
{
	const size_t header_bytes = sizeof(replies->reply);

	for (;;) {
		size_t total = header_bytes;
		char *to = (char *)&replies->reply + replies->filled;
		ssize_t got;

		if (replies->filled >= header_bytes) {
			if (check(&replies->reply, link) < 0)
				return CSS_LINK_FAILED;
			total += replies->reply.bytes;
			to = replies->text + (replies->filled - header_bytes);
		}
		if (replies->filled == total) {
			make_printable(replies->text, replies->reply.bytes);
			replies->filled = 0;
			return 1;
		}
		got = link->ops->read(link, to, total - replies->filled);
		if (got < 0)
			return (int)got;
		replies->filled += (size_t)got;
	}
}
