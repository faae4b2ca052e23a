#!/bin/sh
# SPDX-License-Identifier: MIT
# Handlers that interrupt hooks, with a ring of two cells whose reader stands still three times until blocks of both
# lanes were dropped: what was done is what is received and what each lane says to have lost.
. "$1/common.sh"
ring=callsight-test-$$
trap 'rm -f "/dev/shm/$ring"' EXIT
build "$GCC" program -O1 "$source_folder/signals/handlers.c"

# of_lane LANE SEQUENCE LOST: the window of the lane has at least this sequence number, and has lost as much.
of_lane() {
  at=$(ring_word 88 8) end=$(($(ring_word 88 8) + 65536 * $(ring_word 44)))
  while [ $at -lt $end ]; do
    od -An -v -t u4 -w40 -j $at -N 40 "/dev/shm/$ring"
    at=$((at + 65536))
  done | awk -v lane=$1 -v sequence=$2 -v lost=$3 '
    $1 == 859980627 && int($2 / 65536) % 256 == lane && $7 >= sequence && $10 >= lost { found = 1 }
    END { exit !found }'
}

both_lost() {
  of_lane 0 0 1 && of_lane 1 0 1
}

# both_taken TURN: blocks of both lanes were handed over since the last turn.
both_taken() {
  of_lane 0 $((10 * $1)) 0 && of_lane 1 $((4 * $1)) 0
}

for case in return stack timers; do
  rm -rf received input
  mkfifo input
  start_drain $ring received
  TRACE_ENABLE=1 TRACE_SHM=/$ring TRACE_SHM_SIZE=131072 ./program $case 0 < input > made 2> err &
  program=$!
  exec 3> input
  for turn in 1 2 3; do
    kill -STOP $drain
    wait_until "both lanes lose blocks" both_lost
    kill -CONT $drain
    wait_until "blocks of both lanes are taken" both_taken $turn
  done
  exec 3>&-
  wait $program || fail "$case: status $?: $(cat err)"
  end_drain "$case"
  read -r handled inner steps forks < made
  "$CALLSIGHT" analyze received --format json > report.json 2> notes || fail "$case: analyze: $(cat notes)"
  ! grep 'steps back of the clock' notes || fail "$case: the clock went back"
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
