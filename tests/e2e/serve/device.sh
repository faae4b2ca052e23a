#!/bin/sh
# SPDX-License-Identifier: MIT
# Two programs with rings and clients of their own, and garbage, at one server, which is killed with -9 twenty times in the
# middle: of each program every event is received or counted as lost, exactly.
. "$1/common.sh"
. "$1/serve/serve.sh"
ring=callsight-test-serve-$$
trap 'stop_all; rm -f "/dev/shm/$ring.1" "/dev/shm/$ring.2"' EXIT

cat > program.c <<'SOURCE'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
static volatile int is_over;
static long made[3];
BARE static void *body(void *count)
{
	while (!is_over) {
		for (int i = 0; i < 1000; i++)
			step();
		*(long *)count += 1000;
		usleep(10000); /* or what has to be on the disk depends on the machine */
	}
	return NULL;
}
BARE int main(void)
{
	pthread_t threads[3];
	char byte;

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, body, &made[i]);
	if (read(0, &byte, 1) < 0)
		return 1;
	is_over = 1;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", 2 * (made[0] + made[1] + made[2]));
	return 0;
}
SOURCE
build "$GCC" program -O1 program.c
head -c 3000 /dev/urandom > garbage
mkfifo input.1 input.2
listen=unix:socket
begin_server
for n in 1 2; do
  "$CALLSIGHT_STREAM" /$ring.$n "$address" 2> client.$n.err &
  eval "client$n=\$! pids=\"\$pids \$!\""
  TRACE_ENABLE=1 TRACE_SHM=/$ring.$n TRACE_SHM_SIZE=4194304 ./program < input.$n > made.$n &
  eval "program$n=\$! pids=\"\$pids \$!\""
done
exec 3> input.1 4> input.2
kills=0
while [ $kills -lt 20 ]; do
  wait_for '\(receives\|goes on with\) local/program-' server.err
  "$SEND_BYTES" "$address" garbage
  # At another moment each time.
  sleep "0.0$((kills % 7 + 1))"
  kill -9 "$server"
  wait "$server" 2> killed.err
  kills=$((kills + 1))
  begin_server
done
exec 3>&- 4>&-
for n in 1 2; do
  eval "program=\$program$n client=\$client$n"
  wait $program || fail "program $n fails"
  wait $client || fail "client $n: status $?: $(cat client.$n.err)"
done
end_server
expect 'captures' "$(ls got/local | wc -l)" 2
for n in 1 2; do
  eval "pid=\$program$n"
  "$CALLSIGHT" analyze got/local/program-$pid-* --format json > report.json 2> report.err || fail "$(cat report.err)"
  events=$(sed -n 's/.*"summary":{[^}]*"events":\([0-9]*\).*/\1/p' report.json)
  lost=$(sed -n 's/.*"summary":{[^}]*"lost":\([0-9]*\).*/\1/p' report.json)
  [ "$events" -gt 0 ] || fail "nothing of program $n arrives"
  expect "received + lost of program $n" $((events + lost)) "$(cat made.$n)"
done
