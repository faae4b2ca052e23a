# SPDX-License-Identifier: MIT
# Read by the scripts of this folder, after common.sh: a server, a recorded program, and clients that say what
# it recorded.

# record FOLDER CALLS: a program with five threads; each calls outer CALLS times, and that step twice.
record() {
  [ -x program ] || {
    cat > program.c <<'SOURCE'
#include <pthread.h>
#include <stdlib.h>
#define CALL __attribute__((noinline)) static void
CALL step(void) { __asm__ volatile("" ::: "memory"); }
CALL outer(void) { step(); step(); }
__attribute__((no_instrument_function)) static void *work(void *count)
{
	for (long i = 0; i < (long)count; i++)
		outer();
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t threads[4];
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, (void *)count);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	work((void *)count);
	return 0;
}
SOURCE
    build "$GCC" program -O1 program.c
  }
  TRACE_ENABLE=1 TRACE_DIR=$1 ./program "$2" || fail "the program does not run"
}

# What is still there when a test ends by failing. Words of pids. Not those that have ended: the shell knows which, and a
# number may be another process's by now.
pids=
stop_all() {
  jobs -l > "$work_folder/jobs.left"
  for pid in $pids ${server:-}; do
    ! grep -q "[] +-] *$pid Running" "$work_folder/jobs.left" || kill -9 "$pid"
  done
}
trap stop_all EXIT

# begin_server [OPTION]...: address is where it listens; its lines go to server.err.
begin_server() {
  : > server.err
  "$CALLSIGHT" serve --listen "${listen:-127.0.0.1:0}" --dir got "$@" > server.out 2> server.err 3>&- 4>&- &
  server=$!
  wait_for 'listening on' server.err
  address=$(sed -n 's/.*listening on \(.*\), captures go to.*/\1/p' server.err)
}

# wait_for TEXT FILE: it is there soon.
wait_for() {
  tries=0
  until grep -q -e "$1" "$2"; do
    tries=$((tries + 1))
    [ $tries -le 1200 ] || fail "'$1' does not come: $(cat "$2")"
    sleep 0.05
  done
}

# end_server: by SIGTERM.
end_server() {
  kill -TERM "$server"
  wait "$server"
  expect 'exit status of the server' $? 0
  server=
}

# same_report FOLDER FOLDER: both captures say the same, but for where they lie.
same_report() {
  "$CALLSIGHT" analyze "$1" --format json > one.json 2> one.err || fail "$1: $(cat one.err)"
  "$CALLSIGHT" analyze "$2" --format json > two.json 2> two.err || fail "$2: $(cat two.err)"
  expect "what is wrong with $2" "$(cat two.err)" ''
  cmp one.json two.json || fail "$1 and $2 have not the same report"
}
