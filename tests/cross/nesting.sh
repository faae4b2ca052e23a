#!/bin/sh
# SPDX-License-Identifier: MIT
# nesting.sh SOURCE-FOLDER WORK-FOLDER ARCHITECTURE: programs of tests/e2e with one hazard each, at three levels: every
# call, exactly nested. Where frames are not exact (docs/guide/cross.md) those are left out that need it.
. "$1/common.sh"
programs="counts recursion threads ends longjmp siglongjmp inlined tail_calls"
frame_flags=
case $architecture in
riscv64 | powerpc) programs="$programs siblings inlined_jumps partial_inlining scopes marks pauses" exact=cfa ;;
aarch64) frame_flags=-mno-omit-leaf-frame-pointer exact=hook ;;
s390x) frame_flags=-mbackchain exact=hook ;;
*) exact=hook ;;
esac
build_project RelWithDebInfo RelWithDebInfo
runtime=$PWD/RelWithDebInfo/_callsight/runtime/lib

for name in $programs; do
  program=$source_folder/../e2e/programs/$name.c
  for level in O0 O1 O2; do
    # Word splitting of flags is meant.
    "$triple-gcc" -g -finstrument-functions -fno-omit-frame-pointer $frame_flags "-I$RT_INCLUDE" "-$level" \
      $(sed -n 's/^ \* @flags //p' "$program") "$program" -o program $link_flags "$runtime/libcallsight-module.a" \
      "$runtime/libcallsight-rt.so" "-Wl,-rpath,$runtime" -pthread || fail "$name at -$level does not compile"
    for run in $(runs_of "$program"); do
      read_run "$program" "$run"
      rm -rf traces
      env TRACE_ENABLE=1 TRACE_DIR=traces $settings $qemu ./program $arguments > output 2> err < /dev/null
      status=$?
      check_run "$program" "$level" "$(ls -d traces/*/ | wc -l)" "$run" "$status"
    done
  done
done
grep -q "\"frames\":\"$exact\"" traces/*/process.json || fail "frames are not '$exact': $(cat traces/*/process.json)"
exit 0
