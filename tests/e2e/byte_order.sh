#!/bin/sh
# SPDX-License-Identifier: MIT
# byte_order.sh SOURCE-FOLDER WORK-FOLDER: captures that a machine of the other byte order would have written. Each
# report is that of the native capture, byte for byte, and so are dump, info and partial reports.
. "$1/common.sh"
formats="text json csv folded html tree callers calls chrome perfetto firefox speedscope callgrind pprof"

# One processor: where threads are read at the same time, the order of what is equal is not fixed.
first_cpu=$(taskset -cp $$ | sed "s/.*: //; s/[,-].*//")
callsight="taskset -c $first_cpu $CALLSIGHT"

# reports FOLDER: everything that is said about ./traces, and the status of each command.
reports() {
  mkdir "$1"
  for format in $formats; do
    $callsight analyze traces --format $format --output "$1/$format" 2> "$1/$format.err"
    echo $? >> "$1/$format.err"
  done
  $callsight analyze traces --format json --with sites > "$1/sites" 2> "$1/sites.err"
  $callsight analyze traces --format json --with tree > "$1/with-tree" 2> "$1/with-tree.err"
  $callsight analyze traces --partial "$1/partial" > "$1/partial.out" 2> "$1/partial.err"
  $callsight dump traces > "$1/dump" 2> "$1/dump.err"
  $callsight info traces > "$1/info" 2> "$1/info.err"
  for file in traces/*/*.cst; do
    $callsight dump "$file" >> "$1/files" 2>> "$1/files.err"
  done
}

# same WHAT [OFFSET]: ./traces as it is and in the other order. OFFSET: of what is overwritten in the block file then.
same() {
  rm -rf native swapped
  cp -r traces traces.native
  [ $# -eq 1 ] || harm "$2"
  reports native
  rm -rf traces
  cp -r traces.native traces
  "$SWAP_CAPTURE" traces/*/ || fail "$1: not swapped"
  find traces -name "*.cst" -size +0 | while read -r file; do
    ! cmp -s "$file" "traces.native/${file#traces/}" || echo "$file"
  done > not-swapped
  [ ! -s not-swapped ] || fail "$1: is what it was: $(cat not-swapped)"
  [ $# -eq 1 ] || harm "$2"
  reports swapped
  diff -r native swapped > differences || fail "$1: $(head -n 40 differences)"
  rm -rf traces
  mv traces.native traces
}

# harm OFFSET: no header any more.
harm() {
  printf 12345678 | dd of="$(echo traces/*/blocks-0.0.cst)" bs=1 seek="$1" conv=notrunc 2> dd.err || fail "$(cat dd.err)"
}

# trace SETTINGS ARGUMENT...: ./program, to be killed or not, into ./traces.
trace() {
  trace_settings=$1
  shift
  rm -rf traces
  env TRACE_ENABLE=1 TRACE_DIR=traces $trace_settings ./program "$@" > traced.out 2>&1
}

for name in marks scopes longjmp threads; do
  build_program "$source_folder/programs/$name.c" gcc O1
  trace ""
  same "$name"
done
for settings in TRACE_WIDE=1 TRACE_MODE=summary TRACE_MODE=count "TRACE_FULL=wrap TRACE_MAX_MB=1"; do
  trace "$settings"
  same "threads $settings"
done

# Handlers that interrupt hooks: the second lane. Each of the first instructions of a call is interrupted in its turn.
cat > stepped.c <<"END"
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>
#define BARE __attribute__((no_instrument_function, noinline))
static volatile int left;
__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}
__attribute__((noinline)) static void in_handler(void)
{
	__asm__ volatile("" ::: "memory");
}
BARE static void handler(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	if (--left > 0)
		return;
	in_handler();
	((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
}
/* From the next instruction on each is followed by SIGTRAP. */
BARE static void trap(void)
{
	__asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::: "memory", "cc");
}
int main(void)
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
	sigaction(SIGTRAP, &action, NULL);
	step();
	for (int i = 0; i < 400; i++) {
		left = 2 + i % 30;
		trap();
		step();
	}
	return 0;
}
END
if [ "$(uname -m)" = x86_64 ]; then
  build "$GCC" program -O1 stepped.c
  trace ""
  same "handlers"
  expect "calls of the handler" "$(calls in_handler traces)" 400
  grep -q "lane=1" native/dump || fail "no second lane"
fi

# Killed in the middle of calls, with more frames than the header of a block names.
cat > deep.c <<"END"
#include <stdlib.h>
__attribute__((noinline)) static long down(long n)
{
	long below;

	if (n == 0)
		abort();
	below = down(n - 1);
	__asm__ volatile("" ::: "memory");
	return below + 1;
}
__attribute__((noinline)) static void leaf(void)
{
	__asm__ volatile("" ::: "memory");
}
int main(void)
{
	for (int i = 0; i < 20000; i++)
		leaf();
	return (int)down(20000);
}
END
build "$GCC" program -O1 deep.c
trace ""
same "deep"
grep -q " frames " native/dump || fail "no record of open frames"
expect "status of a program that aborts" "$(tail -n 1 native/text.err)" 0

# Damage is found at the same places and said in the same words.
block=$(sed -n "s/.*blocks-0.0.cst:\([0-9]*\) block .*/\1/p" native/dump | sed -n 2p)
same "damaged" "$block"
expect "status of a damaged capture" "$(tail -n 1 native/text.err)" 3
exit 0
