#!/bin/sh
# SPDX-License-Identifier: MIT
# check_cross.sh SOURCE WORK: what cpack makes of a cross build: the archive, and no Debian package, which would name the
# architecture of this machine. The toolchain is this machine's under another name: only CMake has to take it for one
# of another.
set -u
source=$1
work=$2

fail() {
  echo "check_cross: $*" >&2
  exit 1
}

rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
printf 'set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR %s)\n' aarch64 >board.cmake
cmake -S "$source" -B build -DCMAKE_TOOLCHAIN_FILE="$work/board.cmake" -DCMAKE_BUILD_TYPE=Release \
  -DCALLSIGHT_BUILD_TESTS=OFF >log 2>&1 || { cat log >&2; fail configure; }
grep -q '^set(CPACK_GENERATOR "TGZ")$' build/CPackConfig.cmake || fail 'it makes more than the archive'
! cpack --config build/CPackConfig.cmake -G DEB -B packages >log 2>&1 || fail 'it makes a Debian package'
tr -s '\n ' '  ' <log | grep -q 'CallSight: no Debian package of a cross build for aarch64: .* use -G TGZ' || {
  cat log >&2
  fail 'it does not say why there is no Debian package'
}
[ -z "$(find . -name '*.deb')" ] || fail 'there is a Debian package all the same'
