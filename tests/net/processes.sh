#!/bin/sh
# SPDX-License-Identifier: MIT
# Several processes in one object, at the same time and one after the other, children by fork and by exec
# in mid-stream: each has a folder of its own, and every hook arrives or is counted.
. "$1/common.sh"
MB=1048576

# folders: how many processes the server has.
folders() {
  find received/127.0.0.1 -mindepth 1 -maxdepth 1 -type d | wc -l
}

expect_folders() {
  [ "$(folders)" -eq "$1" ] || fail "expected $1 processes, found $(folders)"
}

start_server
start_proxy
for ring in 65536 $((16 * MB)); do
  end_programs 0
  allow 20000
  start_client
  # It stays until the others have come and gone, and with it the client.
  start_load $ring 2 0 20000 forks 3
  first=$load
  wait_for "the first program does not begin" at_work "$first"
  start_load $ring 2 40000 20000 exec 2
  second=$load
  start_load $ring 4 40000 0
  expect_status "$load" "the third program" 0
  expect_status "$second" "the second program" 0
  end_programs 1
  expect_status "$first" "the first program" 0
  client_ends
done
stop_server
stop_proxy
# The first makes 3 children, the second 2 that become programs of their own: image and child are one
# process each, since no hook runs between.
expect_folders 16
expect_totals any
