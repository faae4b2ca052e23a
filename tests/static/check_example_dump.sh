#!/bin/sh
# SPDX-License-Identifier: MIT
# check_example_dump.sh ROOT CALLSIGHT TEST_FORMAT_PAGE: the analyzer reads the example of
# docs/format/trace-v3.md as the page explains it. Skipped where the example's byte order is foreign.
set -u
callsight=$2
writer=$3
file=$(mktemp -d)/blocks-0.0.cst || exit 1
trap 'rm -rf "${file%/*}"' EXIT
"$writer" --write "$file" || exit 1
if [ "$(printf '\1\0' | od -An -d | tr -d ' ')" != 1 ]; then
  echo 'skipped: the example is of a little-endian machine'
  exit 77
fi

expected='0 block thread=1 tid=4711 lane=0 sequence=2 used=688 depth=1 lost=0 first_ticks=17592187092736 pair_ticks=17592187092672 pair_ns=5000000000
64 17592186044416 open 0x555555555190
576 17592187092736 thread-name parser
600 17592187092768 enter 0x15555555240 from 0x5555555551c2
616 17592187092896 exit 0x15555555240
624 17592187093008 enter 0x15555555240
632 17592196530176 time
648 17592196530176 enter 0x15555555310 from 0x55555555526e inlined
672 17592196530688 unwound left=2
680 17592196530688 exit 0x15555555240'
found=$("$callsight" dump "$file" | sed 's/^\/.*cst://')
if [ "$found" != "$expected" ]; then
  printf 'callsight dump says\n%s\nthe page says\n%s\n' "$found" "$expected" >&2
  exit 1
fi
