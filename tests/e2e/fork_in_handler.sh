#!/bin/sh
# SPDX-License-Identifier: MIT
# fork_in_handler.sh SOURCE-FOLDER WORK-FOLDER COMPILER: a handler without hooks interrupts hooks and forks, and the
# child returns into the hook that was interrupted. It does so unharmed, records in a capture of its own, and
# nothing of it is in its parent's, which has gone on meanwhile. A handler that pauses, forks in a call of its own and
# jumps out of it in the child leaves nothing open there.
. "$1/common.sh"

cat > program.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define PLAIN __attribute__((noinline))
static volatile int is_child;
static volatile uint64_t made;
static volatile int handled, forks;
static int wanted;
PLAIN static void in_child(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void step(void) { made++; }
PLAIN static void round_of(int count)
{
	for (int i = 0; i < count && !is_child; i++)
		step();
}
BARE static void handler(int number)
{
	struct timespec behind = { 0, 2000000 }; /* the parent hands over blocks before the child goes on */
	(void)number;
	if (is_child || forks >= wanted || ++handled % 10)
		return;
	forks++;
	is_child = fork() == 0;
	if (is_child)
		nanosleep(&behind, NULL);
}
/* However long the forks take, what is recorded meanwhile is less than TRACE_MAX_MB. */
BARE static void rounds(void)
{
	while (forks < wanted && !is_child) {
		if (made < 20000000)
			round_of(5000);
	}
}
int main(int argc, char **argv)
{
	struct itimerval timer = { { 0, 100 }, { 0, 100 } }, none = { { 0, 0 }, { 0, 0 } };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	int status, bad = 0;
	wanted = argc > 1 ? atoi(argv[1]) : 1;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	rounds();
	setitimer(ITIMER_REAL, &none, NULL);
	if (is_child) {
		for (int i = 0; i < 3; i++)
			in_child();
		_exit(0);
	}
	while (waitpid(-1, &status, 0) > 0)
		bad += status != 0;
	printf("%llu %d\n", (unsigned long long)made, bad);
	return 0;
}
END
build "$(compiler_for program.c "$3")" program -O1 program.c
value() {
  sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" report.json | head -n 1
}
for mode in events summary count; do
  rm -rf traces
  TRACE_ENABLE=1 TRACE_MODE=$mode ./program 60 > made || fail "$mode: status $?"
  read -r made bad < made
  expect "$mode: children that failed" "$bad" 0
  expect "$mode: processes" "$(ls -d traces/*/ | wc -l)" 61
  expect "$mode: calls of in_child" "$(calls in_child traces)" 180
  parent=$(grep -l '"parent":null' traces/*/process.json)
  "$CALLSIGHT" analyze "${parent%/*}" --format json > report.json 2> notes || fail "$mode: parent: $(cat notes)"
  expect "$mode: calls of step in the parent" "$(calls step "${parent%/*}")" "$made"
  grep -q in_child report.json && fail "$mode: a child's calls are in its parent's capture"
  for key in unmatched unwound open lost; do
    expect "$mode: $key in the parent" "$(value $key)" 0
  done
  [ ! -s notes ] || fail "$mode: parent: $(cat notes)"
done

cat > paused.c <<'END'
#define _GNU_SOURCE
#include <callsight/callsight.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define PLAIN __attribute__((noinline))
static volatile int is_child, forks;
static sigjmp_buf target;
PLAIN static void in_child(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void step(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void twice(void) { step(); step(); }
PLAIN static void hold(void)
{
	is_child = fork() == 0;
	if (is_child)
		siglongjmp(target, 1);
}
BARE static void handler(int number)
{
	(void)number;
	if (forks++ >= 100)
		return;
	callsight_pause();
	hold();
	callsight_resume();
}
BARE int main(void)
{
	struct itimerval timer = { { 0, 300 }, { 0, 300 } };
	volatile long rounds = 0;
	signal(SIGALRM, handler);
	if (sigsetjmp(target, 1) == 0) {
		setitimer(ITIMER_REAL, &timer, NULL);
		while (forks < 100) {
			if (rounds++ < 2000000)
				twice();
		}
	}
	signal(SIGALRM, SIG_IGN);
	callsight_resume();
	if (is_child) {
		in_child();
		_exit(0);
	}
	while (wait(NULL) > 0)
		continue;
	return 0;
}
END
build "$(compiler_for paused.c "$3")" program -O1 paused.c
rm -rf traces
TRACE_ENABLE=1 ./program || fail "paused: status $?"
expect "paused: calls of in_child" "$(calls in_child traces)" 100
"$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "paused: $(cat notes)"
for key in unmatched open lost; do
  expect "paused: $key" "$(value $key)" 0
done
parent=$(grep -l '"parent":null' traces/*/process.json)
for folder in traces/*/; do
  [ "$folder" = "${parent%process.json}" ] && continue
  "$CALLSIGHT" dump "$folder" > dump 2>&1 || fail "paused: dump: $(cat dump)"
  awk '$3 == "unwound" && $4 != "left=0"' dump | grep . && { cat dump; fail "paused: something is open in $folder"; }
done

# A hook in the range of watched functions is begun again by the slow path, but not in a child.
cat > watched.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define PLAIN __attribute__((noinline))
static volatile int is_child, forks;
PLAIN void a_watched(void) { __asm__ volatile("" ::: "memory"); }
PLAIN void in_child(void) { __asm__ volatile("" ::: "memory"); }
PLAIN void step(void) { __asm__ volatile("" ::: "memory"); }
PLAIN void many(void)
{
	for (int i = 0; i < 1000 && !is_child; i++) {
		step(); /* each is in the other's place in the cache of call sites */
		step();
	}
}
PLAIN void z_watched(void) { __asm__ volatile("" ::: "memory"); }
BARE static void handler(int number)
{
	(void)number;
	if (is_child || forks++ >= 150)
		return;
	is_child = fork() == 0;
	if (is_child)
		in_child();
}
BARE int main(void)
{
	struct itimerval timer = { { 0, 200 }, { 0, 200 } };
	signal(SIGALRM, handler);
	a_watched();
	z_watched();
	setitimer(ITIMER_REAL, &timer, NULL);
	while (forks < 150 && !is_child)
		many();
	signal(SIGALRM, SIG_IGN);
	while (!is_child && wait(NULL) > 0)
		continue;
	_exit(0);
}
END
order= # of the functions, as here
[ "$3" = clang ] || order=-fno-toplevel-reorder
build "$(compiler_for watched.c "$3")" program -O1 $order watched.c
rm -rf traces
TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=64 TRACE_TRIGGER='a_watched>9000s,z_watched>9000s' ./program ||
  fail "watched: status $?"
expect "watched: calls of in_child" "$(calls in_child traces)" 150
"$CALLSIGHT" dump traces > dump || fail "watched: dump: $?"
twice=$(awk '
  $2 == "block" { is_open = 0 }
  $3 == "open" && $5 == "step" { is_open = 1 }
  $3 == "unwound" || ($3 == "exit" && $5 == "step") { is_open = 0 }
  $3 == "enter" && $5 == "step" && is_open { print }' dump | wc -l)
expect "watched: calls that were open and are entered again" "$twice" 0
exit 0
