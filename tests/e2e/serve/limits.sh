#!/bin/sh
# SPDX-License-Identifier: MIT
# Limits of the server: connections at once and of one address, handshake and idle time, bytes of a client and of
# all, free space; each says in a line which it was. A hundred connections in the middle of a message cost less than 64 MB.
. "$1/common.sh"
. "$1/serve/serve.sh"

record there 100000
process=$(basename there/*)

# Time. A connection that says nothing, and one that says half a hello.
begin_server --handshake-timeout 1 --idle-timeout 600
: > nothing
printf 'CSSTREAM\001' > half
"$SEND_BYTES" --hold "$address" nothing || fail 'who says nothing is not ended'
"$SEND_BYTES" --hold "$address" half || fail 'who says half a hello is not ended'
expect 'slow handshakes' "$(grep -c 'it did not say hello in time (--handshake-timeout)$' server.err)" 2
end_server
begin_server --handshake-timeout 600 --idle-timeout 1
"$SEND_CAPTURE" --dump dump there/$process || fail 'no messages are made'
head -c 100000 dump > part
"$SEND_BYTES" --hold "$address" part || fail 'who stops in a message is not ended'
expect 'idle' "$(grep -c 'nothing was heard of it (--idle-timeout)$' server.err)" 1
end_server

# Connections. Those beyond the limit are closed at once, and those that were there go on.
begin_server --max-connections 2 --handshake-timeout 600
"$SEND_BYTES" --hold "$address" nothing &
one=$! pids="$pids $!"
"$SEND_BYTES" --hold "$address" nothing &
two=$! pids="$pids $!"
tries=0
until [ "$(grep -c ': connected$' server.err)" = 2 ]; do
  tries=$((tries + 1))
  [ $tries -le 1200 ] || fail "two do not connect: $(cat server.err)"
  sleep 0.05
done
"$SEND_BYTES" --hold "$address" nothing || fail 'the third is not closed'
wait_for 'turned away, with 1 in the last second: too many connections (--max-connections' server.err
kill -0 $one || fail 'the first was ended'
kill $one $two
wait $one $two 2> killed.err
end_server
begin_server --max-peer-connections 1 --handshake-timeout 600
"$SEND_BYTES" --hold "$address" nothing &
one=$! pids="$pids $!"
wait_for ': connected$' server.err
"$SEND_BYTES" --hold "$address" nothing || fail 'the second of one address is not closed'
kill $one
wait $one 2> killed.err
end_server

# Bytes.
rm -rf got
begin_server --max-mb 4
"$SEND_CAPTURE" "$address" there/$process > refused.out && fail 'too much is taken'
expect 'what the client is told' "$(cat refused.out)" 'refused: more than 4 MB of one client (--max-mb)'
end_server
bytes=$(cat got/127.0.0.1/*/blocks-* | wc -c)
[ "$bytes" -le 4194304 ] && [ "$bytes" -gt 3400000 ] || fail "$bytes bytes are there"
"$CALLSIGHT" analyze got/127.0.0.1 > report 2>&1 || fail 'what was taken is not read'
grep -q 'has not ended: more than 4 MB of one client (--max-mb)$' report || fail "the report does not say it: $(cat report)"
rm -rf got
begin_server --max-total-mb 8
"$SEND_CAPTURE" --ring 1 --name one-1-1 "$address" there/$process > refused.out && fail 'too much is taken'
expect 'what the client is told' "$(cat refused.out)" 'refused: more than 8 MB in all (--max-total-mb)'
end_server
begin_server --max-total-mb 8
"$SEND_CAPTURE" --ring 2 --name two-1-1 "$address" there/$process > refused.out && fail 'a server that begins forgets'
end_server
bytes=$(find got -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
[ "$bytes" -le 8500000 ] || fail "$bytes bytes are there"

# Memory. Each connection stops in the middle of a large message.
record small 10000
rm -rf got
begin_server --max-peer-connections 0 --handshake-timeout 600 --idle-timeout 600
i=0
while [ $i -lt 100 ]; do
  i=$((i + 1))
  "$SEND_CAPTURE" --dump /dev/stdout --ring $i --name many-$i-1 small/program-* | head -c 700000 > part.$i
  "$SEND_BYTES" --hold "$address" part.$i &
  clients="${clients:-} $!" pids="$pids $!"
done
tries=0
until [ "$(cat got/127.0.0.1/many-*/blocks-* 2> /dev/null | wc -c)" -ge 50000000 ]; do
  tries=$((tries + 1))
  [ $tries -le 2400 ] || fail "only $(cat got/127.0.0.1/many-*/blocks-* | wc -c) bytes arrive"
  sleep 0.05
done
memory=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$server/status")
echo "100 connections: VmHWM $memory kB"
# With the memory of a sanitizer it is no measure of the server.
grep -q __asan_init "$CALLSIGHT" || [ "$memory" -lt 65536 ] || fail "$memory kB"
# And one more client arrives all the same.
"$SEND_CAPTURE" --ring 1000 "$address" there/$process || fail 'the client does not arrive'
same_report there got/127.0.0.1/$process
end_server
kill $clients 2> killed.err
wait

# Descriptors. There are few: connections wait until one is free, the server does not spin, and nobody is lost.
rm -rf got
(
  ulimit -n 16
  exec "$CALLSIGHT" serve --listen unix:few --dir got --handshake-timeout 600 --status-json > few.out 2> few.err
) &
server=$! pids="$pids $!"
wait_for 'listening on' few.err
clients=
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
  "$SEND_BYTES" --hold unix:few nothing &
  clients="$clients $!" pids="$pids $!"
done
wait_for 'connections have to wait: Too many open files' few.err
has_ticked() {
  [ "$(wc -l < few.out)" -ge 2 ]
}
wait_until 'two seconds pass' has_ticked
# It tries once, and again after each line of its status, which it writes once a second.
lines=$(grep -c 'connections have to wait' few.err)
[ "$lines" -le $(($(wc -l < few.out) + 1)) ] || fail "the server tries $lines times: $(cat few.out)"
kill $clients
"$SEND_CAPTURE" unix:few small/program-* || fail 'no client arrives when descriptors are free again'
same_report small got/local
end_server

# The size of files. Who reaches it is refused, and the server goes on.
record tiny 100
(
  ulimit -f 2000
  exec "$CALLSIGHT" serve --listen unix:sized --dir fits 2> sized.err
) &
server=$! pids="$pids $!"
wait_for 'listening on' sized.err
timeout 60 "$SEND_CAPTURE" unix:sized there/$process > refused.out && fail 'a file becomes too large'
expect 'what the client is told' "$(cat refused.out)" 'refused: writing failed: File too large'
timeout 60 "$SEND_CAPTURE" --ring 2 unix:sized tiny/program-* || fail 'no client arrives after one that was too large'
end_server
