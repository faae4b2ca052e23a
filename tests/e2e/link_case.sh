#!/bin/sh
# SPDX-License-Identifier: MIT
# link_case.sh SOURCE-FOLDER WORK-FOLDER CASE COMPILER: one way of making a program, with the step around
# its link. The program behaves as without the step; of the functions that are not selected no call is
# recorded, of the others every one; their machine code is as the linker made it.
. "$1/common.sh"
case_name=$3 compiler=$4
here=$source_folder/linked

case $compiler in
gcc) cc=$GCC cxx=$GXX ;;
*) cc=$CLANG cxx=$CLANGXX ;;
esac
shared_runtime="$RT_MODULE $RT_SHARED -Wl,-rpath,$(dirname "$RT_SHARED")"
static_runtime="$RT_MODULE $RT_STATIC -pthread -ldl"
expected_words=''
quiet_flag=--quiet
c_names='kept kept_void kept_tail main outside'
c_calls='kept=1034
kept_around=1000
kept_inlined=2167
kept_tail=417
kept_void=1000
main=1
outside=1000'

# step OUTPUT SELECTION COMMAND...: the command alone, whose file becomes OUTPUT.before, and with the step.
step() {
  output=$1 selection=$2
  shift 2
  "$@" -o "$output" || fail "$output does not link"
  mv "$output" "$output.before"
  sed "s|@HERE@|$here|" "$here/$selection" >selection
  "$CALLSIGHT" link $quiet_flag --selection selection -- "$@" -o "$output" >link.out 2>link.err ||
    fail "link: status $?: $(cat link.err)"
  expect "standard output of the link" "$(cat link.out)" ""
  if [ -z "$expected_words" ]; then
    expect "words of the link" "$(cat link.err)" ""
  else
    expect "lines of the link" "$(wc -l <link.err)" 1
    grep -q "$expected_words" link.err || fail "words of the link: $(cat link.err)"
  fi
}

# code FILE FUNCTION: its instructions, without the file's name.
code() {
  objdump -d --no-addresses --disassemble="$2" "$1" 2>/dev/null | sed 1,3d
}

# same_code FILE FUNCTION...: the step has changed nothing in them, and something elsewhere.
same_code() {
  file=$1
  shift
  for name; do
    [ -n "$(code "$file" "$name")" ] || fail "$name is not in $file"
    [ "$(code "$file" "$name")" = "$(code "$file.before" "$name")" ] || fail "the code of $name changed"
  done
  objdump -d "$file" | sed 1,3d | cmp -s - other.code && fail "no code changed"
}

# compile COMPILER FLAG... -- LINK-FLAG...: the C program, from objects.
program() {
  program_cc=$1 flags=
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    flags="$flags $1"
    shift
  done
  [ $# -eq 0 ] || shift
  for source in program outside; do
    "$program_cc" $hook_flags $flags -isystem "$here/system" -c "$here/$source.c" -o $source.o ||
      fail "$source.c does not compile"
  done
  step app program.selection "$program_cc" $flags program.o outside.o $link_flags "$@" $static_runtime
}

# counts_of FOLDER: "function=calls" for each row of the report, one a line.
counts_of() {
  "$CALLSIGHT" analyze "$1" --format json 2>analyze.err | sed 's/{"function":/\n&/g' |
    sed -n 's/.*"function": *"\([^"]*\)".*"calls": *\([0-9]*\).*/\1=\2/p' | LC_ALL=C sort
}

recorded() {
  counts_of "$1"
}

enters_of() {
  "$CALLSIGHT" dump "$1" | awk '$3 == "enter"' | wc -l
}

# run_once FILE CALLS [RUNNER...]: output in $seen; what is recorded is exactly CALLS, a line a function.
run_once() {
  file=$1 wanted=$2
  shift 2
  rm -rf traces
  seen=$("$@" "$file" 2>&1) || fail "$file: status $?: $seen"
  expect "output with tracing" "$(TRACE_ENABLE=1 TRACE_DIR=traces "$@" "$file" 2>&1)" "$seen"
  expect "calls of the enter hook" "$(enters_of traces)" \
    "$(echo "$wanted" | awk -F = '{ sum += $NF } END { print sum }')"
  expect "recorded" "$(recorded traces)" "$wanted"
}

# run FILE CALLS: the same, and the output is that of the program without the step.
run() {
  plain=$("$1.before" 2>&1) || fail "the program without the step: $?: $plain"
  run_once "$@"
  expect "output" "$seen" "$plain"
}
. "$here/cases.sh"
