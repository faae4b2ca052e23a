#!/bin/sh
# SPDX-License-Identifier: MIT
# busy_ends.sh SOURCE-FOLDER WORK-FOLDER COMPILER: the process ends, or becomes another program, while four threads
# are in hooks all the time, unless it takes so long that they would fill a disk. What each did is what is read, the status is the program's own, and the next
# program finds no descriptor that it would not have.
. "$1/common.sh"

cat > program.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define PLAIN __attribute__((noinline))
#define BARE __attribute__((no_instrument_function, noinline))
static volatile uint64_t *counts;
PLAIN static void spin0(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void spin1(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void spin2(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void spin3(void) { __asm__ volatile("" ::: "memory"); }
PLAIN static void at_end(void) { __asm__ volatile("" ::: "memory"); }
static void (*const spins[4])(void) = { spin0, spin1, spin2, spin3 };
BARE static void *body(void *number)
{
	while (counts[(intptr_t)number] < 2000000) {
		spins[(intptr_t)number]();
		counts[(intptr_t)number]++;
	}
	for (;;)
		pause();
	return number;
}
PLAIN static void last(const char *how)
{
	if (strcmp(how, "exit") == 0)
		exit(3);
	if (strcmp(how, "_exit") == 0)
		_exit(4);
	if (strcmp(how, "quick_exit") == 0)
		quick_exit(5);
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "kill") == 0)
		kill(getpid(), SIGKILL);
	if (strcmp(how, "exec") == 0)
		execl("/bin/ls", "ls", "/proc/self/fd", (char *)NULL);
	__asm__ volatile("" ::: "memory");
}
int main(int argc, char **argv)
{
	pthread_t thread;
	int fd = open(argv[1], O_RDWR);
	(void)argc;
	counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	atexit(at_end);
	at_quick_exit(at_end);
	for (intptr_t i = 0; i < 4; i++) {
		pthread_create(&thread, NULL, body, (void *)i);
		pthread_detach(thread);
	}
	for (int i = 0; i < 4; i++) {
		while (counts[i] < 20000)
			usleep(100);
	}
	last(argv[2]);
	return 6;
}
END
value() {
  sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" report.json | head -n 1
}
build "$(compiler_for program.c "$3")" program -O1 program.c
for pair in return:6 exit:3 _exit:4 quick_exit:5 abort:134 kill:137 exec:0; do
  how=${pair%%:*}
  for mode in events summary count; do
    head -c 4096 /dev/zero > counts
    (exec ./program counts $how) > plain 2> /dev/null
    rm -rf traces
    head -c 4096 /dev/zero > counts
    (TRACE_ENABLE=1 TRACE_MODE=$mode exec ./program counts $how) > traced 2> err
    expect "$how, $mode: status" $? ${pair#*:}
    cmp plain traced || fail "$how, $mode: other output: $(cat traced)"
    "$CALLSIGHT" analyze traces --format json > report.json 2> notes || fail "$how, $mode: analyze: $(cat notes)"
    for i in 0 1 2 3; do
      made=$(od -An -t u8 -j $((8 * i)) -N 8 counts | tr -d ' ')
      found=$(calls spin$i traces)
      # The end may fall between the exit hook and the program's own count.
      [ "$made" -eq "${found:-0}" ] || [ $((made + 1)) -eq "${found:-0}" ] ||
        fail "$how, $mode: thread $i made $made calls, read ${found:-none}"
    done
    handlers=0
    [ $how != return ] && [ $how != exit ] && [ $how != quick_exit ] || handlers=1
    found=$(calls at_end traces)
    expect "$how, $mode: calls of exit handlers" "${found:-0}" $handlers
    expect "$how, $mode: calls of last" "$(calls last traces)" 1
    expect "$how, $mode: lost" "$(value lost)" 0
    expect "$how, $mode: unmatched" "$(value unmatched)" 0
  done
done
exit 0
