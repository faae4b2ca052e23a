#!/bin/sh
# SPDX-License-Identifier: MIT
# marks.sh SOURCE-FOLDER WORK-FOLDER: each moment that a program names is in the capture, where it was and with its
# value; in the modes that keep no moments nothing else changes.
. "$1/common.sh"
program=$source_folder/programs/marks.c

# records PATTERN: how many lines of the dump.
records() {
  grep -cE "$1" dump
}

# innermost NAME: the function that is open when the moment NAME is recorded.
innermost() {
  awk -v name="$1" '
    $3 == "enter" { open[++depth] = $5 }
    $3 == "exit" { depth-- }
    $3 == "unwound" { sub(/left=/, "", $4); depth = $4 }
    $3 == "mark" && $5 " " $6 == name { print depth ? open[depth] : "nothing"; exit }' dump
}

for compiler in gcc clang; do
  for level in O0 O2; do
    build_program "$program" $compiler $level
    rm -rf traces
    ./program > plain || fail "untraced: $?"
    for settings in "" TRACE_WIDE=1 TRACE_CLOCK=mono TRACE_CALLSITES=0; do
      rm -rf traces
      env TRACE_ENABLE=1 TRACE_DIR=traces $settings ./program > traced || fail "status $?"
      cmp plain traced || fail "output"
      "$CALLSIGHT" dump traces > dump || fail "dump: $?"
      what="$compiler -$level $settings"
      expect "$what marks" "$(records ' mark 0x')" 6
      expect "$what frames" "$(records ' frame 0x[0-9a-f]* work$')" 30
      expect "$what values" "$(records ' value 0x')" 39
      expect "$what least" "$(records ' least = -9223372036854775808$')" 1
      expect "$what greatest" "$(records ' greatest = 9223372036854775807$')" 1
      expect "$what unsigned" "$(records ' unsigned = 40$')" 1
      expect "$what cut" "$(records ' cut = 2$')" 1
      expect "$what negative" "$(records ' negative = -9$')" 3
      expect "$what never" "$(records never)" 0
      expect "$what signal" "$(records ' signal = 10$')" 5
      expect "$what before main" "$(innermost 'before main')" nothing
      expect "$what back" "$(innermost 'back ')" jump
      expect "$what leaps" "$(innermost 'leaps ')" leap
      expect "$what names" "$(records 'thread-name (worker-0|thread of main$|main too)')" 3
    done
    # The second flush had nothing to do: of each thread a block that was flushed and the one with the mark.
    expect "$what blocks of threads" "$(records ':[0-9]* block thread=[23] ')" 4
    expect "$what blocks of main, which flushed while it was paused" "$(records ':[0-9]* block thread=1 ')" 2
    for mode in summary count; do
      rm -rf traces
      TRACE_ENABLE=1 TRACE_DIR=traces TRACE_MODE=$mode ./program > traced || fail "$mode: status $?"
      cmp plain traced || fail "$mode: output"
      expect "$mode" "$(calls work traces)" 30
      "$CALLSIGHT" dump traces | grep -E ' (mark|frame|value) 0x' && fail "$mode: names"
    done
  done
done
exit 0
