#!/bin/sh
# SPDX-License-Identifier: MIT
# A handler that interrupts hooks with TRACE_MODE=count and summary, and one that jumps out of them: count
# mode counts every call, summary mode counts every call or says that it is lost.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

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
build "$compiler" program -O1 program.c
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
    self=$(self_times report.json)
    root=$(tr '{,' '\n\n' < report.json | sed -n 's/"root_ns":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { printf "%d", n }')
    [ $how = jump ] || expect "$mode: self times" "$self" "$root"
    open=$(value open)
    [ "${open:-0}" -le 1 ] || fail "$mode, $how: $open open calls"
  done
done

# A signal that jumps out of a hook on the alternate stack: the thread records again, also where that stack
# lies above its own.
cat > above.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#define HALF 262144
#define BARE __attribute__((no_instrument_function, noinline))
static sigjmp_buf target;
static char *memory;
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void after(void) { __asm__ volatile("" ::: "memory"); }
BARE static void work(int number)
{
	(void)number;
	for (volatile long i = 0;;) { /* less than TRACE_MAX_MB, however late the signal is */
		if (i < 200000) {
			i++;
			step();
		}
	}
}
BARE static void jump(int number)
{
	(void)number;
	siglongjmp(target, 1);
}
BARE static void handle(int number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	sigaction(number, &action, NULL);
}
BARE static void *body(void *unused)
{
	struct itimerval soon = { { 0, 0 }, { 0, 300 } };
	stack_t stack = { .ss_sp = memory + HALF, .ss_size = HALF };
	sigset_t alarm;
	sigaltstack(&stack, NULL);
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
	for (volatile int i = 0; i < 50; i++) {
		if (sigsetjmp(target, 1) == 0) {
			setitimer(ITIMER_REAL, &soon, NULL);
			pthread_kill(pthread_self(), SIGUSR1);
		}
		for (int k = 0; k < 100; k++)
			after();
	}
	return unused;
}
int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t alarm;
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm, NULL);
	handle(SIGUSR1, work);
	handle(SIGALRM, jump);
	memory = mmap(0, 2 * HALF, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, memory, HALF);
	if (pthread_create(&thread, &attributes, body, NULL) != 0)
		return 9;
	pthread_join(thread, NULL);
	return 0;
}
END
build "$compiler" above -O1 above.c
for mode in events summary count; do
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=above-$mode ./above || fail "$mode: status $?"
  expect "$mode: calls after a jump out of the alternate stack" "$(calls after above-$mode)" 5000
done

# A running process is read without complaint, and grows.
cat > running.c <<'END'
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void twice(void) { step(); step(); }
int main(void)
{
	for (;;)
		twice();
}
END
build "$compiler" running -O2 running.c
process=
finally '[ -z "$process" ] || kill -9 $process'
# has_grown: the number of calls has.
has_grown() {
  "$CALLSIGHT" analyze running-$mode --format json > report.json 2> notes ||
    fail "$mode: analyze of a running process: $?: $(cat notes)"
  found=$(calls twice running-$mode)
  [ "${found:-0}" -ge $before ] || fail "$mode: $found after $before"
  [ "${found:-0}" -gt $before ]
}
# Not before its first call: what it writes of itself is there then.
is_recording() {
  "$CALLSIGHT" ctl $process status 2>&1 | grep -q 'events  *[1-9]'
}
for mode in summary count; do
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=running-$mode ./running &
  process=$!
  wait_until "$mode: the process records" is_recording
  before=0
  for round in 1 2 3 4 5 6 7 8 9 10; do
    wait_until "$mode: more calls than $before" has_grown
    before=$found
  done
  kill -9 $process
  wait $process 2> /dev/null
  process=
done
exit 0
