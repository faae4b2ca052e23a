#!/bin/sh
# SPDX-License-Identifier: MIT
# Clients of the protocol that existing devices speak arrive on the same port, in both byte orders: the report is that
# of the files that they send. Drops are said; half a stream is a capture up to its last whole chunk.
. "$1/common.sh"
. "$1/serve/serve.sh"
golden=$1/../golden/old-formats

# numbers FOLDER: of all functions and threads, but for the process, whose number is not in a stream.
numbers() {
  "$CALLSIGHT" analyze "$1" --format json 2> numbers.err || fail "$1: $(cat numbers.err)"
}
same_numbers() {
  for folder in "$1" "$2"; do
    numbers "$folder" | sed -n '/^"rows"/,/^"processes"/p;/"summary"/p' | sed '/^"processes"/d;/^\],"processes"/d' \
      > "numbers.$(basename "$folder")"
  done
  cmp "numbers.$(basename "$1")" "numbers.$(basename "$2")" || fail "$1 and $2 have not the same numbers"
}

begin_server
for sample in x86-64-events powerpc32-be-events armv7-le-events x86-64-capped; do
  "$OLD_AGENT" "$golden/$sample"/trace.*.bin > stream || fail "$sample cannot be sent"
  "$SEND_BYTES" "$address" stream || fail "$sample does not arrive"
  newest=$(find got/127.0.0.1 -name 'old-*' | sort -t - -k 2n -k 3n | tail -n 1)
  same_numbers "$golden/$sample" "$newest"
done
expect 'connections that ended well' "$(grep -c ': ended, everything is there$' server.err)" 4
expect 'captures' "$(find got/127.0.0.1 -name 'old-*' | wc -l)" 4

"$OLD_AGENT" --dropped 12345 "$golden/x86-64-events"/trace.*.bin > stream
"$SEND_BYTES" "$address" stream || fail 'the stream with drops does not arrive'
grep -q 'events dropped by 127.0.0.1/old-.*: 12345$' server.err || fail 'the server says nothing of drops'
newest=$(find got/127.0.0.1 -name 'old-*' | sort -t - -k 2n -k 3n | tail -n 1)
"$CALLSIGHT" analyze "$newest" > report 2>&1 || fail "$(cat report)"
grep -q 'lost events: 12345' report || fail "the report says nothing of drops: $(cat report)"

head -c 3000 stream > half
"$SEND_BYTES" "$address" half || fail 'half a stream is not ended'
wait_for 'ended before everything was there' server.err
newest=$(find got/127.0.0.1 -name 'old-*' | sort -t - -k 2n -k 3n | tail -n 1)
grep -q '"state":"interrupted"' "$newest/stream.json" || fail "$(cat "$newest/stream.json")"
expect 'modes of files' "$(find got -type f -printf '%m\n' | sort -u)" 600
expect 'modes of folders' "$(find got -type d -printf '%m\n' | sort -u)" 700
end_server
