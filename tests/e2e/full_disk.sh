#!/bin/sh
# SPDX-License-Identifier: MIT
# A full file system: a thread's window cannot be reserved, so nothing is mapped that could fault. The
# program runs on untraced, and the report says that a thread could not be recorded.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(void) { for (int i = 0; i < 1000; i++) step(); puts("ran"); return 7; }
END
build "$compiler" program -O2 program.c
mount_small small 64k 'as a whole'
TRACE_ENABLE=1 TRACE_MIN_FREE_MB=0 TRACE_DIR=small/traces ./program > out 2> err
status=$?
"$CALLSIGHT" analyze small/traces > report 2> said
report_status=$?
umount small
expect status $status 7
expect output "$(cat out)" ran
expect stderr "$(cat err)" ""
expect "status of the report" $report_status 3
grep -q 'threads that could not be recorded: 1$' said || fail "the report does not say it: $(cat said)"
