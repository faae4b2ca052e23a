#!/bin/sh
# SPDX-License-Identifier: MIT
# thread_names.sh SOURCE-FOLDER WORK-FOLDER: a name that a program gives to a thread is what TRACE_THREADS is compared
# with, from then on, in every mode; with TRACE_FULL=wrap it is still known when the thread's first block is gone.
. "$1/common.sh"

cat > program.c <<'END'
#include <callsight/callsight.h>
#include <pthread.h>
#include <stdlib.h>
#define BARE __attribute__((no_instrument_function, noinline))
static int times;
__attribute__((noinline)) static void before(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void after(void) { __asm__ volatile("" ::: "memory"); }
BARE static void *body(void *name)
{
	before();
	callsight_thread_name(name);
	for (int i = 0; i < times; i++)
		after();
	return name;
}
BARE int main(int argc, char **argv)
{
	static char pool[] = "pool-1", other[] = "other";
	pthread_t thread;
	times = argc > 1 ? atoi(argv[1]) : 1;
	body("pool-main");
	pthread_create(&thread, NULL, body, other);
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, body, pool);
	pthread_join(thread, NULL);
	return 0;
}
END
# names FOLDER: of the threads in the report.
names() {
  "$CALLSIGHT" analyze "$1" --format json 2>/dev/null | tr '{' '\n' | sed -n 's/^"pid".*"name":"\([^"]*\)".*/\1/p' |
    sort | tr '\n' ' '
}

for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O2 program.c
  for mode in events summary count; do
    rm -rf traces
    TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=traces TRACE_THREADS='pool-*' ./program || fail "$mode: status $?"
    expect "$mode: before the name" "$(calls before traces)" ""
    expect "$mode: after the name" "$(calls after traces)" 2
    expect "$mode: threads" "$(names traces)" "pool-1 pool-main "
  done
  rm -rf traces
  TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=1 TRACE_DIR=traces ./program 200000 || fail "wrap: status $?"
  names traces | grep -q '^pool-1 ' || fail "wrap: threads: $(names traces)"
done
exit 0
