#!/bin/sh
# SPDX-License-Identifier: MIT
# The server is killed with -9 twenty times while a client sends: the client connects again each time, and in the end
# the capture has every event, each once. The client has 370 messages, and a turn of 15 for each kill: it cannot be
# done before the last one.
. "$1/common.sh"
. "$1/serve/serve.sh"

record there 300000
process=$(basename there/*)
listen=unix:socket
begin_server
mkfifo turns
"$SEND_CAPTURE" --pause 10000 --turn 15 "$address" there/$process < turns &
client=$! pids="$pids $!"
exec 3> turns
kills=0
while [ $kills -lt 20 ]; do
  wait_for "\(receives\|goes on with\) local/$process" server.err
  # At another moment of the turn each time: between two messages, or in one.
  printf x >&3
  sleep "0.0$((kills % 5 + 1))"
  kill -9 "$server"
  wait "$server" 2> killed.err
  kill -0 $client || fail "the client has ended after $kills kills"
  kills=$((kills + 1))
  begin_server
done
exec 3>&-
wait $client || fail 'the client does not arrive'
end_server
expect 'it went on' "$(grep -c "goes on with local/$process" server.err)" 1
same_report there got/local
expect 'calls of step' "$(calls step got/local)" 3000000
expect 'state' "$(sed 's/.*"state":"\([a-z]*\)".*/\1/' got/local/*/stream.json)" ended
