/* SPDX-License-Identifier: MIT */
/*
 * handlers CASE HANDLERS|0: a handler of functions with hooks interrupts hooks, every 50 us, so often or, with
 * 0, until its standard input ends. After STEPS_MAX steps one waits for the handler, so that no more is recorded on a
 * machine whose timers are late. Prints what was done: "handled inner made forks". Cases:
 *
 *   return      the handler returns
 *   stack       the same, on an alternate stack
 *   timers      two timers, and a handler that a second one may interrupt (SA_NODEFER)
 *   jump        the handler jumps out of the function that it interrupted
 *   jump-stack  the same, from an alternate stack
 *   threads     threads that a handler ends, one after the other
 *   fork, _Fork, clone   the handler makes a child, which calls one function and ends
 *   forever     never ends; counts into the file that the third argument names
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BARE  __attribute__((no_instrument_function, noinline))
#define PLAIN __attribute__((noinline))

#define STEPS_MAX 10000 /* chosen: more than any machine makes in 50 us */

static struct counts {
	uint64_t handled;
	uint64_t inner;
	uint64_t made;
	uint64_t forks;
} own_counts;
static volatile struct counts *counts = &own_counts;

/* In one step: a handler may come in the middle of another (timers), and counts, too. */
BARE static void add(volatile uint64_t *count)
{
	__atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

static const char *how;
static sigjmp_buf target;
static volatile sig_atomic_t may_jump;
static volatile sig_atomic_t ends_thread;
static volatile int steps_since; /* the last handler */

BARE static int is_case(const char *name)
{
	return strcmp(how, name) == 0;
}

PLAIN static void deeper(void)
{
	add(&counts->inner);
}

PLAIN static void in_handler(void)
{
	add(&counts->handled);
	deeper();
	deeper();
}

PLAIN static void in_child(void)
{
	__asm__ volatile("" ::: "memory");
}

BARE static pid_t make_child(void)
{
	if (is_case("_Fork"))
		return _Fork();
	if (is_case("clone"))
		return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	return fork();
}

BARE static void fork_now_and_then(void)
{
	pid_t child;

	if (counts->handled % 100 != 0 || counts->forks >= 40)
		return;
	counts->forks++;
	child = make_child();
	if (child == 0) {
		in_child();
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

/* No function with hooks is called behind the jump or the end of the thread. */
static void handler(int number)
{
	(void)number;
	steps_since = 0;
	in_handler();
	if (is_case("fork") || is_case("_Fork") || is_case("clone"))
		fork_now_and_then();
	if (ends_thread)
		pthread_exit(NULL);
	if (may_jump) {
		may_jump = 0;
		siglongjmp(target, 1);
	}
}

PLAIN static void step(void)
{
	add(&counts->made);
	steps_since = steps_since + 1;
	while (steps_since >= STEPS_MAX)
		continue;
}

PLAIN static void round_of(int count)
{
	for (int i = 0; i < count; i++)
		step();
}

/* @handlers: 0: when standard input ends. */
BARE static int is_over(uint64_t handlers)
{
	struct pollfd input = { .fd = STDIN_FILENO };

	return handlers ? counts->handled >= handlers : poll(&input, 1, 0) > 0;
}

BARE static void rounds(uint64_t handlers)
{
	int jumps = strncmp(how, "jump", 4) == 0;

	while (!is_over(handlers)) {
		if (sigsetjmp(target, 1) == 0) {
			may_jump = jumps;
			round_of(5000);
		}
		may_jump = 0;
	}
}

BARE static void *run_thread(void *data)
{
	(void)data;
	for (;;)
		round_of(100);
	return NULL;
}

BARE static void end_threads(uint64_t handlers)
{
	ends_thread = 1;
	while (counts->handled < handlers) {
		struct timespec pause = { 0, 100000 };
		pthread_t thread;

		if (pthread_create(&thread, NULL, run_thread, NULL) != 0)
			_exit(3);
		nanosleep(&pause, NULL);
		pthread_kill(thread, SIGUSR1);
		pthread_join(thread, NULL);
		counts->forks++;
	}
	ends_thread = 0;
}

BARE static void watch(void)
{
	static char alternate[65536];
	stack_t stack = { .ss_sp = alternate, .ss_size = sizeof(alternate) };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };

	if (is_case("stack") || is_case("jump-stack")) {
		action.sa_flags |= SA_ONSTACK;
		sigaltstack(&stack, NULL);
	}
	if (is_case("timers"))
		action.sa_flags |= SA_NODEFER;
	sigaction(SIGALRM, &action, NULL);
	sigaction(SIGPROF, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
}

BARE static void set_timers(suseconds_t us)
{
	struct itimerval timer = { { 0, us }, { 0, us } };

	if (is_case("threads"))
		return;
	setitimer(ITIMER_REAL, &timer, NULL);
	if (is_case("timers"))
		setitimer(ITIMER_PROF, &timer, NULL);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	how = argv[1];
	if (argc > 3) {
		int fd = open(argv[3], O_RDWR);

		counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	}
	watch();
	set_timers(50);
	if (is_case("threads"))
		end_threads(strtoull(argv[2], NULL, 10));
	else if (is_case("forever"))
		rounds(UINT64_MAX);
	else
		rounds(strtoull(argv[2], NULL, 10));
	set_timers(0);
	printf("%llu %llu %llu %llu\n", (unsigned long long)counts->handled,
	       (unsigned long long)counts->inner, (unsigned long long)counts->made,
	       (unsigned long long)counts->forks);
	return 0;
}
