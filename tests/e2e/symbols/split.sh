#!/bin/sh
# SPDX-License-Identifier: MIT
# What -gsplit-dwarf left out of the program is found: where it was built, beside the program, in a
# folder, in a package by GNU's and by LLVM's tool; what is missing is said.
. "$1/common.sh"
. "$1/symbols/symbols_common.sh"
here=$PWD
from="symbol table and DWARF of the file"

# One function has no symbol: only the split unit has its name, and where it was declared; the program
# has the lines of its code. without MAIN STATIC: what is left, the lines of these two.
without() {
  nm original | sed -n 's/^0*\([0-9a-f]*\) . second_one$/main program.c:'$1' program+0x\1 - static_one program.c:'$2'/p'
}

said_missing() {
  grep -q "program: DWARF of -gsplit-dwarf that was not found: .*$1.* (files or units: $2)" said ||
    fail "$3: nobody says that $1 is missing: $(cat said)"
}

# build_split NAME COMPILER FLAG...: in the folder built, and records a run.
build_split() {
  build_name=$1
  shift
  rm -rf built && mkdir built && cp program.c second.c built/ && cd built
  for part in program second; do
    "$@" $hook_flags -O1 -gsplit-dwarf -c $part.c -o $part.o || fail "$build_name does not compile"
  done
  "$@" program.o second.o -o whole $link_flags "$RT_MODULE" "$RT_STATIC" -pthread -ldl ||
    fail "$build_name does not link"
  [ -f program.dwo ] || fail "$build_name: there is no .dwo file"
  cp whole ../original
  objcopy --strip-symbol=second_one whole ../program
  cd "$here"
  rm -rf traces && TRACE_ENABLE=1 ./program > output
}

check_build() {
  build_split "$@"
  check "$build_name, where it was built" "$whole" "$from"
  mv built moved
  expect "$build_name, without" "$(rows)" "$(without 12 6)"
  said_missing program.dwo 2 "$build_name"
  cp moved/*.dwo .
  check "$build_name, beside the program" "$whole" "$from"
  expect "$build_name: notes" "$(cat said)" ""
  rm -- *.dwo
  mkdir given && cp moved/*.dwo given/
  check "$build_name, in a folder" "$whole" "$from" --symbols given
  printf damaged > given/second.dwo
  expect "$build_name, damaged" "$(rows --symbols given)" "$(without 11 5)"
  cp moved/program.dwo given/second.dwo
  expect "$build_name, of another file" "$(rows --symbols given)" "$(without 11 5)"
  rm -r given
}

# check_package TOOL NAME: the package is all that is left.
check_package() {
  (cd moved && "$1" program.dwo second.dwo -o ../program.dwp) || fail "$2: $1"
  check "$2, $1" "$whole" "$from"
  expect "$2, $1: notes" "$(cat said)" ""
  mkdir given && mv program.dwp given/
  check "$2, $1 in a folder" "$whole" "$from" --symbols given
  head -c 600 given/program.dwp > program.dwp
  expect "$2, $1, cut" "$(rows)" "$(without 12 6)"
  rm -r given program.dwp

  # Beside the debug file of a stripped program.
  mkdir given && cp program kept
  objcopy --only-keep-debug program given/program.debug && strip program
  (cd moved && "$1" program.dwo second.dwo -o ../given/program.debug.dwp) || fail "$2: $1"
  check "$2, $1 beside the debug file" "$whole" "symbol table and DWARF of given/program.debug" \
    --symbols given
  rm -r given && mv kept program
}

for compiler in "$GCC" "$CLANG"; do
  name=$(basename "$compiler")
  for version in 4 5; do
    check_build "$name DWARF $version" "$compiler" -gdwarf-$version
    check_package llvm-dwp "$name DWARF $version"
    # GNU's tool ends with a signal on version 5.
    [ $version = 5 ] || check_package dwp "$name DWARF $version"
    rm -r moved
  done
done
# The 64-bit form of DWARF.
for version in 4 5; do
  check_build "gcc DWARF $version, 64 bits" "$GCC" -g -gdwarf-$version -gdwarf64
  rm -r moved
done

# Built in another file system, which is here as the sysroot.
build_split "sysroot" "$GCC" "-fdebug-prefix-map=$here/built=/nowhere/built"
mv built moved
expect "sysroot, without" "$(rows)" "$(without 12 6)"
mkdir -p root/nowhere "root$here" && mv moved root/nowhere/built && cp program "root$here/program"
expect "sysroot" "$(rows --sysroot root)" "$whole"

# A package or .dwo file of that name that is none: nobody waits for it.
mkfifo program.dwp program.dwo second.dwo
expect "pipes" "$(rows)" "$(without 12 6)"
