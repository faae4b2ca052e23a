#!/bin/sh
# SPDX-License-Identifier: MIT
# A capture is read while the server writes it, by analyze and by analyze --follow, and after the server was killed in
# the middle: no report says that anything is damaged, and none has more calls than the whole.
. "$1/common.sh"
. "$1/serve/serve.sh"

record there 100000
process=$(basename there/*)
# arrived BYTES FOLDER: more than so many are in its files of blocks.
arrived() {
  [ "$(cat "$2"/blocks-* 2> /dev/null | wc -c)" -gt "$1" ]
}
begin_server
# It has 120 messages: ten are left when ten turns and the first one were given.
mkfifo turns
"$SEND_CAPTURE" --pause 10000 --turn 10 "$address" there/$process < turns &
client=$! pids="$pids $!"
exec 3> turns
printf x >&3
wait_for 'receives' server.err
# Before that there is nothing to report, and status 3.
wait_until 'blocks arrive' arrived 65536 got/127.0.0.1/$process
"$CALLSIGHT" analyze --follow --interval 50ms --format json --output follow.json got/127.0.0.1 2> follow.err 3>&- &
reader=$! pids="$pids $!"
reports=0
last=0
while [ $reports -lt 10 ]; do
  printf x >&3
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
kill -0 $client || fail 'the client has ended before the reports'
# Twenty intervals in which nothing comes: a device may be quiet, and its process is none of this machine.
wait_until 'what the turns allow is there' arrived 26000000 got/127.0.0.1/$process
sleep 1
kill -0 $reader || fail "the reader that follows does not wait: $(cat follow.err)"
exec 3>&-
wait $client || fail 'the client does not arrive'
wait_for '"function":"step".*"calls":1000000' follow.json
wait $reader || fail "the reader that follows: $(cat follow.err)"
expect 'what is wrong for the reader that follows' "$(grep -v -e 'waiting for a process' -e 'has not ended: it is being received' -e 'has not ended or was killed' -e 'nothing was recorded: ' follow.err)" ''
same_report there got/127.0.0.1

# Killed in the middle, and never begun again.
"$SEND_CAPTURE" --ring 2 --pause 10000 --turn 60 --name half-1-1 "$address" there/$process < turns &
client=$! pids="$pids $!"
exec 3> turns
printf x >&3
wait_until 'half a capture arrives' arrived 3000000 got/127.0.0.1/half-1-1
kill -9 "$server" $client
wait "$server" $client 2> killed.err
"$CALLSIGHT" analyze got/127.0.0.1/half-1-1 --format json > half.json 2> half.err || fail "$(cat half.err)"
expect 'what is wrong with half a capture' "$(grep -v -e 'has not ended or was killed' \
  -e 'has not ended: it is being received, or the server was killed' half.err)" ''
