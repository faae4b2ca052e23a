#!/bin/sh
# SPDX-License-Identifier: MIT
# A recursion that overflows the stack, also in a thread: the process dies as without tracing, and the calls
# before are there, deeper than a hundred thousand frames. One of a million frames that fits is whole.
. "$1/common.sh"

cat > program.c <<'END_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
__attribute__((noinline)) static long down(long n)
{
	long below = n ? down(n - 1) : 0;
	__asm__ volatile("" ::: "memory");
	return below + 1;
}
static void *body(void *count)
{
	*(long *)count = down(*(long *)count);
	return count;
}
int main(int argc, char **argv)
{
	long count = argc > 2 ? atol(argv[2]) : 10;
	pthread_attr_t attributes;
	pthread_t thread;
	if (argc > 1 && strcmp(argv[1], "main") == 0) {
		printf("%ld\n", down(count));
		return 0;
	}
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, argc > 3 ? (size_t)atol(argv[3]) << 20 : 8u << 20);
	if (pthread_create(&thread, &attributes, body, &count) != 0)
		return 9;
	pthread_join(thread, NULL);
	printf("%ld\n", count);
	return 0;
}
END_C
# Both read the report that was made last: one of a million frames takes a while.
down_calls() {
  tr '{' '\n' < report.json | sed -n 's/.*"function":"down".*"calls":\([0-9]*\).*/\1/p'
}
value() {
  sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" report.json | head -n 1
}
ulimit -s 8192
build "$(compiler_for program.c "$3")" program -O1 program.c
for where in main thread; do
  rm -rf traces
  (TRACE_ENABLE=1 exec ./program $where 100000000 > out 2>&1) 2>/dev/null
  expect "$where: status" $? 139
  "$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "$where: analyze: $(cat notes)"
  found=$(down_calls)
  [ "$found" -gt 100000 ] || fail "$where: $found calls"
  open=$(value open)
  [ "$open" -gt 100000 ] || fail "$where: $open open calls"
  expect "$where: unmatched" "$(value unmatched)" 0
  expect "$where: lost" "$(value lost)" 0
  grep -q 'down: [0-9]* calls of it were open at the end; did the stack overflow?' notes ||
    fail "$where: the report does not say why: $(cat notes)"
done
rm -rf traces
expect "a million frames" "$(TRACE_ENABLE=1 ./program thread 999999 256)" 1000000
"$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "million: analyze: $(cat notes)"
expect "a million frames: calls" "$(down_calls)" 1000000
for key in unmatched unwound open lost; do
  expect "a million frames: $key" "$(value $key)" 0
done
exit 0
