#!/bin/sh
# SPDX-License-Identifier: MIT
# callgrind.sh WORK-FOLDER ANNOTATE: callgrind_annotate finds calls, self and inclusive times of the CSV report.
. "$(dirname "$0")/common.sh"

# annotate CAPTURE OPTION...: "calls ns function" lines.
annotate() {
  capture=$1
  shift
  "$ANNOTATE" "$@" --tree=caller --threshold=100 --auto=no "$capture.callgrind" \
    > "$capture.annotated" 2> "$capture.err" || fail "$capture: callgrind_annotate $*: $?"
  [ -s "$capture.err" ] && { cat "$capture.err" >&2; fail "$capture: callgrind_annotate complains"; }
  awk -f "$(dirname "$0")/annotated.awk" "$capture.annotated" | sort > "$capture.seen"
}

# of_csv CAPTURE COLUMN: the same lines of the CSV report, whose names here need no quotes: function, kind,
# module, file, line, address, size, calls, resumes, incl_ns, self_ns.
of_csv() {
  tr -d '"\r' < "$1.csv" | awk -F , -v column="$2" 'NR > 1 { print $8, $column, $1 }' | sort
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
