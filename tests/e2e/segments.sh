#!/bin/sh
# SPDX-License-Identifier: MIT
# Block files are cut at TRACE_SEG_MB and hold together all that was recorded; a disk with less than
# TRACE_MIN_FREE_MB stops the capture with a marker, never the program; bad values are named once.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <pthread.h>
#include <stdlib.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline, no_instrument_function)) static void *body(void *count)
{
	for (long i = 0; i < *(long *)count; i++)
		step();
	return 0;
}
int main(int argc, char **argv)
{
	long count = atol(argv[1]);
	int threads = argc > 2 ? atoi(argv[2]) : 0;
	pthread_t ids[8];
	for (int i = 0; i < threads; i++)
		pthread_create(&ids[i], 0, body, &count);
	body(&count);
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], 0);
	return 7;
}
END
build "$compiler" program -O2 program.c

# run FOLDER COUNT [THREADS]
run() {
  folder=$1
  shift
  TRACE_ENABLE=1 TRACE_DIR=$folder ./program "$@" 2> err
  expect "$folder: status" $? 7
}

TRACE_SEG_MB=1 run cut 500000
expect "stderr" "$(cat err)" ""
expect "calls in segments" "$(calls step cut)" 500000
[ "$(ls cut/*/blocks-0.*.cst | wc -l)" -ge 8 ] || fail "8 MB are in few files: $(ls cut/*)"
[ -z "$(find cut -name 'blocks-*' -size +1048576c)" ] || fail "larger than TRACE_SEG_MB: $(ls -l cut/*)"
TRACE_SEG_MB=1 run threads 200000 6
expect "calls of 7 threads in segments" "$(calls step threads)" 1400000
(ulimit -n 40; TRACE_SEG_MB=1 run few 400000 3)
expect "calls in segments with few descriptors" "$(calls step few)" 1600000
(ulimit -n 64; exec "$CALLSIGHT" analyze cut --format json > report.json 2> err) || fail "analyze: $(cat err)"
TRACE_SEG_MB=0 run whole 500000
expect "files that are not divided" "$(ls whole/*/blocks-*.1.cst 2>/dev/null | wc -l)" 0
expect "calls in files that are not divided" "$(calls step whole)" 500000

TRACE_SEG_MB=x TRACE_MIN_FREE_MB=-1 TRACE_FULL=round TRACE_MAX_MB=1x run bad 1000
expect "lines about four bad values" "$(sed "s/' is not .*//" err | sort | tr '\n' ' ')" \
  "callsight: TRACE_FULL='round callsight: TRACE_MAX_MB='1x callsight: TRACE_MIN_FREE_MB='-1 callsight: TRACE_SEG_MB='x "
expect "calls with bad values" "$(calls step bad)" 1000
TRACE_FULL=wrap TRACE_MAX_MB=0 run endless 1000
expect "memory without end" "$(cat err)" \
  "callsight: TRACE_MAX_MB='0' is not a number from 1 to 16384, as TRACE_FULL=wrap needs; using the default"
expect "calls with a limit by default" "$(calls step endless)" 1000

mount_small small 72m 'from here on'
TRACE_SEG_MB=1 run small/stopped 2000000
"$CALLSIGHT" analyze small/stopped --format json > report.json 2> said
analyze_status=$?
left=$(df -k small | awk 'END { print $4 }')
said_line=$(cat err)
# What wraps around keeps what fits. There are 64 MiB and a little: some windows, not 16 MiB of them.
rm -rf small/stopped
TRACE_FULL=wrap TRACE_MAX_MB=16 run small/wrap 2000000
wrap_said=$(cat err)
"$CALLSIGHT" analyze small/wrap --format json > wrap.json 2> wrap_notes
wrap_status=$?
left_by_wrap=$(df -k small | awk 'END { print $4 }')
# Hardly anything from the beginning on.
dd if=/dev/zero of=small/filler bs=1M count=10 2>/dev/null
run small/never 1000
never=$(cat err)
umount small
expect "status of the report" $analyze_status 0
expect "stderr" "$said_line" ""
grep -q 'less than TRACE_MIN_FREE_MB is free' said || fail "the report does not say why it stopped: $(cat said)"
grep -q '"kind": *"min-free"' report.json || fail "no marker: $(cat report.json)"
[ "$left" -ge $((62 * 1024)) ] || fail "$left KiB are left"
expect "wrap: stderr" "$wrap_said" ""
expect "wrap: status of the report" $wrap_status 0
grep -q 'kept the newest' wrap_notes || fail "wrap: $(cat wrap_notes)"
[ "$left_by_wrap" -ge $((63 * 1024)) ] || fail "wrap leaves $left_by_wrap KiB"
expect "a line at the start" "$never" \
  "callsight: less than TRACE_MIN_FREE_MB is free in small/never; the program runs on untraced"
