#!/bin/sh
# SPDX-License-Identifier: MIT
# callgrind.sh WORK-FOLDER ANNOTATE: callgrind_annotate finds calls, self and inclusive times of the CSV report.
. "$(dirname "$0")/common.sh"

# annotate CAPTURE OPTION...: lines as of_csv has them.
annotate() {
  capture=$1
  shift
  "$ANNOTATE" "$@" --tree=caller --threshold=100 --auto=no "$capture.callgrind" \
    > "$capture.annotated" 2> "$capture.err" || fail "$capture: callgrind_annotate $*: $?"
  [ -s "$capture.err" ] && { cat "$capture.err" >&2; fail "$capture: callgrind_annotate complains"; }
  awk -f "$(dirname "$0")/annotated.awk" "$capture.annotated" | sort > "$capture.seen"
}

ANNOTATE=$2
for capture in $captures; do
  annotate "$capture" --inclusive=yes
  of_csv "$capture" 10 | diff - "$capture.seen" || fail "$capture: calls, inclusive ns and functions differ"
  annotate "$capture" --inclusive=no
  of_csv "$capture" 11 | diff - "$capture.seen" || fail "$capture: calls, self ns and functions differ"
  grep -q '^Profiled target: ' "$capture.annotated" || fail "$capture: no program is named"
  echo "$capture: $(wc -l < "$capture.seen") functions as in CSV"
done
