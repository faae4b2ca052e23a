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
  wait_for "the client does not connect" has_connections 1
  wait_for "the program does not begin" at_work "$load"
}

# program_ends: it does so by itself.
program_ends() {
  [ -z "$load" ] || expect_status "$load" "the program" 0
  load=
}

# finish $held|some|any: the program ends first, then the client.
finish() {
  program_ends
  client_ends
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

# has_connections_or_more COUNT: if not, the program may do more.
has_connections_or_more() {
  has_connections "$1" && return
  allow 350
  return 1
}

case $fault in
none)
  run "$ring" 3 100000 0
  finish any
  ;;
small-ring)
  # The client comes when more was made than a cell and four windows hold.
  prepare
  kill -STOP "$client"
  start_load 65536 4 300000 0
  wait_for "the program does not fill the ring" has_made 200000
  kill -CONT "$client"
  finish some
  ;;
delay)
  prepare "delay 100"
  run "$ring" 2 100000 50000
  finish $held
  ;;
rate)
  # The ring is full long before the end: not one of its 19 MB gets through in a minute.
  prepare "rate 10000"
  run $((2 * MB)) 2 300000 0
  program_ends
  order "rate 0"
  finish some
  ;;
stall)
  run "$ring" 2 120000 40000
  order stall
  sleep 2
  order go
  finish $held
  ;;
half-open | half-open-back)
  run "$ring" 2 100000 30000
  order "next $fault up 150000"
  order "end cut"
  finish $held
  ;;
cut | reset)
  # The greeting has 64 bytes, a message 24 and what follows, an answer 16. After some that could not
  # get anything through comes one that can, so that the client does not wait for long. The program makes a little
  # more each time that is looked, 22 kB, so that a ring of 64 MiB holds it all if nothing came through.
  [ $held = any ] || ring=$((64 * MB))
  run "$ring" 2 0 8000
  for position in "up 0" "up 1" "up 63" "down 48" "up 64" "up 65" "up 88" "down 48" "up 89" "up 500" \
    "up 30000" "down 48" "down 1" "down 16" "down 17" "down 40"; do
    order "next $fault $position"
  done
  order "end $fault"
  wait_for "not every connection was ended" has_connections_or_more 18
  end_programs 1
  finish $held
  ;;
every)
  # It goes on a little with each connection.
  run "$ring" 2 100000 50000
  order "every reset up 2000000"
  finish $held
  ;;
outage)
  run "$ring" 2 150000 12000
  order refuse
  sleep 10
  order accept
  finish $held
  ;;
deaf)
  run "$ring" 2 120000 40000
  order "deaf on"
  order "end reset"
  sleep 3
  order "deaf off"
  order "end reset"
  finish $held
  ;;
deaf-to-the-end)
  # Nobody reads; the program ends, and what it made waits in the ring.
  prepare "deaf on"
  run 65536 2 200000 0
  program_ends
  order "deaf off"
  order "end reset"
  finish some
  ;;
ends-in-outage)
  # It stays until the network is away.
  allow 60000
  run "$ring" 2 0 60000
  order refuse
  end_programs 1
  program_ends
  sleep 1
  is_gone "$client" && fail "the client has not waited"
  order accept
  finish $held
  ;;
server-late)
  # Client and program are there long before the server.
  start_proxy
  start_client
  start_load "$ring" 2 60000 60000
  program_ends
  start_server
  finish $held
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
  finish $held
  ;;
*)
  fail "there is no $fault"
  ;;
esac
