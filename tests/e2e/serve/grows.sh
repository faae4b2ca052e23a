#!/bin/sh
# SPDX-License-Identifier: MIT
# A capture is read while the server writes it, by analyze and by analyze --follow, and after the server was killed in
# the middle: no report says that anything is damaged, and none has more calls than the whole.
. "$1/common.sh"
. "$1/serve/serve.sh"

record there 100000
process=$(basename there/*)
begin_server
"$SEND_CAPTURE" --pause 20000 "$address" there/$process &
client=$! pids="$pids $!"
wait_for 'receives' server.err
# Before that there is nothing to report, and status 3.
tries=0
until [ "$(cat got/127.0.0.1/*/blocks-* 2> /dev/null | wc -c)" -gt 65536 ]; do
  tries=$((tries + 1))
  [ $tries -le 600 ] || fail 'no blocks arrive'
  sleep 0.01
done
"$CALLSIGHT" analyze --follow --interval 50ms --format json --output follow.json got/127.0.0.1 2> follow.err &
reader=$! pids="$pids $!"
reports=0
last=0
while kill -0 $client 2> /dev/null; do
  "$CALLSIGHT" analyze got/127.0.0.1 --format json > report.json 2> report.err
  status=$?
  expect 'what is wrong while it grows' "$(grep -v -e 'has not ended: it is being received' \
    -e 'has not ended or was killed' report.err)" ''
  now=$(tr '{' '\n' < report.json | sed -n 's/.*"function":"step".*"calls":\([0-9]*\).*/\1/p')
  [ "${now:-0}" -ge "$last" ] || fail "$now calls, $last were there before"
  [ $status -eq 0 ] || fail "status $status: $(cat report.err)"
  last=${now:-0}
  reports=$((reports + 1))
done
wait $client || fail 'the client does not arrive'
[ $reports -ge 3 ] || fail "only $reports reports were made"
tries=0
until grep -q '"function":"step".*"calls":1000000' follow.json 2> /dev/null; do
  tries=$((tries + 1))
  [ $tries -le 200 ] || fail "the reader that follows has not everything: $(cat follow.err)"
  sleep 0.05
done
wait $reader || fail "the reader that follows: $(cat follow.err)"
expect 'what is wrong for the reader that follows' "$(grep -v -e 'waiting for a process' -e 'has not ended: it is being received' -e 'has not ended or was killed' -e 'nothing was recorded: ' follow.err)" ''
same_report there got/127.0.0.1

# Killed in the middle, and never begun again.
"$SEND_CAPTURE" --ring 2 --pause 20000 --name half-1-1 "$address" there/$process &
client=$! pids="$pids $!"
tries=0
until [ "$(cat got/127.0.0.1/half-1-1/blocks-* 2> /dev/null | wc -c)" -gt 3000000 ]; do
  tries=$((tries + 1))
  [ $tries -le 600 ] || fail 'no blocks arrive'
  sleep 0.01
done
kill -9 "$server" $client
wait "$server" $client 2> killed.err
"$CALLSIGHT" analyze got/127.0.0.1/half-1-1 --format json > half.json 2> half.err || fail "$(cat half.err)"
expect 'what is wrong with half a capture' "$(grep -v -e 'has not ended or was killed' \
  -e 'has not ended: it is being received, or the server was killed' half.err)" ''
