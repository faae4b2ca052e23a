/* SPDX-License-Identifier: MIT */
/*
 * kill_at_step WHERE BLOCK TRACE-DIR COUNTER PROGRAM ARG...: runs the program with tracing on and kills
 * it with SIGKILL while it hands over its BLOCKth block (from 1), at one of the steps of
 * docs/decisions/0011. Prints the first 8 bytes of the file COUNTER as a number. WHERE is
 *
 *   before-write  the block is full, nothing of it is in the file
 *   part-written  a part of the block is in the file, as a full disk or a signal leaves it
 *   written       all of it is there, the window still counts
 *   freed         the window is free: position and state were stored
 *   new-header    the next block's header is written, its state still says free
 *   opened        the next block is open and has nothing but what its opening wrote
 *
 * It follows the thread by ptrace, one instruction at a time behind the write, and reads the window's
 * header until it holds what WHERE says. Status 77 where it does not know the machine's registers.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callsight/trace_format.h"

#ifdef __x86_64__
static pid_t child;
static uint64_t window; /* its address in the child: what the write was given */

static void die(const char *what)
{
	perror(what);
	if (child > 0)
		kill(child, SIGKILL);
	exit(1);
}

static uint64_t peek(size_t offset)
{
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKDATA, child, (void *)(uintptr_t)(window + offset), NULL);
	if (errno)
		die("PTRACE_PEEKDATA");
	return (uint64_t)word;
}

/* Lets the child run until it stops again. */
static void resume(enum __ptrace_request how)
{
	int status = 0;

	if (ptrace(how, child, NULL, NULL) != 0 || waitpid(child, &status, 0) != child)
		die("ptrace");
	if (!WIFSTOPPED(status)) {
		fprintf(stderr, "the program ended before the step was reached\n");
		exit(1);
	}
}

static struct user_regs_struct registers(void)
{
	struct user_regs_struct regs;

	if (ptrace(PTRACE_GETREGS, child, NULL, &regs) != 0)
		die("PTRACE_GETREGS");
	return regs;
}

/* To the entry of the system call that writes block number @block. */
static struct user_regs_struct find_write(long block)
{
	for (;;) {
		struct user_regs_struct regs;

		resume(PTRACE_SYSCALL); /* entry */
		regs = registers();
		if (regs.orig_rax == SYS_pwrite64 && regs.rdx >= CSF_BLOCK_HEADER_BYTES) {
			window = regs.rsi;
			if ((uint32_t)peek(0) == CSF_BLOCK_MAGIC && --block == 0)
				return regs;
		}
		resume(PTRACE_SYSCALL); /* exit */
	}
}

static uint32_t state(void)
{
	return (uint32_t)(peek(offsetof(struct csf_block, used_bytes)) >> 32);
}

static uint32_t sequence(void)
{
	uint64_t word = peek(offsetof(struct csf_block, sequence) & ~(size_t)7);

	return (uint32_t)(offsetof(struct csf_block, sequence) % 8 ? word >> 32 : word);
}

static void go_to(const char *where, long block)
{
	struct user_regs_struct regs = find_write(block);
	uint32_t old_sequence = sequence();
	uint32_t old_state = state();

	if (strcmp(where, "before-write") == 0)
		return;
	if (strcmp(where, "part-written") == 0) {
		regs.rdx = regs.rdx / 2 + 3;
		if (ptrace(PTRACE_SETREGS, child, NULL, &regs) != 0)
			die("PTRACE_SETREGS");
	}
	resume(PTRACE_SYSCALL); /* the write is done */
	if (strcmp(where, "written") == 0 || strcmp(where, "part-written") == 0)
		return;
	while (state() == old_state)
		resume(PTRACE_SINGLESTEP);
	if (strcmp(where, "freed") == 0)
		return;
	while (sequence() == old_sequence)
		resume(PTRACE_SINGLESTEP);
	if (strcmp(where, "new-header") == 0)
		return;
	while (!(state() & 1))
		resume(PTRACE_SINGLESTEP);
}
#endif

int main(int argc, char **argv)
{
	uint64_t *counter;
	int fd;

	if (argc < 6)
		return 2;
#ifdef __x86_64__
	fd = open(argv[4], O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || ftruncate(fd, 4096) != 0)
		die(argv[4]);
	counter = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (counter == MAP_FAILED)
		die("mmap");
	child = fork();
	if (child == 0) {
		setenv("TRACE_ENABLE", "1", 1);
		setenv("TRACE_DIR", argv[3], 1);
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[5], argv + 5);
		_exit(127);
	}
	if (child < 0 || waitpid(child, NULL, 0) != child)
		die("fork");
	ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL);
	go_to(argv[1], strtol(argv[2], NULL, 10));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	printf("%llu\n", (unsigned long long)*counter);
	return 0;
#else
	(void)counter;
	(void)fd;
	fprintf(stderr, "kill_at_step: registers of this machine are not known\n");
	return 77;
#endif
}
