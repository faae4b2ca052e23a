#!/bin/sh
# SPDX-License-Identifier: MIT
# thread_names.sh SOURCE-FOLDER WORK-FOLDER: a name that a program gives to a thread is what TRACE_THREADS is compared
# with, from then on, in every mode; with TRACE_FULL=wrap it is still known when the thread's first block is gone.
. "$1/common.sh"

cat > program.c <<'END'
#include <callsight/callsight.h>
#include <pthread.h>
#include <stdio.h>
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
BARE static void *late(void *name)
{
	int number = atoi((char *)name + 5);
	for (int i = 0; i < 4020 + number; i++)
		after();
	callsight_thread_name(name);
	for (int i = 0; i < 100; i++)
		after();
	return name;
}
BARE static int many(void)
{
	static char names[64][16];
	pthread_t thread;
	for (int i = 0; i < 64; i++) {
		snprintf(names[i], sizeof(names[i]), "late-%d", i);
		pthread_create(&thread, NULL, late, names[i]);
		pthread_join(thread, NULL);
	}
	return 0;
}
BARE int main(int argc, char **argv)
{
	static char pool[] = "pool-1", other[] = "other";
	pthread_t thread;
	if (argc > 1 && argv[1][0] == 'm')
		return many();
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
  # Threads that name themselves after some thousand calls: for some the window is full right then.
  rm -rf traces
  TRACE_ENABLE=1 TRACE_DIR=traces ./program many || fail "many: status $?"
  expect "threads with a name" "$(names traces | tr ' ' '\n' | grep -c '^late-')" 64
  rm -rf traces
  TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=1 TRACE_DIR=traces ./program 200000 || fail "wrap: status $?"
  names traces | grep -q '^pool-1 ' || fail "wrap: threads: $(names traces)"
done
exit 0
