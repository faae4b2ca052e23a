#!/bin/sh
# SPDX-License-Identifier: MIT
# TRACE_FULL=wrap: the newest blocks are there whatever the length of the run and however it ends, in no more
# memory than asked for; what began before them has its name, and nothing is counted that is not there.
. "$1/common.sh"

cat > program.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define PLAIN __attribute__((noinline))
#define BARE __attribute__((noinline, no_instrument_function))
static long count;
static pthread_barrier_t all;
PLAIN static void work(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void last(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void mark(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void loop(void)
{
	for (long i = 0; i < count; i++)
		work();
	last();
}
BARE static void *body(void *unused)
{
	loop();
	pthread_barrier_wait(&all); /* no slot is taken over */
	return unused;
}
BARE static void run_threads(int threads)
{
	pthread_t ids[64];
	pthread_barrier_init(&all, 0, (unsigned)threads);
	for (int i = 0; i < threads; i++)
		pthread_create(&ids[i], 0, body, 0);
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], 0);
}
BARE static void run_until_killed(const char *path)
{
	volatile uint64_t *since = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(path, O_RDWR), 0);
	for (;;) {
		mark();
		since[1] = 0;
		for (int i = 0; i < 10000; i++) {
			work();
			since[1]++;
			since[0]++;
		}
	}
}
int main(int argc, char **argv)
{
	count = atol(argv[1]);
	if (argc > 2 && strcmp(argv[2], "fork") == 0) {
		work();
		pid_t child = fork();
		loop();
		if (child)
			waitpid(child, 0, 0);
	} else if (argc > 3) {
		run_until_killed(argv[3]);
	} else if (argc > 2) {
		run_threads(atoi(argv[2]));
	} else {
		loop();
	}
	return 3;
}
END
export TRACE_FULL=wrap TRACE_MAX_MB=1

value() {
  sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" report.json | head -n 1
}

# check FOLDER [FUNCTION]: nothing of it is unmatched, lost, unwound or damaged; no file but live.cst has events.
check() {
  "$CALLSIGHT" analyze "$1" --format json > report.json 2> notes || fail "$1: analyze: status $?: $(cat notes)"
  "$CALLSIGHT" dump "$1" > dumped 2> err || fail "$1: dump: status $?: $(cat err)"
  for key in unmatched unwound lost; do
    expect "$1: $key" "$(value $key)" 0
  done
  expect "$1: calls of ${2:-work} are those that begin in what is kept" "$(calls "${2:-work}" "$1")" \
    "$(grep -c " enter 0x[0-9a-f]* ${2:-work}" dumped)"
  ! ls "$1"/*/blocks-* 2>/dev/null || fail "$1: there are block files"
}

run() {
  folder=$1
  shift
  TRACE_ENABLE=1 TRACE_DIR=$folder ./program "$@" 2>err
  expect "$folder: status" $? 3
  expect "$folder: stderr" "$(cat err)" ""
}

for compiler in "$GCC" "$CLANG"; do
  rm -rf one short ahead scarce eight crowd forked
  build "$compiler" program -O2 program.c
  run one 3000000
  check one
  expect "size of live.cst" "$(cat one/*/live.cst | wc -c)" 1052672
  expect "blocks" "$(grep -c ' block thread=1 ' dumped)" 16
  grep -q ' open 0x[0-9a-f]* main before-window' dumped || fail "main is not named as older"
  grep -q ' open 0x[0-9a-f]* loop before-window' dumped || fail "loop is not named as older"
  expect "calls of main, which began before" "$(calls main one)" ""
  expect "calls of last" "$(calls last one)" 1
  [ "$(calls work one)" -gt 60000 ] || fail "only $(calls work one) calls are kept"
  grep -q 'TRACE_FULL=wrap kept the newest 16 blocks of [0-9]*; of all threads' notes ||
    fail "the report does not say what is kept: $(cat notes)"
  "$LIST_STACKS" one | grep -qx 'main;loop;work' ||
    fail "callers that are older than the window are not in the stacks"

  # Shorter than the memory: everything is there.
  run short 1000
  check short
  expect "calls of work" "$(calls work short)" 1000
  expect "calls of main" "$(calls main short)" 1
  ! grep -q TRACE_FULL notes || fail "something is said to be missing: $(cat notes)"

  # Room is taken ahead, but little of it, and where there is not so much, what there is.
  TRACE_MAX_MB=512 run ahead 1000
  check ahead
  size=$(cat ahead/*/live.cst | wc -c)
  [ $size -le 1052672 ] || fail "a short run has taken $size bytes"
  (ulimit -f 1200 && TRACE_MAX_MB=512 run scarce 3000000) || exit 1
  check scarce
  expect "ends where a file may have 600 KiB" "$(calls last scarce)" 1
  expect "blocks where a file may have 600 KiB" "$(grep -c ' block thread=1 ' dumped)" 9

  # Each thread has its end; more threads than windows have one each.
  run eight 300000 8
  check eight
  expect "ends of 8 threads" "$(calls last eight)" 8
  expect "size of live.cst" "$(cat eight/*/live.cst | wc -c)" 1052672
  run crowd 30000 40
  check crowd
  expect "ends of 40 threads" "$(calls last crowd)" 40
  # A thread that begins while others hold two for a moment takes one more.
  windows=$((($(cat crowd/*/live.cst | wc -c) - 4096) / 65536))
  [ $windows -ge 41 ] && [ $windows -le 60 ] || fail "41 threads have $windows windows"
  grep -q "not a window for each thread at the same time: there are $windows" notes ||
    fail "the report says: $(cat notes)"

  # A child's windows are its own.
  run forked 300000 fork
  check forked
  expect "processes" "$(ls -d forked/*/ | wc -l)" 2
  expect "ends of parent and child" "$(calls last forked)" 2
done

# After SIGKILL the newest calls are exactly those that the program counted.
build "$GCC" program -O2 program.c
i=0
while [ $i -lt 20 ]; do
  rm -rf killed
  "$KILL_LOOP" counted $i killed ./program 0 until counted > /dev/null || fail "the program could not be run"
  check killed
  found=$(awk '/ enter 0x[0-9a-f]* mark/ { n = 0 } / exit 0x[0-9a-f]* work/ { n++ } END { print n + 0 }' dumped)
  made=$(od -An -t u8 -j 8 -N 8 counted | tr -d ' ')
  # The kill may fall between a hook and the program's own count, which is 0 again after a mark.
  [ "$found" -eq "$made" ] || [ "$found" -eq $((made + 1)) ] || { [ "$found" -eq 0 ] && [ "$made" -eq 10000 ]; } ||
    fail "run $i: made $made calls since the last mark, read $found"
  i=$((i + 1))
done

# Handlers that interrupt hooks: their frames stand on those that they interrupted, or are gone with them.
build "$GCC" handlers -O1 "$source_folder/signals/handlers.c"
for case in return timers fork; do
  TRACE_ENABLE=1 TRACE_DIR=signals-$case ./handlers $case 2000 > made || fail "$case: status $?"
  check signals-$case step
  "$LIST_STACKS" signals-$case > stacks || fail "$case: list_stacks"
  allowed='^(main(;|$))?(round_of(;|$))?(step(;|$))?(handler(;|$)(in_handler(;|$)(deeper(;|$))?)?)*(in_child)?$'
  if grep -vE "$allowed" stacks; then
    fail "$case: these stacks cannot be"
  fi
  grep -q 'step;handler;in_handler;deeper' stacks || fail "$case: no handler on the function it interrupted"
done
