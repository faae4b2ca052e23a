/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* signalfd() with -std=c11 */
#include "stream_run.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "drain.h"
#include "reach.h"
#include "stream_log.h"

struct run {
	const struct css_stream_options *options;
	struct css_tls *tls;
	int signal_fd;
	bool is_stopped;
	struct css_ring ring; /* until drain has it */
	struct css_drain drain;
	struct css_line line;
	uint64_t wait_until_ms; /* 0: for ever */
	uint64_t hint_ms;       /* when is said what is waited for; 0: it is not */
	int idle_ms;            /* how long the next sleep is */
	uint64_t alone_ms;      /* since when no process is attached; 0: one is */
};

/* Blocks come without a call: short sleeps while they do, longer ones when they do not. */
#define IDLE_MIN_MS 1
#define IDLE_MAX_MS 4

/*
 * The first process to end is not always the last to come: a program may fork a child that records and ends before the
 * program itself does anything, and a script starts one program after the other.
 */
#define LINGER_MS 1000

/* Nothing comes: the name is another one, or the program has no hooks. At once it would be said in every ordinary use. */
#define HINT_SECONDS 3u

static uint64_t now_ms(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* The object was cut while it was mapped: nothing can be saved, and memory of ours is not damaged. */
static void end_by_sigbus(int number)
{
	static const char text[] = "callsight-stream: the ring is damaged: the object was cut\n";

	(void)number;
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(CSS_STREAM_BAD);
	_exit(CSS_STREAM_BAD);
}

static int open_signals(void)
{
	struct sigaction action;
	sigset_t stop;

	memset(&action, 0, sizeof(action));
	sigemptyset(&action.sa_mask);
	action.sa_handler = end_by_sigbus;
	sigaction(SIGBUS, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTERM);
	sigaddset(&stop, SIGINT);
	/* nohup: a signal that is blocked comes through here although it is ignored. */
	if (sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
		sigaddset(&stop, SIGHUP);
	sigprocmask(SIG_BLOCK, &stop, NULL);
	return signalfd(-1, &stop, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void sleep_for(struct run *run, int ms)
{
	struct pollfd fds[2] = { { .fd = run->signal_fd, .events = POLLIN }, { .fd = -1 } };

	fds[1].fd = css_line_poll(&run->line, &fds[1].events);
	if (run->line.state == CSS_LINE_UP)
		fds[1].events =
			(short)(css_sender_is_idle(run->drain.sender) ? POLLIN
								      : fds[1].events | POLLIN);
	poll(fds, 2, ms);
	if (fds[0].revents)
		run->is_stopped = true;
}

static struct css_dial dial_of(const struct run *run)
{
	const struct css_stream_options *options = run->options;

	return (struct css_dial){ .address = &options->address,
				  .text = options->server,
				  .may_be_clear = options->insecure || run->tls };
}

static void begin_line(struct run *run)
{
	const struct css_stream_options *options = run->options;

	run->line = (struct css_line){
		.dial = dial_of(run),
		.tls = run->tls,
		.is_quiet = options->quiet,
		.hello = { .version = CSF_WIRE_VERSION,
			   .byte_order = CSF_WIRE_ORDER,
			   .ring_id = { run->ring.id[0], run->ring.id[1] },
			   .pointer_bytes = run->ring.pointer_bytes },
	};
	memcpy(run->line.hello.magic, CSF_WIRE_MAGIC, sizeof(run->line.hello.magic));
	css_line_init(&run->line);
}

/* One that was closed was left by a client which ended at that moment; nobody attaches to it any more. */
static bool is_leftover(struct css_ring *ring)
{
	if (!__atomic_load_n(&css_ring_header(ring)->closed, __ATOMIC_ACQUIRE))
		return false;
	for (uint32_t i = 0; i < ring->process_count; i++)
		if (css_ring_state(ring, i) != CSF_RING_FREE)
			return false;
	return true;
}

/* Return: 1 = there is a ring, and it is ours; 0 = not yet; -1 = there will be none. */
static int try_ring(struct run *run)
{
	char why[256];
	int rc = css_ring_open(&run->ring, run->options->ring, why, sizeof(why));
	pid_t other;

	if (rc == CSS_RING_ABSENT)
		return 0;
	if (rc < 0) {
		css_say("%s: %s", run->options->ring, why);
		return -1;
	}
	other = css_ring_lock(&run->ring);
	if (other) {
		css_say("%s: another client takes from it%s", run->options->ring,
			other < 0 ? ", or it cannot be locked" : "");
		css_ring_close(&run->ring);
		return -1;
	}
	if (!is_leftover(&run->ring))
		return 1;
	css_ring_remove(&run->ring, run->options->ring);
	css_ring_close(&run->ring);
	return 0;
}

static bool has_waited(struct run *run)
{
	if (run->hint_ms && now_ms() >= run->hint_ms) {
		css_say("%s: no program has come yet; one with hooks has to run with "
			"TRACE_ENABLE=1 TRACE_SHM=%s",
			run->options->ring, run->options->ring);
		run->hint_ms = 0;
	}
	if (run->wait_until_ms == 0 || now_ms() < run->wait_until_ms)
		return false;
	css_say("%s: no program has come in %u s", run->options->ring, run->options->wait_seconds);
	return true;
}

static enum css_stream_status stopped(const struct run *run, bool is_empty)
{
	if (is_empty)
		return CSS_STREAM_DONE;
	css_say("stopped; what is in %s stays there for the next client", run->options->ring);
	return CSS_STREAM_LEFT;
}

/* Return: -1 = nothing is decided: go on. Or a status. */
static int take_result(struct run *run, enum css_drain_result result)
{
	if (result == CSS_DRAIN_GOES_ON)
		return -1;
	if (result == CSS_DRAIN_DAMAGED)
		css_say("%s: the ring is damaged: %s", run->options->ring, run->drain.why);
	else
		css_say("%s: %s", run->options->server, run->drain.why);
	return CSS_STREAM_BAD;
}

static int step_line(struct run *run)
{
	uint64_t now = now_ms();

	if (!run->drain.had_process)
		return -1;
	switch (css_line_step(&run->line, now)) {
	case CSS_LINE_CAME_UP:
		css_drain_restart(&run->drain, &run->line, now);
		return -1;
	case CSS_LINE_HOPELESS:
		css_say("%s", run->line.why);
		return run->line.is_unsafe ? CSS_STREAM_USAGE : CSS_STREAM_BAD;
	default:
		return -1;
	}
}

/* One turn: what can be done now, then a short sleep. Return: as take_result(). */
static int turn(struct run *run)
{
	struct css_drain *drain = &run->drain;
	bool has_worked = false;
	uint64_t now = now_ms();
	int status = -1;

	/* Rings are full soon: who has just come is not left waiting. */
	if (now >= drain->tick_ms || !drain->had_process || drain->cells.has_unknown)
		status = take_result(run,
				     css_drain_tick(drain, now, run->line.state == CSS_LINE_UP));
	if (status < 0 && run->line.state != CSS_LINE_UP)
		status = step_line(run);
	if (status < 0 && run->line.state == CSS_LINE_UP)
		status = take_result(run, css_drain_step(drain, &run->line, now, &has_worked));
	if (status >= 0)
		return status;
	if (has_worked)
		run->idle_ms = 0;
	else if (run->idle_ms < IDLE_MAX_MS)
		run->idle_ms++;
	sleep_for(run, run->idle_ms ? run->idle_ms : IDLE_MIN_MS);
	return -1;
}

/* Return: the ring has to be closed: 1 = the work is done, 0 = wait for the next one. -1: go on. */
static int look_at_end(struct run *run)
{
	struct css_drain *drain = &run->drain;
	const char *name = run->options->ring;

	run->alone_ms = drain->known ? 0 : run->alone_ms ? run->alone_ms : now_ms();
	if (drain->known)
		return -1;
	if (!css_ring_has_name(&drain->ring, name))
		return drain->had_process && !run->options->stay;
	if (now_ms() - run->alone_ms < LINGER_MS)
		return -1;
	if (!drain->had_process || run->options->stay || !css_drain_finish(drain))
		return -1;
	css_ring_remove(&drain->ring, name);
	return 1;
}

/* Stopped: a ring that nobody uses goes, its memory with it. Return: false when something is left in it. */
static bool leave(struct run *run)
{
	struct css_drain *drain = &run->drain;

	if (!css_drain_is_empty(drain))
		return false;
	if (css_drain_finish(drain))
		css_ring_remove(&drain->ring, run->options->ring);
	return true;
}

/* Return: a status, or -1: wait for the next ring. */
static int drain_ring(struct run *run)
{
	int status = -1;
	int end = -1;

	run->alone_ms = 0;
	begin_line(run);
	if (!css_drain_open(&run->drain, &run->ring, run->options->level)) {
		css_say("no memory");
		status = CSS_STREAM_BAD;
	}
	while (status < 0 && end < 0 && !run->is_stopped) {
		uint64_t tick_ms = run->drain.tick_ms;

		status = turn(run);
		if (run->drain.had_process)
			run->wait_until_ms = run->hint_ms = 0;
		if (status < 0 && tick_ms != run->drain.tick_ms)
			end = look_at_end(run);
		if (status < 0 && end < 0 && has_waited(run))
			status = CSS_STREAM_BAD;
	}
	if (end == 1)
		status = CSS_STREAM_DONE;
	if (status < 0 && run->is_stopped)
		status = (int)stopped(run, leave(run));
	css_line_release(&run->line);
	css_drain_close(&run->drain);
	return status;
}

static enum css_stream_status work(struct run *run)
{
	for (;;) {
		int found = try_ring(run);
		int status = -1;

		if (found < 0)
			return CSS_STREAM_BAD;
		if (found) {
			status = drain_ring(run);
		} else if (has_waited(run)) {
			status = CSS_STREAM_BAD;
		} else {
			sleep_for(run, IDLE_MAX_MS);
			status = run->is_stopped ? (int)stopped(run, true) : -1;
		}
		if (status >= 0)
			return (enum css_stream_status)status;
	}
}

static bool prepare_tls(struct run *run)
{
	char why[512];

	if (!css_tls_is_wanted(&run->options->tls))
		return true;
	run->tls = css_tls_new(&run->options->tls, why, sizeof(why));
	if (!run->tls)
		css_say("%s", why);
	return run->tls;
}

/* Before anything is waited for: what is refused is refused at once. */
static bool may_send(const struct run *run)
{
	const struct css_stream_options *options = run->options;
	struct css_dial dial = dial_of(run);
	char text[CSS_REACH_TEXT_BYTES];

	if (css_dial_check(&dial, text, sizeof(text)) < 0) {
		css_say("%s", text);
		return false;
	}
	if (options->insecure && !dial.is_local) {
		css_reach_insecure(text, sizeof(text), CSS_REACH_CONNECT, options->server);
		css_say("%s", text);
	}
	return true;
}

enum css_stream_status css_stream_run(const struct css_stream_options *options)
{
	struct run run = { .options = options, .ring = CSS_RING_CLOSED, .line = { .fd = -1 } };
	enum css_stream_status status;

	if (!prepare_tls(&run))
		return CSS_STREAM_BAD;
	if (!may_send(&run)) {
		css_tls_free(run.tls);
		return CSS_STREAM_USAGE;
	}
	if (options->wait_seconds)
		run.wait_until_ms = now_ms() + options->wait_seconds * UINT64_C(1000);
	if (!options->quiet && (!options->wait_seconds || options->wait_seconds > HINT_SECONDS))
		run.hint_ms = now_ms() + HINT_SECONDS * UINT64_C(1000);
	run.signal_fd = open_signals();
	status = work(&run);
	if (run.signal_fd >= 0)
		close(run.signal_fd);
	css_tls_free(run.tls);
	return status;
}
