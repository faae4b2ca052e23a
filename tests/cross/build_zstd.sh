#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds libzstd.a for another architecture from Debian's source package: Debian itself has no libzstd for
# some of those that are tested (powerpc), and none beside the machine's own without a second architecture
# in dpkg.
#
#   build_zstd.sh COMPILER FOLDER SOURCE
#
# Afterwards FOLDER/lib/libzstd.a and FOLDER/include/zstd.h are there. COMPILER is a gcc whose name ends
# in -gcc; its -ar stands beside it. SOURCE is the unpacked source package.
set -eu

compiler=$1
folder=$2
source=$3

if [ ! -f "$source/lib/zstd.h" ]; then
  echo "build_zstd: $source/lib/zstd.h is not there: is '$source' the unpacked source of zstd?" >&2
  exit 1
fi
mkdir -p "$folder/build" "$folder/lib" "$folder/include"
[ ! -f "$folder/lib/libzstd.a" ] || exit 0
rm -f "$folder"/build/*.o
for directory in common compress decompress; do
  for file in "$source/lib/$directory"/*.c; do
    "$compiler" -O2 -DZSTD_DISABLE_ASM=1 -DZSTD_LEGACY_SUPPORT=0 -c "$file" \
      -o "$folder/build/$directory-$(basename "$file" .c).o"
  done
done
"${compiler%gcc}ar" rcs "$folder/build/libzstd.a" "$folder"/build/*.o
cp "$source/lib/zstd.h" "$source/lib/zstd_errors.h" "$folder/include/"
mv "$folder/build/libzstd.a" "$folder/lib/libzstd.a"
