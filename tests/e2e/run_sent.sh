#!/bin/sh
# SPDX-License-Identifier: MIT
# "callsight run --stream": what a program records is sent by a client that run starts; the memory object is gone
# afterwards, whether everything was sent, nothing was recorded, files were written, nobody takes it, the client
# gives up, a child goes on, or run itself is killed.
. "$1/common.sh"
. "$1/serve/serve.sh"
server=
trap '[ -z "$server" ] || kill -9 $server 2> kill.err' EXIT

cat > program.c <<'END_C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
BARE static void wait_for(const char *file)
{
	for (int i = 0; i < 50000 && access(file, F_OK) != 0; i++)
		usleep(2000);
}
/* program STATUS [child|later|itself [late]]: 1000 steps, when there is the file go if late. A child, or itself, makes
 * 500 more, the later child when there is the file go, and waits for the file end. Parents do not wait. */
BARE int main(int argc, char **argv)
{
	FILE *ring = fopen("ring", "w");

	if (!ring || fprintf(ring, "%s\n", getenv("TRACE_SHM")) < 0 || fclose(ring) != 0)
		return 99;
	if (argc > 3)
		wait_for("go");
	for (int i = 0; i < 1000; i++)
		step();
	if (argc < 3)
		return atoi(argv[1]);
	if (argv[2][0] != 'i' && fork())
		return atoi(argv[1]);
	if (argv[2][0] == 'l')
		wait_for("go");
	for (int i = 0; i < 500; i++)
		step();
	wait_for("end");
	return atoi(argv[1]);
}
END_C
build "$GCC" program -O1 program.c

# sent OPTION... -- COMMAND...: under callsight run --stream; sets status.
sent() {
  rm -f ring end go
  "$CALLSIGHT" run --stream "$address" --stream-client "$CALLSIGHT_STREAM" "$@" > out 2> err
  status=$?
}
no_ring() {
  [ ! -e "/dev/shm$(cat ring)" ]
}
ring_is_gone() {
  wait_until "$1: /dev/shm$(cat ring) goes" no_ring
}
# said WHAT TEXT
said() {
  grep -q -e "$2" err || fail "$1: '$2' is not said: $(cat err)"
}

listen=unix:socket begin_server
sent -- ./program 3
expect "status ($(cat err))" $status 3
said 'all is well' '^callsight run: everything was sent to unix:socket$'
ring_is_gone 'all is well'
expect 'calls that were received' "$(calls step got/local)" 1000
expect 'folders here' "$(ls -d traces 2> ls.err)" ''

# Programs one after the other, below a shell.
rm -rf got/local
sent -- sh -c './program 0; ./program 0; ./program 5'
expect "status of the script ($(cat err))" $status 5
expect 'captures of the script' "$(ls got/local | wc -l)" 3

# Nothing was recorded.
sent -- sh -c 'echo "$TRACE_SHM" > ring'
expect 'status without a record' $status 125
said 'nothing' 'nothing was recorded: '
ring_is_gone 'nothing'

# A program that writes files instead.
TRACE_FULL=wrap sent --dir here -- ./program 0
expect 'status with files' $status 125
said 'files' '^callsight run: 1 processes were not sent: .* their captures are in .*/here$'
expect 'calls in files' "$(calls step here)" 1000

# A child that goes on is sent to its end.
rm -rf got/local
sent -- ./program 4 child
expect "status with a child ($(cat err))" $status 4
said 'child' '^callsight run: 1 processes still run: callsight-stream (process [0-9]*) goes on sending to unix:socket$'
: > end
ring_is_gone 'child'
expect 'captures with a child' "$(ls got/local | wc -l)" 2
expect 'calls with a child' "$(calls step got/local)" 1500

all_came() {
  [ -d got/local ] && [ "$(calls step got/local)" = 1500 ]
}
# A child that makes its first call when its parent has been sent; nobody may ever have recorded before.
rm -rf got/local
sent -- ./program 4 later
expect "status with a later child ($(cat err))" $status 4
said 'later' '^callsight run: 1 processes still run: callsight-stream (process [0-9]*) goes on sending to unix:socket$'
: > go
: > end
ring_is_gone 'later'
expect 'calls with a later child' "$(calls step got/local)" 1500
rm -rf got/local
sent -- sh -c './program 0 itself late & exit 0'
expect "status when nothing is recorded yet ($(cat err))" $status 0
said 'yet' '^callsight run: 1 processes still run: callsight-stream (process [0-9]*) goes on sending to unix:socket$'
wait_until 'the program' [ -s ring ]
: > go
: > end
wait_until 'all calls of one that began later' all_came
ring_is_gone 'yet'

# Run is killed: the program goes on, all of it is sent, and the object goes. The first program records later.
for late in late ""; do
  rm -rf got/local ring go end
  "$CALLSIGHT" run --stream "$address" --stream-client "$CALLSIGHT_STREAM" -- ./program 0 itself $late > out 2> err &
  run=$!
  wait_until "the program" [ -s ring ]
  [ -n "$late" ] || wait_until "the object" [ -e "/dev/shm$(cat ring)" ]
  kill -9 $run
  wait $run
  : > go
  : > end
  wait_until "all calls when run is killed" all_came
  ring_is_gone 'killed'
done

# A signal to all of the group, as Ctrl-C is: the program ends, the client sends all of it.
rm -rf got/local ring end
setsid "$CALLSIGHT" run --stream "$address" --stream-client "$CALLSIGHT_STREAM" -- ./program 0 itself > out 2> err &
run=$!
wait_until "all calls before the signal" all_came
kill -TERM -$run
wait $run
expect "status after the signal ($(cat err))" $? 143
said 'the signal' "^callsight run: everything was sent to unix:socket$"
ring_is_gone 'the signal'
expect "calls after the signal" "$(calls step got/local)" 1500

# A wrong option: the client has gone before the program came.
sent --stream-option=--levl=3 -- ./program 0
expect 'status of a wrong option' $status 125
said 'option' '^callsight-stream: unknown option --levl=3$'
said 'option' '^callsight run: callsight-stream has given up: what was not sent is lost$'
ring_is_gone 'option'

# Nobody takes it: the server is stopped in the middle.
kill -STOP $server
sent --stream-wait 1 -- ./program 0
kill -CONT $server
expect 'status of a server that does not answer' $status 125
said 'stuck' '^callsight run: unix:socket has taken nothing for 1 s: what was not sent is lost$'
ring_is_gone 'stuck'
end_server
server=

# Nobody listens: the program is not started.
sent -- ./program 0
expect 'status without a server' $status 125
said 'no server' '^callsight run: nobody listens at unix:socket (.*): start callsight serve there first$'
expect 'the program ran' "$(ls ring 2> ls.err)" ''
address=127.0.0.1:1 sent -- ./program 0
said 'no port' '^callsight run: nobody listens at 127.0.0.1:1 (Connection refused): start'

# What does not go together.
sent --mode count -- ./program 0
expect 'status of another mode' $status 2
said 'mode' '^callsight run: --stream carries events: --mode count stays here'
sent --output report -- ./program 0
expect 'status of a report' $status 2
"$CALLSIGHT" run --stream-option=--quiet -- ./program 0 > out 2> err
expect 'status without --stream' $? 2
