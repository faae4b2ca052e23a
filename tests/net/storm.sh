#!/bin/sh
# SPDX-License-Identifier: MIT
# storm.sh SOURCE-FOLDER WORK-FOLDER SEED: everything at once, by chance: connections end at any byte, stall
# and are refused, programs come, fork and are killed, so are clients and servers; every hook arrives once, or is
# counted. CALLSIGHT_NET_STORM: how many things happen. What happened, in order, is in storm.log.
. "$1/common.sh"
count=${CALLSIGHT_NET_STORM:-60}

# kill_one PID WHAT
kill_one() {
  kill -KILL "$1"
  expect_status "$1" "$2" 137 2> /dev/null
}

# start_one: one more program, with children, up to three at once.
start_one() {
  set -- $loads
  [ $# -lt 3 ] || return 0
  start_load 2097152 2 100000000 8000 forks 2
  loads="$loads $load"
  # Or the client ends, if the only other one is killed before this one is in the ring.
  wait_for "a program does not begin" at_work "$load"
}

# kill_oldest: of several programs.
kill_oldest() {
  set -- $loads
  [ $# -gt 1 ] || return 0
  kill_one "$1" "a program"
  shift
  loads=$*
}

# happen WHAT NUMBER
happen() {
  case $1 in
  0) order "next cut up $2" ;;
  1) order "next reset down $(($2 % 100))" ;;
  2) order "next half-open-back up $2" ;;
  3) order "end cut" ;;
  4) order "end reset" ;;
  5) order stall && sleep 0.2 && order go ;;
  6) order refuse && sleep 0.2 && order accept ;;
  7) order "delay $(($2 % 30))" ;;
  8) kill_one "$client" "the client" && start_client ;;
  9) kill_one "$server" "the server" && start_server ;;
  10) start_one ;;
  11) kill_oldest ;;
  esac
}

awk -v seed="$3" -v count="$count" 'BEGIN {
  srand(seed)
  for (i = 0; i < count; i++)
    printf "%d %d %.2f\n", rand() * 12, exp(rand() * 14), rand() * 0.2
}' > storm.log
loads=
start_server
start_proxy
start_client
start_one
while read -r what number pause; do
  happen "$what" "$number"
  sleep "$pause"
done < storm.log
order "delay 0"
# Also children of programs that were killed, which are nobody's any more.
end_programs 1
for load in $loads; do
  expect_status "$load" "a program" 0
done
client_ends
stop_server
stop_proxy
expect_totals any killed
