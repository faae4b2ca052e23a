#!/bin/sh
# SPDX-License-Identifier: MIT
# Without TRACE_ENABLE nothing is written and nothing opened, and a stripped program works the same.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(void) { step(); puts("ran"); return 0; }
END
build "$compiler" program -O2 program.c
./program > out 2> err || fail "status $?"
TRACE_ENABLE=0 TRACE_DIR=traces ./program >> out 2>> err || fail "status $?"
expect output "$(cat out | tr '\n' ' ')" "ran ran "
expect stderr "$(cat err)" ""
[ ! -e traces ] || fail "a folder was made"
strip program || fail "strip: status $?"
TRACE_ENABLE=1 ./program > out 2> err || fail "stripped: status $?"
[ -e traces ] || fail "stripped: nothing recorded"
