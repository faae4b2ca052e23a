/* SPDX-License-Identifier: MIT */
/*
 * stream_totals MADE REPORT.json none|some|any [killed]: every hook that the programs made (MADE,
 * made_hooks.h) was received, or is counted as lost; none was received twice. The third word says whether
 * hooks may be lost, or must. killed: each thread may have made a last few that it did not write down.
 * "stream_totals MADE" alone: makes the file. "stream_totals MADE at-work PID": status 0 when that program has
 * recorded a call; "hooks COUNT": when they have made so many together; "allow COUNT": so many calls more are
 * allowed to each thread; "over 1|0": the programs are to end, or not.
 */
#define _GNU_SOURCE /* ftruncate */
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "made_hooks.h"

static int differences;

static struct t_made *map_file(const char *path, int flags)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | flags, 0600);
	void *mapped = MAP_FAILED;

	if (fd >= 0 && (!flags || ftruncate(fd, sizeof(struct t_made)) == 0))
		mapped = mmap(NULL, sizeof(struct t_made), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			      0);
	if (mapped == MAP_FAILED)
		perror(path);
	if (fd >= 0)
		close(fd);
	return mapped == MAP_FAILED ? NULL : mapped;
}

/* Events of a thread in the report; 0: it is not there. Numbers are used again: one process has one. */
static uint64_t received(const json_t *report, const struct t_made_slot *slot)
{
	uint64_t events = 0;
	size_t index;
	json_t *thread;

	json_array_foreach(json_object_get(report, "threads"), index, thread)
	{
		if (json_integer_value(json_object_get(thread, "pid")) == slot->pid &&
		    json_integer_value(json_object_get(thread, "tid")) == slot->tid)
			events += (uint64_t)json_integer_value(json_object_get(thread, "events"));
	}
	return events;
}

static uint64_t summary(const json_t *report, const char *key)
{
	const json_t *object = json_object_get(report, "summary");

	return (uint64_t)json_integer_value(json_object_get(object, key));
}

/* A thread number can come back within a process: threads of one number are taken together. */
static bool is_first(const struct t_made *made, uint32_t number)
{
	for (uint32_t i = 0; i < number; i++) {
		if (made->slots[i].pid == made->slots[number].pid &&
		    made->slots[i].tid == made->slots[number].tid)
			return false;
	}
	return true;
}

static uint64_t made_by(const struct t_made *made, uint32_t number)
{
	uint64_t hooks = 0;

	for (uint32_t i = number; i < made->used; i++) {
		if (made->slots[i].pid == made->slots[number].pid &&
		    made->slots[i].tid == made->slots[number].tid)
			hooks += made->slots[i].hooks;
	}
	return hooks;
}

static void compare(const struct t_made *made, const json_t *report, const char *loss, bool killed)
{
	const uint64_t events = summary(report, "events");
	const uint64_t lost = summary(report, "lost");
	const uint64_t slack = killed ? (uint64_t)T_MADE_STEP * made->used : 0;
	uint64_t all = 0;

	for (uint32_t i = 0; i < made->used; i++) {
		const struct t_made_slot *slot = &made->slots[i];
		const uint64_t hooks = made_by(made, i);
		const uint64_t got = received(report, slot);

		all += slot->hooks;
		if (!is_first(made, i) || got <= hooks + (killed ? T_MADE_STEP : 0))
			continue;
		printf("process %u, thread %u: made %" PRIu64 ", received %" PRIu64 "\n", slot->pid,
		       slot->tid, hooks, got);
		differences++;
	}
	printf("made %" PRIu64 ", received %" PRIu64 ", lost %" PRIu64 ", threads %u\n", all,
	       events, lost, made->used);
	if (events + lost < all || events + lost > all + slack) {
		printf("received and lost are %" PRId64 " more than made\n",
		       (int64_t)(events + lost - all));
		differences++;
	}
	if (events == 0 || (lost != 0 && strcmp(loss, "none") == 0) ||
	    (lost == 0 && strcmp(loss, "some") == 0)) {
		printf("expected losses: %s\n", loss);
		differences++;
	}
}

/* Hooks of the process , or of all with 0. */
static uint64_t hooks_of(const struct t_made *made, uint32_t pid)
{
	const uint32_t used = __atomic_load_n(&made->used, __ATOMIC_RELAXED);
	uint64_t hooks = 0;

	for (uint32_t i = 0; i < used; i++) {
		if (pid == 0 || made->slots[i].pid == pid)
			hooks += made->slots[i].hooks;
	}
	return hooks;
}

/* Return: the exit status, or -1: it is another word. */
static int tell(struct t_made *made, const char *word, uint64_t number)
{
	if (strcmp(word, "at-work") == 0)
		return hooks_of(made, (uint32_t)number) > 0 ? 0 : 1;
	if (strcmp(word, "hooks") == 0)
		return hooks_of(made, 0) >= number ? 0 : 1;
	if (strcmp(word, "allow") == 0)
		__atomic_fetch_add(&made->allowed, number, __ATOMIC_RELAXED);
	else if (strcmp(word, "over") == 0)
		__atomic_store_n(&made->over, (uint32_t)number, __ATOMIC_RELAXED);
	else
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	json_error_t error;
	struct t_made *made;
	json_t *report;
	int status;

	if (argc < 2)
		return 2;
	made = map_file(argv[1], argc == 2 ? O_CREAT | O_TRUNC : 0);
	if (!made)
		return 3;
	if (argc == 2)
		return 0;
	if (argc < 4)
		return 2;
	status = tell(made, argv[2], strtoull(argv[3], NULL, 10));
	if (status >= 0)
		return status;
	report = json_load_file(argv[2], 0, &error);
	if (!report) {
		fprintf(stderr, "%s: line %d: %s\n", argv[2], error.line, error.text);
		return 3;
	}
	compare(made, report, argv[3], argc > 4);
	json_decref(report);
	return differences ? 1 : 0;
}
