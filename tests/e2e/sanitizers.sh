#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs built with AddressSanitizer and UndefinedBehaviorSanitizer, and with ThreadSanitizer: no report
# is made for the runtime, and calls, unwound and nesting are those of the program without them.
. "$1/common.sh"
compiler=$3
sanitizer=$4
programs=$source_folder/programs
# ThreadSanitizer ends when the addresses that it wants are taken, which is a matter of chance when they are random.
fixed_addresses="setarch $(uname -m) -R"
$fixed_addresses true 2> setarch.err || fixed_addresses=

# numbers: what must be the same, of the report that was made last.
numbers() {
  tr '{' '\n' < report.json | sed -n 's/.*"function":"\([^"]*\)".*"calls":\([0-9]*\).*/\1 \2/p' |
    grep -v 'san\|GLOBAL__' | sort
  tr ',{' '\n\n' < report.json | grep -E '^"(unwound|unmatched|lost|open)":' | sort -u
}
# run PROGRAM SANITIZER ARGUMENT
run() {
  rm -rf traces
  TRACE_ENABLE=1 $fixed_addresses ./program ${3:-} > out 2> err
  status=$?
  if grep -q 'unexpected memory mapping' err; then
    echo "SKIPPED: $2 does not start on this kernel"
    exit 77
  fi
  grep -E 'ERROR: |WARNING: |runtime error' err && fail "$1, $2: $(cat err)"
  expect "$1, $2: status ($(head -n 3 err))" $status 0
  "$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "$1, $2: analyze: $(cat notes)"
  numbers > numbers
}
for case in counts.c threads.c longjmp.c exceptions.cpp forks.c thread_ends.c late_destructors.c; do
  [ "$case" != forks.c ] && argument= || argument=fork
  with=$(compiler_for "$case" "$compiler")
  build "$with" program -O1 "$programs/$case"
  run $case none $argument
  mv numbers plain_numbers
  # clang's ThreadSanitizer itself crashes in destructors of the last round, without any runtime too.
  [ "$compiler $case $sanitizer" != "clang late_destructors.c thread" ] || continue
  build "$with" program -O1 -fsanitize=$sanitizer -fno-sanitize-recover=undefined "$programs/$case"
  run $case $sanitizer $argument
  cmp plain_numbers numbers || fail "$case, $sanitizer: $(diff plain_numbers numbers)"
done
exit 0
