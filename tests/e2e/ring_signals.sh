#!/bin/sh
# SPDX-License-Identifier: MIT
# Handlers that interrupt hooks, with a ring of two cells whose reader stands still now and then: of both lanes blocks are
# dropped, and what was done is what is received and what each lane says to have lost.
. "$1/common.sh"
ring=callsight-test-$$
trap 'rm -f "/dev/shm/$ring"' EXIT
build "$GCC" program -O1 "$source_folder/signals/handlers.c"

for case in return stack timers; do
  rm -rf received
  start_drain $ring received
  TRACE_ENABLE=1 TRACE_SHM=/$ring TRACE_SHM_SIZE=131072 ./program $case 1000 > made 2> err &
  program=$!
  for pause in 1 2 3 4 5 6; do
    kill -STOP $drain
    sleep 0.08
    kill -CONT $drain
    sleep 0.08
  done
  wait $program || fail "$case: status $?: $(cat err)"
  end_drain "$case"
  read -r handled inner steps forks < made
  "$CALLSIGHT" analyze received --format json > report.json 2> notes || fail "$case: analyze: $(cat notes)"
  ! grep -E 'step.* back|clock' notes || fail "$case: the clock went back"
  # handler and in_handler, deeper, step, round_of with 5000 steps, main; two events each.
  expect "$case: received + lost" $(($(summary events) + $(summary lost))) \
    $((2 * (2 * handled + inner + steps + steps / 5000 + 1)))
  "$CALLSIGHT" info received > info
  for lane in 0 1; do
    line=$(grep "^  thread  *1 tid .* lane $lane: .* 0 blocks missing" info) || fail "$case: lane $lane: $(cat info)"
    [ "$(echo "$line" | sed 's/.*: \([0-9]*\) events.*/\1/')" -gt 0 ] || fail "$case: lane $lane has nothing"
    [ "$(echo "$line" | sed 's/.* blocks, \([0-9]*\) lost.*/\1/')" -gt 0 ] || fail "$case: lane $lane lost nothing"
  done
  [ "$(sed 's/.* \(.*\) .*/\1/' drained)" -gt 10 ] || fail "$case: nothing was taken: $(cat drained)"
done
exit 0
