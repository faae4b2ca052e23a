#!/bin/sh
# SPDX-License-Identifier: MIT
# system_calls.sh SOURCE-FOLDER WORK-FOLDER: what the traced program asks the kernel for, with a server that
# takes everything, with a peer that never reads, and without a client: nothing that could wait.
. "$1/common.sh"
MB=1048576

# between_marks FILE: the names of the calls that threads make in their loops; each line begins with the
# thread's number. A call that another thread interrupts stands in two lines, of which the second has no name.
between_marks() {
  awk '{ call = $2; sub(/\(.*/, "", call) }
    call == "getpgrp" { within[$1] = !within[$1]; marks++; next }
    within[$1] && call ~ /^[a-z]/ { print call }
    END { if (marks < 2) print "no-marks" }' "$1" | sort | uniq -c
}

# trace_load NAME RING THREADS CALLS: a program under strace to its end; its calls are in NAME.strace.
trace_load() {
  name=$1 ring=$2
  shift 2
  TRACE_ENABLE=1 TRACE_DIR="$PWD/not-here" TRACE_SHM=/net TRACE_SHM_SIZE="$ring" \
    strace -f -o "$name.strace" "$COUNTED_LOAD" "$PWD/made" "$@" > "$name.load.out" 2> "$name.load.err" ||
    fail "$name: the program ended with status $?"
  [ ! -s "$name.load.err" ] || fail "$name: the program said something"
}

# expect_calls NAME: between the marks nothing but the signal mask, who am I and what is the thread called; nowhere
# what speaks to a network, waits for descriptors or locks, or sleeps.
expect_calls() {
  between_marks "$1.strace" > "$1.between"
  strange=$(awk '$2 !~ /^(rt_sigprocmask|getpid|prctl)$/' "$1.between")
  [ -z "$strange" ] || fail "$1: in the loop: $strange"
  grep -E '^[0-9]+ +(socket|connect|send|recv|p?poll|p?select|epoll|(clock_)?nanosleep|flock|pause|msg|sem|io_)' \
    "$1.strace" > "$1.waits" && fail "$1: $(head -n 3 "$1.waits")"
  grep -E 'F_(OFD_)?SETLKW' "$1.strace" > "$1.waits" && fail "$1: $(head -n 3 "$1.waits")"
  return 0
}

# expect_no_futex NAME: of a program without threads.
expect_no_futex() {
  grep -E '^[0-9]+ +futex' "$1.strace" > "$1.waits" && fail "$1: $(head -n 3 "$1.waits")"
  return 0
}

start_server
start_proxy
# Each program has an object of its own, or it would not have the size that it asks for.
for ring in 65536 $((16 * MB)); do
  start_client
  trace_load "fast-$ring" $ring 1 300000 0
  client_ends
  expect_calls "fast-$ring"
  expect_no_futex "fast-$ring"
done
start_client
trace_load fast-threads $((16 * MB)) 4 300000 0
client_ends
expect_calls fast-threads
expect_totals any

order "deaf on"
for ring in 65536 $((16 * MB)); do
  start_client
  trace_load "deaf-$ring" $ring 1 300000 0
  kill -KILL $client
  expect_status $client "the client" 137 2> /dev/null
  rm -f /dev/shm/net
  expect_calls "deaf-$ring"
  expect_no_futex "deaf-$ring"
done
for ring in 65536 $((16 * MB)); do
  trace_load "alone-$ring" $ring 1 300000 0
  expect_calls "alone-$ring"
  expect_no_futex "alone-$ring"
  rm -f /dev/shm/net
done
exit 0
