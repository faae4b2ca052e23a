#!/bin/sh
# SPDX-License-Identifier: MIT
# A program and two libraries of it, all with hooks: one runtime, one capture, each call under its caller
# across modules, in static constructors and destructors of the libraries too.
. "$1/common.sh"

cat > lower.c <<'END_C'
#define PLAIN __attribute__((noinline))
PLAIN static void helper(void) { __asm__ volatile("" ::: "memory"); }
PLAIN int lower(int x) { helper(); return x + 1; }
__attribute__((constructor)) static void lower_begins(void) { helper(); }
__attribute__((destructor)) static void lower_ends(void) { helper(); }
END_C
cat > upper.c <<'END_C'
int lower(int x);
#define PLAIN __attribute__((noinline))
PLAIN static void helper(void) { __asm__ volatile("" ::: "memory"); }
PLAIN int upper(int x, int (*callback)(int)) { helper(); x = lower(x); x = callback(x); helper(); return x; }
__attribute__((destructor)) static void upper_ends(void) { helper(); }
END_C
cat > main.c <<'END_C'
#include <stdio.h>
int upper(int x, int (*callback)(int));
int lower(int x);
#define PLAIN __attribute__((noinline))
PLAIN static void helper(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static int called_back(int x) { helper(); return lower(x) + 1; }
int main(void)
{
	int x = 0;
	for (int i = 0; i < 1000; i++)
		x = upper(x, called_back);
	printf("%d\n", x);
	return 0;
}
END_C
for compiler in "$GCC" "$CLANG"; do
  for level in -O0 -O2; do
    where=-Wl,-rpath,$(dirname "$RT_SHARED"),-rpath,$PWD
    "$compiler" $hook_flags $level -fPIC -shared lower.c -o liblower.so $link_flags "$RT_MODULE" \
      "$RT_SHARED" $where || fail liblower
    "$compiler" $hook_flags $level -fPIC -shared upper.c -o libupper.so $link_flags "$RT_MODULE" \
      "$RT_SHARED" ./liblower.so $where || fail libupper
    "$compiler" $hook_flags $level main.c -o program $link_flags "$RT_MODULE" ./libupper.so ./liblower.so \
      "$RT_SHARED" $where || fail program
    rm -rf traces
    expect output "$(TRACE_ENABLE=1 ./program)" 3000
    for pair in main:1 upper:1000 lower:2000 called_back:1000 lower_begins:1 lower_ends:1 upper_ends:1; do
      expect "calls of ${pair%%:*}" "$(calls "${pair%%:*}" traces)" "${pair#*:}"
    done
    # Three functions of one name: 2000 and the ends in lower, 2000 and the end in upper, 1000 in main.
    expect "calls of helper" "$(calls helper traces | sort -n | tr '\n' ' ')" "1000 2001 2002 "
    "$LIST_STACKS" traces > stacks || fail list_stacks
    for path in "main;upper;lower;helper" "main;upper;called_back;lower;helper" "main;upper;called_back;helper" \
      "lower_begins;helper" "upper_ends;helper"; do
      grep -qx "$path" stacks || fail "no $path in $(cat stacks)"
    done
    expect processes "$(ls -d traces/*/ | wc -l)" 1
  done
done
exit 0
