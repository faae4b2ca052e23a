#!/bin/sh
# SPDX-License-Identifier: MIT
# A handler that interrupts hooks with TRACE_MODE=count and summary, and one that jumps out of them: count
# mode counts every call, summary mode counts every call or says that it is lost.
. "$1/common.sh"

cat > program.c <<'END'
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#define BARE __attribute__((no_instrument_function, noinline))
static sigjmp_buf target;
static volatile unsigned long handled, made;
static volatile sig_atomic_t may_jump, jumps;
static void in_handler(void) { handled++; }
static void handler(int number)
{
	(void)number;
	in_handler();
	if (jumps && may_jump)
		siglongjmp(target, 1);
}
static void step(void) { made++; }
static void round_of(int n) { for (int i = 0; i < n; i++) step(); }
BARE static void rounds(void)
{
	while (handled < 1500) {
		if (sigsetjmp(target, 1) == 0) {
			may_jump = 1;
			round_of(50);
		}
		may_jump = 0;
	}
}
int main(int argc, char **argv)
{
	struct itimerval timer = { { 0, 150 }, { 0, 150 } }, none = { { 0, 0 }, { 0, 0 } };
	jumps = argc > 1 && strcmp(argv[1], "jump") == 0;
	signal(SIGALRM, handler);
	setitimer(ITIMER_REAL, &timer, NULL);
	rounds();
	setitimer(ITIMER_REAL, &none, NULL);
	printf("%lu %lu\n", handled, made);
	return 0;
}
END
build "$GCC" program -O1 program.c
value() {
  sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" report.json | head -n 1
}
for mode in count summary; do
  for how in return jump; do
    rm -rf traces
    TRACE_ENABLE=1 TRACE_MODE=$mode ./program $how > made || fail "$mode, $how: status $?"
    read -r handled made < made
    "$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "$mode, $how: analyze: $?"
    lost=$(value lost) found=$(calls in_handler traces) steps=$(calls step traces)
    if [ $mode = count ]; then
      expect "count, $how: lost" "$lost" 0
      expect "count, $how: calls of in_handler" "$found" "$handled"
    else
      # handler and in_handler are lost together: two enters and two exits, or three where one jumps.
      missing=$(((handled - found) * 3))
      [ "$found" -le "$handled" ] && [ "$lost" -ge $missing ] || [ "$how" = return ] ||
        fail "summary, jump: $handled handled, $found found, $lost lost"
      [ "$how" = jump ] || expect "summary: lost hooks of the handler" "$lost" $(((handled - found) * 4))
    fi
    # A jump can fall between a step's enter hook and its count.
    [ "$steps" -ge "$made" ] && [ "$steps" -le $((made + handled)) ] ||
      fail "$mode, $how: made $made steps, found $steps"
    [ $how = jump ] || expect "$mode: calls of step" "$steps" "$made"
    self=$(tr '{,' '\n\n' < report.json | sed -n 's/"self_ns":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { printf "%d", n }')
    root=$(tr '{,' '\n\n' < report.json | sed -n 's/"root_ns":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { printf "%d", n }')
    [ $how = jump ] || expect "$mode: self times" "$self" "$root"
    open=$(value open)
    [ "${open:-0}" -le 1 ] || fail "$mode, $how: $open open calls"
  done
done

# A running process is read without complaint, and grows.
cat > running.c <<'END'
#include <unistd.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void twice(void) { step(); step(); }
int main(void)
{
	for (unsigned long i = 0; getppid() != 1; i++)
		twice();
	return 0;
}
END
build "$GCC" running -O2 running.c
for mode in summary count; do
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=running-$mode ./running &
  process=$!
  i=0
  while [ $i -lt 100 ] && [ -z "$(ls running-$mode/*/summary.cst 2>/dev/null)" ]; do
    sleep 0.1
    i=$((i + 1))
  done
  before=0
  i=0
  while [ $i -lt 20 ]; do
    "$CALLSIGHT" analyze running-$mode --format json > report.json 2> notes ||
      { cat notes; kill -9 $process; fail "$mode: analyze of a running process: $?"; }
    found=$(calls twice running-$mode)
    [ "${found:-0}" -ge $before ] || { kill -9 $process; fail "$mode: $found after $before"; }
    before=${found:-0}
    i=$((i + 1))
  done
  kill -9 $process
  wait $process 2>/dev/null
  [ "$before" -gt 0 ] || fail "$mode: nothing read"
done
exit 0
