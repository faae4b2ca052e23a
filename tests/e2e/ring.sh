#!/bin/sh
# SPDX-License-Identifier: MIT
# TRACE_SHM: what a program records comes out of the ring with exact numbers: produced = received + lost, of each
# thread, with a ring that is large enough, with the smallest one whose reader is stopped until blocks were dropped
# (HAZARDS 69), and with several processes.
. "$1/common.sh"
ring=callsight-test-$$
trap 'rm -f "/dev/shm/$ring"' EXIT

begin() {
  rm -rf received traces
  start_drain $ring received
}

# check STATUS: the program has ended.
check() {
  expect "status" $1 5
  end_drain "the program"
  [ ! -e traces ] || fail "files were written beside"
  [ ! -e "/dev/shm/$ring" ] || fail "the object is still there"
  "$CALLSIGHT" analyze received --all --format json > report.json 2> analyze.err ||
    fail "analyze: $(cat analyze.err)"
  expect "received + lost" $(($(summary events) + $(summary lost))) "$(cat made)"
  "$CALLSIGHT" info received > info
  # Of each thread: its events, and those that were lost.
  sed -n 's/^  thread .* lane 0: \([0-9]*\) events in [0-9]* blocks, \([0-9]*\) lost, 0 blocks missing.*/\1 \2/p' \
    info | awk '{ print $1 + $2 }' | sort > received.threads
}

export TRACE_ENABLE=1 TRACE_SHM=/$ring
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O2 "$source_folder/made_events.c"
  begin
  ./program 1 0 20000 > threads 2> made
  check $?
  expect "calls of step" "$(calls step received)" 20000
  expect lost "$(summary lost)" 0

  export TRACE_SHM_SIZE=65536
  rm -f input && mkfifo input
  begin
  kill -STOP $drain
  ./program 26 0 > threads 2> made < input &
  program=$!
  exec 3> input
  wait_until "a block is dropped" ring_dropped
  kill -CONT $drain
  # There is one cell: the reader has emptied it four times when the fifth block is in it.
  wait_until "five blocks are handed over" ring_handed 5
  exec 3>&-
  wait $program
  check $?
  [ "$(summary lost)" -gt 0 ] || fail "nothing was lost: the reader was not stopped"
  [ "$(sed 's/.* \(.*\) .*/\1/' drained)" -ge 4 ] || fail "nothing was taken: $(cat drained)"
  sort threads | cmp - received.threads || fail "a thread's events are not complete: $(cat info)"

  TRACE_SHM_SIZE=131072
  begin
  ./program 6 7 50000 > threads 2> made
  check $?
  expect "processes" "$(wc -l < drained)" 8
  unset TRACE_SHM_SIZE
done
exit 0
