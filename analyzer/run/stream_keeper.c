/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "stream_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ring_view.h"
#include "started_with.h"

#define LOOK_MS         10
#define LATER_LOOK_MS   500 /* once run has ended: what goes on is not to feel it */
#define SETTLED_LOOKS   50 /* so often the same, and nothing waits: who is left in the ring goes on */
#define CLIENT_GRACE_MS 5000

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

static void sleep_ms(long ms)
{
	const struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

struct client {
	pid_t pid;
	bool has_ended;
	int status; /* of waitpid() */
};

static bool has_ended(struct client *client)
{
	if (!client->has_ended && waitpid(client->pid, &client->status, WNOHANG) != 0)
		client->has_ended = true;
	return client->has_ended;
}

static void end_client(struct client *client)
{
	uint64_t until = now_ms() + CLIENT_GRACE_MS;

	if (has_ended(client))
		return;
	kill(client->pid, SIGTERM);
	while (!has_ended(client) && now_ms() < until)
		sleep_ms(LOOK_MS);
	if (has_ended(client))
		return;
	kill(client->pid, SIGKILL);
	waitpid(client->pid, &client->status, 0);
	client->has_ended = true;
}

/* How the keeper looks at what it keeps. */
struct watch {
	const char *name; /* of the object */
	struct client *client;
	unsigned patience_s;
	long look_ms;
	struct csa_stream_result *result;
};

/* Processes of the run that live, whether they have begun to record or will: the object has no word of those. */
static unsigned count_living(const struct watch *watch)
{
	char entry[128];

	(void)snprintf(entry, sizeof(entry), "TRACE_SHM=%s", watch->name);
	return csa_count_started_with(entry);
}

/*
 * The object may come after the program has ended, from one of its children.
 *
 * Return: 0 when it is there; else 1, and @end says why it is not.
 */
static int open_ring(const struct watch *watch, struct csa_ring_view *view, unsigned wait_s,
		     enum csa_stream_end *end)
{
	uint64_t until = now_ms() + wait_s * UINT64_C(1000);
	unsigned looks = 0;

	*end = CSA_STREAM_NOTHING;
	while (!csa_ring_view_open(view, watch->name)) {
		if (has_ended(watch->client))
			*end = CSA_STREAM_FAILED;
		watch->result->running = count_living(watch);
		if (watch->result->running && ++looks > SETTLED_LOOKS)
			*end = CSA_STREAM_RUNNING;
		if (*end != CSA_STREAM_NOTHING)
			return 1;
		/* Who has ended just now may have made it. */
		if (!watch->result->running && now_ms() >= until)
			return csa_ring_view_open(view, watch->name) ? 0 : 1;
		sleep_ms(watch->look_ms);
	}
	return 0;
}

/* What the object holds, and who may still write into it. */
static void look(const struct watch *watch, const struct csa_ring_view *view,
		 struct csa_ring_state *now)
{
	csa_ring_view_get(view, now);
	if (now->processes)
		return;
	now->running = count_living(watch);
	/* Who has ended just now may have begun before. */
	if (!now->running)
		csa_ring_view_get(view, now);
}

/* Waits until the client has taken everything. @wait_s: so long for the object to come. */
static enum csa_stream_end drain(const struct watch *watch, unsigned wait_s)
{
	struct csa_stream_result *result = watch->result;
	struct csa_ring_view view;
	struct csa_ring_state last = { 0 };
	enum csa_stream_end reason;
	uint64_t moved = now_ms();
	unsigned same = 0;
	int end = -1;

	if (open_ring(watch, &view, wait_s, &reason) != 0)
		return reason;
	while (end < 0) {
		struct csa_ring_state now;

		look(watch, &view, &now);
		same = memcmp(&now, &last, sizeof(now)) == 0 ? same + 1 : 0;
		if (same == 0)
			moved = now_ms();
		last = now;
		if (now.dropped_blocks > result->dropped_blocks)
			result->dropped_blocks = now.dropped_blocks;
		result->running = now.running;
		if (now.processes == 0 && now.running == 0)
			end = CSA_STREAM_SENT;
		else if (has_ended(watch->client))
			end = CSA_STREAM_FAILED;
		else if (now.running >= now.processes && now.waiting_blocks == 0 &&
			 same >= SETTLED_LOOKS)
			end = CSA_STREAM_RUNNING;
		else if (now_ms() >= moved + watch->patience_s * UINT64_C(1000))
			end = CSA_STREAM_STUCK;
		else
			sleep_ms(watch->look_ms);
	}
	csa_ring_view_close(&view);
	return (enum csa_stream_end)end;
}

/* Return: is the program over? Otherwise run was killed. */
static bool wait_for_run(int run_fd)
{
	char byte;
	ssize_t count;

	do {
		count = read(run_fd, &byte, 1);
	} while (count < 0 && errno == EINTR);
	return count == 1;
}

/* The keeper. Nobody may be there to hear it: the result is for who is. */
static void keep(const char *name, pid_t client_pid, int run_fd, int result_fd, unsigned patience_s)
{
	struct client client = { .pid = client_pid };
	struct csa_stream_result result = { .client = (int32_t)client_pid };
	struct watch watch = { .name = name,
			       .client = &client,
			       .patience_s = patience_s,
			       .look_ms = LOOK_MS,
			       .result = &result };
	unsigned wait_s = 0;

	if (!wait_for_run(run_fd))
		wait_s = patience_s;
	do {
		result.end = (uint32_t)drain(&watch, wait_s);
		if (result.end != CSA_STREAM_RUNNING)
			end_client(&client);
		if (result_fd >= 0 && write(result_fd, &result, sizeof(result)) >= 0)
			close(result_fd);
		result_fd = -1;
		watch.look_ms = LATER_LOOK_MS;
	} while (result.end == CSA_STREAM_RUNNING);
	csa_ring_remove(name);
}

static _Noreturn void become_client(const char *path, char *const *argv)
{
	execv(path, argv);
	_exit(127);
}

/* In a process of its own, and of its own group. */
static _Noreturn void run_keeper(const struct csa_stream_keeper *keeper, const char *path,
				 char *const *argv, int run_fd, int result_fd, unsigned patience_s)
{
	pid_t pid;
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	setpgid(0, 0);
	/* It may outlive the run: who reads our output is not to wait for it. */
	if (nothing >= 0) {
		dup2(nothing, STDIN_FILENO);
		dup2(nothing, STDOUT_FILENO);
	}
	signal(SIGPIPE, SIG_IGN);
	pid = fork();
	if (pid == 0)
		become_client(path, argv);
	if (pid > 0)
		keep(keeper->ring, pid, run_fd, result_fd, patience_s);
	_exit(0);
}

/* callsight-stream OPTIONS --stay /ring address */
static char **make_words(const struct csa_stream_keeper *keeper, const char *client,
			 const char *const *options, const char *address)
{
	size_t count = 0;
	char **words;

	while (options[count])
		count++;
	words = calloc(count + 6, sizeof(*words));
	if (!words)
		return NULL;
	words[0] = (char *)(uintptr_t)client;
	for (size_t i = 0; i < count; i++)
		words[i + 1] = (char *)(uintptr_t)options[i];
	words[count + 1] = (char *)(uintptr_t) "--stay";
	words[count + 2] = (char *)(uintptr_t) "--";
	words[count + 3] = (char *)(uintptr_t)keeper->ring;
	words[count + 4] = (char *)(uintptr_t)address;
	return words;
}

int csa_stream_keeper_start(struct csa_stream_keeper *keeper, const char *client,
			    const char *const *options, const char *address, unsigned patience_s,
			    struct csa_err *err)
{
	struct timespec now;
	int run_fds[2];
	int result_fds[2];
	char **words;

	*keeper = (struct csa_stream_keeper){ .run_fd = -1, .result_fd = -1 };
	clock_gettime(CLOCK_REALTIME, &now);
	(void)snprintf(keeper->ring, sizeof(keeper->ring), "/callsight-run-%ld-%lld%09ld",
		       (long)getpid(), (long long)now.tv_sec, now.tv_nsec);
	words = make_words(keeper, client, options, address);
	if (!words)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", client);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, run_fds) != 0 ||
	    pipe2(result_fds, O_CLOEXEC) != 0) {
		free(words);
		return csa_fail(err, CSA_E_SYSTEM, "%s: %s", client, strerror(errno));
	}
	keeper->pid = fork();
	if (keeper->pid == 0) {
		close(run_fds[1]);
		close(result_fds[0]);
		run_keeper(keeper, client, words, run_fds[0], result_fds[1], patience_s);
	}
	free(words);
	close(run_fds[0]);
	close(result_fds[1]);
	keeper->run_fd = run_fds[1];
	keeper->result_fd = result_fds[0];
	return keeper->pid > 0 ? 0 : csa_fail(err, CSA_E_SYSTEM, "%s: %s", client, strerror(errno));
}

void csa_stream_keeper_finish(struct csa_stream_keeper *keeper, struct csa_stream_result *result)
{
	const char over = 0;
	ssize_t count;

	/* Without a reader there is no result either. */
	while (send(keeper->run_fd, &over, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {
	}
	close(keeper->run_fd);
	do {
		count = read(keeper->result_fd, result, sizeof(*result));
	} while (count < 0 && errno == EINTR);
	close(keeper->result_fd);
	if (count != sizeof(*result))
		*result = (struct csa_stream_result){ .end = CSA_STREAM_FAILED };
	if (result->end != CSA_STREAM_RUNNING)
		waitpid(keeper->pid, NULL, 0);
}
