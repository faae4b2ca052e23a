/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SOCK_NONBLOCK */
#include "server_check.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "address.h"

/* Return: 0, or errno. */
static int finish(int fd)
{
	struct pollfd wait = { .fd = fd, .events = POLLOUT };
	int reason = 0;
	socklen_t bytes = sizeof(reason);

	if (poll(&wait, 1, CSA_SERVER_CHECK_S * 1000) <= 0)
		return ETIMEDOUT;
	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &reason, &bytes) < 0 ? errno : reason;
}

static int try_connect(int family, const struct sockaddr *address, socklen_t bytes)
{
	int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int reason = 0;

	if (fd < 0)
		return errno;
	if (connect(fd, address, bytes) != 0)
		reason = errno == EINPROGRESS ? finish(fd) : errno;
	close(fd);
	return reason;
}

static const char *check_unix(const struct css_address *address)
{
	struct sockaddr_un where = { .sun_family = AF_UNIX };
	int reason;

	memcpy(where.sun_path, address->path, sizeof(address->path));
	reason = try_connect(AF_UNIX, (const struct sockaddr *)(const void *)&where, sizeof(where));
	return reason ? strerror(reason) : NULL;
}

static const char *check_host(const struct css_address *address)
{
	const struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
	struct addrinfo *list = NULL;
	int rc = getaddrinfo(address->host, address->port, &hints, &list);
	int reason = ENOENT;

	if (rc != 0)
		return gai_strerror(rc);
	for (const struct addrinfo *one = list; one && reason; one = one->ai_next)
		reason = try_connect(one->ai_family, one->ai_addr, one->ai_addrlen);
	freeaddrinfo(list);
	return reason ? strerror(reason) : NULL;
}

int csa_server_check(const char *text, struct csa_err *err)
{
	struct css_address address;
	char why[256];
	const char *reason;

	if (css_address_parse(&address, text, why, sizeof(why)) < 0)
		return csa_fail(err, CSA_E_USAGE, "%s", why);
	reason = address.is_unix ? check_unix(&address) : check_host(&address);
	if (!reason)
		return 0;
	return csa_fail(err, CSA_E_ABSENT,
			"nobody listens at %s (%s): start callsight serve there first", text,
			reason);
}
