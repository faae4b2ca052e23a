#!/bin/sh
# SPDX-License-Identifier: MIT
# fibers_without_room.sh SOURCE-FOLDER WORK-FOLDER: more stacks than there is address space to record: those that are
# recorded are exact, nothing of the others is taken for theirs, and the capture says how many were lost.
. "$1/common.sh"
[ "$(uname -m)" = x86_64 ] || { echo "own_switch.h is for x86-64" >&2; exit 77; }

cat > program.c <<'END'
#include <callsight/callsight.h>
#include <stdio.h>
#include <stdlib.h>
#include "own_switch.h"
#define FIBERS 300
#define BYTES  ((size_t)16 * 1024)
#define BARE   __attribute__((no_instrument_function, noinline))
static struct { char *stack; void *at; } fibers[FIBERS];
static void *scheduler;
static int running;
BARE static void leave(void)
{
	callsight_fiber_switch(NULL, 0);
	own_switch(&fibers[running].at, scheduler);
}
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void body(void)
{
	for (int i = 0; i < 4; i++) {
		CALLSIGHT_SCOPE("piece");
		step();
		leave();
	}
}
BARE static void start(void)
{
	body();
	leave();
}
__attribute__((noinline)) static void resume(int number)
{
	running = number;
	callsight_fiber_switch(fibers[number].stack, BYTES);
	own_switch(&scheduler, fibers[number].at);
}
int main(void)
{
	for (int i = 0; i < FIBERS; i++) {
		fibers[i].stack = malloc(BYTES);
		fibers[i].at = own_switch_prepare(fibers[i].stack, BYTES, start);
	}
	for (int round = 0; round < 5; round++) {
		for (int i = 0; i < FIBERS; i++)
			resume(i);
	}
	for (int i = 0; i < FIBERS; i++)
		callsight_fiber_end(fibers[i].stack);
	puts("done");
	return 0;
}
END
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O2 -I"$source_folder/programs" program.c
  rm -rf traces
  (ulimit -v 400000 && TRACE_ENABLE=1 TRACE_DIR=traces ./program) > output || fail "status $?"
  expect "output" "$(cat output)" "done"
  "$CALLSIGHT" analyze traces --format json >report.json 2>notes || fail "analyze: $?"
  grep -q '"unmatched":0,"unwound":0,"open":0,"lost":0' report.json || fail "$(sed -n 2p report.json)"
  recorded=$(calls body traces)
  [ "$recorded" -gt 10 ] && [ "$recorded" -lt 300 ] || fail "$recorded stacks are recorded"
  expect "resume" "$(calls resume traces)" 1500
  expect "step" "$(calls step traces)" $((4 * recorded))
  expect "piece" "$(calls piece traces)" $((4 * recorded))
  lost=$(od -An -tu4 -j20 -N4 traces/*/live.cst | tr -d ' ')
  expect "stacks that are recorded or lost" $((recorded + lost)) 300
  grep -q "could not be recorded: $lost" notes || fail "the report does not say that $lost threads are lost: $(cat notes)"
done
exit 0
