#!/bin/sh
# SPDX-License-Identifier: MIT
# What clients say becomes captures that say the same as those of the runtime: over TCP and a Unix socket, stored
# and compressed; random bytes and half messages end their own connection; two clients with one name at once both
# arrive; the modes of files are right; SIGTERM ends the server with everything in files.
. "$1/common.sh"
. "$1/serve/serve.sh"

record there 20000
process=$(basename there/*)
begin_server
"$SEND_CAPTURE" "$address" there/$process || fail 'the client does not arrive'
same_report there got/127.0.0.1
expect 'modes of files' "$(find got -type f -printf '%m\n' | sort -u)" 600
expect 'modes of folders' "$(find got -type d -printf '%m\n' | sort -u)" 700

# Garbage of several kinds, then a good client again.
port=${address##*:}
printf 'GET / HTTP/1.1\r\n\r\n' > garbage.http
head -c 64 /dev/urandom > garbage.random
head -c 1000000 /dev/zero > garbage.zeros
printf 'CSSTREAM' > garbage.half
printf 'TKSTREAN01234567' > garbage.almost
for garbage in garbage.*; do
  "$SEND_BYTES" "$address" "$garbage" || fail "$garbage is not ended"
done
"$SEND_CAPTURE" --ring 2 --level 3 "$address" there/$process || fail 'no client arrives after garbage'
same_report there "got/127.0.0.1/$process~2"
grep -c ': ended: not a stream of callsight$' server.err > ended
expect 'connections that are ended for what they sent' "$(cat ended)" 4
expect 'connections that ended early' "$(grep -c 'ended before it said hello' server.err)" 1
expect 'the server runs' "$(kill -0 "$server" && echo yes)" yes

# Two at once with one name.
"$SEND_CAPTURE" --ring 3 --pause 2000 "$address" there/$process &
third=$! pids="$pids $!"
"$SEND_CAPTURE" --ring 4 --pause 2000 --level 1 "$address" there/$process || fail 'the fourth does not arrive'
wait $third || fail 'the third does not arrive'
same_report there "got/127.0.0.1/$process~3"
same_report there "got/127.0.0.1/$process~4"

# A name that is a path.
"$SEND_CAPTURE" --ring 5 --name ../../../evil/.. "$address" there/$process || fail 'the fifth does not arrive'
same_report there got/127.0.0.1/_._.._.._evil_..
expect 'nothing else is made' "$(ls -A | tr '\n' ' ' | grep -c evil)" 0
end_server
expect 'sockets' "$(grep -c ': ended, everything is there$' server.err)" 5

# The same through a Unix socket, which others cannot open and which goes with the server.
listen=unix:socket begin_server --status-json --once
expect 'mode of the socket' "$(stat -c %a socket)" 600
"$SEND_CAPTURE" "$address" there/$process || fail 'the client does not arrive'
wait "$server" || fail "the server fails: $(cat server.err)"
server=
same_report there got/local
[ ! -e socket ] || fail 'the socket is left behind'
blocks=$(sed -n 's/.*"blocks":\([0-9]*\).*/\1/p' got/local/*/stream.json)
expect 'the last status' "$(tail -n 1 server.out | sed 's/"stored_bytes":[0-9]*/"stored_bytes":N/')" \
  "{\"schema\":1,\"connections\":0,\"processes\":0,\"captures\":1,\"blocks\":$blocks,\"block_bytes\":$(cat \
  got/local/*/blocks-* | wc -c),\"stored_bytes\":N,\"repeated_blocks\":0,\"dropped_blocks\":0,\"refused\":0}"
