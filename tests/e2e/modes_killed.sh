#!/bin/sh
# SPDX-License-Identifier: MIT
# SIGKILL at random moments with TRACE_MODE=summary and count: every call that an enter hook recorded is
# read, none twice, open calls are named, and the report is made without complaint.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void twice(void) { step(); step(); }
int main(int argc, char **argv)
{
	int fd = open(argv[1], O_RDWR);
	volatile uint64_t *made = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	(void)argc;
	for (;;) {
		twice();
		made[0]++;
	}
}
END
build "$compiler" program -O2 program.c
sum_of() {
  tr '{,' '\n\n' < report.json | sed -n "s/\"$1\":\([0-9]*\).*/\1/p" | awk '{ n += $1 } END { printf "%d", n }'
}
for mode in summary count; do
  i=0
  while [ $i -lt 16 ]; do
    rm -rf traces
    made=$(TRACE_MODE=$mode "$KILL_LOOP" made $i traces ./program made) ||
      fail "the program could not be run"
    "$CALLSIGHT" analyze traces --format json > report.json 2> err ||
      { cat err; fail "$mode: analyze after SIGKILL: status $?"; }
    twice=$(calls twice traces) step=$(calls step traces)
    # The kill may fall between the hooks and the program's own count, and between two calls.
    [ "$twice" -eq "$made" ] || [ "$twice" -eq $((made + 1)) ] ||
      fail "$mode, run $i: made $made calls of twice, read $twice"
    [ "$step" -ge $((2 * made)) ] && [ "$step" -le $((2 * twice)) ] ||
      fail "$mode, run $i: made $made rounds, read $step calls of step"
    expect "$mode, run $i: calls of main" "$(calls main traces)" 1
    if [ $mode = summary ]; then
      open=$(sed -n 's/.*"open":\([0-9]*\).*/\1/p' report.json | head -n 1)
      [ "$open" -ge 1 ] && [ "$open" -le 3 ] || fail "run $i: $open open calls"
      # Torn by one exit at most.
      difference=$(($(self_times report.json) - $(sum_of root_ns)))
      grep -q "in an exit hook" err || expect "run $i: self times beyond the roots" "$difference" 0
    fi
    i=$((i + 1))
  done
done

# More open calls than the file has room for their times: they are counted all the same.
cat > deep.c <<'END'
#include <signal.h>
#include <unistd.h>
__attribute__((noinline)) static long down(long n, int kills)
{
	long below = n ? down(n - 1, kills) : 0;
	if (n == 0 && kills)
		kill(getpid(), SIGKILL);
	return below + 1;
}
int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 3; i++)
		down(49999, 0);
	return argc > 1 ? down(39999, 1) == 0 : 0;
}
END
build "$compiler" deep -O1 deep.c
for how in "" killed; do
  rm -rf traces
  TRACE_ENABLE=1 TRACE_MODE=summary ./deep $how
  "$CALLSIGHT" analyze traces --format json > report.json 2> err || fail "deep $how: analyze: $?"
  expect "deep $how: calls of down" "$(calls down traces)" $((150000 + (${#how} > 0) * 40000))
  expect "deep $how: open calls" "$(sed -n 's/.*"open":\([0-9]*\).*/\1/p' report.json | head -n 1)" \
    $(((${#how} > 0) * 40001))
  expect "deep $how: unmatched" "$(sed -n 's/.*"unmatched":\([0-9]*\).*/\1/p' report.json | head -n 1)" 0
  grep -q damaged err && fail "deep $how: $(cat err)"
done
exit 0
