#!/bin/sh
# SPDX-License-Identifier: MIT
# parts.sh SOURCE-FOLDER WORK-FOLDER: a part of a capture, chosen by the filters, and a capture of sums, which has
# no calls: the page shows what there is and says what it is.
. "$1/common.sh"
capture 2000
report 0 --thread paused --depth 2
drive filtered.steps --set rounds=2000
rm -rf traces
TRACE_MODE=summary capture 2000
report 0
drive sums.steps --set rounds=2000
exit 0
