#!/bin/sh
# SPDX-License-Identifier: MIT
# Exceptions through C frames that have no unwind cleanups (-fno-exceptions): nothing calls their exit
# hooks, they are unwound, and what follows lies where it belongs.
. "$1/common.sh"

cat > middle.c <<'END_C'
void c_middle(void (*callback)(void));
void c_deeper(void (*callback)(void));
__attribute__((noinline)) void c_deeper(void (*callback)(void))
{
	callback();
	__asm__ volatile("" ::: "memory");
}
__attribute__((noinline)) void c_middle(void (*callback)(void))
{
	c_deeper(callback);
	__asm__ volatile("" ::: "memory");
}
END_C
cat > program.cpp <<'END_C'
#define PLAIN __attribute__((noinline))
extern "C" {
void c_middle(void (*callback)(void));
PLAIN void thrower() { __asm__ volatile("" ::: "memory"); throw 1; }
PLAIN void quiet() { __asm__ volatile("" ::: "memory"); }
PLAIN void caught() { __asm__ volatile("" ::: "memory"); }
PLAIN void after() { __asm__ volatile("" ::: "memory"); }
PLAIN int catcher(void (*callback)(void))
{
	try {
		c_middle(callback);
	} catch (int) {
		caught();
		return 1;
	}
	return 0;
}
}
int main()
{
	int count = 0;
	for (int i = 0; i < 3; i++) {
		count += catcher(thrower);
		after();
		count += catcher(quiet);
		after();
	}
	return count != 3;
}
END_C
value() {
  sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" report.json | head -n 1
}
# frames CC CXX LEVEL C-FLAG UNWOUND: builds and checks.
frames() {
  # The tables of frames are there, as on every x86-64 system; only the cleanups are not.
  "$1" $hook_flags "$3" $4 -fasynchronous-unwind-tables -c middle.c -o middle.o || fail "middle.c"
  build "$2" program "$3" program.cpp middle.o
  rm -rf traces
  TRACE_ENABLE=1 ./program || fail "$*: status $?"
  "$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "$*: analyze"
  "$LIST_STACKS" traces > stacks || fail "$*: list_stacks"
  for pair in main:1 catcher:6 c_middle:6 c_deeper:6 thrower:3 quiet:3 caught:3 after:6; do
    expect "$*: calls of ${pair%%:*}" "$(calls "${pair%%:*}" traces)" "${pair#*:}"
  done
  expect "$*: unwound" "$(value unwound)" "$5"
  expect "$*: unmatched" "$(value unmatched)" 0
  expect "$*: open" "$(value open)" 0
  grep -E '(caught|after)$' stacks | sort -u > places
  printf 'main;after\nmain;catcher;caught\n' | cmp - places || fail "$*: elsewhere: $(cat places)"
  return 0
}
# Unwound: both C frames three times; with clang thrower as well, and with -fexceptions all of its own.
for level in -O0 -O1 -O2 -O3; do
  frames "$GCC" "$GXX" $level -fno-exceptions 6
  frames "$CLANG" "$CLANGXX" $level -fno-exceptions 9
done
frames "$GCC" "$GXX" -O2 -fexceptions 0
frames "$CLANG" "$CLANGXX" -O2 -fexceptions 9
frames "$GCC" "$CLANGXX" -O2 -fexceptions 3
exit 0
