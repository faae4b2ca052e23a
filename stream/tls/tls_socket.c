/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* MSG_NOSIGNAL is hidden by -std=c11 alone */
#include "tls_socket.h"

#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>

static int socket_of(BIO *bio)
{
	return (int)(intptr_t)BIO_get_data(bio);
}

static int socket_write(BIO *bio, const char *bytes, size_t count, size_t *written)
{
	ssize_t put;

	do
		put = send(socket_of(bio), bytes, count, MSG_NOSIGNAL);
	while (put < 0 && errno == EINTR);
	BIO_clear_retry_flags(bio);
	if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		BIO_set_retry_write(bio);
	*written = put > 0 ? (size_t)put : 0;
	return put > 0;
}

static int socket_read(BIO *bio, char *bytes, size_t count, size_t *read)
{
	ssize_t got;

	errno = 0; /* tells an end from a failure */
	do
		got = recv(socket_of(bio), bytes, count, 0);
	while (got < 0 && errno == EINTR);
	BIO_clear_retry_flags(bio);
	if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		BIO_set_retry_read(bio);
	if (got == 0)
		BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
	*read = got > 0 ? (size_t)got : 0;
	return got > 0;
}

static long socket_control(BIO *bio, int command, long number, void *pointer)
{
	(void)number, (void)pointer;
	if (command == BIO_CTRL_EOF)
		return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
	return command == BIO_CTRL_FLUSH;
}

BIO_METHOD *css_tls_socket_method(void)
{
	BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");

	if (method && (!BIO_meth_set_write_ex(method, socket_write) ||
		       !BIO_meth_set_read_ex(method, socket_read) ||
		       !BIO_meth_set_ctrl(method, socket_control))) {
		BIO_meth_free(method);
		return NULL;
	}
	return method;
}

BIO *css_tls_socket(const BIO_METHOD *method, int fd)
{
	BIO *bio = BIO_new(method);

	if (bio) {
		BIO_set_data(bio, (void *)(intptr_t)fd);
		BIO_set_init(bio, 1);
	}
	return bio;
}
