#!/bin/sh
# SPDX-License-Identifier: MIT
# The whole way: a program with TRACE_SHM, callsight-stream, callsight serve. What the hooks made is received or counted
# as lost, exactly, of each thread, whatever becomes of client and server meanwhile; and the client's memory is small.
. "$1/common.sh"
ring=callsight-test-stream-$$
# With the argument "key" after the folders all of it is encrypted.
encrypted=
if [ "${3-}" = key ]; then
  "$CALLSIGHT" serve --make-key key || fail "no key"
  encrypted="--key-file key"
fi
socket=$PWD/socket
server= client=
stop() {
  [ -z "$server" ] || kill -9 $server 2> /dev/null
  [ -z "$client" ] || kill -9 $client 2> /dev/null
  rm -f "/dev/shm/$ring"
}
trap stop EXIT

serve() {
  rm -f "$socket"
  "$CALLSIGHT" serve --listen "unix:$socket" --dir received --min-free-mb 0 $encrypted 2>> serve.err 3>&- &
  server=$!
}

# stream OPTION...: the client in the background, with memory_kb of its own at most.
memory_kb=unlimited
stream() {
  (
    [ $memory_kb = unlimited ] || ulimit -d $memory_kb
    exec "$CALLSIGHT_STREAM" $encrypted "$@" "/$ring" "unix:$socket"
  ) 2>> client.err 3>&- &
  client=$!
}

end_server() {
  kill -TERM $server
  wait $server || fail "serve: status $?: $(cat serve.err)"
  server=
}

begin() {
  rm -rf received traces serve.err client.err
  serve
  stream "$@"
}

# check STATUS: the program has ended.
check() {
  expect status $1 5
  wait $client || fail "client: status $?: $(cat client.err)"
  client=
  end_server
  check_numbers
}

check_numbers() {
  [ ! -e traces ] || fail "files were written beside"
  [ ! -e "/dev/shm/$ring" ] || fail "the object is still there"
  "$CALLSIGHT" analyze received/local --all --format json > report.json 2> analyze.err ||
    fail "analyze: $(cat analyze.err)"
  expect "received + lost" $(($(summary events) + $(summary lost))) "$(cat made)"
  "$CALLSIGHT" info received/local > info
  sed -n 's/^  thread .* lane 0: \([0-9]*\) events in [0-9]* blocks, \([0-9]*\) lost, 0 blocks missing.*/\1 \2/p' \
    info | awk '{ print $1 + $2 }' | sort > received.threads
}

check_threads() {
  sort threads | cmp - received.threads || fail "a thread's events are not complete: $(cat info)"
}

# is_taken: the client has all that there is of the process, and has given its entry back.
is_taken() {
  grep -q 'is complete' serve.err && [ "$(ring_word 4096)" = 0 ]
}

export TRACE_ENABLE=1 TRACE_SHM=/$ring
build "$GCC" program -O2 "$source_folder/made_events.c"

# One thread; nothing is lost, and the folder is one of the process's own.
begin
./program 1 0 200000 > threads 2> made
check $?
expect "calls of step" "$(calls step received/local)" 200000
expect lost "$(summary lost)" 0
check_threads

# Several processes at once, in one connection.
TRACE_SHM_SIZE=1048576
export TRACE_SHM_SIZE
begin --level 3
./program 6 7 50000 > threads 2> made
check $?
expect processes "$(ls received/local | wc -l)" 8

# A child that has recorded and ended before its parent does anything.
cat > late.c <<'END_C'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((no_instrument_function)) int main(void)
{
	unsigned state = 0;
	char path[300];
	int fd;

	if (fork() == 0) {
		for (int i = 0; i < 10; i++)
			step();
		_exit(0);
	}
	wait(0);
	snprintf(path, sizeof(path), "/dev/shm%s", getenv("TRACE_SHM"));
	fd = open(path, O_RDONLY);
	/* The client has taken what there is of the child, whose entry is the first, and waits for somebody else. */
	while (pread(fd, &state, sizeof(state), 4096) == sizeof(state) && state != 0)
		usleep(1000);
	for (int i = 0; i < 20; i++)
		step();
	return 5;
}
END_C
build "$GCC" late -O2 late.c
begin
./late
status=$?
echo 60 > made
check $status
expect "processes, the parent last" "$(ls received/local | wc -l)" 2

# The smallest ring, and a client that does not come before blocks are dropped: what is lost is counted.
TRACE_SHM_SIZE=65536
rm -f input && mkfifo input
begin
kill -STOP $client
./program 26 0 > threads 2> made < input &
program=$!
exec 3> input
wait_until "a block is dropped" ring_dropped
kill -CONT $client
wait_until "five blocks are handed over" ring_handed 5
exec 3>&-
wait $program
check $?
[ "$(summary lost)" -gt 0 ] || fail "nothing was lost: the client was not stopped"
check_threads

# Client and server are killed again and again; what they had is not lost. A slow thread is seen soon.
unset TRACE_SHM_SIZE
begin
./program 4 0 > threads 2> made < input &
program=$!
exec 3> input
for kills in 1 2 3; do
  wait_until "blocks are handed over" ring_handed $((5 * kills))
  sleep 0.2
  kill -9 $client
  wait $client 2> /dev/null
  stream
  sleep 0.1
  kill -9 $server
  wait $server 2> /dev/null
  serve
done
sleep 0.2
exec 3>&-
wait $program
check $?
check_threads

# The program is killed: what its threads had in their windows arrives, too.
begin
./program 3 0 > threads 2> made < input &
program=$!
exec 3> input
wait_until "blocks are handed over" ring_handed 4
kill -9 $program
exec 3>&-
wait $program 2> /dev/null
wait $client || fail "client: status $?: $(cat client.err)"
end_server
"$CALLSIGHT" info received/local > info
grep -q 'thread' info || fail "nothing of the killed program arrived"
[ ! -e "/dev/shm/$ring" ] || fail "the object is still there"

# An object that is no ring, one that is damaged, and one that is cut while the client has it.
(umask 077 && head -c 100000 /dev/urandom > "/dev/shm/$ring")
"$CALLSIGHT_STREAM" "/$ring" "unix:$socket" 2> noise.err
expect "status with noise" $? 3
expect "noise" "$(cat noise.err)" "callsight-stream: /$ring: it is no ring of callsight"
rm "/dev/shm/$ring"
for harm in damaged cut; do
  begin --stay
  ./program 1 0 1000 > threads 2> made
  wait_until "the entry is free again" is_taken
  if [ $harm = cut ]; then
    truncate -s 4096 "/dev/shm/$ring"
  else
    printf '\377' | dd of="/dev/shm/$ring" bs=1 seek=4096 conv=notrunc 2> dd.err
  fi
  wait $client
  expect "status with a ring that is $harm" $? 3
  grep -q 'the ring is damaged' client.err || fail "$harm: $(cat client.err)"
  client=
  end_server
  rm "/dev/shm/$ring"
done

# A second client is sent away, and one that is stopped leaves the ring for the next one. 4 MiB are enough for it (but for
# that of a sanitizer): what pages of libraries there are besides is the machine's business.
grep -qE '__(a|t)san_init' "$CALLSIGHT_STREAM" || memory_kb=4096
begin --stay --level 19
./program 2 0 50000 > threads 2> made
wait_until "the entry is free again" is_taken
"$CALLSIGHT_STREAM" "/$ring" "unix:$socket" 2> second.err
expect "status of the second client" $? 3
grep -q 'another client' second.err || fail "second client: $(cat second.err)"
kill -TERM $client
wait $client
expect "status of the stopped client" $? 0
[ ! -e "/dev/shm/$ring" ] || fail "a ring that nobody uses is still there"
stream --wait 1
wait $client
expect "status without a program" $? 3
client=
end_server
rm -f "/dev/shm/$ring"

