#!/bin/sh
# SPDX-License-Identifier: MIT
# signals.sh SOURCE-FOLDER WORK-FOLDER CASE COMPILER HANDLERS: handlers that interrupt hooks. What was
# done is what is read: nothing is lost, nothing twice, times do not go back, and the frames of a
# handler lie on those that it interrupted. CALLSIGHT_E2E_SIGNALS: how many instead.
. "$1/common.sh"
case=$3
count=${CALLSIGHT_E2E_SIGNALS:-$5}
build "$(compiler_for handlers.c "$4")" program -O1 "$source_folder/signals/handlers.c"

value() {
  sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" report.json | head -n 1
}

# report FOLDER
report() {
  "$CALLSIGHT" analyze "$1" --format json > report.json 2> notes || {
    cat notes
    fail "$case: analyze: status $?"
  }
  if grep 'steps back of the clock' notes; then
    fail "$case: the clock went back"
  fi
}

# Every stack is one of: main, round_of, step, handler, in_handler, deeper, in this order. With two
# timers a handler may stand on a handler.
check_stacks() {
  "$LIST_STACKS" traces > stacks || fail "$case: list_stacks"
  allowed='^(main(;|$))?(round_of(;|$))?(step(;|$))?(handler(;|$)(in_handler(;|$)(deeper(;|$))?)?)*(in_child)?$'
  if grep -vE "$allowed" stacks; then
    fail "$case: these stacks cannot be"
  fi
  grep -q 'step;handler;in_handler;deeper' stacks || fail "$case: no handler on the function it interrupted"
}

killed() {
  i=0
  while [ $i -lt 12 ]; do
    rm -rf traces
    "$KILL_LOOP" counted $i traces ./program forever 0 counted > /dev/null || fail "the program could not be run"
    report traces
    # The kill may fall between a hook and the program's own count: once for what is interrupted.
    set -- $(od -An -t u8 -N 24 counted)
    for pair in in_handler:$1 deeper:$2 step:$3; do
      found=$(calls "${pair%%:*}" traces)
      done=${pair#*:}
      [ "${found:-0}" -eq "$done" ] || [ "${found:-0}" -eq $((done + 1)) ] ||
        fail "run $i: ${pair%%:*}: done $done times, read ${found:-0}"
    done
    i=$((i + 1))
  done
}

if [ "$case" = forever ]; then
  killed
  exit 0
fi
TRACE_ENABLE=1 TRACE_DIR=traces TRACE_MAX_MB=0 ./program "$case" "$count" > made || fail "$case: status $?"
read -r handled inner steps forks < made
report traces
expect "$case: lost" "$(value lost)" 0
expect "$case: unmatched" "$(value unmatched)" 0
expect "$case: calls of in_handler" "$(calls in_handler traces)" "$handled"
expect "$case: calls of deeper" "$(calls deeper traces)" "$inner"
found=$(calls step traces)
case $case in
  jump*)
    # A jump can fall between a step's enter hook and its count.
    [ "$found" -ge "$steps" ] && [ "$found" -le $((steps + handled)) ] ||
      fail "$case: made $steps steps, found $found"
    ;;
  threads)
    expect "$case: threads that a handler ended" "$handled" "$forks"
    [ "$found" -ge "$steps" ] && [ "$found" -le $((steps + handled)) ] ||
      fail "$case: made $steps steps, found $found"
    ;;
  *) expect "$case: calls of step" "$found" "$steps" ;;
esac
case $case in
  fork | _Fork | clone)
    expect "$case: calls in children" "$(calls in_child traces)" "$forks"
    expect "$case: processes" "$(ls -d traces/*/ | wc -l)" $((forks + 1))
    ;;
  *) check_stacks ;;
esac
