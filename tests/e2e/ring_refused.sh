#!/bin/sh
# SPDX-License-Identifier: MIT
# A ring that cannot be had: one line says why, the trace goes into files, and the program runs as without tracing;
# never SIGBUS, whatever room /dev/shm has. What does not fit while it runs is counted as lost.
. "$1/common.sh"

cat > program.c <<'END_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((no_instrument_function)) static void *body(void *barrier)
{
	for (int i = 0; i < 1000; i++)
		step();
	pthread_barrier_wait(barrier); /* all of them live at the same time */
	return NULL;
}
int main(int argc, char **argv)
{
	int count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1;
	pthread_t threads[256];
	pthread_barrier_t barrier;
	pthread_barrier_init(&barrier, NULL, (unsigned)count);
	for (int i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, body, &barrier);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 5;
}
END_C
build "$GCC" program -O2 program.c
prefix="callsight: cannot use the ring TRACE_SHM=/r"
suffix="; the trace goes into files in traces"
export TRACE_ENABLE=1

# run NAME STDERR [VAR=VALUE...]: STDERR is all that is said, and there are files.
run() {
  run_name=$1 run_line=$2
  shift 2
  rm -rf traces
  env TRACE_SHM=/r "$@" ./program > out 2> err
  expect "$run_name: status" $? 5
  expect "$run_name: output" "$(cat out)" done
  expect "$run_name: stderr" "$(cat err)" "$run_line"
  [ -d traces ] || fail "$run_name: there is no trace"
  case $* in
  *TRACE_MODE=count* | *TRACE_FULL*) ;;
  *) expect "$run_name: calls" "$(calls step traces)" 1000 ;;
  esac
}

# Settings.
bad() {
  run "TRACE_SHM=$1" "callsight: TRACE_SHM='$1' is not a name as /callsight; using the default" TRACE_SHM="$1"
}
long=$(printf '%0256d' 0)
bad r
bad /
bad /a/b
bad //r
bad /.
bad /..
bad "/$long"
why="callsight: TRACE_SHM does not go together with"
run summary "$why TRACE_MODE other than events$suffix" TRACE_MODE=summary
run count "$why TRACE_MODE other than events$suffix" TRACE_MODE=count
run wrap "$why TRACE_FULL=wrap$suffix" TRACE_FULL=wrap
run trigger "$why TRACE_FULL=wrap$suffix
callsight: TRACE_TRIGGER: no function 'none' in the program and its libraries; those that are loaded later are looked through, too" \
  TRACE_FULL=wrap 'TRACE_TRIGGER=none>1s'

# In a /dev/shm of its own.
[ -n "${CALLSIGHT_E2E_NAMESPACE:-}" ] || {
  unshare -m true 2> unshare.err || { echo "SKIPPED from here on: no mount namespaces here: $(cat unshare.err)"; exit 77; }
  CALLSIGHT_E2E_NAMESPACE=1 exec unshare -m --propagation private sh "$0" "$@"
}
mount -t tmpfs -o size=64m tmpfs /dev/shm || fail "mount"
run "larger than /dev/shm" "$prefix of 134217728 bytes in /dev/shm: no space left$suffix" TRACE_SHM_SIZE=134217728
expect "what is left" "$(ls -A /dev/shm)" ""
# The object fits, its windows do not: it is not left behind, in the way of a smaller one.
head -c 48922624 /dev/zero > /dev/shm/other
run "no room for a window" "$prefix of 17825792 bytes in /dev/shm: no space left$suffix" TRACE_SHM_SIZE=17825792
expect "what is left" "$(ls -A /dev/shm)" other
rm /dev/shm/other

foreign="$prefix: it is no file of this user alone$suffix"
ln -s /etc/passwd /dev/shm/r
run "symbolic link" "$foreign"
rm /dev/shm/r && mkdir /dev/shm/r
run folder "$foreign"
rmdir /dev/shm/r && mkfifo /dev/shm/r
run fifo "$foreign"
rm /dev/shm/r && head -c 1000000 /dev/zero > /dev/shm/r && chmod 600 /dev/shm/r
run "no ring" "$prefix: what has the name is no ring$suffix"
: > /dev/shm/r
run "empty" "$prefix: what has the name is no ring$suffix"
rm /dev/shm/r

# A ring that somebody harmed: 64 processes, then one byte of its header after the other.
TRACE_SHM=/r TRACE_SHM_SIZE=65536 ./program > out 2> err
expect "a good one" "$? $(cat out err)" "5 done"
cp -p /dev/shm/r good
# Who asks for another size than it has is told; who asks for the same or for none is not, and nobody writes files.
rm -rf traces
for size in 65536 131071 "" 131072; do
  TRACE_SHM=/r TRACE_SHM_SIZE=$size ./program > out 2> err
  expect "a size of $size" "$? $(cat out)" "5 done"
  [ $size = 131072 ] 2> /dev/null || [ ! -s err ] || fail "a size of $size: $(cat err)"
done
expect "another size" "$(cat err)" \
  "callsight: the ring TRACE_SHM=/r is there already, with 65536 bytes: TRACE_SHM_SIZE=131072 counts when it is made again"
[ ! -d traces ] || fail "another size: files"
cp -p good /dev/shm/r
chmod 620 /dev/shm/r
run "others may write it" "$foreign"
chmod 600 /dev/shm/r
chown 65534 /dev/shm/r
run "another user's" "$foreign"
chown 0 /dev/shm/r
# change OFFSET BYTES: at OFFSET of the header.
change() {
  cp -p good /dev/shm/r
  printf "$2" | dd of=/dev/shm/r bs=1 seek="$1" conv=notrunc 2> dd.err || fail "dd: $(cat dd.err)"
}
change 8 '\377'
run version "$prefix: it is of another version or word size$suffix"
change 12 '\3'
run "word size" "$prefix: it is of another version or word size$suffix"
for offset in 32 36 40 56 64 72 80 88; do
  change $offset '\377\377\377\177'
  run "header at $offset" "$prefix: what has the name is no ring$suffix"
done
cp -p good /dev/shm/r && truncate -s 65536 /dev/shm/r
run "cut" "$prefix: what has the name is no ring$suffix"
cp -p good /dev/shm/r
i=1
while [ $i -lt 64 ]; do
  TRACE_SHM=/r ./program > out 2> err || [ $? -eq 5 ] || fail "process $i"
  [ ! -s err ] || fail "process $i: $(cat err)"
  i=$((i + 1))
done
run "64 processes" "$prefix: no entry for another process is free$suffix"
rm /dev/shm/r

# Threads for whose windows there is no room: 64 MiB, less than 100 windows are left.
rm -rf traces received
start_drain r received
TRACE_SHM=/r TRACE_SHM_SIZE=60817408 ./program 200 > out 2> err
expect "full while it runs" "$? $(cat out err)" "5 done"
end_drain "the programs"
[ ! -d traces ] || fail "full while it runs: files"
"$CALLSIGHT" analyze received --format json > report.json 2> analyze.err || fail "analyze: $(cat analyze.err)"
lost=$(od -An -t u4 -j 20 -N 4 received/*/live.cst | tr -d ' ')
[ "$lost" -gt 100 ] && [ "$lost" -lt 200 ] || fail "lost threads: $lost"
expect "calls and lost threads" $(($(calls step received) + 1000 * lost)) 200000

# Limits of the process: files of 1 MiB, addresses for 60 MB.
(ulimit -f 2000 && run "file size" "$prefix: file size limit$suffix") || exit
(ulimit -v 60000 && run "address space" "$prefix: out of memory$suffix" TRACE_SHM_SIZE=60817408) || exit
expect "what is left" "$(ls -A /dev/shm)" ""

mount -o remount,ro /dev/shm || fail remount
run "read-only" "$prefix: read-only file system$suffix"
umount /dev/shm
# Without /proc: nothing is missing but what is read there.
start_drain r received2
mount -t tmpfs -o size=64k tmpfs /proc || fail "mount on /proc"
TRACE_SHM=/r ./program > out 2> err
expect "without /proc" "$? $(cat out err)" "5 done"
umount /proc
i=0
while [ ! -s drained ] && [ -z "$(ls received2/*/live.cst 2> ls.err)" ] && [ $i -lt 100 ]; do
  sleep 0.1
  i=$((i + 1))
done
end_drain "without /proc"
# Of main and of step; nobody can say which file has their names.
"$CALLSIGHT" analyze received2 --format json > report.json 2> analyze.err
expect "without /proc: events" "$(sed -n 's/.*"summary":{"events":\([0-9]*\).*/\1/p' report.json)" 2002
exit 0
