#!/bin/sh
# SPDX-License-Identifier: MIT
# faults.sh SOURCE-FOLDER WORK-FOLDER FAULT [RING-BYTES]: the network does what it can; the program runs on, and
# every hook arrives or is counted. Where the ring has room for all that is made while the network is away, none
# is lost. RING-BYTES: without, 16 MiB, which have it. A call of step() makes four hooks, 32 bytes.
. "$1/common.sh"
fault=$3
MB=1048576
ring=${4:-$((16 * MB))}
[ $# -gt 3 ] && held=any || held=none

# prepare [ORDER...]: all but the program, the network is so from the beginning.
prepare() {
  start_server
  start_proxy
  for first_order; do
    order "$first_order"
  done
  start_client
}

# run RING THREADS CALLS RATE: everything is started; the program is at work.
run() {
  [ -n "${client:-}" ] || prepare
  start_load "$@"
  wait_for 10 "the client does not connect" has_connections 1
  wait_for 10 "the program does not begin" has_begun
}

# program_ends: it does so by itself.
program_ends() {
  [ -z "$load" ] || expect_status "$load" 30 "the program" 0
  load=
}

# finish $held|some|any SECONDS: the program ends first, then the client.
finish() {
  program_ends
  client_ends "$2"
  stop_server
  stop_proxy
  expect_totals "$1"
}

# connections: how many there were.
connections() {
  grep -c '^open' proxy.out
}

has_connections() {
  [ "$(connections)" -ge "$1" ]
}

case $fault in
none)
  run "$ring" 3 100000 0
  finish any 20
  ;;
small-ring)
  run 65536 4 300000 0
  finish some 20
  ;;
delay)
  prepare "delay 100"
  run "$ring" 2 100000 50000
  finish $held 30
  ;;
rate)
  # The ring is full long before the end.
  prepare "rate 1000000"
  run $((2 * MB)) 2 300000 0
  program_ends
  order "rate 0"
  finish some 30
  ;;
stall)
  run "$ring" 2 120000 40000
  order stall
  sleep 2
  order go
  finish $held 30
  ;;
half-open | half-open-back)
  run "$ring" 2 100000 30000
  order "next $fault up 150000"
  order "end cut"
  finish $held 60
  ;;
cut | reset)
  # The greeting has 64 bytes, a message 24 and what follows, an answer 16. After some that could not
  # get anything through comes one that can, so that the client does not wait for long. So slow a program that
  # the ring holds all of it, should nothing come through on a busy machine.
  run "$ring" 2 10000000 8000
  for position in "up 0" "up 1" "up 63" "down 48" "up 64" "up 65" "up 88" "down 48" "up 89" "up 500" \
    "up 30000" "down 48" "down 1" "down 16" "down 17" "down 40"; do
    order "next $fault $position"
  done
  order "end $fault"
  wait_for 60 "not every connection was ended" has_connections 18
  kill -TERM "$load"
  finish $held 30
  ;;
every)
  # It goes on a little with each connection.
  run "$ring" 2 100000 50000
  order "every reset up 2000000"
  finish $held 60
  ;;
outage)
  run "$ring" 2 150000 12000
  order refuse
  sleep 10
  order accept
  finish $held 30
  ;;
deaf)
  run "$ring" 2 120000 40000
  order "deaf on"
  order "end reset"
  sleep 3
  order "deaf off"
  order "end reset"
  finish $held 30
  ;;
deaf-to-the-end)
  # Nobody reads; the program ends, and what it made waits in the ring.
  prepare "deaf on"
  run 65536 2 200000 0
  program_ends
  order "deaf off"
  order "end reset"
  finish some 30
  ;;
ends-in-outage)
  run "$ring" 2 60000 60000
  order refuse
  program_ends
  sleep 1
  is_gone "$client" && fail "the client has not waited"
  order accept
  finish $held 30
  ;;
server-late)
  # Client and program are there long before the server.
  start_proxy
  start_client
  start_load "$ring" 2 60000 60000
  program_ends
  start_server
  finish $held 30
  ;;
netem)
  # Packets that are late and lost: to a connection both are delays, which is what the proxy can do.
  why=$(tc qdisc add dev lo root netem delay 20ms 10ms loss 5% 2>&1) || {
    echo "the kernel has no netem ($why): the proxy delays and stalls instead"
    prepare "delay 20"
  }
  run "$ring" 2 60000 60000
  if [ -n "$why" ]; then
    order stall
    sleep 0.5
    order go
  fi
  finish $held 60
  ;;
*)
  fail "there is no $fault"
  ;;
esac
