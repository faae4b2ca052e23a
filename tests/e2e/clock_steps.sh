#!/bin/sh
# SPDX-License-Identifier: MIT
# clock_steps.sh SOURCE-FOLDER WORK-FOLDER COMPILER: CLOCK_MONOTONIC of a running process steps for real, back
# and ahead, as in a time namespace that it enters. Every call is there and under its caller, no time is
# negative or absurd, and the report says that the clock stepped.
. "$1/common.sh"
with=$(compiler_for program.c "$3")

cat > program.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define BARE __attribute__((noinline, no_instrument_function))
#define PLAIN __attribute__((noinline))
#define NEW_TIME 0x80 /* CLONE_NEWTIME; older headers have none */
PLAIN static void step(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void twice(void) { step(); step(); }
PLAIN static void before(void)
{
	for (int i = 0; i < 10000; i++)
		twice();
}
PLAIN static void after(void)
{
	for (int i = 0; i < 10000; i++)
		twice();
}
/* From here on CLOCK_MONOTONIC is the machine's, a thousand and so many seconds: it cannot be set back below 0, and the
   machine may have been started just now. */
BARE static int move_clock(const char *seconds)
{
	char text[80];
	int fd;
	if (unshare(NEW_TIME) != 0)
		return 0;
	fd = open("/proc/self/timens_offsets", O_WRONLY);
	snprintf(text, sizeof(text), "monotonic %ld 0", 1000 + strtol(seconds, NULL, 10));
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		return 0;
	close(fd);
	fd = open("/proc/self/ns/time_for_children", O_RDONLY);
	if (fd < 0 || setns(fd, NEW_TIME) != 0)
		return 0;
	close(fd);
	return 1;
}
__attribute__((constructor)) BARE static void begin(void) { move_clock("0"); }
PLAIN static int across(const char *seconds)
{
	int has_moved;
	before();
	has_moved = move_clock(seconds);
	after();
	return has_moved;
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!across(argv[i]))
			return 77;
	}
	return 0;
}
END
build "$with" program -O1 program.c
./program 1
status=$?
if [ $status -eq 77 ]; then
  echo "SKIPPED: the clock of a process cannot be moved here"
  exit 77
fi
expect "status without tracing" $status 0
value() {
  sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" report.json | head -n 1
}
# Every duration in the report: none negative, none above $1. first_ns, last_ns and start_realtime_ns are moments.
check_times() {
  tr '{,' '\n\n' < report.json | tr -d '}]"' | awk -F: -v most="$1" '
    $1 == "first_ns" { first = $2; next }
    $1 == "last_ns" { if ($2 < first || $2 - first > most) { print "absurd: " first " to " $2; bad = 1 } next }
    $1 == "start_realtime_ns" { next }
    $1 ~ /_ns$/ && $2 != "null" { seen++; if ($2 < 0 || $2 > most) { print "absurd: " $0; bad = 1 } }
    END { exit bad || seen < 20 }'
}
# run NAME CLOCK MODE SECONDS...
run() {
  name=$1-$2-$3 clock=$2 mode=$3
  shift 3
  steps=$#
  TRACE_ENABLE=1 TRACE_CLOCK=$clock TRACE_MODE=$mode TRACE_DIR=$name ./program "$@" || fail "$name: status $?"
  "$CALLSIGHT" analyze "$name" --format json > report.json 2> notes || fail "$name: analyze: $(cat notes)"
  for pair in main:1 across:$steps before:$steps after:$steps twice:$((20000 * steps)) step:$((40000 * steps)); do
    expect "$name: calls of ${pair%%:*}" "$(calls "${pair%%:*}" "$name")" "${pair#*:}"
  done
  for key in unmatched unwound open lost; do
    expect "$name: $key" "$(value $key)" 0
  done
  if [ "$mode" = events ]; then
    "$LIST_STACKS" "$name" calls | LC_ALL=C sort > stacks
    expect "$name: stacks" "$(tr '\n' ' ' < stacks)" "main 1 main;across $steps main;across;after $steps \
main;across;after;twice $((10000 * steps)) main;across;after;twice;step $((20000 * steps)) main;across;before $steps \
main;across;before;twice $((10000 * steps)) main;across;before;twice;step $((20000 * steps)) "
  fi
  grep -q 'clock' notes || fail "$name: nothing says that the clock stepped: $(cat notes)"
  grep damaged notes && fail "$name: nothing of it is damaged"
  return 0
}
minute=60000000000
for mode in events summary; do
  # Back before the start of the process, and back to where it was; the clock of the trace itself.
  run back mono $mode -100
  check_times $minute || fail "back, $mode"
  run again mono $mode 1000 -100 -200
  check_times 2000000000000 || fail "again, $mode"
  # The trace's clock goes on; the other one leaves it.
  if [ "$(uname -m)" = x86_64 ]; then
    for moves in -100 1000 "1000 -100 -200"; do
      # Word splitting is meant.
      run "moved-$(echo "$moves" | tr ' ' '_')" tsc $mode $moves
      check_times $minute || fail "$moves, $mode"
    done
  fi
done
exit 0
