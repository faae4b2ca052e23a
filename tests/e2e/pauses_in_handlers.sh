#!/bin/sh
# SPDX-License-Identifier: MIT
# A handler that pauses and resumes its thread wherever it interrupts it, in hooks too: every hook is in the
# capture or counted by a marker, and nothing is unmatched or unwound.
. "$1/common.sh"

cat > program.c <<'END'
#define _GNU_SOURCE
#include <callsight/callsight.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define STEPS_MAX 10000 /* up to the next handler: what is recorded does not depend on timers */
static volatile unsigned long handled, made, resumes, since;
__attribute__((noinline)) static void in_handler(void) { __asm__ volatile("" ::: "memory"); }
BARE static void handler(int number)
{
	(void)number;
	since = 0;
	in_handler();
	if (handled++ % 2 == 0) {
		callsight_pause();
	} else {
		callsight_resume();
		resumes++;
	}
	in_handler();
}
__attribute__((noinline)) static void step(void)
{
	made++;
	for (since++; since >= STEPS_MAX;)
		continue;
}
__attribute__((noinline)) static void twice(void) { step(); step(); }
BARE int main(void)
{
	struct itimerval timer = { { 0, 100 }, { 0, 100 } }, none = { { 0, 0 }, { 0, 0 } };
	twice();
	signal(SIGALRM, handler);
	setitimer(ITIMER_REAL, &timer, NULL);
	while (handled < 1200)
		twice();
	setitimer(ITIMER_REAL, &none, NULL);
	callsight_resume();
	/* Hooks: of step, of twice, and of the handler. */
	printf("%lu %lu %lu\n", made * 3 + handled * 4, resumes + 1, handled);
	return 0;
}
END
value() {
  tr '{,' '\n\n' < report.json | sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" | head -n 1
}
for compiler in "$GCC" "$CLANG"; do
  for level in O0 O2; do
    for mode in events summary; do
      build "$compiler" program -$level program.c
      rm -rf traces
      TRACE_ENABLE=1 TRACE_MAX_MB=0 TRACE_MODE=$mode ./program > made || fail "$mode: status $?"
      read -r made resumes handled < made
      "$CALLSIGHT" analyze traces --format json > report.json 2> notes || { cat notes; fail "$mode: analyze: $?"; }
      recorded=$(value events) lost=$(value lost)
      hidden=$(tr '{' '\n' < report.json | sed -n 's/.*"resumed".*"argument":\([0-9]*\).*/\1/p')
      [ "$hidden" -gt 0 ] && [ "$recorded" -gt 0 ] || fail "$mode: $recorded recorded, $hidden hidden"
      # The exits of calls that were entered in a pause are not counted when they come after it: two at most are open.
      found=$((recorded + hidden + lost))
      [ $found -le "$made" ] && [ $found -ge $((made - 2 * resumes)) ] ||
        fail "$compiler $level $mode: $made hooks, $recorded recorded, $hidden hidden, $lost lost, $resumes resumes"
      # A handler pauses or resumes between its two calls: one of them at most is recorded, also where it interrupts a hook.
      found=$(calls in_handler traces)
      [ "$found" -gt 0 ] && [ "$found" -le "$handled" ] || fail "$mode: $found calls in $handled handlers"
      expect "$mode: unmatched" "$(value unmatched)" 0
      expect "$mode: unwound" "$(value unwound)" 0
      expect "$mode: open" "$(value open)" 0
      [ $mode = summary ] || expect "$mode: lost" "$lost" 0
    done
  done
done
exit 0
