#!/bin/sh
# SPDX-License-Identifier: MIT
# facts.sh WORK-FOLDER: every export that has a place for it says what a filter cut and left out.
. "$(dirname "$0")/common.sh"

# says CAPTURE WORDS
says() {
  for format in html chrome perfetto firefox speedscope callgrind pprof; do
    { gzip -dc < "$1.$format" 2>/dev/null || cat "$1.$format"; } | grep -aq "$2" ||
      fail "$1.$format does not say '$2'"
  done
}

says cut 'calls cut where the shown time begins or ends: 1[0-9]'
says shallow 'at most 4 deep, of at least 150 ns'
says shallow 'calls left out: too deep [1-9][0-9]*, too short [1-9][0-9]*'
for format in html chrome perfetto firefox speedscope callgrind pprof; do
  { gzip -dc < "exact.$format" 2>/dev/null || cat "exact.$format"; } | grep -aq 'left out: ' &&
    fail "exact.$format says that something is left out"
done
exit 0
