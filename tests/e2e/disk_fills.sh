#!/bin/sh
# SPDX-License-Identifier: MIT
# disk_fills.sh SOURCE-FOLDER WORK-FOLDER COMPILER: a disk that fills while a capture is written, on tmpfs and
# ext4, and a quota that is used up. The program runs on unharmed, what was written before is there, and the
# report says why the rest is not.
. "$1/common.sh"
with=$(compiler_for program.c "$3")

cat > program.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#define BARE __attribute__((noinline, no_instrument_function))
__attribute__((noinline)) static void step(void) { __asm__ volatile("" ::: "memory"); }
static void *body(void *unused)
{
	for (int i = 0; i < 400000; i++)
		step();
	return unused;
}
/* From here on the system answers as where a quota is used up. */
BARE static int use_up_quota(void)
{
	const unsigned used_up = SECCOMP_RET_ERRNO | EDQUOT;
	struct sock_filter lines[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, used_up), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
	struct sock_fprog filter = { sizeof(lines) / sizeof(*lines), lines };
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
BARE int main(int argc, char **argv)
{
	pthread_t threads[4];
	(void)argv;
	for (int i = 0; i < 300000 && argc > 1; i++)
		step();
	if (argc > 1 && use_up_quota())
		return 77;
	for (int i = 0; i < 10000; i++)
		step();
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, body, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	puts("ran");
	return 7;
}
END
build "$with" program -O2 program.c

# record WHERE [ARGUMENT]: 4 MiB are there, of 25.
record() {
  where=$1
  shift
  TRACE_ENABLE=1 TRACE_MIN_FREE_MB=0 TRACE_DIR=disk/traces ./program "$@" > out 2> err
  status=$?
  "$CALLSIGHT" analyze disk/traces --format json > report.json 2> notes
  analyze_status=$?
  calls=$(calls step disk/traces)
  written=$(cat disk/traces/*/blocks-* | wc -c)
}
check() {
  expect "$where: status" $status 7
  expect "$where: output" "$(cat out)" ran
  expect "$where: stderr" "$(cat err)" ""
  expect "$where: status of the report" $analyze_status 0
  # Two words a call; a window a thread is there beside the files.
  [ "${calls:-0}" -ge $((written / 17)) ] && [ "$written" -gt 1000000 ] ||
    fail "$where: $written bytes hold ${calls:-no} calls"
  [ "$calls" -lt 1600000 ] || fail "$where: everything is there"
  grep -q '"kind": *"no-space"' report.json || fail "$where: no marker: $(cat notes)"
  grep -q damage notes && fail "$where: $(cat notes)"
  return 0
}

mount_small disk 4m 'as a whole'
record tmpfs
umount disk
check

mount -t tmpfs -o size=40m tmpfs disk
record quota used-up
umount disk
has_quota=$status
if [ $status -eq 77 ]; then
  echo "SKIPPED: a quota that is used up: no filters of system calls here"
else
  check
fi

truncate -s 8M image
mkfs.ext4 -q -F -O ^has_journal image 2> err || fail "mkfs.ext4: $(cat err)"
mount -o loop image disk 2> err || {
  echo "SKIPPED from here on: a file cannot be mounted: $(cat err)"
  exit 77
}
record ext4
umount disk
check
[ $has_quota -ne 77 ] || exit 77
exit 0
