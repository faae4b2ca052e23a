/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "wire_listener.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <zstd.h>

#include "test.h"
#include "wire_checksum.h"

int t_listener_pair(struct t_listener *listener)
{
	int fds[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	assert_int_equal(fcntl(fds[0], F_SETFL, O_NONBLOCK), 0);
	listener->fd = fds[1];
	listener->number = 0;
	return fds[0];
}

void t_listener_close(struct t_listener *listener)
{
	close(listener->fd);
	listener->fd = -1;
}

static void take(const struct t_listener *listener, void *to, size_t bytes)
{
	char *at = to;

	while (bytes) {
		ssize_t got = read(listener->fd, at, bytes);

		assert_true(got > 0);
		at += got;
		bytes -= (size_t)got;
	}
}

uint32_t t_listen(struct t_listener *listener)
{
	struct csf_wire_message *m = &listener->message;
	struct pollfd fd = { .fd = listener->fd, .events = POLLIN };

	if (poll(&fd, 1, 0) <= 0 || (fd.revents & POLLHUP && !(fd.revents & POLLIN)))
		return 0;
	take(listener, m, sizeof(*m));
	assert_int_equal(m->number, ++listener->number);
	assert_true(m->process < CSF_WIRE_PROCESSES);
	assert_true(m->raw_bytes <= CSF_WIRE_MESSAGE_MAX && m->stored_bytes <= m->raw_bytes);
	take(listener, listener->stored, m->stored_bytes);
	assert_int_equal(m->checksum,
			 css_wire_checksum(m, listener->stored, m->stored_bytes, false));
	if (m->stored_bytes == m->raw_bytes)
		memcpy(listener->raw, listener->stored, m->raw_bytes);
	else
		assert_int_equal(ZSTD_decompress(listener->raw, sizeof(listener->raw),
						 listener->stored, m->stored_bytes),
				 m->raw_bytes);
	return m->type;
}

void t_listener_say(struct t_listener *listener, enum csf_wire_reply_type type, uint32_t number,
		    const char *text, uint32_t final)
{
	struct csf_wire_reply reply = { .type = type,
					.number = number,
					.bytes = text ? (uint32_t)strlen(text) : 0,
					.final = final };

	assert_int_equal(write(listener->fd, &reply, sizeof(reply)), (int)sizeof(reply));
	if (text)
		assert_int_equal(write(listener->fd, text, strlen(text)), (int)strlen(text));
}
