#!/bin/sh
# SPDX-License-Identifier: MIT
# Two builds of a program, in two folders and under two names: what was added, removed, renamed and
# called more often is what the sources say, call by call.
. "$1/common.sh"

mkdir old new
cat > old/table.c <<'C'
static int limit = 3;
static int __attribute__((noinline)) init(void) { return limit; }
int __attribute__((noinline)) step(int n) { return n < limit ? n : step(n - 1); }
int __attribute__((noinline)) table(void) { return init() + step(9); }
C
cat > old/main.c <<'C'
#include <stdlib.h>
int table(void);
static volatile int sink;
static int __attribute__((noinline)) init(void) { return sink + 1; }
static void __attribute__((noinline)) old_name(int n) { for (int i = 0; i < n; i++) sink += i * sink + 7; }
static void __attribute__((noinline)) dropped(void) { sink ^= 5; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10;

	for (int i = 0; i < n; i++) {
		sink += init() + table();
		old_name(i);
	}
	dropped();
	return 0;
}
C
cp old/table.c new/table.c
sed 's/old_name/new_name/; s/dropped(void) { sink ^= 5; }/added(int x) { sink ^= x * 3 + 5; sink += x; }/
  s/dropped();/added(3); added(4);/; s/i < n; i++) {/i < n + 5; i++) {/' old/main.c > new/main.c
# The lines move, too.
sed -i '1i #include <stdio.h>' new/main.c

# row A B FUNCTION FILE: one line of the comparison: status, calls on both sides.
row() {
  "$CALLSIGHT" diff --key calls --format json "$1" "$2" 2>/dev/null |
    sed -n "s/.*\"status\":\"\([a-z]*\)\",\"function\":\"$3\",.*\/$4\",.*\"a\":\([^}]*\)}*,\"b\":\([^}]*\).*/\1 a \2 b \3/p" |
    sed 's/{[^{]*"calls":\([0-9]*\)[^ ]*/\1/g'
}
for compiler in "$GCC" "$CLANG"; do
  for level in O0 O2; do
    build "$compiler" old/program-1.0 -$level old/main.c old/table.c
    build "$compiler" new/program-1.1 -$level new/main.c new/table.c
    rm -rf a b
    TRACE_ENABLE=1 TRACE_DIR=a old/program-1.0 10 || fail "the old one: status $?"
    TRACE_ENABLE=1 TRACE_DIR=b new/program-1.1 10 || fail "the new one: status $?"
    "$CALLSIGHT" analyze a --format json -o a.json 2>/dev/null
    "$CALLSIGHT" analyze b --format json -o b.json 2>/dev/null
    # From captures callers are known; of the reports only what did not move can be renamed.
    for sides in "a b" "a.json b.json" "a.json b"; do
      set -- $sides
      where="$compiler -$level $sides"
      expect "$where, init of main.c" "$(row $1 $2 init main.c)" "changed a 10 b 15"
      expect "$where, init of table.c" "$(row $1 $2 init table.c)" "changed a 10 b 15"
      expect "$where, step" "$(row $1 $2 step table.c)" "changed a 80 b 120"
      expect "$where, table" "$(row $1 $2 table table.c)" "changed a 10 b 15"
      expect "$where, main" "$(row $1 $2 main main.c)" ""
      expect "$where, added" "$(row $1 $2 added main.c)" "new a null b 2"
      expect "$where, dropped" "$(row $1 $2 dropped main.c)" "gone a 1 b null"
    done
    expect "$compiler -$level, renamed" "$(row a b new_name main.c)" "renamed a 10 b 15"
    "$CALLSIGHT" analyze a --format json --with tree -o a.tree 2>/dev/null
    "$CALLSIGHT" analyze b --format json --with tree -o b.tree 2>/dev/null
    expect "$compiler -$level, renamed in reports" "$(row a.tree b.tree new_name main.c)" "renamed a 10 b 15"
    "$CALLSIGHT" diff --key calls a b > text || fail "diff: status $?"
    grep -q '^new_name  *old_name  *+5' text || fail "nothing was renamed: $(cat text)"
    "$CALLSIGHT" diff --key calls --fail-over 49% a b > /dev/null
    expect "--fail-over 49%" $? 1
    "$CALLSIGHT" diff --key calls --fail-over 50% a b > /dev/null
    expect "--fail-over 50%" $? 0
    "$CALLSIGHT" diff --key calls --fail-over 0% a a > /dev/null
    expect "the same twice" $? 0
  done
done
