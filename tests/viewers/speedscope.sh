#!/bin/sh
# SPDX-License-Identifier: MIT
# speedscope.sh WORK-FOLDER PACKAGE-FOLDER: speedscope's importer takes its own format, folded stacks,
# pprof profiles and Chrome traces, and finds in them what the JSON report has.
. "$(dirname "$0")/common.sh"
for capture in $captures; do
  "$NODE" "$(dirname "$0")/import_speedscope.mjs" "$2" "$capture.json" "$capture.speedscope" \
    "$capture.folded" "$capture.pprof" "$capture.chrome" || fail "$capture"
done
