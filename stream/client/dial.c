/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* struct addrinfo, TCP options */
#include "dial.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "reach.h"
#include "tls.h"

/* Not sent yet and in the kernel: more only delays what comes later. Two messages, so that it is never idle. */
#define NOT_SENT_BYTES (512 * 1024)

static int open_socket(int family)
{
	int fd = socket(family, SOCK_STREAM, 0);

	if (fd < 0)
		return -1;
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 || fcntl(fd, F_SETFL, O_NONBLOCK) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Without them it works as well. */
static void set_options(int fd)
{
	int one = 1;

	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	(void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof(one));
#ifdef TCP_NOTSENT_LOWAT
	{
		int bytes = NOT_SENT_BYTES;

		(void)setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof(bytes));
	}
#endif
}

static int begin(int family, const struct sockaddr *address, socklen_t bytes, char *why,
		 size_t why_bytes)
{
	int fd = open_socket(family);

	if (fd >= 0 && family != AF_UNIX)
		set_options(fd);
	if (fd >= 0 && (connect(fd, address, bytes) == 0 || errno == EINPROGRESS))
		return fd;
	snprintf(why, why_bytes, "%s", strerror(errno));
	if (fd >= 0)
		close(fd);
	return CSS_DIAL_FAILED;
}

static int begin_unix(const struct css_dial *dial, char *why, size_t why_bytes)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	memcpy(address.sun_path, dial->address->path, sizeof(dial->address->path));
	return begin(AF_UNIX, (const struct sockaddr *)(const void *)&address, sizeof(address), why,
		     why_bytes);
}

static int look_up(struct css_dial *dial, char *why, size_t why_bytes)
{
	const struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
	int rc;

	css_dial_release(dial);
	rc = getaddrinfo(dial->address->host, dial->address->port, &hints, &dial->list);
	if (rc != 0) {
		dial->list = NULL;
		snprintf(why, why_bytes, "%s", gai_strerror(rc));
		return CSS_DIAL_FAILED;
	}
	dial->is_local = css_reach_all_local(dial->list);
	if (!dial->is_local && !dial->may_be_clear) {
		css_reach_refusal(why, why_bytes, CSS_REACH_CONNECT, dial->text,
				  css_tls_is_built());
		return CSS_DIAL_REFUSED;
	}
	dial->next = dial->list;
	return 0;
}

int css_dial_check(struct css_dial *dial, char *why, size_t why_bytes)
{
	int rc = 0;

	dial->is_local = dial->address->is_unix;
	if (!dial->address->is_unix)
		rc = look_up(dial, why, why_bytes);
	css_dial_release(dial);
	return rc == CSS_DIAL_REFUSED ? rc : 0;
}

int css_dial_begin(struct css_dial *dial, char *why, size_t why_bytes)
{
	const struct addrinfo *now;

	if (dial->address->is_unix) {
		dial->is_local = true;
		return begin_unix(dial, why, why_bytes);
	}
	if (!dial->next) {
		int rc = look_up(dial, why, why_bytes);

		if (rc < 0)
			return rc;
	}
	now = dial->next;
	dial->next = now->ai_next;
	return begin(now->ai_family, now->ai_addr, now->ai_addrlen, why, why_bytes);
}

bool css_dial_has_more(const struct css_dial *dial)
{
	return dial->next;
}

int css_dial_finish(int fd)
{
	int error = 0;
	socklen_t bytes = sizeof(error);

	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &bytes) < 0)
		return errno;
	return error;
}

void css_dial_release(struct css_dial *dial)
{
	if (dial->list)
		freeaddrinfo(dial->list);
	dial->list = NULL;
	dial->next = NULL;
}
