/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkfifo */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "capture_dir.h"
#include "capture_runs.h"
#include "trace_builder.h"

static struct csa_runs runs;
static struct csa_err err;

static void add(const char *dir, const char *name, unsigned pid, unsigned start_s)
{
	t_trace_end(t_trace_new(dir, &(struct t_trace_options){ .name = name,
								.pid = pid,
								.realtime_ns =
									start_s * 1000000000ull }),
		    true);
}

static int find(const char *dir)
{
	err = (struct csa_err){ 0 };
	return csa_runs_find(&runs, dir, &err);
}

TEST(no_folder_and_an_empty_one_say_so)
{
	char *dir = t_temp_dir();

	T_UNUSED;
	assert_int_equal(find("/nonexistent/traces"), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "/nonexistent/traces: No such file"));
	assert_non_null(strstr(err.msg, "TRACE_ENABLE"));
	csa_runs_release(&runs);
	assert_int_equal(find(dir), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "empty folder"));
	csa_runs_release(&runs);
	t_remove(dir);
}

TEST(foreign_files_are_no_capture)
{
	char *dir = t_temp_dir();
	char *one = t_path(dir, "b.bin");
	char *two = t_path(dir, "a.bin");

	T_UNUSED;
	t_write_file(one, "x", 1);
	t_write_file(two, "x", 1);
	assert_int_equal(find(dir), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "'a.bin' is no process folder"));
	csa_runs_release(&runs);
	assert_int_equal(find(one), CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "not a folder"));
	csa_runs_release(&runs);
	free(one);
	free(two);
	t_remove(dir);
}

TEST(the_newest_root_is_found)
{
	char *dir = t_temp_dir();

	T_UNUSED;
	add(dir, "b-3-1", 3, 20);
	add(dir, "a-2-1", 2, 30);
	add(dir, "c-1-1", 4, 10);
	assert_int_equal(find(dir), 0);
	assert_int_equal(runs.count, 3);
	assert_string_equal(runs.items[runs.newest].name, "a-2-1");
	assert_string_equal(runs.items[0].name, "c-1-1");
	csa_runs_release(&runs);
	t_remove(dir);
}

TEST(slashes_at_the_end_do_not_matter)
{
	char *dir = t_temp_dir();
	char *path;

	T_UNUSED;
	add(dir, "a-2-1", 2, 30);
	path = t_path(dir, "a-2-1//");
	assert_int_equal(find(path), 0);
	assert_string_equal(runs.items[0].name, "a-2-1");
	csa_runs_release(&runs);
	free(path);
	t_remove(dir);
}

/* Two images of process 5, which began at 77, and a later process of the same number. */
TEST(images_of_one_process_are_one_run)
{
	struct t_trace_options image = { .name = "a-5-1", .pid = 5, .process_start = 77 };
	char *dir = t_temp_dir();

	T_UNUSED;
	image.realtime_ns = 1000000000;
	t_trace_end(t_trace_new(dir, &image), false);
	image.name = "b-5-2";
	image.realtime_ns = 2000000000;
	t_trace_end(t_trace_new(dir, &image), false);
	image.name = "a-5-3";
	image.realtime_ns = 3000000000;
	image.process_start = 99;
	t_trace_end(t_trace_new(dir, &image), true);
	assert_int_equal(find(dir), 0);
	assert_int_equal(runs.items[1].parent, 0);
	assert_int_equal(runs.items[1].root, 0);
	assert_int_equal(runs.items[2].root, 2);
	assert_int_equal(runs.newest, 2);
	csa_runs_release(&runs);
	t_remove(dir);
}

TEST(folders_that_name_each_other_end)
{
	char *dir = t_temp_dir();

	T_UNUSED;
	t_trace_end(t_trace_new(dir,
				&(struct t_trace_options){ .name = "a-1-1", .parent = "b-2-2" }),
		    true);
	t_trace_end(t_trace_new(dir,
				&(struct t_trace_options){ .name = "b-2-2", .parent = "a-1-1" }),
		    true);
	assert_int_equal(find(dir), 0);
	assert_int_equal(runs.count, 2);
	assert_true(runs.newest < 2);
	csa_runs_release(&runs);
	t_remove(dir);
}

TEST(names_that_are_no_files_do_not_block)
{
	char *dir = t_temp_dir();
	char *process = t_path(dir, "a-1-1");
	const char *const names[] = { "live.cst", "process.json", "blocks-0.0.cst", "modules" };
	struct csa_capture capture;
	struct csa_notes notes;

	T_UNUSED;
	assert_int_equal(mkdir(process, 0700), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *path = t_path(process, names[i]);

		assert_int_equal(mkfifo(path, 0600), 0);
		free(path);
	}
	assert_int_equal(find(dir), 0);
	assert_int_equal(runs.count, 1);
	csa_notes_init(&notes);
	assert_int_equal(csa_capture_open(&capture, process, &notes, NULL), 0);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 4);
	csa_capture_close(&capture);
	csa_notes_release(&notes);
	csa_runs_release(&runs);
	free(process);
	t_remove(dir);
}

/* What callsight serve wrote: numbers of processes and parents of two machines are strangers to each other. */
TEST(runs_of_peers_are_runs_of_their_own)
{
	char *dir = t_temp_dir();
	static const char *const peers[] = { "10.0.0.1", "10.0.0.2" };
	static const char facts[] = "{\"schema\":1}";

	T_UNUSED;
	for (unsigned i = 0; i < 2; i++) {
		char *peer = t_path(dir, peers[i]);
		char *one;

		add(peer, i ? "b-6-2" : "a-1-1", i ? 6 : 1, i + 1);
		one = t_path(peer, i ? "b-6-2/stream.json" : "a-1-1/stream.json");
		t_write_file(one, facts, sizeof(facts) - 1);
		free(one);
		/* Not received: not a peer's. */
		add(peer, "c-9-9", 9, 9);
		free(peer);
	}
	assert_int_equal(find(dir), 0);
	assert_int_equal(runs.count, 2);
	assert_string_equal(runs.items[0].name, "a-1-1");
	assert_string_equal(runs.items[0].peer, "10.0.0.1");
	assert_string_equal(runs.items[1].peer, "10.0.0.2");
	/* Its parent has the number 1, as the other device's process. */
	assert_int_equal(runs.items[1].ppid, 1);
	assert_int_equal(runs.items[1].parent, SIZE_MAX);
	assert_int_equal(runs.newest, 1);
	csa_runs_release(&runs);
	t_remove(dir);
}

TEST(folders_of_peers_can_be_empty)
{
	char *dir = t_temp_dir();
	char *peer = t_path(dir, "10.0.0.1");

	T_UNUSED;
	assert_int_equal(mkdir(peer, 0700), 0);
	assert_int_equal(find(dir), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "'10.0.0.1' is empty: nothing was received from there"));
	csa_runs_release(&runs);
	free(peer);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(no_folder_and_an_empty_one_say_so),
		CASE(foreign_files_are_no_capture),
		CASE(the_newest_root_is_found),
		CASE(slashes_at_the_end_do_not_matter),
		CASE(images_of_one_process_are_one_run),
		CASE(folders_that_name_each_other_end),
		CASE(names_that_are_no_files_do_not_block),
		CASE(runs_of_peers_are_runs_of_their_own),
		CASE(folders_of_peers_can_be_empty),
	};

	return T_RUN(cases, argc, argv);
}
