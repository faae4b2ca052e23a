#!/bin/sh
# SPDX-License-Identifier: MIT
# snapshot_hazards.sh SOURCE-FOLDER WORK-FOLDER COMPILER: programs that are in the way of a snapshot: they have closed
# the descriptors of the runtime, removed live.cst, make no call after the slow one, or fork while it is written.
. "$1/common.sh"

cat > program.c <<'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <callsight/callsight.h>
#include <glob.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline)) static
#define CALL __attribute__((noinline)) static
static volatile int slow, is_done;
static jmp_buf target;
BARE void sleep_ms(int ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000L };
	nanosleep(&time, NULL);
}
CALL void step(void) { __asm__ volatile("" ::: "memory"); }
CALL void work(void) { step(); if (slow) sleep_ms(250); }
CALL void jumper(void) { sleep_ms(250); longjmp(target, 1); }
BARE void slow_work(void)
{
	slow = 1;
	work();
	slow = 0;
}
BARE void close_all(void)
{
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
}
BARE int glob_count(const char *pattern)
{
	glob_t found;
	int count = glob(pattern, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
	globfree(&found);
	return count;
}
BARE void remove_live(void)
{
	glob_t found;
	if (glob("traces/*/live.cst", 0, NULL, &found) == 0)
		unlink(found.gl_pathv[0]);
	globfree(&found);
}
/* Descriptors whose file is one of a snapshot. */
BARE int snapshot_descriptors(void)
{
	int count = 0;
	for (int fd = 0; fd < 1024; fd++) {
		char link[40], path[4096] = "";
		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		if (readlink(link, path, sizeof(path) - 1) > 0 && strstr(path, "/snapshot-"))
			count++;
	}
	return count;
}
/* While the other thread writes. */
BARE void *forker(void *unused)
{
	int inherited, left;
	pid_t child;
	while (!is_done && !glob_count("traces/*/snapshot-1.part/blocks*"))
		continue;
	child = fork();
	if (child > 0) {
		waitpid(child, NULL, 0);
		return unused;
	}
	inherited = snapshot_descriptors();
	step();
	left = snapshot_descriptors();
	slow_work();
	printf("%d %d\n", inherited, left);
	fflush(stdout);
	_exit(0);
}
BARE void run_forks(void)
{
	pthread_t id;
	pthread_create(&id, NULL, forker, NULL);
	slow_work();
	is_done = 1;
	pthread_join(id, NULL);
}
__attribute__((no_instrument_function)) int main(int argc, char **argv)
{
	const char *run = argc > 1 ? argv[1] : "";
	if (!strcmp(run, "forks")) {
		for (int i = 0; i < 2500000; i++)
			work();
		run_forks();
		return 0;
	}
	for (int i = 0; i < 300; i++)
		work();
	if (!strcmp(run, "removed")) {
		remove_live();
		slow_work();
	} else if (!strcmp(run, "closed")) {
		close_all();
		slow_work();
		slow_work();
	} else if (!setjmp(target)) {
		jumper();
	} else {
		callsight_mark("left");
		_exit(glob_count("traces/*/snapshot-1") == 1 ? 0 : 9);
	}
	return 0;
}
END_OF_PROGRAM
build "$(compiler_for program.c "$3")" program -O1 program.c

# run NAME=VALUE... PROGRAM ARGUMENT...: with a ring of 4 MiB; its standard output in made.
run() {
  rm -rf traces
  env TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=4 TRACE_MIN_FREE_MB=0 "$@" >made 2>said ||
    fail "$*: status $?: $(cat said)"
  [ ! -s said ] || fail "$*: $(cat said)"
}

run "TRACE_TRIGGER=work>150ms" ./program closed
for n in 1 2; do
  expect "closed: calls in snapshot $n" "$(calls work traces/*/snapshot-$n)" $((300 + n))
done

run "TRACE_TRIGGER=work>150ms" ./program removed
expect "removed: snapshots" "$(ls -d traces/*/snapshot-* 2> err | wc -l)" 0

run "TRACE_TRIGGER=jumper>150ms" ./program marked
expect "marked: calls" "$(calls jumper traces/*/snapshot-1)" 1

# The child that was forked in the middle has nothing of its parent's snapshot, and can write one of its own.
i=0
inherited=0
while [ $i -lt 5 ] && [ "$inherited" = 0 ]; do
  run "TRACE_TRIGGER=work>150ms" TRACE_MAX_MB=300 ./program forks
  read -r inherited left < made
  expect "forks: descriptors left in the child" "$left" 0
  expect "forks: snapshots" "$(ls -d traces/*/snapshot-1 | wc -l)" 2
  i=$((i + 1))
done
[ "$inherited" != 0 ] || fail "forks: no child was forked in the middle"
exit 0
