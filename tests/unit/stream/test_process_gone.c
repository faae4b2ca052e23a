/* SPDX-License-Identifier: MIT */
/* Who is gone: the rules, and what locks and /proc say of processes that are there and that are not. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process_gone.h"
#include "ring_builder.h"
#include "test.h"

TEST(who_has_the_lock_is_there)
{
	const struct css_gone_facts facts = { .has_lock = true,
					      .lives = CSS_NO,
					      .maps = CSS_NO,
					      .has_newer = true,
					      .is_foreign = true,
					      .silent_ms = 1000000 };

	T_UNUSED;
	assert_false(css_is_gone(&facts));
}

TEST(without_the_lock_memory_tells)
{
	struct css_gone_facts facts = { .lives = CSS_YES, .maps = CSS_YES, .same = CSS_YES };

	T_UNUSED;
	facts.silent_ms = 1000000;
	assert_false(css_is_gone(&facts));
	facts.maps = CSS_NO;
	assert_true(css_is_gone(&facts));
	facts = (struct css_gone_facts){ .lives = CSS_NO };
	assert_true(css_is_gone(&facts));
	/* exec: the new image has the object, too, and an entry of its own */
	facts = (struct css_gone_facts){ .lives = CSS_YES, .maps = CSS_YES, .has_newer = true };
	assert_true(css_is_gone(&facts));
}

TEST(where_memory_cannot_be_seen_start_and_silence_tell)
{
	struct css_gone_facts facts = { .lives = CSS_YES, .same = CSS_NO };

	T_UNUSED;
	assert_true(css_is_gone(&facts));
	facts.same = CSS_YES;
	facts.silent_ms = CSS_SILENT_MS - 1;
	assert_false(css_is_gone(&facts));
	facts.silent_ms = CSS_SILENT_MS;
	assert_true(css_is_gone(&facts));
}

TEST(in_another_namespace_silence_tells)
{
	struct css_gone_facts facts = { .is_foreign = true, .lives = CSS_NO };

	T_UNUSED;
	facts.silent_ms = CSS_SILENT_MS - 1;
	assert_false(css_is_gone(&facts));
	facts.silent_ms = CSS_SILENT_MS;
	assert_true(css_is_gone(&facts));
}

static struct t_ring made;
static struct css_ring ring;

static void make(void)
{
	char why[256];

	t_ring_make(&made, 1, 1);
	assert_int_equal(css_ring_adopt(&ring, dup(made.fd), why, sizeof(why)), 0);
}

static void release(void)
{
	css_ring_close(&ring);
	t_ring_release(&made);
}

/* Field 22, counted here another way. */
static uint64_t start_of(pid_t pid)
{
	char path[64];
	unsigned long long start = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "r");
	assert_non_null(file);
	for (int spaces = 0; spaces < 21;)
		spaces += fgetc(file) == ' ';
	assert_int_equal(fscanf(file, "%llu", &start), 1);
	fclose(file);
	return start;
}

TEST(a_process_that_is_there_is_found_by_its_lock_memory_and_start)
{
	struct css_gone_facts facts = { 0 };
	struct css_identity who = { 0 };
	struct t_ring later;
	struct css_ring other;
	char why[256];

	T_UNUSED;
	make();
	assert_false(css_gone_has_lock(&ring, 5));
	who.pid = (uint32_t)t_ring_hold(&made, 5);
	who.process_start = start_of((pid_t)who.pid);
	assert_true(css_gone_has_lock(&ring, 5));
	assert_false(css_gone_has_lock(&ring, 6));
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.lives, CSS_YES);
	assert_int_equal(facts.maps, CSS_YES);
	assert_int_equal(facts.same, CSS_YES);
	t_ring_make(&later, 1, 1);
	assert_int_equal(css_ring_adopt(&other, dup(later.fd), why, sizeof(why)), 0);
	assert_int_equal(other.device, ring.device);
	css_gone_look(&other, &who, &facts);
	assert_int_equal(facts.maps, CSS_NO);
	css_ring_close(&other);
	t_ring_release(&later);
	who.process_start++;
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.same, CSS_NO);
	t_ring_drop(&made);
	assert_false(css_gone_has_lock(&ring, 5));
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.lives, CSS_NO);
	release();
}

TEST(a_process_without_the_object_and_a_zombie_have_not_mapped_it)
{
	struct css_gone_facts facts = { 0 };
	struct css_identity who = { .pid = 0 };
	siginfo_t ended;
	pid_t child;

	T_UNUSED;
	make();
	who.pid = (uint32_t)getppid();
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.lives, CSS_YES);
	assert_int_equal(facts.maps, CSS_NO);
	child = fork();
	if (child == 0)
		_exit(0);
	assert_int_equal(waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT), 0);
	who.pid = (uint32_t)child;
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.lives, CSS_YES);
	assert_int_equal(facts.maps, CSS_NO);
	assert_true(css_is_gone(&facts));
	waitpid(child, NULL, 0);
	who.pid = 0;
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.lives, CSS_NO);
	who.pid = 0xffffffffu;
	css_gone_look(&ring, &who, &facts);
	assert_int_equal(facts.lives, CSS_NO);
	release();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(who_has_the_lock_is_there),
		CASE(without_the_lock_memory_tells),
		CASE(where_memory_cannot_be_seen_start_and_silence_tell),
		CASE(in_another_namespace_silence_tells),
		CASE(a_process_that_is_there_is_found_by_its_lock_memory_and_start),
		CASE(a_process_without_the_object_and_a_zombie_have_not_mapped_it),
	};

	return T_RUN(cases, argc, argv);
}
