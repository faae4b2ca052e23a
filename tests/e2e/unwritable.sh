#!/bin/sh
# SPDX-License-Identifier: MIT
# A trace folder that cannot be made: one line on stderr, the program runs on untraced.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(void) { for (int i = 0; i < 1000; i++) step(); puts("ran"); return 7; }
END
build "$compiler" program -O2 program.c
: > file
TRACE_ENABLE=1 TRACE_DIR=file/below ./program > out 2> err
expect status $? 7
expect output "$(cat out)" ran
expect lines "$(wc -l < err)" 1
expect line "$(cat err)" \
  "callsight: cannot write a trace in file/below: not a directory; the program runs on untraced"

# Bad values are named once each, and the defaults used.
TRACE_ENABLE=1 TRACE_MAX=many TRACE_CLOCK=sun TRACE_CALLSITES=maybe ./program > out 2> err
expect status $? 7
expect "lines for bad values" "$(wc -l < err)" 3
grep -q "TRACE_MAX='many' is not a number from 0 on; using the default" err || fail "$(cat err)"
grep -q "TRACE_CLOCK='sun' is not one of auto, mono, raw, tsc; using the default" err ||
  fail "$(cat err)"
expect "calls of step" "$(calls step traces)" 1000

# Nobody reads stderr any more: the line gets lost, the program is not ended by SIGPIPE.
{
  wait_until "the pipe is closed" [ -e closed ]
  TRACE_ENABLE=1 TRACE_DIR=file/below ./program
  echo $? > status
} 2>&1 >/dev/null | {
  exec < /dev/null
  : > closed
}
expect "status with a closed pipe as stderr" "$(cat status)" 7
