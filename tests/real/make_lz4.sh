#!/bin/sh
# SPDX-License-Identifier: MIT
# make_lz4.sh SOURCES BINARY PREFIX MAKE CHECK-REPORT: builds lz4 by its own Makefile, with callsight.mk
# beside it and no changed line, and compares what a traced run called with what the compiler's counters
# said of the same run, which real.lz4/run left in BINARY/../lz4.
set -eu
sources=$1 binary=$2 prefix=$3 make=$4 check=$5
other=$binary/../lz4/run/best
unset MAKEFLAGS MAKELEVEL MFLAGS CFLAGS CPPFLAGS LDFLAGS
rm -rf "$binary"
mkdir -p "$binary/run"
cp -R "$sources/lz4" "$binary/lz4"
# Debian's rule links the library as well, whose objects it has already.
ar rc "$binary/lz4/lib/liblz4.a" 2>"$binary/log"

build() {
  "$make" -C "$binary/lz4/programs" -j2 V=1 -f Makefile -f "$prefix/share/callsight/callsight.mk" \
    CALLSIGHT_PROGRAMS=lz4 CALLSIGHT_SOURCES='$(SRCFILES)' CALLSIGHT=1 CC=gcc \
    CFLAGS="-O1 -g -fdebug-prefix-map=$binary/=$sources/" lz4 >"$binary/log" 2>&1 || { cat "$binary/log"; exit 1; }
}
compiled() {
  grep -c -e ' -c -o ' "$binary/log" || :
}

build
[ "$(compiled)" -eq 9 ] || { cat "$binary/log"; echo "compiled $(compiled) objects, expected 9"; exit 1; }
build
[ "$(compiled)" -eq 0 ] || { cat "$binary/log"; echo "a second make compiles $(compiled) objects"; exit 1; }

cd "$binary/run"
cp "$sources/lz4/NEWS" data
"$prefix/bin/callsight" run --no-report --dir traces -- ../lz4/programs/lz4 -q -12 -BD data data.lz4
cmp data.lz4 "$other/plain/data.lz4"
for format in json folded; do
  "$prefix/bin/callsight" analyze traces --format $format >report.$format
done
"$check" truth report.json report.folded
"$check" counts report.json "$other/coverage.json" "$sources" \
  --named lz4.c:LZ4_NbCommonBytes lz4.c:LZ4_writeLE16 lz4hc.c:LZ4HC_hashPtr lz4frame.c:LZ4F_writeLE32 \
  xxhash.c:XXH32_round --varying

# No functions of one source: that source alone is compiled again.
printf 'exclude datagen.c\n' >../lz4/programs/trace.config
build
[ "$(compiled)" -eq 1 ] || { cat "$binary/log"; echo "an edit compiles $(compiled) objects, expected 1"; exit 1; }
