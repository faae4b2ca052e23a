/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, SI_KERNEL */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "descendants.h"

static const int passed_on[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };

/* How signals were before; the program gets them as we got them. */
struct signal_state {
	sigset_t waited_for;
	sigset_t mask;
	struct sigaction child_action;
};

static void take_signals(struct signal_state *state)
{
	struct sigaction standard = { 0 };

	/* Where SIGCHLD is ignored there is nothing to wait for. */
	standard.sa_handler = SIG_DFL;
	sigaction(SIGCHLD, &standard, &state->child_action);
	sigemptyset(&state->waited_for);
	sigaddset(&state->waited_for, SIGCHLD);
	for (size_t i = 0; i < sizeof(passed_on) / sizeof(passed_on[0]); i++)
		sigaddset(&state->waited_for, passed_on[i]);
	sigprocmask(SIG_BLOCK, &state->waited_for, &state->mask);
}

static void return_signals(const struct signal_state *state)
{
	sigaction(SIGCHLD, &state->child_action, NULL);
	sigprocmask(SIG_SETMASK, &state->mask, NULL);
}

/* In the child. Says over @report_fd why it failed. */
static _Noreturn void become(const char *path, char *const *argv, const struct signal_state *state,
			     int report_fd)
{
	int reason;

	return_signals(state);
	execvp(path, argv); /* p: a script without #! is given to the shell */
	reason = errno;
	while (write(report_fd, &reason, sizeof(reason)) < 0 && errno == EINTR) {
	}
	_exit(127);
}

/* Return: 0, or errno of what went wrong. */
static int start(const char *path, char *const *argv, const struct signal_state *state, pid_t *pid)
{
	int fds[2];
	int reason = 0;
	ssize_t count;

	if (pipe2(fds, O_CLOEXEC) != 0)
		return errno;
	*pid = fork();
	if (*pid == 0)
		become(path, argv, state, fds[1]);
	reason = *pid < 0 ? errno : 0;
	close(fds[1]);
	if (*pid > 0) {
		do {
			count = read(fds[0], &reason, sizeof(reason));
		} while (count < 0 && errno == EINTR);
		if (count != sizeof(reason))
			reason = 0; /* exec closed the pipe: it runs */
		else
			waitpid(*pid, NULL, 0);
	}
	close(fds[0]);
	return reason;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

struct deadline {
	uint64_t at_ns; /* UINT64_MAX: none */
	struct csa_descendants descendants;
};

/* The next step of stopping it: SIGTERM first. */
static void stop(struct deadline *deadline, struct csa_child_result *result)
{
	int signal_number = result->timed_out ? SIGKILL : SIGTERM;

	csa_descendants_collect(&deadline->descendants, result->pid);
	kill(result->pid, signal_number);
	csa_descendants_signal(&deadline->descendants, signal_number);
	/* A stopped process takes SIGTERM only when it goes on. */
	kill(result->pid, SIGCONT);
	result->was_killed = result->timed_out;
	result->timed_out = true;
	deadline->at_ns = result->was_killed ? UINT64_MAX
					     : now_ns() + CSA_CHILD_GRACE_S * UINT64_C(1000000000);
}

/* Waits for a signal or the deadline. Return: false when the time is up. */
static bool wait_a_while(const struct signal_state *state, const struct deadline *deadline,
			 siginfo_t *info)
{
	uint64_t left = 3600 * UINT64_C(1000000000);
	struct timespec timeout;
	uint64_t now = now_ns();

	if (deadline->at_ns <= now)
		return false;
	if (deadline->at_ns - now < left)
		left = deadline->at_ns - now;
	timeout.tv_sec = (time_t)(left / 1000000000u);
	timeout.tv_nsec = (long)(left % 1000000000u);
	info->si_signo = 0;
	if (sigtimedwait(&state->waited_for, info, &timeout) < 0)
		info->si_signo = 0;
	return true;
}

static void wait_for_end(const struct signal_state *state, struct deadline *deadline,
			 struct csa_child_result *result)
{
	int status = 0;

	/* Other errors than EINTR cannot happen: nobody else waits for it. */
	while (waitpid(result->pid, &status, WNOHANG) == 0) {
		siginfo_t info;

		if (!wait_a_while(state, deadline, &info))
			stop(deadline, result);
		else if (info.si_signo && info.si_signo != SIGCHLD && info.si_code != SI_KERNEL)
			kill(result->pid, info.si_signo); /* the terminal's reached it already */
	}
	if (WIFSIGNALED(status)) {
		result->signal_number = WTERMSIG(status);
		result->status = 128 + result->signal_number;
	} else {
		result->status = WEXITSTATUS(status);
	}
}

int csa_child_run(const char *path, char *const *argv, unsigned timeout_s,
		  struct csa_child_result *result, struct csa_err *err)
{
	struct deadline deadline = { .at_ns = UINT64_MAX };
	struct signal_state state;
	int reason;

	*result = (struct csa_child_result){ 0 };
	take_signals(&state);
	reason = start(path, argv, &state, &result->pid);
	if (reason == 0) {
		if (timeout_s)
			deadline.at_ns = now_ns() + timeout_s * UINT64_C(1000000000);
		wait_for_end(&state, &deadline, result);
		csa_descendants_release(&deadline.descendants);
	}
	return_signals(&state);
	if (reason == ENOENT)
		return csa_fail(err, CSA_E_SYSTEM, "%s: its interpreter is not there", path);
	if (reason != 0)
		return csa_fail(err, CSA_E_SYSTEM, "%s: %s", path, strerror(reason));
	return 0;
}
