#!/bin/sh
# SPDX-License-Identifier: MIT
# pprof.sh WORK-FOLDER PROTO-FOLDER: protoc decodes the profiles by pprof's own schema, and finds in them
# the calls and self times of the CSV report.
. "$(dirname "$0")/common.sh"
for capture in $captures; do
  gzip -t < "$capture.pprof" || fail "$capture: not a gzip file"
  gzip -dc < "$capture.pprof" |
    "$PROTOC" --decode perftools.profiles.Profile -I "$2" profile.proto > "$capture.decoded" ||
    fail "$capture: protoc: $?"
  awk -f "$(dirname "$0")/decoded_pprof.awk" "$capture.decoded" | sort > "$capture.seen"
  of_csv "$capture" 11 | diff - "$capture.seen" || fail "$capture: calls, ns and functions differ"
  grep -q '^string_table: "callsight@' "$capture.decoded" || fail "$capture: no comment names us"
  echo "$capture: $(wc -l < "$capture.seen") functions as in CSV"
done
