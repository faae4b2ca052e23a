#!/bin/sh
# SPDX-License-Identifier: MIT
# snapshot_hazards.sh SOURCE-FOLDER WORK-FOLDER COMPILER: programs that are in the way of a snapshot: they have closed
# the descriptors of the runtime, removed live.cst, make no call after the slow one, or fork while it is written.
. "$1/common.sh"

cat > program.c <<'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <callsight/callsight.h>
#include <fcntl.h>
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
static jmp_buf target;
BARE void sleep_ms(int ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000L };
	nanosleep(&time, NULL);
}
CALL void step(void) { __asm__ volatile("" ::: "memory"); }
CALL void work(void) { step(); sleep_ms(20); }
CALL void jumper(void) { sleep_ms(20); longjmp(target, 1); }
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
/* While the other thread is held in a snapshot. */
BARE void *forker(void *unused)
{
	int inherited, left;
	pid_t child;
	for (int i = 0; i < 50000 && access("held-1", F_OK) != 0; i++)
		sleep_ms(2);
	child = fork();
	if (child > 0) {
		waitpid(child, NULL, 0);
		close(open("go-on-1", O_WRONLY | O_CREAT, 0600));
		return unused;
	}
	inherited = snapshot_descriptors();
	step();
	left = snapshot_descriptors();
	work();
	printf("%d %d\n", inherited, left);
	fflush(stdout);
	_exit(0);
}
BARE void run_forks(void)
{
	pthread_t id;
	pthread_create(&id, NULL, forker, NULL);
	work();
	pthread_join(id, NULL);
}
__attribute__((no_instrument_function)) int main(int argc, char **argv)
{
	const char *run = argc > 1 ? argv[1] : "";
	for (int i = 0; i < 300; i++)
		step();
	if (!strcmp(run, "forks")) {
		run_forks();
		return 0;
	}
	if (!strcmp(run, "removed")) {
		remove_live();
		work();
	} else if (!strcmp(run, "closed")) {
		close_all();
		work();
		work();
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

run "TRACE_TRIGGER=work>1ms" ./program closed
for n in 1 2; do
  expect "closed: slow calls in snapshot $n" "$(calls work traces/*/snapshot-$n)" $n
  expect "closed: calls in snapshot $n" "$(calls step traces/*/snapshot-$n)" $((300 + n))
done

run "TRACE_TRIGGER=work>1ms" ./program removed
expect "removed: snapshots" "$(ls -d traces/*/snapshot-* 2> err | wc -l)" 0

run "TRACE_TRIGGER=jumper>1ms" ./program marked
expect "marked: calls" "$(calls jumper traces/*/snapshot-1)" 1

# The child that was forked in the middle has nothing of its parent's snapshot, and can write one of its own.
rm -f held-1 go-on-1
run "TRACE_TRIGGER=work>1ms" "$HOLD_SNAPSHOT" 1 0 ./program forks
read -r inherited left < made
[ "$inherited" -gt 0 ] || fail "forks: the child has no descriptor of the snapshot"
expect "forks: descriptors left in the child" "$left" 0
expect "forks: snapshots" "$(ls -d traces/*/snapshot-1 | wc -l)" 2
exit 0
