# SPDX-License-Identifier: MIT
# Read by the scripts of this folder: sh SCRIPT SOURCE-FOLDER WORK-FOLDER.
set -u
source_folder=$1
rm -rf "$2"
mkdir -p "$2" && cd "$2" || exit 1

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# capture ROUNDS
capture() {
  TRACE_ENABLE=1 TRACE_DIR=traces "$PROGRAM" "$1" '</script><script>argument' ||
    fail "the program: status $?"
}

# report STATUS [OPTION...]: report.html and report.json, of the same capture.
report() {
  expected=$1
  shift
  for format in html json; do
    "$CALLSIGHT" analyze traces --format $format --output report.$format "$@" 2> $format.stderr
    status=$?
    [ $status -eq "$expected" ] || fail "$format: status $status: $(cat $format.stderr)"
  done
}

# drive STEPS [--set NAME=TEXT]...: also sets page and json.
drive() {
  steps=$source_folder/$1
  shift
  "$DRIVE_PAGE" --browser "$CHROMIUM" --work "$PWD" --set "page=$PWD/report.html" \
    --set "json=$PWD/report.json" "$@" "$steps" || fail "steps of $steps"
}
