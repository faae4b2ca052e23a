#!/bin/sh
# SPDX-License-Identifier: MIT
# "callsight run" records in each mode that it can be told, and reports it: the same calls, and no more
# than the mode knows.
. "$1/common.sh"

cat > program.c <<'END'
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(void) { for (int i = 0; i < 12; i++) step(); return 3; }
END
build "$GCC" program -O1 program.c

# number NAME: the value of that key in the row of step.
number() {
  tr '{' '\n' < report | sed -n "s/.*\"function\": *\"step\".*\"$1\": *\([0-9a-z]*\).*/\1/p"
}
# reported MODE: what came of a run, after it.
reported() {
  expect "$1: status ($(cat err))" $status 3
  expect "$1: calls of step" "$(number calls)" 12
  process=$(echo "$folder"/program-*/process.json)
  grep -q "\"mode\": *\"$1\"" "$process" || fail "recorded otherwise than as $1: $(cat "$process")"
  case $1 in
  events) ls "$folder"/*/blocks-* > /dev/null || fail "events: no blocks" ;;
  *) ls "$folder"/*/summary.cst > /dev/null || fail "$1: no summary.cst" ;;
  esac
}
for mode in events summary count; do
  folder=$mode
  "$CALLSIGHT" run --dir $folder --mode $mode --format json -- ./program > report 2> err
  status=$?
  reported $mode
  # As text: the report of a person, whose row begins with the name.
  "$CALLSIGHT" run --dir $mode-text --mode $mode -- ./program > text 2> err
  expect "$mode: status of the text report ($(cat err))" $? 3
  grep -q '^step .*12' text || fail "$mode: no row of step: $(cat text)"
done
# Not told: the variable decides.
folder=variable
TRACE_MODE=count "$CALLSIGHT" run --dir $folder --format json -- ./program > report 2> err
status=$?
reported count
# Told otherwise than the variable says.
folder=both
TRACE_MODE=count "$CALLSIGHT" run --dir $folder --mode summary --format json -- ./program > report 2> err
status=$?
reported summary
exit 0
