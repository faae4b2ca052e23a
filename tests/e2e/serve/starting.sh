#!/bin/sh
# SPDX-License-Identifier: MIT
# Two servers that begin on one Unix socket at the same time: the second does not take the socket of the first for one
# that a killed server left behind, although nobody listens to it yet. And one that ends takes its own away only.
. "$1/common.sh"
. "$1/serve/serve.sh"
record there 100
process=$(basename there/*)

# A second between bind() and listen(). A sanitizer cannot look for leaks below strace.
ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0 strace -qq -o calls -e trace=listen -e inject=listen:delay_enter=1000000 \
  "$CALLSIGHT" serve --listen unix:socket --dir got --once 2> server.err &
first=$! pids="$pids $!"
is_bound() {
  [ -S socket ]
}
wait_until 'the first server binds' is_bound
inode=$(stat -c %i socket)
timeout 60 "$CALLSIGHT" serve --listen unix:socket --dir other 2> second.err
expect 'status of the second server' $? 3
expect 'what the second server says' "$(cat second.err)" 'callsight serve: unix:socket: Address already in use'
expect 'the socket' "$(stat -c %i socket)" "$inode"
wait_for 'listening on' server.err
"$SEND_CAPTURE" unix:socket there/$process || fail 'the client does not arrive'
wait $first
expect 'status of the first server' $? 0
same_report there got/local
[ ! -e socket ] || fail 'the socket is left behind'

# Somebody has the folder for good: the server gives up, and says so.
mkdir held
exec 4< held
flock 4 || fail 'the folder cannot be locked'
timeout 60 "$CALLSIGHT" serve --listen unix:held/socket --dir other 2> held.err 4<&-
expect 'status without a turn' $? 3
expect 'what it says' "$(cat held.err)" 'callsight serve: unix:held/socket: another process has had its folder locked for 10 s'
