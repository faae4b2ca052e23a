#!/bin/sh
# SPDX-License-Identifier: MIT
# killed.sh SOURCE-FOLDER WORK-FOLDER WHO [RING-BYTES]: kill -9 in mid-stream of the program, of the client, after
# which another goes on, or of the server, which is started again: every hook arrives once, or is counted.
. "$1/common.sh"
who=$3
ring=${4:-16777216}
[ $# -gt 3 ] && held=any || held=none
kills=${CALLSIGHT_NET_KILLS:-20}

# received_more: the server has more than before in files.
received_more() {
  [ "$(du -sk received | cut -f 1)" -gt "$1" ]
}

# mid_stream: something has arrived since the last time.
mid_stream() {
  wait_for 20 "nothing more arrives" received_more "${arrived:-0}"
  arrived=$(du -sk received | cut -f 1)
}

# So much is always on its way, and so are answers: what a kill loses would be seen.
start_server
start_proxy --order "delay 20"
start_client
case $who in
program)
  start_load "$ring" 3 1000000 100000
  mid_stream
  sleep 0.3
  kill -KILL "$load"
  expect_status "$load" 5 "the program" 137 2> /dev/null
  client_ends 20
  stop_server
  expect_totals any killed
  ;;
programs)
  # One after the other into the same object, while another program holds it.
  start_load "$ring" 1 100000000 20000
  stays=$load
  for i in 1 2 3 4 5; do
    start_load "$ring" 2 1000000 50000
    mid_stream
    kill -KILL "$load"
    expect_status "$load" 5 "the program" 137 2> /dev/null
  done
  kill -TERM "$stays"
  expect_status "$stays" 30 "the first program" 0
  client_ends 20
  stop_server
  expect_totals any killed
  ;;
client)
  start_load "$ring" 3 100000000 30000
  i=0
  while [ $i -lt "$kills" ]; do
    mid_stream
    kill -KILL "$client"
    expect_status "$client" 5 "the client" 137 2> /dev/null
    start_client
    i=$((i + 1))
  done
  kill -TERM "$load"
  expect_status "$load" 30 "the program" 0
  client_ends 30
  stop_server
  expect_totals $held
  ;;
server)
  # At least one message gets through each time: otherwise it would not be in mid-stream.
  start_load "$ring" 3 100000000 25000
  i=0
  while [ $i -lt "$kills" ]; do
    mid_stream
    kill -KILL "$server"
    expect_status "$server" 5 "the server" 137 2> /dev/null
    start_server
    i=$((i + 1))
  done
  kill -TERM "$load"
  expect_status "$load" 60 "the program" 0
  client_ends 30
  stop_server
  expect_totals $held
  ;;
*)
  fail "there is no $who"
  ;;
esac
stop_proxy
