#!/bin/sh
# SPDX-License-Identifier: MIT
# A small disk: with --min-free-mb that much stays free; without it the disk fills up. Either way the client is told why,
# what arrived is a whole capture that says why it ends, and the server goes on for others.
. "$1/common.sh"
. "$1/serve/serve.sh"

record there 100000
process=$(basename there/*)
mount_small small 16m 'the floor of free space'
trap 'stop_all; umount small 2> /dev/null || umount -l small' EXIT

begin_server --dir small/got --min-free-mb 8
"$SEND_CAPTURE" "$address" there/$process > refused.out && fail 'too much is taken'
expect 'what the client is told' "$(cat refused.out)" 'refused: less than 8 MB are free (--min-free-mb)'
end_server
free=$(df -k small | awk 'NR == 2 { print $4 }')
[ "$free" -ge $((7 * 1024)) ] && [ "$free" -le $((9 * 1024)) ] || fail "$free kB are free"
"$CALLSIGHT" analyze small/got/127.0.0.1 > report 2> report.err || fail "$(cat report.err)"
grep -q 'has not ended: less than 8 MB are free (--min-free-mb)$' report || fail "the report does not say it: $(cat report)"

rm -rf small/got
begin_server --dir small/got --min-free-mb 0
"$SEND_CAPTURE" --ring 2 "$address" there/$process > refused.out && fail 'more is taken than there is room for'
expect 'what the client is told' "$(cat refused.out)" 'refused: writing failed: No space left on device'
"$CALLSIGHT" analyze small/got/127.0.0.1 > report 2> report.err || fail "$(cat report.err)"
grep -q 'has not ended: writing failed: No space left on device$' report || fail "the report does not say it: $(cat report)"
expect 'bytes of whole blocks' "$(cat small/got/127.0.0.1/*/blocks-* | wc -c)" \
  "$(sed 's/.*"block_bytes":\([0-9]*\).*/\1/' small/got/127.0.0.1/*/stream.json)"
# Room again: another client arrives.
rm -rf small/got/127.0.0.1
record short 100
"$SEND_CAPTURE" --ring 3 "$address" short/program-* || fail 'no client arrives any more'
same_report short small/got/127.0.0.1
end_server

# Too little from the start: the server says so before a client comes.
rm -rf small/got
begin_server --dir small/got --min-free-mb 64
wait_for 'clients are refused' server.err
expect 'too little from the start' "$(sed -n 2p server.err)" \
  'callsight serve: small/got: less than 64 MB are free (--min-free-mb): clients are refused until that changes'
"$SEND_CAPTURE" --ring 4 "$address" short/program-* > refused.out && fail 'it is taken'
expect 'what the client is told' "$(cat refused.out)" 'refused: less than 64 MB are free (--min-free-mb)'
end_server

# No room at all: no empty folder is left, which would say nothing to nobody.
rm -rf small/got
begin_server --dir small/got --min-free-mb 0
mkdir small/got/127.0.0.1
head -c 20m /dev/zero > small/filled 2> filled.err
"$SEND_CAPTURE" --ring 5 "$address" short/program-* > refused.out && fail 'it is taken without room'
expect 'what the client is told' "$(cat refused.out)" 'refused: writing failed: No space left on device'
expect 'what is left of it' "$(ls -A small/got/127.0.0.1)" ''
end_server
