#!/bin/sh
# SPDX-License-Identifier: MIT
# What the client says to who has mistaken a name, a user or a key: each line names the way out.
. "$1/common.sh"
ring=callsight-test-says-$$
server= client= hinted= quiet= held=
stop() {
  for pid in $server $client $hinted $quiet $held; do
    kill -9 "$pid" 2> kill.err
  done
  rm -f "/dev/shm/$ring"
}
trap stop EXIT

# wait_for TEXT FILE: it is there soon.
wait_for() {
  tries=0
  until grep -qs -e "$1" "$2"; do
    tries=$((tries + 1))
    [ $tries -le 1200 ] || fail "'$1' does not come: $(cat "$2")"
    sleep 0.05
  done
}

# No program comes: another name, no hooks, no TRACE_ENABLE. Who wants to hear errors only does not hear that.
"$CALLSIGHT_STREAM" --wait 4 "/$ring" unix:nobody 2> hint.err &
hinted=$!
"$CALLSIGHT_STREAM" --wait 4 --quiet "/$ring" unix:nobody 2> quiet.err &
quiet=$!
# As nohup starts it: the end of a terminal is not its own.
(trap "" HUP && exec "$CALLSIGHT_STREAM" --wait 4 "/$ring" unix:nobody 2> nohup.err) &
held=$!
wait_for "no program has come yet" nohup.err
kill -HUP $held 2> kill.err
wait $hinted
expect "status without a program" $? 3
wait $quiet
expect "status without a program, quiet" $? 3
ended="callsight-stream: /$ring: no program has come in 4 s"
expect "no program" "$(cat hint.err)" "callsight-stream: /$ring: no program has come yet; \
one with hooks has to run with TRACE_ENABLE=1 TRACE_SHM=/$ring
$ended"
expect "no program, quiet" "$(cat quiet.err)" "$ended"
wait $held
expect "status after the end of a terminal, with nohup" $? 3
hinted= quiet= held=

# A server that was given no key, and a client that has one.
build "$GCC" program -O2 "$source_folder/made_events.c"
TRACE_ENABLE=1 TRACE_SHM=/$ring ./program 1 0 10 > threads 2> made
expect "status of the program ($(cat made))" $? 5
"$CALLSIGHT" serve --make-key key || fail "no key"
"$CALLSIGHT" serve --listen unix:socket --min-free-mb 0 2> serve.err &
server=$!
wait_for 'listening on' serve.err
"$CALLSIGHT_STREAM" --key-file key "/$ring" unix:socket 2> keyed.err &
client=$!
wait_for 'trying again$' keyed.err
kill -TERM $client
wait $client
expect "status of a client that was stopped" $? 1
client=
expect "a key for a server without one" "$(cat keyed.err)" "callsight-stream: unix:socket: \
the server has closed the connection in the TLS handshake (was it given a key?); trying again
callsight-stream: stopped; what is in /$ring stays there for the next client"
grep -q 'ended: it speaks TLS, and this server was given no key$' serve.err || fail "the server: $(cat serve.err)"

# The ring of another user, for root without its power over files: what every other user sees.
drop="setpriv --bounding-set=-dac_override,-dac_read_search"
$drop true 2> setpriv.err || { echo "SKIPPED from here on: this is not root: $(cat setpriv.err)"; exit 77; }
chown 65534 "/dev/shm/$ring"
$drop "$CALLSIGHT_STREAM" "/$ring" unix:socket 2> foreign.err
expect "status with another user's ring" $? 3
expect "another user's ring" "$(cat foreign.err)" "callsight-stream: /$ring: it belongs to another user"
exit 0
