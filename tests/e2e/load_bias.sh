#!/bin/sh
# SPDX-License-Identifier: MIT
# Names are right wherever the linker puts the program: PIE or not, static, segments apart, text at an
# address of its own.
. "$1/common.sh"

cat > program.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static int static_one(int x) { __asm__ volatile("" ::: "memory"); return x + 1; }
__attribute__((noinline)) int global_one(int x) { return static_one(x) + 1; }
int main(void) { printf("%d\n", global_one(1)); return 0; }
END
check() {
  name=$1
  shift
  rm -rf traces
  build "$@" -O1 program.c
  expect "$name: output" "$(TRACE_ENABLE=1 ./program)" 3
  expect "$name: calls" "$(calls static_one traces) $(calls global_one traces) $(calls main traces)" "1 1 1"
}
for compiler in "$GCC" "$CLANG"; do
  check pie "$compiler" program -fPIE -pie
  check no-pie "$compiler" program -fno-pie -no-pie
  check static "$compiler" program -static
  check static-pie "$compiler" program -fPIE -static-pie
  check separate-code "$compiler" program -fPIE -pie -Wl,-z,separate-code
  check noseparate-code "$compiler" program -fPIE -pie -Wl,-z,noseparate-code
  check text-segment "$compiler" program -fno-pie -no-pie -Wl,-Ttext-segment=0x10000000
  check now "$compiler" program -fPIE -pie -Wl,-z,now
done
