#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGKILL at random moments, also in the middle of a hand-over: no event that a hook completed is
# missing, none is read twice, and the report is made without complaint. CALLSIGHT_E2E_KILLS: how often in
# each file system.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

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
	for (;;) { /* less than TRACE_MAX_MB, however late the kill is */
		if (made[0] < 20000000) {
			step();
			made[0]++;
		}
	}
}
END
build "$compiler" program -O2 program.c
finally 'rm -rf "$traces"'
for folder in . /dev/shm; do
  traces=$folder/callsight-e2e-killed.$$
  i=0
  while [ $i -lt "${CALLSIGHT_E2E_KILLS:-12}" ]; do
    rm -rf "$traces"
    made=$("$KILL_LOOP" made $i "$traces" ./program made) || fail "the program could not be run"
    "$CALLSIGHT" analyze "$traces" --format json > report.json 2> err ||
      fail "analyze after SIGKILL: status $?: $(cat err)"
    grep -q "has not ended or was killed" err || fail "run $i: the kill is not said: $(cat err)"
    counted=$(calls step "$traces")
    # The kill may fall between the exit hook and the program's own count.
    [ "$made" -eq "${counted:-0}" ] || [ $((made + 1)) -eq "${counted:-0}" ] ||
      fail "run $i in $folder: made $made calls, read ${counted:-none}"
    i=$((i + 1))
  done
  rm -rf "$traces"
done
