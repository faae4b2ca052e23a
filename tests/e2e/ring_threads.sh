#!/bin/sh
# SPDX-License-Identifier: MIT
# Threads that end while the ring is full: their windows keep what they recorded until the reader comes, up to 256 of
# them; beyond that blocks are lost, and counted.
. "$1/common.sh"
ring=callsight-test-$$
trap 'rm -f "/dev/shm/$ring"' EXIT

cat > program.c <<'END_C'
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
BARE static void *body(void *tid)
{
	*(long *)tid = syscall(SYS_gettid);
	for (int i = 0; i < 100; i++)
		step();
	return NULL;
}
int main(int argc, char **argv)
{
	int count = (int)strtol(argv[1], NULL, 10);
	for (int i = 0; i < count; i++) {
		pthread_t thread;
		long tid;
		if (pthread_create(&thread, NULL, body, &tid) != 0)
			return 1;
		pthread_join(thread, NULL);
		while (syscall(SYS_tgkill, getpid(), tid, 0) == 0)
			usleep(50); /* the kernel may take a moment to say that it is gone */
	}
	return 5;
}
END_C
build "$GCC" program -O2 program.c

# summary NAME: a number of the report's summary.
summary() {
  sed -n "s/.*\"summary\":{[^}]*\"$1\":\([0-9]*\).*/\1/p" report.json
}

# traced ARGUMENT...: with a ring of one cell, which nobody reads before the end.
traced() {
  rm -rf received
  TRACE_ENABLE=1 TRACE_SHM=/$ring TRACE_SHM_SIZE=65536 ./program "$@" 2> err
  expect "$*: status ($(cat err))" $? 5
  windows=$(od -An -t u4 -j 44 -N 4 /dev/shm/$ring | tr -d ' ')
  start_drain $ring received
  end_drain "$*"
  "$CALLSIGHT" analyze received --format json > report.json 2> notes || fail "$*: analyze: $(cat notes)"
  expect "$*: events" $(($(summary events) + $(summary lost))) $((2 + 200 * $1))
}

traced 200
expect "200 threads: lost" "$(summary lost)" 0
traced 1000
threads=$(summary threads)
expect "1000 threads: lost" "$(summary lost)" $((200 * (1001 - threads)))
# One in the cell, 256 that are kept, the last one, and main. Windows of all but the first, and two of texts.
expect "1000 threads: what is left" "$threads" 259
expect "1000 threads: windows" "$windows" $((threads + 1))
exit 0
