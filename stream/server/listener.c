/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* accept4(), struct addrinfo */
#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "reach.h"
#include "safe_name.h"
#include "socket_turn.h"

#define BACKLOG     128
#define UNIX_PREFIX "unix:"

static int fail_system(struct csa_err *err, const char *text)
{
	return csa_fail(err, CSA_E_SYSTEM, "%s: %s", text, strerror(errno));
}

/* Does a server listen there? A file that one left behind refuses. */
static bool is_left_behind(const struct sockaddr_un *address)
{
	struct stat st;
	int fd;
	bool is_refused;

	if (lstat(address->sun_path, &st) != 0 || !S_ISSOCK(st.st_mode))
		return false;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return false;
	is_refused = connect(fd, (const struct sockaddr *)address, sizeof(*address)) != 0 &&
		     errno == ECONNREFUSED;
	close(fd);
	return is_refused;
}

/* It is this server's turn. */
static int bind_and_listen(struct css_listener *listener, const struct sockaddr_un *address,
			   const char *text, struct csa_err *err)
{
	const char *path = address->sun_path;
	struct stat st;
	mode_t mask;
	int rc;

	if (is_left_behind(address))
		unlink(path);
	listener->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (listener->fd < 0)
		return fail_system(err, text);
	mask = umask(0177);
	rc = bind(listener->fd, (const struct sockaddr *)address, sizeof(*address));
	umask(mask);
	if (rc != 0)
		return fail_system(err, text);
	snprintf(listener->unix_path, sizeof(listener->unix_path), "%s", path);
	if (lstat(path, &st) == 0)
		listener->unix_inode = st.st_ino;
	if (listen(listener->fd, BACKLOG) != 0)
		return fail_system(err, text);
	snprintf(listener->name, sizeof(listener->name), "%.150s", text);
	return 0;
}

static int open_unix(struct css_listener *listener, const char *path, const char *text,
		     struct csa_err *err)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int turn;
	int rc;

	if (*path == '\0' || strlen(path) >= sizeof(address.sun_path))
		return csa_fail(err, CSA_E_USAGE,
				"--listen: '%s': a path of 1 to %zu bytes is needed", text,
				sizeof(address.sun_path) - 1);
	memcpy(address.sun_path, path, strlen(path));
	if (css_socket_turn_begin(path, &turn) != 0)
		return csa_fail(err, CSA_E_SYSTEM,
				"%s: another process has had its folder locked for %u s", text,
				CSS_SOCKET_TURN_S);
	rc = bind_and_listen(listener, &address, text, err);
	css_socket_turn_end(turn);
	return rc;
}

static bool is_port(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && text[digits] == '\0' && strtoul(text, NULL, 10) <= 65535;
}

/* Return: 0, or -1: @text has no address and port. */
static int split(const char *text, char *host, size_t host_bytes, char *port, size_t port_bytes)
{
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;

	if (length && text[0] == '[' && text[length - 1] == ']') {
		text++;
		length -= 2;
	} else if (memchr(text, ':', length)) {
		return -1;
	}
	if (length == 0 || length >= host_bytes || strlen(colon + 1) >= port_bytes ||
	    !is_port(colon + 1))
		return -1;
	memcpy(host, text, length);
	host[length] = '\0';
	snprintf(port, port_bytes, "%s", colon + 1);
	return 0;
}

static int resolve(struct addrinfo **list, const char *text, struct csa_err *err)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
	char host[128];
	char port[6];
	int rc;

	if (split(text, host, sizeof(host), port, sizeof(port)) < 0)
		return csa_fail(err, CSA_E_USAGE,
				"--listen: '%s' is neither <address>:<port> nor unix:<path>", text);
	rc = getaddrinfo(host, port, &hints, list);
	return rc == 0 ? 0
		       : csa_fail(err, CSA_E_SYSTEM, "%s: %s", text,
				  rc == EAI_SYSTEM ? strerror(errno) : gai_strerror(rc));
}

static void describe(const struct sockaddr_storage *address, char *who, size_t who_bytes,
		     char *host, size_t host_bytes)
{
	unsigned port = 0;

	snprintf(host, host_bytes, "local");
	if (address->ss_family == AF_INET) {
		const struct sockaddr_in *in = (const struct sockaddr_in *)address;

		inet_ntop(AF_INET, &in->sin_addr, host, (socklen_t)host_bytes);
		port = ntohs(in->sin_port);
		snprintf(who, who_bytes, "%s:%u", host, port);
	} else if (address->ss_family == AF_INET6) {
		const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)address;

		if (IN6_IS_ADDR_V4MAPPED(&in->sin6_addr))
			inet_ntop(AF_INET, in->sin6_addr.s6_addr + 12, host, (socklen_t)host_bytes);
		else
			inet_ntop(AF_INET6, &in->sin6_addr, host, (socklen_t)host_bytes);
		port = ntohs(in->sin6_port);
		snprintf(who, who_bytes, strchr(host, ':') ? "[%s]:%u" : "%s:%u", host, port);
	} else {
		snprintf(who, who_bytes, "local");
	}
}

static int open_network(struct css_listener *listener, const struct addrinfo *at, const char *text,
			struct csa_err *err)
{
	struct sockaddr_storage bound = { 0 };
	socklen_t bytes = sizeof(bound);
	char host[INET6_ADDRSTRLEN];
	int yes = 1;

	listener->fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (listener->fd < 0)
		return fail_system(err, text);
	/* A server that begins again at once must not wait for connections of the one before. */
	if (setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
	    bind(listener->fd, at->ai_addr, at->ai_addrlen) != 0 ||
	    listen(listener->fd, BACKLOG) != 0 ||
	    getsockname(listener->fd, (struct sockaddr *)&bound, &bytes) != 0)
		return fail_system(err, text);
	describe(&bound, listener->name, sizeof(listener->name), host, sizeof(host));
	return 0;
}

int css_listener_open(struct css_listener *listener, const char *text, bool allows_remote,
		      bool has_tls, struct csa_err *err)
{
	struct addrinfo *list = NULL;
	int rc;

	*listener = (struct css_listener){ .fd = -1 };
	if (strncmp(text, UNIX_PREFIX, strlen(UNIX_PREFIX)) == 0)
		return open_unix(listener, text + strlen(UNIX_PREFIX), text, err);
	rc = resolve(&list, text, err);
	if (rc < 0 || !list)
		return rc;
	listener->is_remote = !css_reach_all_local(list);
	if (listener->is_remote && !allows_remote) {
		char why[CSS_REACH_TEXT_BYTES];

		css_reach_refusal(why, sizeof(why), CSS_REACH_LISTEN, text, has_tls);
		rc = csa_fail(err, CSA_E_USAGE, "%s", why);
	} else {
		rc = open_network(listener, list, text, err);
	}
	freeaddrinfo(list);
	return rc;
}

/* Another server may have taken the path over. */
static void remove_socket(const struct css_listener *listener)
{
	struct stat st;
	int turn;

	if (css_socket_turn_begin(listener->unix_path, &turn) != 0)
		return; /* it looks left behind, which it is */
	if (lstat(listener->unix_path, &st) == 0 && st.st_ino == listener->unix_inode)
		unlink(listener->unix_path);
	css_socket_turn_end(turn);
}

void css_listener_close(struct css_listener *listener)
{
	if (listener->fd >= 0)
		close(listener->fd);
	listener->fd = -1;
	if (listener->unix_path[0])
		remove_socket(listener);
	listener->unix_path[0] = '\0';
}

int css_listener_accept(const struct css_listener *listener, char *who, size_t who_bytes,
			char *peer)
{
	struct sockaddr_storage address = { 0 };
	socklen_t bytes = sizeof(address);
	char host[INET6_ADDRSTRLEN];
	int yes = 1;
	int fd = accept4(listener->fd, (struct sockaddr *)&address, &bytes,
			 SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0)
		return errno == EINTR || errno == ECONNABORTED ? -EAGAIN : -errno;
	describe(&address, who, who_bytes, host, sizeof(host));
	css_safe_name(peer, host, strlen(host));
	if (address.ss_family != AF_UNIX) {
		/* Acknowledgements are small, and the client waits for them. A peer that vanished is noticed. */
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
		(void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof(yes));
	}
	return fd;
}
