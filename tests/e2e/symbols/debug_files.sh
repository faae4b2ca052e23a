#!/bin/sh
# SPDX-License-Identifier: MIT
# A stripped program has its names wherever its debug file is, else addresses; each report says where
# they came from.
. "$1/common.sh"
. "$1/symbols/symbols_common.sh"

record "$GCC" program
cp program original
here=$PWD
check "whole" "$whole" "symbol table and DWARF of the file"

# addresses: the rows of a program without any symbol.
addresses=$(nm original | sed -n 's/^0*\([0-9a-f]*\) . \(main\|second_one\|static_one\)$/program+0x\1 -/p' |
  LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')

strip -g -o program original
check "without DWARF" "$symbols_only" "symbol table of the file, no DWARF"
strip -o program original
check "stripped" "$addresses" "dynamic symbols of the file, no DWARF"

llvm-objcopy --strip-sections original program
check "without section headers" "$addresses" "dynamic symbols of the file, no DWARF"
strip -o program original

# A build-id folder that is given; the debug file in it, or the program as it was.
mkdir -p given/$(dirname "$(id_path original .debug)")
objcopy --only-keep-debug original "given/$(id_path original .debug)"
check "build-id folder" "$whole" \
  "symbol table and DWARF of given/$(id_path original .debug)" --symbols given
check "the second of two folders" "$whole" \
  "symbol table and DWARF of $here/given/$(id_path original .debug)" \
  --symbols "$here/nothing" --symbols "$here/given"
rm -r given && mkdir given && cp original given/program
check "the program as it was" "$whole" "symbol table and DWARF of given/program" --symbols given
objcopy --only-keep-debug original given/program.debug
check "a debug file by name" "$whole" "symbol table and DWARF of given/program.debug" --symbols given
rm -r given && mkdir -p "given$here" && cp original "given$here/program"
check "the whole path in a folder" "$whole" "symbol table and DWARF of given$here/program" \
  --symbols given
rm -r given

# Debug files by other tools.
mkdir given
eu-strip -f given/program.debug -o program original
check "eu-strip" "$whole" "symbol table and DWARF of given/program.debug" --symbols given
llvm-objcopy --strip-sections original program
check "without section headers, debug file" "$whole" "symbol table and DWARF of given/program.debug" \
  --symbols given
llvm-objcopy --only-keep-debug original given/program.debug
llvm-strip -o program original
check "llvm" "$whole" "symbol table and DWARF of given/program.debug" --symbols given
rm -r given

# .gnu_debuglink: beside, in .debug, below /usr/lib/debug.
objcopy --only-keep-debug original program.dbg
strip -o program original
objcopy --add-gnu-debuglink=program.dbg program
check "debuglink beside" "$whole" "symbol table and DWARF of $here/program.dbg"
mkdir .debug && mv program.dbg .debug/
check "debuglink in .debug" "$whole" "symbol table and DWARF of $here/.debug/program.dbg"
mkdir -p "root/usr/lib/debug$here" "root$here"
mv .debug/program.dbg "root/usr/lib/debug$here/"
cp program "root$here/program"
check "debuglink below a sysroot" "$whole" \
  "symbol table and DWARF of $here/root/usr/lib/debug$here/program.dbg" --sysroot root
mkdir given && mv "root/usr/lib/debug$here/program.dbg" given/
check "debuglink in a folder" "$whole" "symbol table and DWARF of $here/given/program.dbg" \
  --symbols given
mkdir -p "root/usr/lib/debug/$(dirname "$(id_path original .debug)")"
mv given/program.dbg "root/usr/lib/debug/$(id_path original .debug)"
check "build-id folder below a sysroot" "$whole" \
  "symbol table and DWARF of root/usr/lib/debug/$(id_path original .debug)" --sysroot root
rm -r root .debug given

# The wrong debug file: its build-id is another, or without ids its checksum is.
sed 's/x \* 3/x * 4/' second.c > changed.c
"$GCC" $hook_flags -O1 program.c changed.c -o changed $link_flags "$RT_MODULE" "$RT_STATIC" -pthread -ldl
objcopy --only-keep-debug changed program.dbg
check "debug file of another build" "$addresses" "dynamic symbols of the file, no DWARF"
objcopy --remove-section=.note.gnu.build-id original no_id
objcopy --only-keep-debug no_id no_id.dbg 2> objcopy.err # says that a section moves
strip -o no_id.stripped no_id && objcopy --add-gnu-debuglink=no_id.dbg no_id.stripped
without_id() {
  "$LOOK_UP" --size "$(stat -c %s no_id.stripped)" \
    --changed "$(stat -c %.9Y no_id.stripped | tr -d .)" no_id.stripped \
    "$(nm original | sed -n 's/ T second_one//p')" | tr '\n' ' '
}
expect "checksum of a debug file" "$(without_id)" "second_one second.c:4 names from: symbol table and DWARF\
 of no_id.dbg warning: no_id.stripped: has no build-id; its size and time of change are those of the\
 file that ran "
printf x >> no_id.dbg
expect "wrong checksum" "$(without_id | grep -c 'no DWARF')" 1

# Symbols in .gnu_debugdata, as Fedora leaves them.
nm -D original --format=posix --defined-only | awk '{ print $1 }' | sort > dynamic
nm original --format=posix --defined-only | awk '$2 == "T" || $2 == "t" { print $1 }' | sort > functions
comm -13 dynamic functions > kept
objcopy --only-keep-debug original mini
objcopy -S --remove-section .gdb_index --remove-section .comment --keep-symbols=kept mini mini
rm -f mini.xz && xz mini
strip -o program original && objcopy --add-section .gnu_debugdata=mini.xz program
check ".gnu_debugdata" "$symbols_only" "symbol table of the file's .gnu_debugdata, no DWARF"

# The same and a section that stand for far more than the file, twice what is allowed: they are not unpacked.
bomb() {
  expect "$1: rows" "$(rows)" "$addresses"
  grep -q "program: has compressed sections that stand for more than 100 times the file" said ||
    fail "$1: nobody says it: $(cat said)"
}
head -c $((200 * $(stat -c %s original) + 20000000)) /dev/zero | xz > zeros.xz
strip -o program original && objcopy --add-section .gnu_debugdata=zeros.xz program
bomb ".gnu_debugdata"
head -c $((200 * $(stat -c %s original) + 20000000)) /dev/zero > zeros
objcopy --add-section .debug_more=zeros original large
objcopy --compress-debug-sections=zlib-gabi large program
bomb "zlib"
objcopy --compress-debug-sections=zlib-gnu large program
bomb "zlib, the old way"
rm zeros zeros.xz large

# Compressed sections.
for kind in zlib-gabi zlib-gnu; do
  objcopy --compress-debug-sections=$kind original program
  check "$kind" "$whole" "symbol table and DWARF of the file"
done
objcopy --compress-debug-sections=zstd original program || fail "objcopy has no zstd"
readelf -t program 2> readelf.err | grep -q ZSTD || fail "is not compressed with zstd"
case $(names_from) in
  "symbol table and DWARF of the file") expect "zstd" "$(rows)" "$whole" ;;
  *)
    check "zstd that elfutils cannot read" "$symbols_only" "symbol table of the file, no DWARF"
    grep -q "program: its DWARF is compressed with zstd, which needs a newer elfutils" said ||
      fail "zstd: nobody says why: $(cat said)"
    ;;
esac

# What dwz leaves: in one file, and with the common part in a file of its own.
dwz -o program original || fail "dwz"
check "dwz" "$whole" "symbol table and DWARF of the file"
for part in program second; do
  objcopy --only-keep-debug original $part.dwz
done
dwz -m common.dwz program.dwz second.dwz || fail "dwz -m"
[ -f common.dwz ] || fail "dwz found nothing in common"
strip -o program original && objcopy --add-gnu-debuglink=program.dwz program
check "dwz alt file" "$whole" "symbol table and DWARF of $here/program.dwz"
expect "dwz alt file: notes" "$(cat said)" ""
mkdir given && mv common.dwz given/
check "dwz alt file in a folder" "$whole" \
  "symbol table and DWARF of $here/program.dwz" --symbols given
mkdir -p "root$here" && mv given/common.dwz "root$here/" && cp program program.dwz "root$here/"
check "dwz alt file below a sysroot" "$whole" \
  "symbol table and DWARF of root$here/program.dwz" --sysroot root
rm -r root
rows > without
grep -q "program: the file with its common DWARF is not here: common.dwz" said ||
  fail "nobody says that the alt file is missing: $(cat said)"
