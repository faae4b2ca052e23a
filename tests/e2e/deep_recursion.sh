#!/bin/sh
# SPDX-License-Identifier: MIT
# A recursion deeper than what a block's header names, over many blocks, four times: every call counts
# and every frame is closed.
. "$1/common.sh"

cat > program.c <<'END'
#include <stdio.h>
__attribute__((noinline)) static long down(long n)
{
	long below = n ? down(n - 1) : 0;
	__asm__ volatile("" ::: "memory");
	return below + 1;
}
int main(void)
{
	long sum = 0;
	for (int i = 0; i < 4; i++)
		sum += down(49999);
	printf("%ld\n", sum);
	return 0;
}
END
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O1 program.c
  rm -rf traces
  expect output "$(TRACE_ENABLE=1 ./program)" 200000
  expect calls "$(calls down traces)" 200000
  summary=$("$CALLSIGHT" analyze traces --format json | tr ',{' '\n\n')
  for key in unmatched unwound open lost; do
    expect $key "$(echo "$summary" | sed -n "s/^\"$key\": *\([0-9]*\).*/\1/p" | head -n 1)" 0
  done
done
