#!/bin/sh
# SPDX-License-Identifier: MIT
# killed.sh SOURCE-FOLDER WORK-FOLDER WHO [RING-BYTES]: kill -9 in mid-stream of the program, of the client, after
# which another goes on, or of the server, which is started again: every hook arrives once, or is counted.
. "$1/common.sh"
who=$3
kills=${CALLSIGHT_NET_KILLS:-20}
# Calls of each of three threads between two kills, nine blocks together: 16 MiB hold those of 20 kills. Where the
# ring is small and they may be lost, all of a turn may be: there is no end of calls.
turn=6000
if [ $# -gt 3 ]; then
  ring=$4 held=any calls=100000000
else
  ring=$((16777216 * ((kills + 19) / 20))) held=none calls=0
fi

# received_more: the server has more than before in files.
received_more() {
  [ "$(du -sk received | cut -f 1)" -gt "$1" ]
}

# mid_stream: something has arrived since the last time.
mid_stream() {
  wait_for "nothing more arrives" received_more "${arrived:-0}"
  arrived=$(du -sk received | cut -f 1)
}

# So much is always on its way, and so are answers: what a kill loses would be seen.
start_server
start_proxy --order "delay 20"
start_client
case $who in
program)
  start_load "$ring" 3 100000000 100000
  mid_stream
  sleep 0.3
  kill -KILL "$load"
  expect_status "$load" "the program" 137 2> /dev/null
  client_ends
  stop_server
  expect_totals any killed
  ;;
programs)
  # One after the other into the same object, while another program holds it.
  start_load "$ring" 1 100000000 20000
  stays=$load
  for i in 1 2 3 4 5; do
    start_load "$ring" 2 100000000 50000
    wait_for "a program does not begin" at_work "$load"
    mid_stream
    kill -KILL "$load"
    expect_status "$load" "the program" 137 2> /dev/null
  done
  kill -TERM "$stays"
  expect_status "$stays" "the first program" 0
  client_ends
  stop_server
  expect_totals any killed
  ;;
client)
  start_load "$ring" 3 $calls 30000
  i=0
  while [ $i -lt "$kills" ]; do
    allow $turn
    mid_stream
    kill -KILL "$client"
    expect_status "$client" "the client" 137 2> /dev/null
    start_client
    i=$((i + 1))
  done
  end_programs 1
  expect_status "$load" "the program" 0
  client_ends
  stop_server
  expect_totals $held
  ;;
server)
  # At least one message gets through each time: otherwise it would not be in mid-stream.
  start_load "$ring" 3 $calls 25000
  i=0
  while [ $i -lt "$kills" ]; do
    allow $turn
    mid_stream
    kill -KILL "$server"
    expect_status "$server" "the server" 137 2> /dev/null
    start_server
    i=$((i + 1))
  done
  end_programs 1
  expect_status "$load" "the program" 0
  client_ends
  stop_server
  expect_totals $held
  ;;
*)
  fail "there is no $who"
  ;;
esac
stop_proxy
