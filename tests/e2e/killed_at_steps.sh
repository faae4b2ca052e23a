#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGKILL at each step of a hand-over: whatever of it was done, every event that a hook completed is
# read, once. The first block, one in the middle, and one right behind a part that a kill left.
. "$1/common.sh"

cat > program.c <<'END'
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(int argc, char **argv)
{
	int fd = open(argv[1], O_RDWR);
	volatile uint64_t *made = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	(void)argc;
	for (;;) {
		step();
		made[0]++;
	}
}
END
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O2 program.c
  for where in before-write part-written written freed new-header opened; do
    for block in 1 2 7; do
      rm -rf traces
      made=$("$KILL_AT_STEP" $where $block traces made ./program made)
      status=$?
      [ $status -ne 77 ] || exit 77
      [ $status -eq 0 ] || fail "$where, block $block: the step was not reached"
      "$CALLSIGHT" analyze traces --format json > report.json 2> err ||
        fail "$where, block $block: analyze: $(cat err)"
      grep -q "has not ended or was killed" err || fail "$where: the kill is not said: $(cat err)"
      counted=$(calls step traces)
      # At a full window the hook that finds it full has not recorded: its call or its return is open.
      [ "$made" -eq "${counted:-0}" ] || [ $((made + 1)) -eq "${counted:-0}" ] ||
        fail "$where, block $block: made $made calls, read ${counted:-none}"
      ends=$("$CALLSIGHT" dump traces 2>/dev/null | grep -c ' exit .* step')
      [ "$ends" -eq "$made" ] || [ "$ends" -eq $((made + 1)) ] ||
        fail "$where, block $block: $made calls ended, $ends read"
    done
  done
done
exit 0
