#!/bin/sh
# SPDX-License-Identifier: MIT
# callsight ctl: a running process is paused, resumed, looked at and copied, in every mode and at moments at which
# none of its threads runs; its children too; and what is said where that cannot be.
. "$1/common.sh"
compiler=$(compiler_for daemon.c "$3")

cat > daemon.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <callsight/callsight.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define CALL __attribute__((noinline)) static void
CALL step(void) { __asm__ volatile("" ::: "memory"); }
CALL twice(void) { step(); step(); }
static volatile int arrived;
CALL waiting(void) { __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST); pause(); }
CALL body(void) { step(); waiting(); }
BARE static void *thread(void *unused) { body(); return unused; }
BARE static void serve(const char *in, const char *out)
{
	char line[64];
	FILE *requests = fopen(in, "r"), *answers = fopen(out, "w");
	if (!requests || !answers)
		exit(9);
	while (fgets(line, sizeof(line), requests)) {
		pthread_t id;
		/* atoi() is an inline function with hooks for some compilers. */
		long count = strncmp(line, "work", 4) == 0 ? strtol(line + 5, NULL, 10) : 0;
		for (long i = 0; i < count; i++)
			twice();
		if (strncmp(line, "mark", 4) == 0)
			callsight_mark("asked");
		if (strncmp(line, "fork", 4) == 0 && fork() == 0) {
			serve("in2", "out2");
			exit(0);
		}
		if (strncmp(line, "threads", 7) == 0) {
			for (int i = 0; i < 3; i++)
				pthread_create(&id, NULL, thread, NULL);
			while (arrived < 3)
				usleep(1000);
		}
		fprintf(answers, "done\n");
		fflush(answers);
	}
}
int main(void)
{
	serve("in", "out");
	_exit(0);
}
END
build "$compiler" daemon -O1 daemon.c
mkfifo in out in2 out2
daemon='' child='' other=''
finally 'for left in $daemon $child $other; do kill -9 $left; done'

# start VAR=VALUE...: a daemon; its number in $daemon.
start() {
  env TRACE_ENABLE=1 TRACE_MIN_FREE_MB=0 "$@" ./daemon &
  daemon=$!
  exec 5>in 6<out
}
# ask WORD...: has it done.
ask() {
  echo "$*" >&5
  read -r answer <&6 || fail "the daemon has gone"
}
end() {
  exec 5>&- 6<&-
  wait "$daemon"
  end_status=$? daemon=
  expect "status of the daemon" $end_status 0
}
# ctl WORD...: of the daemon; its standard output in ctl.out, its words in ctl.err.
ctl() {
  "$CALLSIGHT" ctl $daemon "$@" >ctl.out 2>ctl.err || fail "ctl $*: status $?: $(cat ctl.err)"
}
refused() {
  wanted=$1
  shift
  "$CALLSIGHT" ctl "$@" >ctl.out 2>ctl.err
  expect "ctl $*: status" $? "$wanted"
}
said() {
  grep -q "$1" ctl.err || { cat ctl.err; fail "ctl does not say: $1"; }
}
value() {
  tr '{,}' '\n\n\n' < ctl.out | sed -n "s/^\"$1\":\"*\([^\"]*\)\"*$/\1/p" | head -n 1
}

for mode in events summary count; do
  start TRACE_MODE=$mode TRACE_DIR=$mode
  ask work 1000
  ctl status --format json
  expect "$mode: mode" "$(value mode)" $mode
  expect "$mode: state" "$(value state)" recording
  per_call=2 open=1
  [ $mode = count ] && per_call=1
  expect "$mode: events" "$(value events)" $((3000 * per_call + open))
  expect "$mode: threads" "$(value threads)" 1
  expect "$mode: markers" "$(value markers)" 0
  ctl pause
  [ ! -s ctl.err ] || fail "$mode: $(cat ctl.err)"
  ask work 500
  expect "$mode: calls while paused" "$(calls step $mode)" 2000
  ctl status --format json
  expect "$mode: state" "$(value state)" paused
  expect "$mode: events while paused" "$(value events)" $((3000 * per_call + open))
  expect "$mode: markers" "$(value markers)" 1
  ctl pause
  said "was paused already"
  ctl resume
  ask work 100
  expect "$mode: calls after the resume" "$(calls step $mode)" 2200
  ctl resume
  said "was recording already"
  # Marks of events mode: none in a pause, and the first one after it, without a hook in between.
  marks=0
  [ $mode = events ] && marks=2
  ask mark
  ctl pause
  ask mark
  ask work 1
  ctl resume
  ask mark
  expect "$mode: marks" "$("$CALLSIGHT" dump $mode 2>/dev/null | grep -c ' mark 0x.* asked$')" $marks
  # All threads are blocked: the main thread reads, three others wait for a signal.
  ask threads
  ctl snapshot
  first=$(cat ctl.out)
  [ -d "$first" ] || fail "$mode: no snapshot: $first"
  ask work 100
  ctl snapshot
  expect "$mode: second snapshot" "$(cat ctl.out)" "${first%1}2"
  expect "$mode: calls in the first snapshot" "$(calls step "$first")" 2203
  expect "$mode: threads that wait, in the first snapshot" "$(calls waiting "$first")" 3
  expect "$mode: calls in the second snapshot" "$(calls step "${first%1}2")" 2403
  expect "$mode: calls of the run" "$(calls step $mode)" 2403
  "$CALLSIGHT" analyze $mode >notes 2>&1 || fail "$mode: analyze: $?"
  grep -q "snapshot $mode/.*/snapshot-1: ctl" notes && grep -q "snapshot $mode/.*/snapshot-2: ctl" notes ||
    { cat notes; fail "$mode: the run does not list its snapshots"; }
  "$CALLSIGHT" analyze "$first" --format json >report 2>notes || { cat notes; fail "$mode: snapshot: $?"; }
  "$CALLSIGHT" info "$first" | grep -q "snapshot of a process that went on" || fail "$mode: info of the snapshot"
  grep -q "snapshot 1 of process $daemon, which went on" notes || { cat notes; fail "$mode: no word of the snapshot"; }
  # main, and body and waiting in three threads.
  [ $mode = count ] || grep -q '"open":7,' report || { cat report; fail "$mode: open frames of the snapshot"; }
  ctl status
  grep -q "snapshots  2, skipped 0" ctl.out || { cat ctl.out; fail "$mode: status as text"; }
  end
done

# A child goes on as its parent was: paused. Without a hook it has no capture to ask for anything.
for mode in events summary count; do
  start TRACE_MODE=$mode TRACE_DIR=forks-$mode
  ask work 10
  ctl pause
  ask fork
  child=$(cat /proc/$daemon/task/$daemon/children)
  child=${child% }
  refused 3 "$child" resume
  said "has called no function with a hook since it was forked by process $daemon"
  exec 7>in2 8<out2
  echo work 10 >&7 && read -r answer <&8
  refused 0 "$child" status
  grep -q "paused" ctl.out || { cat ctl.out; fail "$mode: the child is not paused"; }
  refused 0 "$child" resume
  echo work 10 >&7 && read -r answer <&8
  exec 7>&- 8<&-
  ask work 10
  end
  child=
  expect "$mode: calls of parent and child" "$(calls step forks-$mode)" 40
done

# The ring: its windows are all that there is.
start TRACE_DIR=wrap TRACE_FULL=wrap TRACE_MAX_MB=1
ask work 100000
ctl snapshot
"$CALLSIGHT" analyze "$(cat ctl.out)" --format json >report 2>notes || { cat notes; fail "snapshot of a ring: $?"; }
grep -q "TRACE_FULL=wrap kept the newest" notes || { cat notes; fail "the snapshot of a ring says nothing of it"; }
grep -q '"unmatched":0,.*"lost":0' report || fail "the snapshot of a ring: $(head -n 3 report)"
mkdir "$(dirname "$(cat ctl.out)")/snapshot-7.part"
"$CALLSIGHT" analyze wrap >notes 2>&1
grep -q "snapshot-7.part is not finished" notes || { cat notes; fail "half a snapshot is not said"; }
end

# Threads at full speed, paused, copied and resumed in between: every hook is recorded or counted, and no copy is torn.
# How many calls they make at that speed is asked for, so that nothing fills up on a machine that is faster than the
# command: each byte of their input is a burst, after which a thread makes a call a millisecond.
cat > busy.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
static volatile int stop;
static volatile unsigned long allowed;
static useconds_t rest; /* every 500 calls of a burst */
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void twice(void) { step(); step(); }
BARE static void *body(void *made)
{
	volatile unsigned long *count = made;
	while (!stop) {
		twice();
		if (++*count >= allowed)
			usleep(1000);
		else if (*count % 500 == 0)
			usleep(rest);
	}
	return made;
}
BARE int main(int argc, char **argv)
{
	unsigned long(*made)[16];
	unsigned long burst = strtoul(argv[1], NULL, 10);
	pthread_t ids[3];
	char byte;
	int fd = open("made", O_RDWR);
	(void)argc;
	rest = (useconds_t)strtoul(argv[2], NULL, 10);
	made = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&ids[i], NULL, body, made[i]);
	while (read(0, &byte, 1) == 1)
		allowed += burst;
	stop = 1;
	for (int i = 0; i < 3; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
END
build "$compiler" busy -O2 busy.c
# made: calls that each of the threads has made.
made() {
  od -An -v -t u8 -w128 -N 384 made | awk '{ printf "%s ", $1 }'
}
# are_made CALLS BEFORE: each thread has made so many since it had made as many as BEFORE says.
are_made() {
  made | awk -v calls="$1" -v before="$2" '{
    split(before, old)
    for (i = 1; i <= 3; i++)
      if ($i < old[i] + calls) late = 1
  } END { exit late }'
}
# burst CALLS: each thread makes a burst of calls; when this returns so many.
burst() {
  before_burst=$(made)
  echo >&5
  wait_until "each thread makes $1 calls" are_made "$1" "$before_burst"
}
# How much is recorded in a burst is less than half of the ring, so that every copy of it can be made.
for variant in "events stop 4000 40000 10000" "events wrap 32 100000 50" "summary stop 4000 40000 10000"; do
  set -- $variant
  mode=$1 full=$2 variant="$1 $2"
  head -c 4096 /dev/zero > made
  TRACE_ENABLE=1 TRACE_MIN_FREE_MB=0 TRACE_MAX_MB=$3 TRACE_MODE=$mode TRACE_FULL=$full TRACE_DIR=busy-$mode-$full \
    ./busy "$4" "$5" <in &
  daemon=$!
  exec 5>in
  for i in 1 2 3; do
    burst "$4"
  done
  for i in 1 2; do
    burst 1
    ctl pause
    # A thread has noticed it after 1024 words.
    burst 1024
    ctl status --format json
    before=$(value events)
    [ $full = wrap ] || expect "$variant: markers while paused" "$(value markers)" $((3 * (2 * i - 1)))
    burst 1024
    ctl status --format json
    expect "$variant: events while paused" "$(value events)" "$before"
    ctl resume
    burst 1024
    ctl status --format json
    [ $full = wrap ] || expect "$variant: markers after the resume" "$(value markers)" $((6 * i))
    burst 1
    ctl snapshot
    "$CALLSIGHT" analyze "$(cat ctl.out)" --format json >report 2>notes || { cat notes; fail "$variant: snapshot: $?"; }
    grep -q '"unmatched":0,"unwound":0,.*"lost":0' report || fail "$variant: snapshot: $(head -n 3 report)"
  done
  exec 5>&-
  wait $daemon
  end_status=$? daemon=
  expect "$variant: status of the program" $end_status 0
  "$CALLSIGHT" analyze busy-$mode-$full --format json >ctl.out 2>notes || { cat notes; fail "$variant: analyze: $?"; }
  expect "$variant: unmatched" "$(value unmatched)" 0
  [ $full = wrap ] && continue
  hidden=$(tr '{' '\n' < ctl.out | sed -n 's/.*"resumed".*"argument":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n }')
  found=$(($(value events) + hidden)) hooks=$(made | awk '{ print 6 * ($1 + $2 + $3) }')
  # Exits of calls made in a pause that come after it are not counted: two at most are open in each thread.
  [ $found -le "$hooks" ] && [ $found -ge $((hooks - 18)) ] || fail "$variant: $hooks made, $found found, $hidden hidden"
done

# What cannot be.
refused 2
refused 2 "x" pause
refused 2 1 dance
refused 3 4194305 status # larger than every number that a process can have
said "no process 4194305"
sleep 1000 &
other=$!
is_sleep() {
  [ "$(cat /proc/$other/comm)" = sleep ]
}
wait_until "another program runs" is_sleep
refused 3 $other pause
said "is not traced: .* has no hooks"
start TRACE_ENABLE=0
ask work 10
refused 3 "$daemon" pause
said "was not started with TRACE_ENABLE=1"
end
start TRACE_DIR=stopped TRACE_MAX=100
ask work 1000
refused 1 "$daemon" pause
said "does not record any more: TRACE_MAX reached"
ctl status
grep -q "process $daemon: stopped" ctl.out || { cat ctl.out; fail "the status of a stopped process"; }
end
start TRACE_DIR=removed
ask work 10
rm -rf removed
refused 3 "$daemon" status
said "its capture was removed"
ask work 10
end

if [ "$(id -u)" != 0 ]; then
  echo "SKIPPED from here on: another user is asked for by root"
  exit 77
fi
start TRACE_DIR=users
ask work 10
setpriv --reuid 65534 --clear-groups "$CALLSIGHT" ctl "$daemon" pause >ctl.out 2>ctl.err
status=$?
end
# The command may lie where nobody else can read it.
if [ $status = 126 ]; then
  echo "SKIPPED: ctl of another user: $(cat ctl.err)"
else
  expect "ctl of another user: status" $status 3
  said "belongs to root"
fi
mount_small small 1500k "a full disk"
finally 'umount "$work_folder/small" 2>/dev/null'
start TRACE_DIR=small/traces TRACE_FULL=wrap TRACE_MAX_MB=1
ask work 100000
refused 3 "$daemon" snapshot
said "No space left on device"
left=$(ls -d small/traces/*/snapshot-* 2>/dev/null)
ask work 10
end
umount small
expect "full disk: what is left of the snapshot" "$left" ""
[ $status != 126 ] || exit 77
exit 0
