#!/bin/sh
# SPDX-License-Identifier: MIT
# check_report itself: accepts a true report, refuses each way of being wrong.
#
#   test_check_report.sh CHECK_REPORT FOLDER
set -u
checker=$1
mkdir -p "$2" && cd "$2" || exit 1
status=0

row() {
  printf '{"function":"%s","file":"%s","line":%s,"calls":%s,"self_ns":%s,"incl_ns":%s}' "$@"
}

# make UNMATCHED CALLEE-ROW: a report of main, which calls the function of the row.
make() {
  printf '{"summary":{"calls":4,"unmatched":%s,"lost":0},"rows":[%s,%s]}' \
    "$1" "$(row main /s/a.c 9 1 10 40)" "$2" >report.json
}

# expect STATUS WHAT ARGUMENTS...
expect() {
  expected=$1
  what=$2
  shift 2
  "$checker" "$@" >out 2>&1
  is=$?
  if [ $is -ne "$expected" ]; then
    echo "$what: status $is instead of $expected"
    cat out
    status=1
  fi
}

truth() {
  expect "$1" "$2" truth report.json stacks.folded ${3:+"$3"}
}

printf 'main 10\nmain;f 30\n' >stacks.folded
make 0 "$(row f /s/a.c 3 3 30 30)"
truth 0 'a true report'
make 1 "$(row f /s/a.c 3 3 30 30)"
truth 1 'an unmatched exit'
make 0 "$(row '0x1234' /s/a.c 3 3 30 30)"
truth 1 'a name that is an address'
make 0 "$(row f /s/a.c 0 3 30 30)"
truth 1 'no line'
make 0 "$(row f /s/a.c 3 3 29 30)"
truth 1 'a self time that is not that of the stacks'
make 0 "$(row f /s/a.c 3 3 30 31)"
truth 1 'an inclusive time that is not that of the stacks'
truth 1 'the same with forks' --forks
make 0 "$(row f /s/a.c 3 3 30 29)"
truth 0 'a frame of the parent in the stacks of the child' --forks
make 0 "$(row f /s/a.c 3 3 30 30)"
printf 'main 10\nmain;f 30\ng 1\n' >stacks.folded
truth 1 'a stack that the table does not have'
printf 'main 10\nmain;f 30\nmain;f x\n' >stacks.folded
truth 1 'a line that is no stack'

counts() {
  expect "$1" "$2" counts report.json gcov.json /s --named ${3:+"$3"} --varying ${4:+"$4"}
}

gcov_row() {
  printf '{"demangled_name":"%s","execution_count":%s}' "$@"
}

printf '{"files":[{"file":"/s/a.c","functions":[%s,%s,%s]},{"file":"/usr/x.h","functions":[%s]}]}\n' \
  "$(gcov_row main 1)" "$(gcov_row 'f(int, char)' 3)" "$(gcov_row idle 0)" "$(gcov_row system 9)" \
  >gcov.json
make 0 "$(row f /s/a.c 3 3 30 30)"
counts 0 'equal counts' a.c:f ''
counts 1 'a named function that was never called' a.c:idle ''
make 0 "$(row f /s/a.c 3 2 30 30)"
counts 1 'one call too few' '' ''
counts 0 'one call too few of a varying function' '' a.c:f
counts 1 'one call too few of a named function' a.c:f '*'
make 0 "$(row idle /s/a.c 3 3 30 30)"
counts 1 'a function that was not called' '' a.c:f
make 0 "$(row f /s/b.c 3 3 30 30)"
counts 1 'the wrong file' '' ''
exit $status
