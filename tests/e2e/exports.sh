#!/bin/sh
# SPDX-License-Identifier: MIT
# exports.sh SOURCE-FOLDER WORK-FOLDER FILE [RUN...]: runs of a file of programs/ in every format that can be
# compared (check_formats.sh), whole and in part. Without RUN: all of them.
. "$1/common.sh"
. "$1/check_formats.sh"
program=$source_folder/programs/$3
build_program "$program" gcc O2
shift 3
[ $# -gt 0 ] || set -- $(runs_of "$program")

for run in "$@"; do
  read_run "$program" "$run"
  # Word splitting of both is meant.
  env TRACE_ENABLE=1 TRACE_DIR="$run" $settings ./program $arguments > out 2> err < /dev/null
  check_formats "$run"
  check_formats "$run" --depth 2
done
exit 0
