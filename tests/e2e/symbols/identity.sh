#!/bin/sh
# SPDX-License-Identifier: MIT
# A program that was built again has no names, with and without a build-id, unless that is asked for;
# what cannot be known is said.
. "$1/common.sh"
. "$1/symbols/symbols_common.sh"
here=$PWD
from="symbol table and DWARF of the file"

# rebuild FLAG...: one more function at the top of the file: all addresses move.
rebuild() {
  cp program.c kept.c
  sed 's/^int second_one(int x);/&\n__attribute__((noinline, used)) static int zeroth(int x)\n{\n\treturn x * 77 + 5;\n}/' \
    kept.c > program.c
  for part in program second; do
    "$GCC" $hook_flags -O1 -c $part.c -o $part.o || fail "does not compile"
  done
  "$GCC" program.o second.o -o program "$@" $link_flags "$RT_MODULE" "$RT_STATIC" -pthread -ldl ||
    fail "does not link"
  cp kept.c program.c
}

addresses_of() {
  nm "$1" | sed -n 's/^0*\([0-9a-f]*\) . \(main\|second_one\|static_one\)$/program+0x\1 -/p' |
    LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
}

said() {
  grep -q -- "$2" said || fail "$1: nobody says '$2': $(cat said)"
}

record "$GCC" program
cp -p program original
check "with build-id" "$whole" "$from"
expect "with build-id: notes" "$(cat said)" ""
rebuild
check "another build" "$(addresses_of original)" "nothing"
said "another build" "program: is another build (build-id $(build_id program), the program ran with $(build_id original)): no names for this module"
expect "another build, forced: names from" "$(names_from --force-symbols)" "$from"
expect "another build, forced: names are of the other build" \
  "$(rows --force-symbols | grep -c zeroth)" 1
said "another build, forced" "; its names are used as --force-symbols asks: they may be wrong"
expect "another build, the right one in a folder" "$(mkdir given && cp original given/program &&
  rows --symbols given)" "$whole"
expect "the right one is preferred to force" "$(rows --symbols given --force-symbols)" "$whole"
rm -r given

# The id that was recorded has zeros behind it, or the file's has.
id=$(build_id original)
sed -i "s/$id/${id}000000000000000000000000/" traces/*/modules
cp original program
check "padded id" "$whole" "$from"
mkdir -p "given/$(dirname "$(id_path original .debug)")"
cp original "given/$(id_path original .debug)"
strip -o program original
check "padded id, debug file" "$whole" "symbol table and DWARF of given/$(id_path original .debug)" \
  --symbols given
sed -i "s/${id}000000000000000000000000/${id}000000000000000000000001/" traces/*/modules
expect "an id that is longer" "$(rows --symbols given)" "$(addresses_of original)"
rm -r given

# The id is no path.
sed -i "s,${id}000000000000000000000001,../../../../../../$here/original," traces/*/modules
expect "an id with a path" "$(rows --symbols given)" "$(addresses_of original)"

# Without build-id: by size and time.
record "$GCC" program -Wl,--build-id=none
cp -p program original
expect "without id: records" "$(grep -c '^file' traces/*/modules)" 1
check "without id" "$whole" "$from"
said "without id" "program: has no build-id; its size and time of change are those of the file that ran"
touch -d '2026-01-01 00:00:00.123456789' program
check "without id, touched" "$(addresses_of original)" "nothing"
said "without id, touched" "program: has no build-id, and its time of change is not that of the file that ran: no names for this module"
rebuild -Wl,--build-id=none
touch -r original program
check "without id, rebuilt" "$(addresses_of original)" "nothing"
said "without id, rebuilt" "program: has no build-id, and its size is not that of the file that ran: no names for this module"
expect "without id, rebuilt, forced" "$(rows --force-symbols | grep -c zeroth)" 1
rebuild
expect "an id that was not there" "$(rows)" "$(addresses_of original)"
said "an id that was not there" "is another build (build-id $(build_id program), the program ran with none)"
cp -p original program
expect "without id, as it was" "$(rows)" "$whole"
rm program
expect "gone" "$(rows)" "$(addresses_of original)"
said "gone" "program: No such file or directory: no names for this module"

# Captures by an earlier runtime have no size: whether it changed after the start.
sed -i '/^file/d' traces/*/modules
cp -p original program
expect "without size" "$(rows)" "$whole"
said "without size" "program: has no build-id: whether this file is the one that ran is not known"
touch program
expect "without size, touched" "$(rows)" "$(addresses_of original)"
