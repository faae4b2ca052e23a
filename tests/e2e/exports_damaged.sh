#!/bin/sh
# SPDX-License-Identifier: MIT
# exports_damaged.sh SOURCE-FOLDER WORK-FOLDER: whatever a damaged capture holds, an export of it is a correct file:
# every begin has its end, no time goes back. Bytes are changed at places that are the same in each run.
. "$1/common.sh"
formats='json csv pprof chrome perfetto firefox speedscope'

build_program "$source_folder/programs/threads.c" gcc O2
TRACE_ENABLE=1 TRACE_DIR=whole ./program > out 2> err || fail "the program: $?"
blocks=$(ls -S whole/*/blocks-*.cst | head -n 1)
bytes=$(wc -c < "$blocks")
[ "$bytes" -gt 4000 ] || fail "only $bytes bytes of blocks"

# spoil COPY ROUND: changes up to 12 bytes of a block file; every fifth time it also ends early.
spoil() {
  damaged=$1/${blocks#whole/}
  at=$(($2 * 7919 % bytes))
  for step in $(seq $((1 + $2 % 12))); do
    at=$(((at * 31 + step * 1009) % bytes))
    printf "\\$(printf %o $((at * 37 % 256)))" | dd of="$damaged" bs=1 seek=$at conv=notrunc 2> dd.err ||
      fail "dd: $(cat dd.err)"
  done
  if [ $(($2 % 5)) -eq 0 ]; then truncate -s "$at" "$damaged"; fi
}

written=0
for round in $(seq 25); do
  rm -rf copy && cp -r whole copy
  spoil copy "$round"
  files=
  for format in $formats; do
    "$CALLSIGHT" analyze copy --format $format --output copy.$format 2> copy.err
    status=$?
    case $status in
    0 | 3) ;;
    *) fail "round $round: $format ends with $status: $(cat copy.err)" ;;
    esac
    if [ -f copy.$format ]; then files="$files $format copy.$format"; fi
  done
  # Word splitting is meant.
  "$COMPARE_EXPORTS" rules $files || fail "round $round"
  if [ -n "$files" ]; then written=$((written + 1)); fi
  rm -f copy.*
done
[ $written -gt 20 ] || fail "only $written captures could be read"
exit 0
