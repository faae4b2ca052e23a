#!/bin/sh
# SPDX-License-Identifier: MIT
# Standard streams that are closed: the status is the program's own, its files get their numbers and not
# one byte of the trace, whatever the runtime has to say.
. "$1/common.sh"

cat > program.c <<'END_C'
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
int main(int argc, char **argv)
{
	int fds[4];
	char text[80];
	for (int i = 0; i < 4; i++)
		fds[i] = open(argv[1], O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0600);
	(void)argc;
	for (int i = 0; i < 20000; i++)
		step();
	snprintf(text, sizeof(text), "%d %d %d %d\n", fds[0], fds[1], fds[2], fds[3]);
	for (int i = 0; i < 4; i++) {
		if (write(fds[i], text, strlen(text)) < 0)
			return 9;
	}
	return 7;
}
END_C
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O2 program.c
  for closed in ">&-" "2>&-" "<&-" "<&- >&- 2>&-"; do
    rm -rf traces
    eval "./program plain $closed"
    expect "$closed: status without tracing" $? 7
    eval "TRACE_ENABLE=1 ./program traced $closed"
    expect "$closed: status" $? 7
    cmp plain traced || fail "$closed: the program's file differs"
    expect "$closed: calls of step" "$(calls step traces)" 20000
    # With a folder that cannot be made and a setting that is wrong there is something to say.
    eval "TRACE_ENABLE=1 TRACE_MAX=many TRACE_DIR=program/x ./program traced $closed" 2>/dev/null
    expect "$closed: status, untraced" $? 7
    cmp plain traced || fail "$closed: a message is in the program's file"
  done
done
exit 0
