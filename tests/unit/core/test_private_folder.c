/* SPDX-License-Identifier: MIT */
/* The folder is gone at the end, however the process that made it ends. */
#define _GNU_SOURCE /* mkdtemp */
#include "private_folder.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"
#include "test_files.h"

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* Up to 20 s, for a machine that is busy. */
static bool is_gone_soon(const char *path)
{
	const struct timespec pause = { .tv_nsec = 10000000 };

	for (int i = 0; i < 2000 && is_there(path); i++)
		nanosleep(&pause, NULL);
	return !is_there(path);
}

static void fill(const char *path)
{
	char *inner = t_path(path, "trace-1-0");
	char *file;

	if (mkdir(inner, 0700) != 0)
		abort();
	file = t_path(inner, "blocks-0.0.cst");
	t_write_file(file, "x", 1);
	free(file);
	free(inner);
}

TEST(is_private_and_goes_when_removed)
{
	struct csa_private_folder folder;
	struct csa_err err = { 0 };
	struct stat st;
	char *path;

	T_UNUSED;
	assert_int_equal(csa_private_folder_make(&folder, &err), 0);
	path = strdup(folder.path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	fill(path);
	csa_private_folder_remove(&folder);
	assert_false(is_there(path));
	assert_null(folder.path);
	csa_private_folder_remove(&folder); /* again is allowed */
	free(path);
}

/* A process makes a folder, says its path, and waits to be killed. */
static void make_and_wait(int pipe_end)
{
	struct csa_private_folder folder;

	if (csa_private_folder_make(&folder, NULL) != 0)
		_exit(1);
	fill(folder.path);
	if (write(pipe_end, folder.path, strlen(folder.path) + 1) < 0)
		_exit(1);
	for (;;)
		pause();
}

static void check_killed_by(int signal_number)
{
	char path[200] = { 0 };
	int status;
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0)
		make_and_wait(ends[1]);
	close(ends[1]);
	assert_true(read(ends[0], path, sizeof(path) - 1) > 0);
	assert_true(is_there(path));
	kill(child, signal_number);
	waitpid(child, &status, 0);
	assert_true(WIFSIGNALED(status));
	assert_true(is_gone_soon(path));
	close(ends[0]);
}

TEST(goes_when_the_process_is_interrupted)
{
	T_UNUSED;
	check_killed_by(SIGINT);
}

TEST(goes_when_the_process_is_killed)
{
	T_UNUSED;
	check_killed_by(SIGKILL);
}

TEST(a_folder_that_cannot_be_made_is_said)
{
	struct csa_private_folder folder;
	struct csa_err err = { 0 };
	const char *base = getenv("TMPDIR");
	char *kept = base ? strdup(base) : NULL;

	T_UNUSED;
	setenv("TMPDIR", "/nonexistent", 1);
	assert_int_equal(csa_private_folder_make(&folder, &err), CSA_E_IO);
	assert_non_null(strstr(err.msg, "/nonexistent/callsight-"));
	csa_private_folder_remove(&folder);
	if (kept)
		setenv("TMPDIR", kept, 1);
	else
		unsetenv("TMPDIR");
	free(kept);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(is_private_and_goes_when_removed),
		CASE(goes_when_the_process_is_interrupted),
		CASE(goes_when_the_process_is_killed),
		CASE(a_folder_that_cannot_be_made_is_said),
	};

	return T_RUN(cases, argc, argv);
}
