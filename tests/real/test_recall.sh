#!/bin/sh
# SPDX-License-Identifier: MIT
# recall itself: finds the roots, counts what is missing, fails below the bar.
#
#   test_recall.sh RECALL FOLDER
set -u
recall=$1
mkdir -p "$2/run" && cd "$2" || exit 1
status=0

# expect STATUS WHAT TEXT ARGUMENTS...
expect() {
  expected=$1
  what=$2
  text=$3
  shift 3
  "$recall" "$@" >out 2>&1
  is=$?
  if [ $is -ne "$expected" ] || ! grep -qF "$text" out; then
    echo "$what: status $is instead of $expected, '$text' expected in:"
    cat out
    status=1
  fi
}

row() {
  printf '{"function":"%s","file":"/s/%s","line":1,"calls":1}' "$1" "$2"
}

# Four functions below main, one of them twice, one a lambda of main itself.
cat >run/recall.folded <<'EOF'
main 1
main;a(int) 1
main;a(int);b 1
main;n::C::operator bool() const;d 1
main;main::{lambda(int)#1}::operator()(int) const;b 1
worker;b 1
EOF
printf '{"rows":[%s,%s,%s,%s,%s,%s]}' "$(row main m.c)" "$(row 'a(int)' m.c)" "$(row b b.c)" \
  "$(row 'n::C::operator bool() const' m.c)" "$(row d d.c)" "$(row worker b.c)" >run/recall.json
counts() {
  printf '{"demangled_name":"%s","execution_count":%s}' "$1" "$2"
}
printf '{"files":[{"file":"/s/m.c","functions":[%s,%s,%s]},{"file":"/s/b.c","functions":[%s]}]}\n' \
  "$(counts main 1)" "$(counts 'a(int)' 1)" "$(counts e 0)" "$(counts b 2)" >run/coverage.json

printf '/s/m.c:1: main\n/s/m.c:2: a\n/s/b.c:3: b\n/s/m.c:4: n::C::operator bool\n/s/m.c:4: e\n' >list
printf '/s/d.c:3: d\n' | cat list - >full

expect 0 'roots' 'main' roots 1 run
expect 0 'all roots' 'worker' roots 9 run
expect 0 'everything is listed' 'main: recall 4 of 4 = 100.00 %, precision 2 of 4 = 50.0 %' \
  compare 100 main full run
expect 1 'one is missing' 'missing: d.c:d' compare 98 main list run
expect 0 'one is missing, as allowed' 'recall 3 of 4 = 75.00 %' compare 75 main list run
printf '/s/other.c:3: d\n' | cat list - >wrong
expect 1 'the same name in another file' 'missing: d.c:d' compare 98 main wrong run
expect 1 'nothing ran' 'recall 0 of 0' compare 0 d full run
expect 2 'no run' 'wrong command line' compare 98 main list
expect 2 'a run that is not there' 'cannot read: nope/recall.folded' compare 98 main list nope
exit $status
