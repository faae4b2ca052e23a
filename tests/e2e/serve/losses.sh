#!/bin/sh
# SPDX-License-Identifier: MIT
# A ring of one block, whose client comes when 400 were dropped, four threads with recursion and handlers: much is lost,
# and the report is right about the rest.
# What was made is what is there and what is said to be lost, exactly; no exit lacks its enter; all sums agree.
. "$1/common.sh"
. "$1/serve/serve.sh"
ring=callsight-losses-$$
trap 'stop_all; rm -f "/dev/shm/$ring"' EXIT

# Prints how many hooks ran.
cat > losing.c <<'SOURCE'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#define CALL __attribute__((noinline)) static void
#define BARE __attribute__((no_instrument_function))
#define THREADS 4
static unsigned long handled;
CALL leaf(void) { __asm__ volatile("" ::: "memory"); }
CALL deeper(int depth)
{
	if (depth > 0) {
		deeper(depth - 1);
		leaf();
	}
}
CALL outer(int i)
{
	deeper(i % 13);
	leaf();
}
CALL handler(int number)
{
	(void)number;
	leaf();
	__atomic_add_fetch(&handled, 1, __ATOMIC_RELAXED);
}
BARE static void *work(void *count)
{
	for (long i = 0; i < (long)count; i++)
		outer((int)i);
	return NULL;
}
BARE int main(int argc, char **argv)
{
	const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
	struct itimerval timer = { { 0, 200 }, { 0, 200 } };
	pthread_t threads[THREADS];
	unsigned long calls = 0;

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, (void *)count);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	timer = (struct itimerval){ 0 };
	setitimer(ITIMER_REAL, &timer, NULL);
	for (long i = 0; i < count; i++)
		calls += 3 + 2 * (unsigned long)(i % 13);
	printf("%lu\n", 2 * (THREADS * calls + 2 * handled));
	return 0;
}
SOURCE
build "$GCC" losing -O1 losing.c

begin_server
"$CALLSIGHT_STREAM" --quiet "/$ring" "$address" 2> client.err &
client=$! pids="$pids $!"
kill -STOP $client
TRACE_ENABLE=1 TRACE_SHM=/$ring TRACE_SHM_SIZE=65536 ./losing 100000 > made &
program=$! pids="$pids $!"
# Of some 2000; where the program has ended they are all dropped but for the first.
many_dropped() {
  [ "$(ring_word 4128)" -ge 400 ]
}
wait_until '400 blocks are dropped' many_dropped
kill -CONT $client
wait $program || fail 'the program does not run'
made=$(cat made)
wait $client || fail "the client: $(cat client.err)"
end_server

"$CALLSIGHT" analyze got --format json > report.json 2> report.err || fail "$(cat report.err)"
number() {
  sed -n "s/^\"summary\":.*\"$1\":\\([0-9]*\\).*/\\1/p" report.json
}
lost=$(number lost)
expect 'events that are there or lost' $(($(number events) + lost)) "$made"
[ "$lost" -gt $((made / 10)) ] || fail "only $lost of $made events are lost"
expect 'exits without an enter' "$(number unmatched)" 0
expect 'functions' "$(grep -c '"at_least":true' report.json)" 4
# What a lane lost behind its last block is of no thread.
of_threads=$(grep -v '^"summary"' report.json | grep -o '"lost":[0-9]*' | cut -d : -f 2 |
  awk '{ sum += $1 } END { printf "%d", sum }')
{ [ "$of_threads" -le "$lost" ] && [ "$of_threads" -gt $((lost / 10 * 9)) ]; } ||
  fail "$of_threads events are lost by threads, $lost in all"
roots=$(grep -o '"root_ns":[0-9]*' report.json | cut -d : -f 2 | awk '{ sum += $1 } END { printf "%d", sum }')
expect 'time of all stacks' \
  "$("$CALLSIGHT" analyze got --format folded 2> folded.err | awk '{ sum += $NF } END { printf "%d", sum }')" "$roots"
grep -q 'calls during which events were lost: ' report.err || fail "nothing is said of calls with losses: $(cat report.err)"
"$CALLSIGHT" analyze got --partial part 2> part.err || fail "$(cat part.err)"
"$CALLSIGHT" merge part --format json 2> merge.err | cmp - report.json || fail 'a partial report says something else'
