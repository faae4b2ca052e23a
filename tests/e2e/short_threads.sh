#!/bin/sh
# SPDX-License-Identifier: MIT
# 20 000 short threads, at most 256 alive: each is recorded, and what the runtime takes of memory and of
# descriptors is that of the threads alive.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END_C'
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define ALIVE 256 /* one is joined before the next begins: what is on its way out counts as well */
static int most_descriptors;
static long most_kilobytes;
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
static void *body(void *argument)
{
	for (int i = 0; i < 5; i++)
		step();
	return argument;
}
/* Memory as the page tables have it: what status says is a sum that every processor has its part of. */
BARE static void look(void)
{
	FILE *memory = fopen("/proc/self/smaps_rollup", "r");
	DIR *folder = opendir("/proc/self/fd");
	char line[256];
	int count = 0;
	while (readdir(folder))
		count++;
	closedir(folder);
	most_descriptors = count > most_descriptors ? count : most_descriptors;
	while (fgets(line, sizeof(line), memory)) {
		if (strncmp(line, "Rss:", 4) == 0 && atol(line + 4) > most_kilobytes)
			most_kilobytes = atol(line + 4);
	}
	fclose(memory);
}
int main(int argc, char **argv)
{
	static pthread_t threads[ALIVE];
	int count = argc > 1 ? atoi(argv[1]) : 100;
	int failed = 0;
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536);
	for (int i = 0; i < count + ALIVE; i++) {
		if (i >= ALIVE && i - ALIVE < count)
			pthread_join(threads[i % ALIVE], NULL);
		if (i < count)
			failed += pthread_create(&threads[i % ALIVE], &attributes, body, NULL) != 0;
		if (i % 1000 == 999)
			look();
	}
	printf("%d %d %ld\n", failed, most_descriptors, most_kilobytes);
	return 0;
}
END_C
build "$compiler" program -O1 program.c
for mode in events summary count; do
  rm -rf traces
  TRACE_ENABLE=1 TRACE_MODE=$mode ./program 20000 > made || fail "$mode: status $?"
  read -r failed descriptors kilobytes < made
  expect "$mode: threads that could not be made" "$failed" 0
  expect "$mode: calls of body" "$(calls body traces)" 20000
  expect "$mode: calls of step" "$(calls step traces)" 100000
  [ "$descriptors" -lt 64 ] || fail "$mode: $descriptors descriptors"
  [ "$kilobytes" -lt 65536 ] || fail "$mode: $kilobytes KB in memory"
  echo "$mode: $descriptors descriptors, $kilobytes KB"
done
exit 0
