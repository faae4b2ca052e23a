#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs of other word size and byte order have their names, lines and inlined calls, read on this
# machine without their tools; also with DWARF 4, compressed, and stripped with a debug file.
. "$1/common.sh"
parts=$source_folder/symbols/parts.c

address() {
  nm "$1" | sed -n "s/^\([0-9a-f]*\) . $2\$/\1/p"
}

# look FILE OF [OPTION...]: what is found in FILE at the addresses of OF's symbols.
look() {
  look_file=$1 look_of=$2
  shift 2
  look_id=$(readelf -n "$look_of" 2>/dev/null | sed -n 's/.*Build ID: //p')
  calls=
  for mark in $(nm "$look_of" | sed -n 's/^\([0-9a-f]*\) . mark_.*/\1/p'); do
    calls="$calls call:$(printf '%x' $((0x$mark + 1)))"
  done
  "$LOOK_UP" --build-id "$look_id" "$@" "$look_file" "$(address "$look_of" local_one)" \
    "$(address "$look_of" global_one)" $calls | sort
}

all='call deepest parts.c:6 < middle parts.c:11 < global_one parts.c:19
call deepest parts.c:6 < middle parts.c:11 < local_one parts.c:15
global_one parts.c:17
local_one parts.c:13'

class_of() {
  readelf -h "$1" | sed -n 's/ *Class: *ELF//p; s/ *Data: .* \([a-z]*\) endian$/\1/p' | tr '\n' ' '
}

check() {
  triple=$1 expected_class=$2
  shift 2
  clang --target="$triple" -g -O1 -fPIE "$@" -c "$parts" -o part.o &&
    ld.lld -e _start -pie --build-id=sha1 -o whole part.o || fail "$triple: does not build"
  expect "$triple: class" "$(class_of whole)" "$expected_class "
  expect "$triple" "$(look whole whole)" "$all
names from: symbol table and DWARF of the file"

  rm -rf apart && mkdir apart
  llvm-objcopy --only-keep-debug whole apart/whole.debug
  llvm-strip -o stripped whole
  llvm-objcopy --add-gnu-debuglink=apart/whole.debug stripped
  expect "$triple, stripped" "$(look stripped whole | grep -v '^call ')" "$({
    echo "names from: no symbol table, no DWARF"
    nm whole | sed -n 's/^0*\([0-9a-f]*\) . \(global\|local\)_one$/stripped+0x\1 -:0/p'
  } | sort)"
  expect "$triple, debug file" "$(look stripped whole --symbols apart)" "$all
names from: symbol table and DWARF of $PWD/apart/whole.debug"
  # By the linker: what llvm-objcopy 14 compresses for big-endian machines cannot be read by anything.
  ld.lld -e _start -pie --build-id=sha1 --compress-debug-sections=zlib -o compressed part.o
  readelf -t compressed 2> err | grep -q COMPRESSED || fail "$triple: is not compressed"
  expect "$triple, compressed" "$(look compressed compressed)" "$all
names from: symbol table and DWARF of the file"
}

check powerpc-linux-gnu "32 big"
check powerpc-linux-gnu "32 big" -gdwarf-4
check mips-linux-gnu "32 big"
check i386-linux-gnu "32 little"
check armv7-linux-gnueabihf "32 little" -marm
check armv7-linux-gnueabihf "32 little" -mthumb
check riscv32-linux-gnu "32 little"
check mips64-linux-gnuabi64 "64 big"
check aarch64_be-linux-gnu "64 big"
check aarch64-linux-gnu "64 little"
check riscv64-linux-gnu "64 little"
check powerpc64le-linux-gnu "64 little"
