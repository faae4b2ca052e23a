#!/bin/sh
# SPDX-License-Identifier: MIT
# TRACE_MAX_MB with TRACE_MODE=summary and count: the file never grows beyond it, whatever the program calls;
# calls stay exact, and what has no room is said. A slot keeps its table over successive threads.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

# 1500 functions of 300 durations each: more rows and octaves than 1 MiB holds.
awk 'BEGIN {
  for (i = 0; i < 1500; i++)
    printf "__attribute__((noinline)) void f%d(int n) { for (volatile int i = 0; i < n; i++) ; }\n", i
  print "typedef void fn(int); fn *const all[] = {"
  for (i = 0; i < 1500; i++) printf "f%d,\n", i
  print "};"
}' > many.c
cat > main.c <<'END'
typedef void fn(int);
extern fn *const all[1500];
int main(void)
{
	for (int n = 1; n <= 4096; n *= 4)
		for (int i = 0; i < 1500; i++)
			all[i](n);
	return 0;
}
END
build "$compiler" program -O0 many.c main.c
for mode in summary count; do
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_MAX_MB=1 TRACE_DIR=$mode ./program 2>err || fail "$mode: status $?"
  [ ! -s err ] || fail "$mode says: $(cat err)"
  size=$(cat $mode/*/summary.cst | wc -c)
  [ "$size" -le 1048576 ] || fail "$mode: summary.cst has $size bytes"
  "$CALLSIGHT" analyze $mode --format json > report.json 2> notes || fail "$mode: analyze: $?"
  expect "$mode: calls" "$(sed -n 's/.*"events":[0-9]*,"calls":\([0-9]*\).*/\1/p' report.json)" 10501
  expect "$mode: calls of main" "$(calls main $mode)" 1
done
expect "rows in 1 MiB of counts" "$(calls f1499 count)" 7
grep -q "TRACE_MAX_MB is used up" notes && fail "count mode has room for 1501 rows"
"$CALLSIGHT" analyze summary --format json > report.json 2> notes
grep -q "TRACE_MAX_MB is used up" notes || fail "nothing says that TRACE_MAX_MB is used up: $(cat notes)"
grep -q '"p50_ns":null' report.json || fail "percentiles are there without histograms"
grep -q 'calls of functions for which there was no room' notes || fail "rows are missing in silence"
grep -q 'functions beyond TRACE_MAX_MB' report.json || fail "functions without a row have no row"
self=$(self_times report.json)
root=$(tr '{,' '\n\n' < report.json | sed -n 's/"root_ns":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { printf "%d", n }')
expect "self times with functions that have no row" "$self" "$root"

# Many threads, few at a time: as many tables as threads at a time.
cat > threads.c <<'END'
#include <pthread.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
static void *body(void *argument) { step(); return argument; }
int main(void)
{
	for (int i = 0; i < 500; i++) {
		pthread_t threads[4];
		for (int j = 0; j < 4; j++)
			pthread_create(&threads[j], 0, body, 0);
		for (int j = 0; j < 4; j++)
			pthread_join(threads[j], 0);
	}
	return 0;
}
END
build "$compiler" threads -O2 threads.c
for mode in summary count; do
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=threads-$mode ./threads || fail "$mode: status $?"
  expect "$mode: calls in 2000 threads" "$(calls step threads-$mode)" 2000
  "$CALLSIGHT" analyze threads-$mode --format json > report.json
  expect "$mode: threads" "$(sed -n 's/.*"threads":\([0-9]*\),"unmatched.*/\1/p' report.json)" 2001
  size=$(cat threads-$mode/*/summary.cst | wc -c)
  [ "$size" -le $((4096 + 12 * 65536)) ] || fail "$mode: $size bytes for 5 threads at a time"
done

# A file that is not there cannot grow; what is mapped goes on.
mount_small small 120k 'from here on'
TRACE_ENABLE=1 TRACE_MODE=summary TRACE_DIR=small ./program 2>err
status=$?
found=$("$CALLSIGHT" analyze small --format json 2> notes |
  sed -n 's/.*"events":[0-9]*,"calls":\([0-9]*\).*/\1/p')
umount small
expect "status with a full disk" $status 0
expect "calls with a full disk" "$found" 10501
grep -q "could not grow (No space left on device)" notes || fail "full disk: $(cat notes)"
