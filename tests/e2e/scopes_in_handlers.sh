#!/bin/sh
# SPDX-License-Identifier: MIT
# scopes_in_handlers.sh SOURCE-FOLDER WORK-FOLDER: a handler with a scope and a value interrupts scopes, moments and hooks
# wherever they are: what was made is what is read, and nothing else.
. "$1/common.sh"

cat > program.c <<'END'
#include <callsight/callsight.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define STEPS_MAX 1000 /* up to the next handler: what is recorded does not depend on timers */
static volatile unsigned long made, handled, since;
BARE static void handler(int number)
{
	CALLSIGHT_SCOPE("handles");
	since = 0;
	callsight_value("signal", number);
	handled++;
}
__attribute__((noinline)) static void leaf(void) { __asm__ volatile("" ::: "memory"); }
BARE static void step(void)
{
	CALLSIGHT_SCOPE("steps");
	leaf();
	{
		CALLSIGHT_SCOPE("within");
		callsight_mark("middle");
		leaf();
	}
	callsight_frame("step");
	made++;
	for (since++; since >= STEPS_MAX;)
		continue;
}
BARE int main(void)
{
	struct itimerval timer = { { 0, 50 }, { 0, 50 } }, none = { { 0, 0 }, { 0, 0 } };
	signal(SIGALRM, handler);
	setitimer(ITIMER_REAL, &timer, NULL);
	while (handled < 3000)
		step();
	setitimer(ITIMER_REAL, &none, NULL);
	printf("%lu %lu\n", made, handled);
	return 0;
}
END
# count KEY NAME: of the report, in the object that is called NAME.
count() {
  tr '{' '\n' <report.json | sed -n "s/^\"\(function\|name\)\":\"$2\".*\"$1\":\([0-9]*\).*/\2/p"
}

for compiler in "$GCC" "$CLANG"; do
  for level in O0 O2; do
    build "$compiler" program -$level program.c
    for mode in events count; do
      rm -rf traces
      TRACE_ENABLE=1 TRACE_MAX_MB=0 TRACE_MODE=$mode TRACE_DIR=traces ./program >made || fail "status $?"
      read -r made handled <made
      "$CALLSIGHT" analyze traces --format json >report.json 2>notes || fail "analyze: $(cat notes)"
      expect "$mode: steps" "$(count calls steps)" "$made"
      expect "$mode: within" "$(count calls within)" "$made"
      expect "$mode: leaf" "$(count calls leaf)" $((2 * made))
      expect "$mode: handles" "$(count calls handles)" "$handled"
      [ $mode = events ] || continue
      expect "marks" "$(count count middle)" "$made"
      expect "frames" "$(count count step)" "$made"
      expect "values" "$(count count signal)" "$handled"
      grep -q '"unmatched":0,"unwound":0,"open":0,"lost":0' report.json || fail "$(sed -n 2p report.json)"
    done
  done
done
exit 0
