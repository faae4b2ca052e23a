/* SPDX-License-Identifier: MIT */
/*
 * kill_in_ring WHERE HAND-OVER NAME COUNTER PROGRAM ARG...: runs the program, which has one thread, with the ring
 * /NAME, and kills it with SIGKILL in its HAND-OVERth hand-over of a block (from 1), at one of the steps of
 * docs/decisions/0047. Prints the first 8 bytes of the file COUNTER as a number. WHERE is
 *
 *   full-window  the block is full, nothing has happened
 *   taken        a cell is the process's, nothing is in it
 *   copying      a part of the block is in it
 *   handed-over  the cell is full, the window still counts
 *   freed        the window is free: position and state were stored
 *   dropped      the same, of a block for which there was no cell
 *   new-header   the next block's header is being written, the state still says free
 *   opened       the next block is open and has nothing but what its opening wrote
 *
 * It follows the process by ptrace, from the first system call of a hand-over on one instruction at a time, and looks at
 * the object meanwhile.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callsight/ring_format.h"

/* A full window: the slow path is taken that many bytes before its end. */
#define FULL (CSF_BLOCK_BYTES - 160u)

static pid_t child;
static char *object;
static const struct csf_ring *ring;
static const volatile struct csf_block *window;

static void die(const char *what)
{
	perror(what);
	if (child > 0)
		kill(child, SIGKILL);
	exit(1);
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

/* Once it is there, and the window of the thread. Return: is it? */
static bool find_window(const char *name)
{
	char path[300];
	int fd;

	if (window)
		return true;
	snprintf(path, sizeof(path), "/dev/shm/%s", name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (!ring)
		object = mmap(NULL, UINT64_C(64) << 20, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (object == MAP_FAILED)
		die("mmap");
	ring = (const struct csf_ring *)(const void *)object;
	for (uint32_t i = 0; i < ring->windows_made; i++) {
		const uint32_t *words =
			(const uint32_t *)(const void *)(object + ring->windows_table_offset);

		if (words[i] == CSF_WINDOW_EVENTS)
			window = (const struct csf_block
					  *)(const void *)(object + ring->windows_offset +
							   i * (uint64_t)CSF_BLOCK_BYTES);
	}
	return window != NULL;
}

static bool has_cell(enum csf_ring_cell_kind kind)
{
	const struct csf_ring_cell *cells =
		(const struct csf_ring_cell *)(const void *)(object + ring->cells_table_offset);

	for (uint32_t i = 0; i < ring->cell_count; i++) {
		if (*(const volatile uint32_t *)&cells[i].state == (uint32_t)kind)
			return true;
	}
	return false;
}

/* To the system call that blocks signals, in the hand-over of that number. */
static void find_hand_over(const char *name, long number)
{
	bool was_full = false;

	for (;;) {
		bool is_full;

		resume(PTRACE_SYSCALL);
		if (!find_window(name))
			continue;
		is_full = (window->state & 1) && window->used_bytes >= FULL;
		if (is_full && !was_full && --number == 0)
			return;
		was_full = is_full;
	}
}

static void go_to(const char *where, const char *name, long number)
{
	bool drops = strcmp(where, "dropped") == 0;
	uint32_t full_before;
	uint64_t old_ticks;

	find_hand_over(name, number);
	old_ticks = window->first_ticks;
	full_before = ring->next_ticket;
	if (strcmp(where, "full-window") == 0)
		return;
	while (!drops && ring->cell_count > 1 && !has_cell(CSF_CELL_BUSY))
		resume(PTRACE_SINGLESTEP);
	if (strcmp(where, "taken") == 0)
		return;
	if (strcmp(where, "copying") == 0) {
		for (int i = 0; i < 2000; i++)
			resume(PTRACE_SINGLESTEP);
		if (has_cell(CSF_CELL_BUSY))
			return;
		fprintf(stderr, "the copy is over\n");
		exit(1);
	}
	if (strcmp(where, "handed-over") == 0) {
		while (has_cell(CSF_CELL_BUSY))
			resume(PTRACE_SINGLESTEP);
		return;
	}
	while (window->state & 1)
		resume(PTRACE_SINGLESTEP);
	if (drops && (window->used_bytes == 0 || ring->next_ticket != full_before)) {
		fprintf(stderr, "the block was not dropped\n");
		exit(1);
	}
	if (drops || strcmp(where, "freed") == 0)
		return;
	while (window->first_ticks == old_ticks)
		resume(PTRACE_SINGLESTEP);
	if (strcmp(where, "new-header") == 0)
		return;
	while (!(window->state & 1))
		resume(PTRACE_SINGLESTEP);
}

int main(int argc, char **argv)
{
	volatile uint64_t *counter;
	char name[300];
	int fd;

	if (argc < 6)
		return 2;
	fd = open(argv[4], O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || ftruncate(fd, 4096) != 0)
		die(argv[4]);
	counter = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (counter == MAP_FAILED)
		die("mmap");
	snprintf(name, sizeof(name), "/%s", argv[3]);
	child = fork();
	if (child == 0) {
		setenv("TRACE_ENABLE", "1", 1);
		setenv("TRACE_SHM", name, 1);
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[5], argv + 5);
		_exit(127);
	}
	if (child < 0 || waitpid(child, NULL, 0) != child)
		die("fork");
	ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL);
	go_to(argv[1], argv[3], strtol(argv[2], NULL, 10));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	printf("%llu\n", (unsigned long long)*counter);
	return 0;
}
