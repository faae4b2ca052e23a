#!/bin/sh
# SPDX-License-Identifier: MIT
# What others do to a ring while a program writes into it: a pause that is asked for, an entry that is given to somebody
# else, a name that is taken away, a client that ended, starts that are killed.
. "$1/common.sh"
ring=callsight-test-$$
object=/dev/shm/$ring
trap 'rm -f "$object"' EXIT

# Steps 20000 times, five blocks, for each byte of its input, and prints how often it has; at the end a thread steps 100
# times, and a child.
cat > program.c <<'END_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void later(void) { __asm__ volatile("" ::: "memory"); }
BARE static void *body(void *argument)
{
	for (int i = 0; i < 100; i++)
		later();
	return argument;
}
BARE int main(void)
{
	pthread_t thread;
	char byte;

	for (long count = 20000; read(0, &byte, 1) == 1; count += 20000) {
		for (int i = 0; i < 20000; i++)
			step();
		printf("%ld\n", count);
		if (fflush(stdout) != 0)
			abort();
	}
	pthread_create(&thread, NULL, body, NULL);
	pthread_join(thread, NULL);
	if (fork() == 0) {
		body(NULL);
		_exit(0);
	}
	wait(NULL);
	return 5;
}
END_C
build "$GCC" program -O2 program.c
export TRACE_ENABLE=1 TRACE_SHM=/$ring TRACE_DIR=files

# put OFFSET BYTES, get OFFSET: of the object.
put() {
  printf "$2" | dd of="$object" bs=1 seek="$1" conv=notrunc 2> dd.err || fail "dd: $(cat dd.err)"
}
get() {
  od -An -t u4 -j "$1" -N 4 "$object" | tr -d ' '
}

has_stepped() {
  [ "$(wc -l < made)" -ge "$1" ]
}

# go: the program takes another 20000 steps.
go() {
  turns=$((turns + 1))
  printf x >&3
  wait_until "the program steps ($(cat err))" has_stepped $turns
}

# start: its entry is complete, and windows of its are open, when this returns.
start() {
  rm -rf received input files
  mkfifo input
  : > made # the one before has lines, too
  ./program < input > made 2> err &
  program=$!
  exec 3> input
  turns=0
  go
  expect "state of the entry" "$(get 4096)" 2
}

finish() {
  exec 3>&-
  wait $program
  expect "$1: status ($(cat err))" $? 5
  [ ! -s err ] || fail "$1: $(cat err)"
  [ ! -e files ] || fail "$1: files"
}

drained() {
  start_drain $ring received
  end_drain "$1"
  "$CALLSIGHT" analyze received --all --format json > report.json 2> notes || fail "$1: analyze: $(cat notes)"
}

# Pause, by csf_live.request of the entry, which is looked at several times a block.
start
put $((4096 + 40 + 52)) '\001'
go
cells=$(get 48)
go
expect "paused: blocks" "$(get 48)" "$cells"
put $((4096 + 40 + 52)) '\000'
go
[ "$(get 48)" -gt "$cells" ] || fail "the program does not go on"
finish pause
drained pause
expect "pause: lost" "$(summary lost)" 0
[ "$(summary paused)" -ge 40000 ] || fail "pause: $(summary paused) hooks were paused"
# The return of a call that began in the pause and ends behind it is neither.
sum=$(($(summary events) + $(summary paused)))
expect "pause: calls" "$(tail -n 1 made)" 80000
[ $sum -eq $((2 * 80000 + 400)) ] || [ $sum -eq $((2 * 80000 + 399)) ] ||
  fail "pause: $sum events and paused hooks, made 80000 calls"

# The name is taken away: who has the object goes on, and its children.
start
exec 4< "$object"
rm "$object"
finish "without a name"
exec 4<&-

# The entry is given to somebody else: the program notices at the next block, and writes no more.
start
put 4096 '\000'
go
cells=$(get 48)
window=$(($(od -An -t u8 -j 88 -N 8 "$object") + 131072))
od -An -v -t x1 -j $window -N 65536 "$object" | cksum > before
go
od -An -v -t x1 -j $window -N 65536 "$object" | cksum > after
cmp before after || fail "evicted: the window is still written"
expect "evicted: blocks" "$(get 48)" "$cells"
finish evicted
rm "$object"

# A client that ended in the moment of closing: the next program makes another object.
start
finish "before closing"
put 52 '\001'
id=$(get 16)
start
finish closed
[ "$(get 52)" = 0 ] && [ "$(get 16)" != "$id" ] || fail "closed: it is the old object"
drained closed

# Starts that are killed, wherever they are, leave nothing that the client cannot give back. Maybe none of them gets far
# enough to make the object: one that is not killed does.
start_drain $ring received2
i=0
while [ $i -lt 40 ]; do
  ./program < /dev/zero > out 2> err &
  program=$!
  sleep 0.00$((i % 10))
  kill -9 $program
  wait $program 2> killed.err
  [ ! -s err ] || fail "killed start: $(cat err)"
  i=$((i + 1))
done
./program < /dev/null > out 2> err
expect "behind killed starts: status ($(cat err))" $? 5
end_drain "killed starts"
[ ! -e "$object" ] || fail "killed starts: the object is still there"
exit 0
