#!/bin/sh
# SPDX-License-Identifier: MIT
# out_of_memory.sh SOURCE-FOLDER WORK-FOLDER COMPILER: the kernel ends a process that takes too much memory, in a
# control group of its own. Every call that it completed is there, in each mode, and the report says how it ended.
. "$1/common.sh"
with=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define BARE __attribute__((noinline, no_instrument_function))
static volatile uint64_t *made;
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) static void take_memory(void)
{
	for (int n = 0; n < 1000; n++) {
		volatile char *more = malloc(1u << 20);
		made[1] = 0;
		for (int i = 0; i < 1000; i++) {
			step();
			made[0]++;
		}
		made[1] = 1; /* from here on it asks for pages outside of hooks */
		for (int i = 0; more && i < 1 << 20; i += 4096)
			more[i] = 1;
	}
}
BARE static void join_group(const char *tasks)
{
	char text[32];
	int fd = open(tasks, O_WRONLY);
	snprintf(text, sizeof(text), "%d", (int)getpid());
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		_exit(9);
	close(fd);
}
int main(int argc, char **argv)
{
	made = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(argv[1], O_RDWR), 0);
	join_group(argv[argc - 1]);
	take_memory();
	return 0;
}
END
group=
for mounted in /sys/fs/cgroup/memory /sys/fs/cgroup /sys/fs/cgroup/unified; do
  if mkdir "$mounted/callsight-e2e.$$" 2>/dev/null; then
    group=$mounted/callsight-e2e.$$
    for limit in memory.limit_in_bytes memory.max; do
      echo 50M > "$group/$limit" || continue
      # Not into swap space, where there is one.
      echo 0 > "$group/memory.swap.max" || echo 50M > "$group/memory.memsw.limit_in_bytes"
      break 2
    done 2>/dev/null
    rmdir "$group"
    group=
  fi
done
[ -n "$group" ] || {
  echo "SKIPPED: no control group with a limit of memory can be made here"
  exit 77
}
trap 'rmdir "$group"' EXIT
build "$with" program -O1 program.c
for mode in events summary count; do
  head -c 4096 /dev/zero > made
  (TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=$mode exec ./program made "$group/cgroup.procs") 2>/dev/null
  expect "$mode: status" $? 137
  "$CALLSIGHT" analyze $mode --format json > report.json 2> notes || fail "$mode: analyze: $(cat notes)"
  grep -q "has not ended or was killed" notes || fail "$mode: the end is not said: $(cat notes)"
  read -r steps outside <<EOF
$(od -An -t u8 -N 16 made)
EOF
  [ "$steps" -gt 10000 ] || fail "$mode: only $steps calls"
  # It may be ended where a hook asks for a page as well: in a call of step, before or after its count.
  open=2 found=$(calls step $mode)
  if [ "$outside" = 0 ] && [ $mode != count ]; then
    open=$(sed -n 's/.*"open":\([0-9]*\).*/\1/p' report.json | head -n 1)
    [ "$open" = 2 ] || [ "$open" = 3 ] || fail "$mode: $open open calls"
  fi
  [ "$outside" = 0 ] && [ "$found" = $((steps + 1)) ] || expect "$mode: calls of step" "$found" "$steps"
  expect "$mode: calls of take_memory" "$(calls take_memory $mode)" 1
  expect "$mode: open" "$(sed -n 's/.*"open":\([0-9]*\).*/\1/p' report.json | head -n 1)" \
    "$([ $mode = count ] && echo 0 || echo $open)"
done
exit 0
