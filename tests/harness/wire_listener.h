/* SPDX-License-Identifier: MIT */
/*
 * The other end of a client's line, as the server would have it: takes messages apart, checks their numbers,
 * lengths and checksums, and answers when the test says so. What is wrong fails the running test.
 */
#ifndef T_WIRE_LISTENER_H
#define T_WIRE_LISTENER_H

#include <stddef.h>
#include <stdint.h>

#include <callsight/wire_format.h>

struct t_listener {
	int fd;
	uint32_t number; /* of the last message */
	struct csf_wire_message message;
	unsigned char stored[CSF_WIRE_MESSAGE_MAX];
	unsigned char raw[CSF_WIRE_MESSAGE_MAX];
};

/** t_listener_pair() - Return: the client's end, non-blocking. t_listener_close() closes ours. */
int t_listener_pair(struct t_listener *listener);
void t_listener_close(struct t_listener *listener);

/** t_listen() - the next message. Return: its type; 0: nothing was said. */
uint32_t t_listen(struct t_listener *listener);

/** t_listener_say() - a reply; @text may be NULL. */
void t_listener_say(struct t_listener *listener, enum csf_wire_reply_type type, uint32_t number,
		    const char *text, uint32_t final);

#endif
