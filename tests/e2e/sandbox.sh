#!/bin/sh
# SPDX-License-Identifier: MIT
# What a program does to its own rights after it started: chroot, another user, a filter of system
# calls. It runs as without tracing and nothing of what it did before or after is lost, as long as the
# files of the capture can be written; a setuid program takes no orders from its environment.
. "$1/common.sh"

cat > program.c <<'END_C'
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#define BARE __attribute__((no_instrument_function, noinline))
#define COUNT(array) (sizeof(array) / sizeof(*(array)))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
static void *body(void *argument)
{
	for (int i = 0; i < 20000; i++)
		step();
	return argument;
}
BARE static int filter(struct sock_filter *lines, unsigned short count)
{
	struct sock_fprog program = { count, lines };
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ON(call, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, action)
/* Opens, maps and changes nothing any more: refused, not fatal. */
BARE static int refuse(void)
{
	const unsigned no = SECCOMP_RET_ERRNO | EPERM;
	struct sock_filter lines[] = { NUMBER, ON(SYS_openat, no), ON(SYS_fallocate, no), ON(SYS_pwrite64, no),
		ON(SYS_statx, no), ON(SYS_mkdirat, no), ON(SYS_prctl, no), ON(SYS_getpid, no),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
	return filter(lines, COUNT(lines));
}
/* The program writes and ends; whatever else it calls kills it. A vDSO asks the kernel for some clocks. */
BARE static int only_write(void)
{
	struct sock_filter lines[] = { NUMBER, ON(SYS_write, SECCOMP_RET_ALLOW), ON(SYS_newfstatat, SECCOMP_RET_ALLOW),
		ON(SYS_fstat, SECCOMP_RET_ALLOW), ON(SYS_clock_gettime, SECCOMP_RET_ALLOW),
		ON(SYS_exit_group, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS) };
	return filter(lines, COUNT(lines));
}
BARE static int restrict_rights(const char *how)
{
	if (strcmp(how, "chroot") == 0)
		return mkdir("root", 0755) == 0 && chroot("root") == 0 && chdir("/") == 0 ? 0 : 1;
	if (strcmp(how, "user") == 0)
		return setgroups(0, NULL) || setgid(65534) || setuid(65534);
	if (strcmp(how, "refuse") == 0)
		return refuse();
	if (strcmp(how, "only-write") == 0)
		return only_write();
	return 0;
}
int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	int threads = strcmp(how, "only-write") != 0;
	pthread_t thread;
	if (strcmp(how, "effective") == 0)
		return geteuid() != 0;
	setvbuf(stdout, NULL, _IONBF, 0);
	for (int i = 0; i < 20; i++)
		step();
	if (restrict_rights(how)) {
		puts("not possible here");
		return 77;
	}
	for (int i = 0; i < 200; i++)
		step();
	if (threads && pthread_create(&thread, NULL, body, NULL) == 0)
		pthread_join(thread, NULL);
	for (int i = 0; threads && i < 20000; i++)
		step();
	puts("done");
	return 5;
}
END_C
cat > as_nobody.c <<'END_C'
#include <grp.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	(void)argc;
	if (setgroups(0, NULL) || setgid(65534) || setuid(65534))
		return 77;
	execv(argv[1], argv + 1);
	return 78;
}
END_C
"$GCC" as_nobody.c -o as_nobody || fail as_nobody

# open_folder: a folder that other users can enter, which the build folder need not be, with the program
# in it: $open.
open_folder() {
  ./as_nobody /bin/true || { echo "SKIPPED from here on: root may not become another user"; exit 77; }
  for parent in "${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm; do
    open=$(mktemp -d "$parent/callsight-test-XXXXXX" 2> /dev/null) || continue
    trap 'rm -rf "$open" "/dev/shm/$ring"' EXIT
    chmod 777 "$open" && cp program "$open/program" && chmod 755 "$open/program" ||
      fail "cannot write in $open"
    ./as_nobody /bin/sh -c 'cd "$0" && ./program effective; [ $? -eq 1 ]' "$open" 2> /dev/null && return
    rm -rf "$open"
  done
  echo "SKIPPED from here on: there is no folder for temporary files that every user can enter and run programs in"
  exit 77
}

# run HOW: both without and with tracing.
run() {
  rm -rf root traces
  ./program "$1" > plain
  plain=$?
  [ $plain -ne 77 ] || return 1
  expect "$1: status without tracing" $plain 5
  rm -rf root
  TRACE_ENABLE=1 ./program "$1" > traced 2> err
  expect "$1: status ($(cat err))" $? 5
  cmp plain traced || fail "$1: other output"
  # What the runtime has to say is said once.
  [ "$(wc -l < err)" -le 1 ] || fail "$1: $(cat err)"
}
ring=callsight-test-$$
trap 'rm -rf "/dev/shm/$ring"' EXIT
# run_ring HOW CALLS: with the ring; it has CALLS of step, and nothing is said.
run_ring() {
  rm -rf root received files
  start_drain $ring received
  TRACE_ENABLE=1 TRACE_DIR=files TRACE_SHM=/$ring ./program "$1" > traced 2> err
  expect "ring, $1: status ($(cat err))" $? 5
  end_drain "ring, $1"
  cmp plain traced || fail "ring, $1: other output"
  [ ! -s err ] && [ ! -e files ] || fail "ring, $1: $(cat err)"
  expect "ring, $1: calls of step" "$(calls step received)" "$2"
}
for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O1 program.c
  run refuse || { echo "SKIPPED: no filters of system calls here"; exit 77; }
  counted=$(calls step traces)
  [ "$counted" -ge 220 ] || fail "refuse: $counted calls"
  "$CALLSIGHT" analyze traces --format json 2>/dev/null | grep -q '"kind":"\(file-gone\|write-error\)"' ||
    fail "refuse: the report does not say that the capture stopped"
  # A block takes no system call; the window of the second thread does.
  run_ring refuse 20220
  for TRACE_MODE in count events; do
    export TRACE_MODE
    run only-write
    expect "only-write, $TRACE_MODE: calls of step" "$(calls step traces)" 220
  done
  run_ring only-write 220
  if [ "$(id -u)" -ne 0 ]; then
    echo "SKIPPED: chroot and other users need root"
    exit 77
  fi
  open_folder
  cp program "$open/setuid" && chmod 4755 "$open/setuid" || fail setuid
  here=$PWD
  cd "$open" || fail cd
  for how in chroot user; do
    run $how || { echo "SKIPPED from here on: root may not do this: $how"; exit 77; }
    expect "$how: calls of step" "$(calls step traces)" 40220
    expect "$how: calls of body" "$(calls body traces)" 1
    run_ring $how 40220
  done
  cd "$here" || fail cd
  # A setuid program: started by somebody else, it does not write where they say.
  TRACE_ENABLE=1 TRACE_DIR=$open/own ./as_nobody "$open/program" none > /dev/null 2>&1
  own=$?
  [ -d "$open/own" ] && own="$own, traced"
  ./as_nobody "$open/setuid" effective
  is_setuid=$?
  TRACE_ENABLE=1 TRACE_DIR=$open/setuid-traces ./as_nobody "$open/setuid" none > out 2>&1
  status=$?
  [ ! -e "$open/setuid-traces" ] && status="$status, not traced"
  rm -rf "$open"
  expect "another user's program" "$own" "5, traced"
  if [ $is_setuid -ne 0 ]; then
    echo "SKIPPED from here on: this file system knows no setuid programs"
    exit 77
  fi
  expect "setuid program" "$status" "5, not traced"
  expect "setuid: output" "$(cat out)" done
done
exit 0
