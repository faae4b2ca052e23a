#!/bin/sh
# SPDX-License-Identifier: MIT
# callsight analyze --follow: what a running process did is in the next report, whatever the rate of the
# thread; children and libraries that come later too; and the last report is that of the whole.
. "$1/common.sh"
compiler=$(compiler_for daemon.c "$3")

cat > daemon.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define CALL __attribute__((noinline)) static void
CALL step(void) { __asm__ volatile("" ::: "memory"); }
CALL outer(void) { step(); step(); }
CALL rare(void) { __asm__ volatile("" ::: "memory"); }
CALL in_child(void) { step(); }
BARE static void *thread(void *unused)
{
	rare();
	pause();
	return unused;
}
BARE static void serve(void)
{
	char line[64];
	FILE *requests = fopen("in", "r"), *answers = fopen("out", "w");
	if (!requests || !answers)
		exit(9);
	while (fgets(line, sizeof(line), requests)) {
		pthread_t id;
		long count = strtol(line + 5, NULL, 10);
		if (strncmp(line, "work", 4) == 0) {
			for (long i = 0; i < count; i++)
				outer();
		} else if (strncmp(line, "rare", 4) == 0) {
			pthread_create(&id, NULL, thread, NULL);
		} else if (strncmp(line, "load", 4) == 0) {
			void *library = dlopen("./plugged.so", RTLD_NOW);
			void (*plugged)(void) = library ? (void (*)(void))dlsym(library, "plugged") : NULL;
			if (!plugged)
				exit(8);
			plugged();
		} else if (strncmp(line, "fork", 4) == 0 && fork() == 0) {
			in_child();
			pause();
		}
		fprintf(answers, "done\n");
		fflush(answers);
	}
}
int main(void)
{
	serve();
	return 0;
}
END
echo 'void plugged(void) { __asm__ volatile("" ::: "memory"); }' > plugged.c
build "$compiler" daemon -O1 -rdynamic daemon.c
"$compiler" $hook_flags -O1 -shared -fPIC -o plugged.so plugged.c \
  -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit -Wl,--undefined=csr_module_anchor \
  "$RT_MODULE" || fail "plugged.so does not link"
mkfifo in out
reader='' daemon='' child=''
finally 'for left in $reader $daemon $child; do kill -9 $left; done'

ask() {
  echo "$*" >&5
  read -r answer <&6 || fail "the daemon has gone"
}
# The calls of FUNCTION in the report that is there now.
now() {
  tr '{' '\n' < report.json 2>/dev/null |
    sed -n "s/^\"function\":\"$1\".*\"calls\":\([0-9]*\).*/\1/p" | awk '{ sum += $1 } END { print sum + 0 }'
}
# The reader has to be there.
is_there() {
  kill -0 $reader || fail "the reader has ended: $(cat follow.err)"
}
has_come() {
  is_there
  [ "$(now "$1")" -ge "$2" ]
}
# comes FUNCTION CALLS: soon, and no other number in between that is larger.
comes() {
  wait_until "$2 calls of $1 in the report" has_come "$1" "$2"
  expect "calls of $1 while it runs" "$(now "$1")" "$2"
}
is_reported() {
  is_there
  [ -e report.json ]
}
# reader_ends CALLS: with status 0, and the last report has so many calls of step.
reader_ends() {
  wait $reader
  end_status=$? reader=
  expect "status of the reader" $end_status 0
  expect "calls of step at the end" "$(now step)" "$1"
}
daemon_ends() {
  exec 5>&- 6<&-
  wait $daemon
  daemon=
}
begin() {
  rm -rf traces
  : >report.json
  : >follow.err
  # The reader is there before there is anything to read.
  "$CALLSIGHT" analyze --follow --interval 50ms --format json --output report.json traces 2>follow.err &
  reader=$!
  wait_until "the reader says that it waits" grep -q 'waiting for a process that records into traces' follow.err
  TRACE_ENABLE=1 TRACE_MAX_MB=0 ./daemon &
  daemon=$!
  exec 5>in 6<out
}

begin
ask work 1
comes outer 1
ask work 2
comes step 6
ask rare
comes rare 1
# Many blocks, and a window on top.
ask work 200000
comes step 400006
ask load
comes plugged 1
ask rare
comes rare 2
ask work 1
comes step 400008
is_reported
daemon_ends
reader_ends 400008
cp report.json followed.json
"$CALLSIGHT" analyze --format json --output once.json traces 2>once.err || fail "analyze: $(cat once.err)"
cmp followed.json once.json || fail "the last report is not that of the whole"

# Killed, with a child that goes on: the reader goes on with it, and ends when it is gone as well.
begin
ask work 10
ask fork
comes in_child 1
comes step 21
child=$(ls traces | sed -n 's/^daemon-\([0-9]*\)-.*/\1/p' | grep -vx $daemon)
kill -9 $daemon
daemon_ends 2>/dev/null
# A capture that is at its end is so after four reports that say the same.
for report in 1 2 3 4 5 6 7 8; do
  rm -f report.json
  wait_until "report $report of a child that goes on" is_reported
done
kill -9 $child
child=
reader_ends 21

# A request to end is one: the report of what there is, and status 0.
begin
ask work 3
comes step 6
kill -INT $reader
reader_ends 6
daemon_ends

# On a pipe the reports follow each other, and the last one is complete.
"$CALLSIGHT" analyze --follow --format csv traces >all.csv 2>/dev/null || fail "a run that has ended: $?"
expect "reports of a run that has ended" "$(grep -c '^function,' all.csv)" 1
"$CALLSIGHT" analyze --follow --format chrome traces >/dev/null 2>chrome.err
expect "status of a format that is written once" $? 2
grep -q 'chrome is written once' chrome.err || fail "$(cat chrome.err)"
