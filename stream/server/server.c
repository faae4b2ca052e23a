/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* epoll_create1(), signalfd() */
#include "server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "listener.h"
#include "reach.h"

#define TICK_NS     UINT64_C(1000000000)
#define ACCEPT_TURN 16u /* connections at a time: those that are there have their turn, too */
#define EVENTS \
	512u /* more than connections: all that has come is read before a time limit is looked at */

/* What an event belongs to: this, or a connection. */
enum source {
	SOURCE_SIGNALS = 0,
	SOURCE_LISTENERS = 1, /* and the next CSS_LISTENERS_MAX */
	SOURCES = SOURCE_LISTENERS + CSS_LISTENERS_MAX
};

struct server {
	const struct css_server_options *options;
	struct css_store store;
	struct css_listener listeners[CSS_LISTENERS_MAX];
	unsigned listener_count;
	struct css_connection *connections;
	unsigned connection_count;
	int poll_fd;
	int signal_fd;
	sigset_t old_mask;
	struct sigaction old_size; /* of SIGXFSZ */
	uint64_t now_ns;
	uint64_t ticked_ns;
	unsigned turned_away; /* connections since the last tick, beyond a limit */
	char turned_who[80];  /* the last of them */
	unsigned done_count;  /* clients that have said everything */
	bool has_more;        /* a connection is to be read again at once */
	bool is_listening_paused;
	bool is_stopped;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static int watch(const struct server *server, int op, int fd, uint32_t events, uint64_t source)
{
	struct epoll_event event = { .events = events, .data.u64 = source };

	return epoll_ctl(server->poll_fd, op, fd, &event);
}

static uint64_t source_of(struct css_connection *connection)
{
	return (uint64_t)(uintptr_t)connection;
}

/* All are blocked: they are read from a descriptor, and a closed pipe is an error of write(). */
static int open_signals(struct server *server, struct csa_err *err)
{
	/* A file that becomes too large is an error of write(), too. */
	const struct sigaction ignored = { .sa_handler = SIG_IGN };
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGINT);
	server->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	sigaddset(&mask, SIGPIPE);
	sigprocmask(SIG_BLOCK, &mask, &server->old_mask);
	sigaction(SIGXFSZ, &ignored, &server->old_size);
	server->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (server->signal_fd < 0 || server->poll_fd < 0 ||
	    watch(server, EPOLL_CTL_ADD, server->signal_fd, EPOLLIN, SOURCE_SIGNALS) != 0)
		return csa_fail(err, CSA_E_SYSTEM, "%s", strerror(errno));
	return 0;
}

static void say_insecure(const struct css_server_options *o, const char *where)
{
	char text[CSS_REACH_TEXT_BYTES];

	css_reach_insecure(text, sizeof(text), CSS_REACH_LISTEN, where);
	o->say(o->data, text);
}

static int open_listeners(struct server *server, struct csa_err *err)
{
	const struct css_server_options *o = server->options;

	for (unsigned i = 0; i < o->listen_count && i < CSS_LISTENERS_MAX; i++) {
		struct css_listener *listener = &server->listeners[i];
		int rc = css_listener_open(listener, o->listen[i],
					   o->is_encrypted || o->is_insecure, o->has_tls, err);

		server->listener_count++;
		if (rc < 0)
			return rc;
		if (listener->is_remote && !o->is_encrypted)
			say_insecure(o, o->listen[i]);
		if (watch(server, EPOLL_CTL_ADD, listener->fd, EPOLLIN, SOURCE_LISTENERS + i) != 0)
			return csa_fail(err, CSA_E_SYSTEM, "%s", strerror(errno));
	}
	for (unsigned i = 0; i < server->listener_count; i++)
		css_store_say(&server->store, "listening on %s%s, captures go to %s",
			      server->listeners[i].name, o->is_encrypted ? " (TLS 1.3)" : "",
			      o->dir);
	return 0;
}

/* Three descriptors a process: as many as are allowed. */
static void allow_more_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
}

/* Whoever comes would be refused: the one who starts the server can do something about it. */
static void look_at_limits(struct server *server)
{
	struct css_stop stop = { 0 };
	uint64_t nothing = 0;

	if (css_budget_take(&server->store.budget, &nothing, 0, &stop, NULL) < 0)
		css_store_say(&server->store, "%s: %s: clients are refused until that changes",
			      server->options->dir, stop.why);
}

static int open_server(struct server *server, struct csa_err *err)
{
	const struct css_server_options *o = server->options;
	struct css_disk_budget *budget = &server->store.budget;
	int rc = css_store_open(&server->store, o->dir, err);

	server->store.say = o->say;
	server->store.say_data = o->data;
	server->store.segment_bytes = o->segment_bytes;
	budget->connection_bytes = o->connection_bytes;
	budget->total_bytes = o->total_bytes;
	budget->min_free_bytes = o->min_free_bytes;
	if (rc == 0 && o->total_bytes)
		css_store_count(&server->store);
	if (rc == 0)
		rc = open_signals(server, err);
	if (rc == 0)
		rc = open_listeners(server, err);
	if (rc == 0)
		look_at_limits(server);
	allow_more_files();
	return rc;
}

static void drop(struct server *server, struct css_connection *connection)
{
	struct css_connection **at = &server->connections;

	while (*at != connection)
		at = &(*at)->next;
	*at = connection->next;
	server->connection_count--;
	server->done_count += connection->was_done;
	(void)epoll_ctl(server->poll_fd, EPOLL_CTL_DEL, connection->link->fd, NULL);
	css_connection_free(connection);
}

/* Return: false: it is gone. */
static bool settle(struct server *server, struct css_connection *connection,
		   enum css_connection_state state)
{
	short events = css_connection_events(connection);
	uint32_t polled = (events & POLLIN ? EPOLLIN : 0u) | (events & POLLOUT ? EPOLLOUT : 0u);

	if (state != CSS_CONNECTION_OVER && polled != connection->polled &&
	    watch(server, EPOLL_CTL_MOD, connection->link->fd, polled, source_of(connection)) != 0)
		state = CSS_CONNECTION_OVER;
	connection->polled = polled;
	if (state == CSS_CONNECTION_OVER) {
		drop(server, connection);
		return false;
	}
	server->has_more = server->has_more || connection->link->ops->has_bytes(connection->link);
	return true;
}

static unsigned count_peer(const struct server *server, const char *peer)
{
	unsigned count = 0;

	for (const struct css_connection *c = server->connections; c; c = c->next)
		count += strcmp(c->peer, peer) == 0;
	return count;
}

static void turn_away(struct server *server, int fd, const char *who)
{
	close(fd);
	server->turned_away++;
	snprintf(server->turned_who, sizeof(server->turned_who), "%s", who);
}

static void add(struct server *server, int fd, const char *who, const char *peer)
{
	struct css_link *link = server->options->link(server->options->data, fd);
	struct css_connection *connection = NULL;

	if (link)
		connection = css_connection_new(&server->store, link, who, peer, server->now_ns);
	if (!connection) {
		css_store_say(&server->store, "%s: ended: no memory for a connection", who);
		return;
	}
	connection->polled = EPOLLIN;
	connection->next = server->connections;
	server->connections = connection;
	server->connection_count++;
	css_store_say(&server->store, "%s: connected", who);
	if (watch(server, EPOLL_CTL_ADD, fd, EPOLLIN, source_of(connection)) != 0)
		drop(server, connection);
}

/* No descriptor is free, or no memory: until the next tick nobody is asked in, or it would be asked all the time. */
static void pause_listening(struct server *server, const struct css_listener *listener, int error)
{
	css_store_say(&server->store, "%s: connections have to wait: %s", listener->name,
		      strerror(error));
	for (unsigned i = 0; i < server->listener_count; i++)
		(void)watch(server, EPOLL_CTL_MOD, server->listeners[i].fd, 0,
			    SOURCE_LISTENERS + i);
	server->is_listening_paused = true;
}

static void go_on_listening(struct server *server)
{
	for (unsigned i = 0; i < server->listener_count && server->is_listening_paused; i++)
		(void)watch(server, EPOLL_CTL_MOD, server->listeners[i].fd, EPOLLIN,
			    SOURCE_LISTENERS + i);
	server->is_listening_paused = false;
}

static void accept_some(struct server *server, const struct css_listener *listener)
{
	const struct css_server_options *o = server->options;

	for (unsigned i = 0; i < ACCEPT_TURN; i++) {
		char who[80];
		char peer[CSS_SAFE_NAME_BYTES];
		int fd = css_listener_accept(listener, who, sizeof(who), peer);

		if (fd < 0) {
			if (fd != -EAGAIN)
				pause_listening(server, listener, -fd);
			return;
		}
		if ((o->connections && server->connection_count >= o->connections) ||
		    (o->peer_connections && count_peer(server, peer) >= o->peer_connections))
			turn_away(server, fd, who);
		else
			add(server, fd, who, peer);
	}
}

static void tick_connections(struct server *server)
{
	struct css_connection *next;

	for (struct css_connection *c = server->connections; c; c = next) {
		next = c->next;
		settle(server, c, css_connection_tick(c, &server->options->times, server->now_ns));
	}
}

static int tick(struct server *server, bool is_last, struct csa_err *err)
{
	const struct css_server_options *o = server->options;

	server->ticked_ns = server->now_ns;
	tick_connections(server);
	go_on_listening(server);
	if (server->turned_away)
		css_store_say(&server->store,
			      "%s: turned away, with %u in the last second: too many connections "
			      "(--max-connections, --max-peer-connections)",
			      server->turned_who, server->turned_away);
	server->store.totals.refused += server->turned_away;
	server->turned_away = 0;
	return o->tick ? o->tick(o->data, &server->store, server->connection_count, is_last, err)
		       : 0;
}

/* A signal that is still pending would end the process when it is no longer blocked. */
static void take_signal(struct server *server)
{
	struct signalfd_siginfo info;

	server->is_stopped = read(server->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info);
}

static void handle(struct server *server, const struct epoll_event *event)
{
	struct css_connection *connection;

	if (event->data.u64 == SOURCE_SIGNALS) {
		take_signal(server);
	} else if (event->data.u64 < SOURCES) {
		accept_some(server, &server->listeners[event->data.u64 - SOURCE_LISTENERS]);
	} else {
		connection = (struct css_connection *)(uintptr_t)event->data.u64;
		settle(server, connection, css_connection_ready(connection, server->now_ns));
	}
}

/* Links that hold bytes of which epoll does not know. */
static void read_held(struct server *server)
{
	struct css_connection *next;

	server->has_more = false;
	for (struct css_connection *c = server->connections; c; c = next) {
		next = c->next;
		if (c->link->ops->has_bytes(c->link))
			settle(server, c, css_connection_ready(c, server->now_ns));
	}
}

static int wait_time(const struct server *server)
{
	uint64_t passed = server->now_ns - server->ticked_ns;

	if (server->has_more)
		return 0;
	return passed >= TICK_NS ? 0 : (int)((TICK_NS - passed) / 1000000) + 1;
}

static int serve(struct server *server, struct csa_err *err)
{
	int rc = 0;

	while (!server->is_stopped && rc == 0) {
		struct epoll_event events[EVENTS];
		int count = epoll_wait(server->poll_fd, events, (int)EVENTS, wait_time(server));

		if (count < 0 && errno != EINTR)
			return csa_fail(err, CSA_E_SYSTEM, "epoll_wait: %s", strerror(errno));
		server->now_ns = now_ns();
		for (int i = 0; i < count; i++)
			handle(server, &events[i]);
		if (server->has_more)
			read_held(server);
		if (server->now_ns - server->ticked_ns >= TICK_NS)
			rc = tick(server, false, err);
		if (server->options->ends_when_done && server->done_count &&
		    server->connection_count == 0)
			server->is_stopped = true;
	}
	return rc;
}

static void close_server(struct server *server)
{
	for (unsigned i = 0; i < server->listener_count; i++)
		css_listener_close(&server->listeners[i]);
	while (server->connections) {
		css_store_say(&server->store, "%s: ended: the server stops",
			      server->connections->who);
		drop(server, server->connections);
	}
	css_store_close(&server->store);
	if (server->signal_fd >= 0)
		close(server->signal_fd);
	if (server->poll_fd >= 0) {
		close(server->poll_fd);
		sigprocmask(SIG_SETMASK, &server->old_mask, NULL);
		sigaction(SIGXFSZ, &server->old_size, NULL);
	}
}

int css_server_run(const struct css_server_options *options, struct csa_err *err)
{
	struct server server = { .options = options, .poll_fd = -1, .signal_fd = -1 };
	int rc;

	server.now_ns = now_ns();
	server.ticked_ns = server.now_ns;
	sigprocmask(SIG_BLOCK, NULL, &server.old_mask);
	rc = open_server(&server, err);
	if (rc == 0)
		rc = serve(&server, err);
	if (rc == 0)
		rc = tick(&server, true, err);
	close_server(&server);
	return rc;
}
