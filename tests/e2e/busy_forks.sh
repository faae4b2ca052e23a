#!/bin/sh
# SPDX-License-Identifier: MIT
# fork again and again while four threads are in hooks, of which they begin a burst each time: every child records its
# own calls in a capture of its own, nothing of the parent's is missing or in a child's, nobody hangs.
# CALLSIGHT_E2E_FORKS: how often.
. "$1/common.sh"
forks=${CALLSIGHT_E2E_FORKS:-24}

cat > program.c <<'END_C'
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define PLAIN __attribute__((noinline))
#define BARE __attribute__((no_instrument_function, noinline))
#define BURST 300000 /* calls of a thread: more than a fork takes time for */
static volatile int stop;
static volatile uint64_t allowed;
static volatile uint64_t spun[4];
PLAIN static void spin(volatile uint64_t *count) { *count += 1; }
PLAIN static void child_work(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void parent_work(void) { __asm__ volatile("" ::: "memory"); }
BARE static void *busy(void *count)
{
	while (!stop) {
		if (*(volatile uint64_t *)count < allowed)
			spin(count);
		else
			sched_yield();
	}
	return count;
}
BARE static void begin_burst(void)
{
	uint64_t before = allowed;
	allowed = before + BURST;
	for (int i = 0; i < 4; i++) {
		while (spun[i] <= before)
			sched_yield();
	}
}
int main(int argc, char **argv)
{
	int forks = argc > 1 ? atoi(argv[1]) : 1;
	int bad = 0;
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, busy, (void *)&spun[i]);
	for (int i = 0; i < forks; i++) {
		int status = 1;
		pid_t child;
		begin_burst();
		child = fork();
		if (child == 0) {
			for (int k = 0; k < 3; k++)
				child_work();
			_exit(0);
		}
		parent_work();
		bad += child < 0 || waitpid(child, &status, 0) != child || status != 0;
	}
	stop = 1;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("%llu %d\n", (unsigned long long)(spun[0] + spun[1] + spun[2] + spun[3]), bad);
	return 0;
}
END_C
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O1 program.c
  rm -rf traces
  TRACE_ENABLE=1 TRACE_MAX_MB=0 ./program "$forks" > made || fail "status $?"
  read -r spun bad < made
  expect "children that failed" "$bad" 0
  expect processes "$(ls -d traces/*/ | wc -l)" $((forks + 1))
  expect "calls of child_work" "$(calls child_work traces)" $((3 * forks))
  expect "calls of parent_work" "$(calls parent_work traces)" "$forks"
  expect "calls of spin" "$(calls spin traces)" "$spun"
  expect "calls of main" "$(calls main traces)" 1
  # In the parent's own capture there is no child_work, in a child's nothing but main and it.
  for process in traces/*/; do
    "$CALLSIGHT" analyze "$process" --format json > report.json 2>/dev/null || fail "analyze $process"
    if grep -q '"function":"spin"' report.json; then
      grep -q child_work report.json && fail "a child's calls are in the parent's capture"
    else
      grep -q parent_work report.json && fail "the parent's calls are in a child's capture"
    fi
  done
done
exit 0
