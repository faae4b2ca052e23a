#!/bin/sh
# SPDX-License-Identifier: MIT
# stream.sh SOURCE-FOLDER WORK-FOLDER ARCHITECTURE: a program and the client of another machine, both under qemu-user,
# and `callsight serve` of this one between them and the report: exact calls, nesting and names.
. "$1/common.sh"
name=cross-$architecture-$$
trap 'rm -f "/dev/shm/$name"; [ -z "${server-}" ] || kill "$server" 2> /dev/null' EXIT

sh "$source_folder/build_zstd.sh" "$triple-gcc" "$PWD/zstd" "$ZSTD_SOURCE" > zstd.log 2>&1 ||
  fail "libzstd does not build: $(tail -n 5 zstd.log)"
# The one line of the guide.
"$triple-gcc" -O2 -Wall -Wextra -Werror "-I$RT_INCLUDE" "-I$STREAM/common" "-I$STREAM/client" -Izstd/include \
  "$STREAM"/client/*.c "$STREAM"/common/*.c -o client -Lzstd/lib -lzstd > client.log 2>&1 ||
  fail "the client does not compile: $(cat client.log)"
build_project RelWithDebInfo RelWithDebInfo

"$CALLSIGHT" serve --listen "unix:$PWD/socket" --dir traces > serve.out 2> serve.err &
server=$!
wait_until "the server listens" grep -q "listening on" serve.err

# streamed PROGRAM SOURCE PROCESSES: ./program into the ring, and what comes of it.
streamed() {
  rm -rf traces/*
  $qemu ./client --wait 600 "/$name" "unix:$PWD/socket" > client.out 2> client.err &
  client=$!
  TRACE_ENABLE=1 TRACE_SHM=/$name $qemu "RelWithDebInfo/$1" > output 2> err || fail "$1: status $?: $(cat err)"
  [ ! -s err ] || fail "$1: $(cat err)"
  wait $client || fail "the client: status $?: $(cat client.err serve.err)"
  check_run "$source_folder/project/$2" O2 "$3" default
  [ ! -e "/dev/shm/$name" ] || fail "the ring is still there"
}
streamed alone alone.c 1
streamed app app.c 2
kill "$server" && wait "$server"
expect "status of the server" $? 0
server=
exit 0
