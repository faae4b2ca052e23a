#!/bin/sh
# SPDX-License-Identifier: MIT
# Limits of the process: the program's descriptors keep their numbers and are there to be used, a limit of
# file sizes ends nothing, an address-space limit neither; folders that cannot be named are refused.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 10;
	for (int i = 0; i < count; i++)
		step();
	printf("%d\n", open("/dev/null", O_RDONLY));
	if (argc > 2 && !malloc((size_t)atoi(argv[2]) << 20))
		puts("no memory");
	return 0;
}
END
build "$compiler" program -O2 program.c

for limit in 5 6 7 8 12 64 150 300; do
  rm -rf traces
  plain=$( (ulimit -n $limit; ./program) 2>err)
  found=$( (ulimit -n $limit; TRACE_ENABLE=1 ./program) 2>err)
  expect "the program's descriptor, $limit allowed" "$found" "$plain"
  if [ $limit -ge 64 ]; then
    expect "calls with $limit descriptors" "$(calls step traces)" 10
  fi
done

# SIGXFSZ would be status 153. In units of 512 bytes: nothing, live.cst, one window, one block.
for limit in 0 1 8 40 140 200; do
  rm -rf traces
  (ulimit -f $limit; TRACE_ENABLE=1 exec ./program 100000) 2>err >/dev/null
  expect "status with files of at most $limit blocks" $? 0
done
grep -q "" traces/*/process.json || fail "nothing recorded with files of 100 KiB"

found=$(ulimit -v 120000; TRACE_ENABLE=1 TRACE_DIR=shared ./program 10 80)
expect "what is left of a limited address space" "$(echo "$found" | grep -c memory)" 0
(ulimit -v 60000; TRACE_ENABLE=1 TRACE_DIR=narrow ./program) >/dev/null || fail "address space: $?"
expect "calls in little address space" "$(calls step narrow)" 10

mkdir away
(cd away && rmdir ../away && TRACE_ENABLE=1 ../program) 2>err >/dev/null
expect "status without a working directory" $? 0
expect "line without a working directory" "$(cat err)" \
  "callsight: cannot write a trace in traces: no such directory; the program runs on untraced"

long=$(head -c 4200 /dev/zero | tr '\0' d)
TRACE_ENABLE=1 TRACE_DIR=$long ./program 2>err >/dev/null || fail "long folder: $?"
expect "lines for a long folder" "$(wc -l < err)" 1
grep -q "dd: name too long; the program runs on untraced$" err || fail "$(cat err)"

TRACE_ENABLE=1 TRACE_DIR="a b/c//d/" ./program >/dev/null || fail "folder with spaces: $?"
expect "calls in a folder with spaces" "$(calls step "a b/c/d")" 10

# Six bytes of JSON each, more than is kept.
bytes=$(head -c 30000 /dev/zero | tr '\0' '\001')
TRACE_ENABLE=1 TRACE_DIR=arguments ./program 10 0 "$bytes" "$bytes" >/dev/null 2>err
expect "stderr with a long command line" "$(cat err)" ""
expect "calls with a long command line" "$(calls step arguments)" 10

# Shadow stacks are reserved, not filled, also where all that is mapped from now on is locked in memory.
cat > locked.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((no_instrument_function)) int main(void)
{
	char line[256];
	FILE *status;
	if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
		return 77;
	step();
	status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof(line), status)) {
		if (strncmp(line, "VmLck:", 6) == 0)
			printf("%d\n", atoi(line + 6));
	}
	return 0;
}
END
build "$compiler" locked -O2 locked.c
plain=$(./locked)
status=$?
[ $status -ne 77 ] || { echo "SKIPPED from here on: memory cannot be locked"; exit 77; }
for mode in events summary count; do
  locked=$(TRACE_ENABLE=1 TRACE_MODE=$mode TRACE_DIR=locked-$mode ./locked) || fail "locked memory: $?"
  [ "$locked" -lt $((plain + 8192)) ] || fail "$mode: $locked KB are locked, without tracing $plain"
  expect "$mode: calls with locked memory" "$(calls step locked-$mode)" 1
done
