/* SPDX-License-Identifier: MIT */
/*
 * Buffers for messages that are on their way, shared by all connections: one that is between messages
 * has none. Pages that were not written to cost nothing, so a message whose bytes never come holds nothing.
 */
#ifndef CSS_MESSAGE_BUFFERS_H
#define CSS_MESSAGE_BUFFERS_H

#define CSS_BUFFERS_KEPT \
	4u /* chosen: the next messages need no new pages; more are given back to the system */

struct css_message_buffers {
	void *kept[CSS_BUFFERS_KEPT];
	unsigned count;
};

/** css_buffers_get() - CSF_WIRE_MESSAGE_MAX bytes, at a page; NULL: no memory. */
void *css_buffers_get(struct css_message_buffers *buffers);

/** css_buffers_put() - take @buffer back; it may be NULL. */
void css_buffers_put(struct css_message_buffers *buffers, void *buffer);

void css_buffers_release(struct css_message_buffers *buffers);

#endif
