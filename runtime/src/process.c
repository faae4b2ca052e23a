/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <pthread.h>

#include "clock.h"
#include "error_text.h"
#include "facts.h"
#include "hook_cost.h"
#include "live.h"
#include "mapping.h"
#include "modules.h"
#include "sink.h"
#include "slots.h"
#include "snapshot.h"
#include "syscalls.h"
#include "tally_file.h"
#include "text.h"
#include "trigger.h"
#include "wide_atomic.h"
#include "windows.h"

struct csr_process csr_process;
const struct csr_sink *csr_sink = &csr_sink_file;

/* In a page of its own that a child of fork finds zeroed (MADV_WIPEONFORK): 1 = this process's
 * capture. Threads without a control block learn from it where they are. */
static uint64_t *owner;
static bool is_owner_wiped; /* the kernel took the advice */
static int starter;         /* pid of the process whose thread starts a capture */

CSR_FN static void refuse(int rc)
{
	csr_say("cannot write a trace in ", csr_process.settings.dir, csr_error_text(rc),
		"; the program runs on untraced");
}

/*
 * A child that is made while another thread starts the capture could neither use nor finish it, and would be
 * untraced. So a fork waits for a start, and a start for forks that began before it; both for a time only, since
 * one may hold what the other needs, as the lock of malloc. LIMIT: not children of _Fork or raw clone.
 */
#define FORK_WAITS   200
#define FORK_WAIT_NS 1000000

static uint32_t forks;   /* atomic; threads that are in fork() */
static uintptr_t forker; /* the latest of them, by its csr_self; its own hooks do not wait for it */
static bool is_making;   /* a start has begun to make what a child would find half made */

CSR_FN static void wait_a_little(void)
{
	const long time[2] = { 0, FORK_WAIT_NS };

	csr_sys(SYS_nanosleep, time, 0);
}

/* A start runs with all signals blocked: if there is one, it is not this thread's. */
CSR_FN static bool is_starting(void)
{
	int pid = __atomic_load_n(&starter, __ATOMIC_RELAXED);

	/* seq_cst: pairs with the exchange of a start, which then looks at forks: one of us sees the other. */
	return __atomic_load_n(&csr_process.state, __ATOMIC_SEQ_CST) == CSR_STATE_STARTING &&
	       (pid == 0 || pid == (int)csr_sys(SYS_getpid));
}

CSR_FN static void wait_for_start_of_others(void)
{
	__atomic_store_n(&forker, (uintptr_t)&csr_self, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < FORK_WAITS; i++) {
		__atomic_fetch_add(&forks, 1, __ATOMIC_SEQ_CST);
		if (!is_starting())
			return;
		__atomic_fetch_sub(&forks, 1, __ATOMIC_SEQ_CST);
		wait_a_little();
	}
	__atomic_fetch_add(&forks, 1, __ATOMIC_SEQ_CST);
}

/* By the thread that starts. */
CSR_FN static void wait_for_forks(void)
{
	for (unsigned i = 0; i < FORK_WAITS && __atomic_load_n(&forks, __ATOMIC_SEQ_CST); i++) {
		if (__atomic_load_n(&forker, __ATOMIC_RELAXED) == (uintptr_t)&csr_self)
			break;
		wait_a_little();
	}
	__atomic_store_n(&is_making, true, __ATOMIC_SEQ_CST);
}

/*
 * In a handler that interrupted a hook: the hook goes on in the child as well, and finds its place, in
 * memory of the child's own. LIMIT: not in a child of _Fork or raw clone; there the handler must not
 * return before a hook has run.
 */
CSR_FN static void before_fork(void)
{
	struct csr_thread *t;

	wait_for_start_of_others();
	t = csr_self;
	if (csr_process.state == CSR_STATE_RECORDING && csr_thread_records(t) && t->is_alive)
		t->forking = t->busy > CSR_BUSY_NEW ? t->position : NULL;
}

CSR_FN static void after_fork_in_parent(void)
{
	__atomic_fetch_sub(&forks, 1, __ATOMIC_SEQ_CST);
}

/*
 * A child of fork whose first page was not wiped (kernels before 4.14, qemu-user) does it here. The
 * child's next hook then starts a capture of its own.
 */
CSR_FN static void after_fork_in_child(void)
{
	struct csr_thread *t = csr_self;

	__atomic_store_n(&forks, 0, __ATOMIC_SEQ_CST);
	/* A start that waited for this fork: it is not known here, and the next hook makes another one. */
	if (csr_process.state == CSR_STATE_STARTING && !is_making)
		csr_process.state = owner ? CSR_STATE_RECORDING : CSR_STATE_NEW;
	if (csr_process.state != CSR_STATE_RECORDING)
		return;
	*owner = 0;
	if (csr_thread_records(csr_primary))
		csr_zero(csr_primary, CSR_PAGE);
	if (csr_thread_records(t)) {
		csr_zero(t, CSR_PAGE);
		if (t->forking) {
			csr_windows_disown();
			t->position = t->forking;
		}
	}
	/* A hook that a handler interrupted with this fork goes on here, too: not in the parent's rows. */
	csr_tally_file_disown();
}

CSR_FN static int make_owner(void)
{
	owner = csr_map_private(CSR_PAGE, 0);
	if (!owner)
		return -ENOMEM;
	is_owner_wiped = csr_sys(SYS_madvise, owner, CSR_PAGE, CSR_MADV_WIPEONFORK) == 0;
	*owner = 1;
	return 0;
}

CSR_FN bool csr_process_is_owner(void)
{
	return *owner;
}

CSR_FN static void disown_capture(void)
{
	csr_live_leave();
	csr_modules_disown();
	csr_sink->disown();
	csr_tally_file_disown();
	csr_wide_disown();
	csr_snapshot_disown();
}

/* Everything that a capture needs is opened here: later the program may be in a sandbox. */
CSR_FN static int open_capture(void)
{
	int rc = csr_sink->open();

	if (rc == 0) {
		const struct csr_text *facts = csr_facts_make();

		rc = facts ? csr_sink->put_facts(facts) : -ENAMETOOLONG;
	}
	if (rc == 0 && csr_process.settings.mode != CSR_MODE_EVENTS)
		rc = csr_tally_file_create();
	return rc;
}

CSR_FN static int make_capture(bool is_child)
{
	int rc;

	while ((rc = open_capture()) < 0) {
		/* No descriptor stays behind: the program may have few. */
		csr_live_leave();
		csr_sink->close();
		csr_tally_file_disown();
		if (!csr_sink->otherwise)
			return rc;
		csr_sink = csr_sink->otherwise;
	}
	if (is_child)
		csr_modules_restart_in_child();
	else
		csr_modules_start();
	return 0;
}

CSR_FN static bool start(void)
{
	int rc;

	csr_settings_read(&csr_process.settings);
	if (!csr_process.settings.is_enabled)
		return false;
	csr_process.pid = starter;
	csr_process.is_wide = csr_process.settings.is_wide;
	csr_sink = csr_process.settings.shm ? &csr_sink_ring : &csr_sink_file;
	csr_clock_choose(csr_process.settings.clock);
	csr_trigger_start();
	csr_process.events_hook_ns = csr_hook_cost_measure(CSR_MODE_EVENTS);
	csr_process.hook_ns = csr_process.settings.mode == CSR_MODE_EVENTS
				      ? csr_process.events_hook_ns
				      : csr_hook_cost_measure(csr_process.settings.mode);
	rc = make_owner();
	if (rc == 0)
		rc = make_capture(false);
	if (rc < 0) {
		refuse(rc);
		return false;
	}
	csr_slots_watch_exit();
	return true;
}

/* Until another thread has made the capture. Return: does the process record? */
CSR_FN static bool wait_for_start(uint32_t state)
{
	while (state == CSR_STATE_STARTING) {
		int pid = __atomic_load_n(&starter, __ATOMIC_RELAXED);

		/* Forked in the middle of a start: nobody here would ever finish it. */
		if (pid && pid != (int)csr_sys(SYS_getpid))
			return false;
		csr_sys(SYS_sched_yield);
		state = __atomic_load_n(&csr_process.state, __ATOMIC_ACQUIRE);
	}
	return state == CSR_STATE_RECORDING;
}

/* Before main(), not in a start: a fork that waits for its end could hold what this needs. */
CSR_FN __attribute__((constructor(101))) static void watch_forks(void)
{
	(void)pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

CSR_FN bool csr_process_start(void)
{
	uint32_t state = CSR_STATE_NEW;

	if (__atomic_compare_exchange_n(&csr_process.state, &state, CSR_STATE_STARTING, false,
					__ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE)) {
		__atomic_store_n(&starter, (int)csr_sys(SYS_getpid), __ATOMIC_RELAXED);
		wait_for_forks();
		state = start() ? CSR_STATE_RECORDING : CSR_STATE_OFF;
		__atomic_store_n(&is_making, false, __ATOMIC_RELAXED);
		__atomic_store_n(&csr_process.state, state, __ATOMIC_RELEASE);
	}
	if (state == CSR_STATE_RECORDING && !csr_process_is_owner())
		return csr_process_restart_in_child();
	return wait_for_start(state);
}

/* Another thread of the child waits meanwhile. */
CSR_FN static bool restart(void)
{
	int rc;

	disown_capture();
	csr_slots_forget();
	csr_copy(csr_process.parent, csr_process.name, sizeof(csr_process.parent));
	csr_process.pid = (int)csr_sys(SYS_getpid);
	csr_process.next_serial = 0;
	csr_process.event_count = 0;
	csr_process.stop_marker = 0;
	rc = make_capture(true);
	if (rc < 0)
		refuse(rc);
	return rc == 0;
}

CSR_FN bool csr_process_restart_in_child(void)
{
	uint32_t state = CSR_STATE_RECORDING;

	__atomic_store_n(&starter, (int)csr_sys(SYS_getpid), __ATOMIC_RELAXED);
	if (!__atomic_compare_exchange_n(&csr_process.state, &state, CSR_STATE_STARTING, false,
					 __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE))
		return wait_for_start(state);
	wait_for_forks();
	state = CSR_STATE_RECORDING;
	if (!csr_process_is_owner()) { /* or another thread was quicker */
		state = restart() ? CSR_STATE_RECORDING : CSR_STATE_OFF;
		*owner = 1;
	}
	__atomic_store_n(&is_making, false, __ATOMIC_RELAXED);
	__atomic_store_n(&csr_process.state, state, __ATOMIC_RELEASE);
	return state == CSR_STATE_RECORDING;
}

CSR_FN void csr_process_stop(enum csf_marker marker, uint64_t argument)
{
	uint32_t none = 0;

	/* The first reason stands; later ones follow from it. */
	if (__atomic_compare_exchange_n(&csr_process.stop_marker, &none, (uint32_t)marker, false,
					__ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
		csr_process.stop_argument = argument;
		csr_live_say_stopped(marker, argument);
	}
	__atomic_fetch_add(&csr_process.stop_generation, 1, __ATOMIC_SEQ_CST);
	csr_slots_hurry();
}

/*
 * The end of a process that returns or calls exit(). Windows stay: later hooks still record. No system
 * call where it can be helped: a program in a sandbox may be ended for one.
 */
CSR_FN __attribute__((destructor(101))) static void end(void)
{
	struct csf_live *live = csr_live_header();
	struct csr_clock_pair pair;

	if (csr_process.state != CSR_STATE_RECORDING || !live || !csr_process_is_owner() ||
	    (!is_owner_wiped && csr_process.pid != (int)csr_sys(SYS_getpid)))
		return;
	pair = csr_clock_pair_read();
	live->end_pair_ticks = pair.ticks;
	live->end_pair_ns = pair.ns;
	__atomic_store_n(&live->ended, 1, __ATOMIC_RELEASE);
}
