#!/bin/sh
# SPDX-License-Identifier: MIT
# callsight ctl with a process that writes into a ring: it is paused and resumed where it runs, and says how it goes.
. "$1/common.sh"
ring=callsight-test-ctl-$$
program= drain=
stop() {
  for pid in $program $drain; do
    kill -9 "$pid" 2> kill.err
  done
  rm -f "/dev/shm/$ring"
}
trap stop EXIT

# A step for each line, and an answer.
cat > program.c <<'END_C'
#include <stdio.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((no_instrument_function)) int main(void)
{
	char line[64];

	while (fgets(line, sizeof(line), stdin)) {
		step();
		puts(line);
		fflush(stdout);
	}
	return 5;
}
END_C
build "$GCC" program -O2 program.c
mkfifo in out

# steps COUNT: as many are made. They come later than what was asked for is looked for.
steps() {
  sleep 0.2
  steps=$1
  while [ $steps -gt 0 ]; do
    echo step >&3
    read -r answer <&4 && read -r empty <&4 && [ "$answer$empty" = step ] || fail "the program does not answer"
    steps=$((steps - 1))
  done
}

# ctl WORD STATUS TEXT...: all that it says.
ctl() {
  word=$1 wanted=$2
  shift 2
  "$CALLSIGHT" ctl $program "$word" > said 2>&1
  expect "status of $word" $? "$wanted"
  expect "$word" "$(cat said)" "$*"
}

start_drain $ring received
TRACE_ENABLE=1 TRACE_SHM=/$ring ./program < in > out 2> err &
program=$!
exec 3> in 4< out
steps 3
status="process $program: recording, mode events
  ring       /$ring
  size       1 windows, 0 blocks dropped"
ctl status 0 "$status"
ctl resume 0 "callsight ctl: process $program was recording already"
ctl pause 0 ""
steps 5
ctl status 0 "$(echo "$status" | sed 's/recording/paused/')"
ctl pause 0 "callsight ctl: process $program was paused already"
"$CALLSIGHT" ctl $program status --format json > json
expect json "$(cat json)" "{\"schema\":1,\"pid\":$program,\"ring\":\"/$ring\",\"mode\":\"events\",\"state\":\"paused\",\
\"stopped_by\":null,\"windows\":1,\"dropped_blocks\":0}"
ctl snapshot 3 "callsight ctl: process $program writes into the ring /$ring: \
what it has recorded is where callsight serve receives it, and there is nothing here to copy"
ctl resume 0 ""
steps 2
exec 3>&-
wait $program
expect "status of the program ($(cat err))" $? 5
program=
end_drain "the program"
drain=
expect calls "$(calls step received)" 5
"$CALLSIGHT" analyze received --format json > report.json 2> analyze.err || fail "analyze: $(cat analyze.err)"
expect "paused hooks" "$(summary paused)" 10
