#!/bin/sh
# SPDX-License-Identifier: MIT
# Children that are made while another thread's first hook starts the capture: each is recorded.
. "$1/common.sh"

cat > program.c <<'END_C'
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
BARE static void work(void)
{
	for (int i = 0; i < 500; i++)
		step();
}
BARE static void *make_children(void *unused)
{
	for (int i = 0; i < 6; i++) {
		if (fork() == 0) {
			work();
			exit(0);
		}
	}
	return unused;
}
BARE int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, make_children, NULL) != 0)
		return 1;
	work();
	pthread_join(thread, NULL);
	while (wait(NULL) > 0)
		;
	return 0;
}
END_C
build "$GCC" program -O2 program.c
i=0
while [ $i -lt 30 ]; do
  rm -rf traces
  TRACE_ENABLE=1 ./program || fail "status $?"
  counted=$("$CALLSIGHT" analyze traces --all --format json 2> err | tr '{' '\n' |
    sed -n 's/.*"function": *"step".*"calls": *\([0-9]*\).*/\1/p')
  expect "run $i: calls of step" "${counted:-none}" 3500
  i=$((i + 1))
done
