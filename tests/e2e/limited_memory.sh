#!/bin/sh
# SPDX-License-Identifier: MIT
# limited_memory.sh SOURCE-FOLDER WORK-FOLDER COMPILER: a limit of data, and memory that is locked as soon as
# it is mapped. What the runtime keeps in reserve for deep stacks is not taken from the program, and a
# stack that gets deep is recorded all the same.
. "$1/common.sh"
with=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define PLAIN __attribute__((noinline))
#define BARE __attribute__((noinline, no_instrument_function))
static pthread_barrier_t all;
static long depth;
PLAIN static long down(long n)
{
	long below = n ? down(n - 1) : 0;
	__asm__ volatile("" ::: "memory");
	return below + 1;
}
static void *body(void *unused)
{
	down(depth);
	pthread_barrier_wait(&all);
	pthread_barrier_wait(&all);
	return unused;
}
/* As the page tables have it: what status says of it is a sum that every processor has its part of. */
BARE static long resident_kilobytes(void)
{
	FILE *status = fopen("/proc/self/smaps_rollup", "r");
	char line[256];
	long found = 0;
	while (status && fgets(line, sizeof(line), status)) {
		if (strncmp(line, "Rss:", 4) == 0)
			found = atol(line + 4);
	}
	return found;
}
int main(int argc, char **argv)
{
	pthread_attr_t attributes;
	pthread_t threads[8];
	char *block;
	depth = atol(argv[2]);
	if (argc > 3 && mlockall(MCL_FUTURE) != 0) {
		puts("not allowed");
		return 77;
	}
	pthread_barrier_init(&all, NULL, 9);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536 + (size_t)depth * 128);
	for (int i = 0; i < 8; i++) {
		if (pthread_create(&threads[i], &attributes, body, NULL) != 0)
			return 9;
	}
	pthread_barrier_wait(&all);
	block = malloc((size_t)atol(argv[1]) << 20);
	fprintf(stderr, "%ld\n", resident_kilobytes());
	pthread_barrier_wait(&all);
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	puts(block ? "done" : "no memory");
	return 0;
}
END
build "$with" program -O1 program.c
for mode in events summary count; do
  export TRACE_MODE=$mode
  # 100 MB: 60 for the program, and one or two for each of 9 threads.
  found=$(ulimit -d 100000; TRACE_ENABLE=1 TRACE_DIR=data-$mode ./program 60 10 2>/dev/null)
  expect "$mode: with a limit of data" "$found" "done"
  expect "$mode: calls with a limit of data" "$(calls down data-$mode)" 88
  # 8 stacks of 100 000 frames, each of several MB.
  expect "$mode: deep stacks" "$(TRACE_ENABLE=1 TRACE_DIR=deep-$mode ./program 1 99999 2>/dev/null)" "done"
  expect "$mode: calls in deep stacks" "$(calls down deep-$mode)" 800000
done

./program 1 10 locked > out 2> plain_kilobytes
[ $? -ne 77 ] || {
  echo "SKIPPED from here on: memory cannot be locked here"
  exit 77
}
for mode in events summary count; do
  TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=locked-$mode ./program 1 10 locked > out 2> kilobytes ||
    fail "$mode: locked: status $?"
  expect "$mode: calls with locked memory" "$(calls down locked-$mode)" 88
  more=$(($(cat kilobytes) - $(cat plain_kilobytes)))
  [ $more -lt 20000 ] || fail "$mode: 9 threads take $more KB of locked memory"
done
exit 0
