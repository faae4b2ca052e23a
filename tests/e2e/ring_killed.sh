#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGKILL at each step of handing a block over to the ring, and of dropping one, and at random moments with 8 threads
# whose reader is too slow: whatever of it was done, what was made is what is received and what is said to be lost.
# CALLSIGHT_E2E_KILLS: how often at random.
. "$1/common.sh"
ring=callsight-test-$$
trap 'rm -f "/dev/shm/$ring"' EXIT

cat > program.c <<'END_C'
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
static volatile uint64_t *made;
BARE static void *body(void *argument)
{
	for (;;) {
		step();
		++*(volatile uint64_t *)argument;
	}
}
BARE int main(int argc, char **argv)
{
	int fd = open(argv[1], O_RDWR);
	pthread_t thread;
	made = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (int i = 1; argc > 2 && i < 8; i++)
		pthread_create(&thread, NULL, body, (void *)&made[8 * i]);
	body((void *)made);
}
END_C

# check WHAT MADE THREADS: events received and lost are those of MADE calls, or up to two a thread more: the hook that
# was at work, and a call that the program had not counted yet.
check() {
  "$CALLSIGHT" analyze received --format json > report.json 2> err ||
    fail "$1: analyze: $(cat err)"
  grep -q "has not ended or was killed" err || fail "$1: the kill is not said: $(cat err)"
  sum=$(($(summary events) + $(summary lost)))
  [ $sum -ge $((2 * $2)) ] && [ $sum -le $((2 * $2 + 2 * $3)) ] ||
    fail "$1: made $((2 * $2)) events, received $(summary events), lost $(summary lost)"
}

# stepped WHERE HAND-OVER
stepped() {
  rm -rf received
  made=$("$KILL_IN_RING" $1 $2 $ring made ./program made) || fail "$1, hand-over $2: the step was not reached"
  start_drain $ring received
  end_drain "$1, hand-over $2"
  check "$1, hand-over $2, ring of ${TRACE_SHM_SIZE:-16777216}" "$made" 1
}

build "$GCC" program -O2 program.c
for where in full-window taken copying handed-over freed new-header opened; do
  for block in 1 5; do
    stepped $where $block
    expect "$where: lost" "$(summary lost)" 0
  done
done
# One cell: the first block fills it, the second and the third are dropped.
export TRACE_SHM_SIZE=65536
for where in full-window dropped new-header opened; do
  for block in 2 3; do
    stepped $where $block
    [ $where$block = full-window2 ] || [ "$(summary lost)" -gt 8000 ] || fail "$where: nothing was lost"
  done
done
i=0
while [ $i -lt "${CALLSIGHT_E2E_KILLS:-12}" ]; do
  TRACE_SHM_SIZE=$((65536 << i % 4))
  rm -rf received
  start_drain $ring received
  TRACE_SHM=/$ring "$KILL_LOOP" made $i none ./program made threads > first ||
    fail "the program could not be run"
  end_drain "the programs"
  [ ! -e none ] || fail "files were written"
  made=$(od -An -v -t u8 -w64 -N 512 made | awk '{ n += $1 } END { print n }')
  check "random, run $i" "$made" 8
  i=$((i + 1))
done
exit 0
