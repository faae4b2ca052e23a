#!/bin/sh
# SPDX-License-Identifier: MIT
# make_exports.sh WORK-FOLDER SOURCE-FOLDER: captures whose numbers are known, and their exports.
. "$(dirname "$0")/common.sh"
here=$2/tests/viewers
rm -rf ./*

flags="-O1 -g -finstrument-functions -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer
  -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit -Wl,--undefined=csr_module_anchor"

# trace NAME SOURCE... -- ARGUMENT...: compiles a program, and traces it into the folder NAME.
trace() {
  name=$1 sources=
  while shift && [ "$1" != -- ]; do sources="$sources $1"; done
  shift
  # Word splitting of all three is meant.
  "$CC" $flags $sources -o "$name.program" "$RT_MODULE" "$RT_STATIC" -pthread -ldl ||
    fail "$name does not compile"
  TRACE_ENABLE=1 TRACE_DIR=$name "./$name.program" "$@" > "$name.out" || fail "$name: $?"
}

# A parent that calls itself ten times, then a child of 100 ms; mutual recursion in a second thread.
{
  echo thread
  for i in 0 1 2 3 4 5 6 7 8 9 10; do echo "enter $((2000 + i)) alpha"; done
  echo enter 2011 beta
  echo exit 100002011
  for i in 0 1 2 3 4 5 6 7 8 9 10; do echo "exit $((100002012 + i))"; done
  printf '%s\n' thread 'enter 3000 alpha' 'enter 3100 gamma_ray' 'enter 3200 alpha' \
    'enter 3300 gamma_ray' 'exit 3310' 'exit 3400' 'exit 3500' 'exit 3600' 'enter 3600 beta' 'exit 3600'
} | "$BUILD_TRACE" exact || fail 'build-trace'
trace recursion "$here/recursion.c" --
demo=$2/examples/minimal
trace demo "-I$demo/wordstat" "$demo/main.c" "$demo/document.c" "$demo/wordstat/"*.c -- --documents 1

# export_all NAME FOLDER OPTION...
export_all() {
  name=$1 folder=$2
  shift 2
  for format in $formats; do
    case $format in # in ns, and all of them
      text) more='--top 0 --columns function,calls,self_ns,incl_ns' ;;
      tree) more='--top 0 --columns calls,self_ns,incl_ns --min-percent 0' ;;
      callers) more='--top 0 --columns calls,total_ns,self_ns' ;;
      *) more= ;;
    esac
    "$CALLSIGHT" analyze "$folder" --format "$format" --output "$name.$format" $more "$@" 2> "$name.err" ||
      fail "$name: --format $format: $? $(cat "$name.err")"
  done
}

for capture in exact recursion demo; do
  export_all $capture $capture
done
export_all cut exact --from 2250ns --to 50ms
export_all shallow demo --depth 4 --min-duration 900ns
export_all below demo --function table_count
# Single calls keep their times then.
formats=$formats_of_sums
export_all subtracted demo --subtract-overhead
