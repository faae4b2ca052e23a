#!/bin/sh
# SPDX-License-Identifier: MIT
# come_and_go.sh SOURCE-FOLDER WORK-FOLDER stay|kill|end: short programs, one after the other and a few at the
# same time, so that entries and objects are taken and become free while others attach; every hook arrives.
# stay: one client. kill: it is killed all the time, and another goes on. end: it ends, and removes the object,
# whenever nobody is left, and another waits for the next. All that they make has room in the ring, 6 MB of 16.
. "$1/common.sh"
how=$3
programs=60
[ "$how" = end ] && stay= || stay=--stay

# all_ended: the server has said so of every program, once or again.
all_ended() {
  [ -z "$stay" ] && client_again
  [ "$(grep -l '"state": *"ended"' received/*/*/stream.json | wc -l)" -eq $programs ]
}

# client_again: if the last one has ended.
client_again() {
  is_gone "$client" || return 0
  expect_status "$client" "the client" 0
  start_client
}

# end_some COUNT: all but the latest few have ended well.
end_some() {
  some=$1
  set -- $loads
  while [ $# -gt "$some" ]; do
    expect_status "$1" "a program" 0
    shift
  done
  loads=$*
}

start_server
start_proxy
# Word splitting of $stay is meant.
start_client $stay
loads=
i=0
while [ $i -lt $programs ]; do
  start_load 16777216 1 $((i * 977 % 6000 + 1)) 0
  loads="$loads $load"
  end_some $((i % 4))
  case $how:$((i % 5)) in
  kill:4)
    kill -KILL "$client"
    expect_status "$client" "the client" 137 2> /dev/null
    start_client --stay
    ;;
  end:*) client_again ;;
  esac
  i=$((i + 1))
done
end_some 0
wait_for "not everything has arrived" all_ended
kill -TERM "$client"
ended "$client" "the client"
stop_server
stop_proxy
expect_totals none
