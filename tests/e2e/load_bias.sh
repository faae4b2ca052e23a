#!/bin/sh
# SPDX-License-Identifier: MIT
# Names and lines are right wherever the linker puts the program: PIE or not, static, segments apart, text
# at an address of its own, by three linkers; also when they come from a debug file.
. "$1/common.sh"

cat > program.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static int static_one(int x) { __asm__ volatile("" ::: "memory"); return x + 1; }
__attribute__((noinline)) int global_one(int x) { return static_one(x) + 1; }
int main(void) { printf("%d\n", global_one(1)); return 0; }
END
# names [OPTION...]: calls and lines of the three functions.
names() {
  "$CALLSIGHT" analyze traces --format json "$@" 2> said | tr '{' '\n' |
    sed -n 's/.*"function":"\([a-z_]*\)".*"line":\([0-9]*\),.*"calls":\([0-9]*\),.*/\1:\2x\3/p' |
    LC_ALL=C sort | tr '\n' ' '
}

check() {
  name=$1
  shift
  rm -rf traces given
  build "$@" -O1 program.c
  expect "$name: output" "$(TRACE_ENABLE=1 ./program)" 3
  expect "$name" "$(names)" "global_one:3x1 main:4x1 static_one:2x1 "
  mkdir given
  objcopy --only-keep-debug program given/program.debug
  strip program
  expect "$name, debug file" "$(names --symbols given)" "global_one:3x1 main:4x1 static_one:2x1 "
}

for compiler in "$GCC" "$CLANG"; do
  for linker in bfd gold lld; do
    check "pie $linker" "$compiler" program -fuse-ld=$linker -fPIE -pie
    check "no-pie $linker" "$compiler" program -fuse-ld=$linker -fno-pie -no-pie
    check "static $linker" "$compiler" program -fuse-ld=$linker -static
    check "now $linker" "$compiler" program -fuse-ld=$linker -fPIE -pie -Wl,-z,now
  done
  for linker in bfd lld; do
    check "static-pie $linker" "$compiler" program -fuse-ld=$linker -fPIE -static-pie
    check "separate-code $linker" "$compiler" program -fuse-ld=$linker -fPIE -pie -Wl,-z,separate-code
    check "noseparate-code $linker" "$compiler" program -fuse-ld=$linker -fPIE -pie \
      -Wl,-z,noseparate-code
  done
  for linker in bfd gold; do
    check "text-segment $linker" "$compiler" program -fuse-ld=$linker -fno-pie -no-pie \
      -Wl,-Ttext-segment=0x10000000
  done
  check "image-base lld" "$compiler" program -fuse-ld=lld -fno-pie -no-pie -Wl,--image-base=0x10000000
done
# Constants and code in one segment.
check "rosegment" "$CLANG" program -fuse-ld=lld -fPIE -pie -Wl,--no-rosegment
