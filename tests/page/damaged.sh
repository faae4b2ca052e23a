#!/bin/sh
# SPDX-License-Identifier: MIT
# damaged.sh SOURCE-FOLDER WORK-FOLDER: a block in the middle of a file is damaged. The page says so, and shows
# where something is missing. So it does of a capture that reached its limit.
. "$1/common.sh"
capture 2000
"$CALLSIGHT" dump traces > dump || fail "dump: status $?"
# FILE OFFSET of the third block of a thread that has more.
set -- $(sed -n 's/^\([^ ]*\/blocks-[^ ]*\):\([0-9]*\) block thread=2 .* sequence=2 .*/\1 \2/p' dump)
[ $# -eq 2 ] || fail "the second thread has no third block"
printf 'no block' | dd of="$1" bs=1 seek="$2" conv=notrunc 2> dd.stderr || fail "$(cat dd.stderr)"
report 3
drive damaged.steps
rm -rf traces
TRACE_MAX=100000 capture 2000
report 0
drive stopped.steps
exit 0
