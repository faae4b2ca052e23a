#!/bin/sh
# SPDX-License-Identifier: MIT
# facts.sh WORK-FOLDER: every export that has a place for it says what a filter cut and left out.
. "$(dirname "$0")/common.sh"
formats='html chrome perfetto firefox speedscope callgrind pprof'

# holds CAPTURE FORMAT WORDS
holds() {
  { gzip -dc < "$1.$2" 2>/dev/null || cat "$1.$2"; } | grep -aq "$3"
}

# says CAPTURE WORDS
says() {
  for format in $formats; do
    holds "$1" $format "$2" || fail "$1.$format does not say '$2'"
  done
}

says cut 'calls cut where the shown time begins or ends: 15;'
says shallow 'at most 4 deep, of at least 900 ns'
says shallow 'calls left out: too deep [1-9][0-9]*, too short [1-9][0-9]*'
for format in $formats; do
  holds exact $format 'left out: ' && fail "exact.$format says that something is left out"
done
exit 0
