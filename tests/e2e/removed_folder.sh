#!/bin/sh
# SPDX-License-Identifier: MIT
# The trace folder is removed while the program runs: recording stops at the end of the block instead of
# filling the disk where nobody looks; the program is unharmed.
. "$1/common.sh"
compiler=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((no_instrument_function)) static long blocks_written(void)
{
	long sum = 0;
	for (int fd = 0; fd < 1024; fd++) {
		struct stat s;
		/* live.cst has one window and its header. */
		if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_nlink == 0 && s.st_size > 70000)
			sum += (long)s.st_size;
	}
	return sum;
}
int main(void)
{
	long inherited = blocks_written(); /* of removed files that others left open */
	for (int i = 0; i < 1000; i++)
		step();
	if (system("rm -rf traces") != 0)
		return 1;
	for (int i = 0; i < 1000000; i++)
		step();
	printf("%ld\n", blocks_written() - inherited);
	return 0;
}
END
build "$compiler" program -O2 program.c
expect "bytes written into removed files" "$(TRACE_ENABLE=1 ./program)" 0
