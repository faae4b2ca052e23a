/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* posix_spawn, pread */
#include "compiler_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"
#include "temp_file.h"

extern char **environ;

/* Its macros to @out, its words to nobody: what it has to say is said again when it compiles. */
static int spawn(const char *command, int out, pid_t *pid)
{
	/* The words are not changed by anybody; argv is not const for historical reasons. */
	char *const argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, (char *)(uintptr_t)command,
			       NULL };
	posix_spawn_file_actions_t actions;
	int rc = posix_spawn_file_actions_init(&actions);

	if (rc)
		return rc;
	rc = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (!rc)
		rc = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
						      O_WRONLY, 0);
	if (!rc)
		rc = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!rc)
		rc = posix_spawn(pid, "/bin/sh", &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

/* Return: whether the shell ended with status 0. */
static bool is_good(pid_t pid)
{
	int status = 1;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return false;
	}
	return status == 0;
}

static void read_all(int fd, struct csa_buf *text)
{
	char part[4096];
	off_t offset = 0;
	ssize_t count;

	while ((count = pread(fd, part, sizeof(part), offset)) > 0) {
		csa_buf_add(text, part, (size_t)count);
		offset += count;
	}
}

static bool has(const char *macros, const char *name)
{
	char line[64];

	(void)snprintf(line, sizeof(line), "#define %s ", name);
	return strstr(macros, line) != NULL;
}

/* The same as for the machine that this runs on: see emit.c. */
static const char *frames_of(const char *macros)
{
	if (has(macros, "__x86_64__") || has(macros, "__i386__") || has(macros, "__aarch64__"))
		return "-mno-omit-leaf-frame-pointer";
	return has(macros, "__s390__") ? "-mbackchain" : "";
}

/* What a command writes. Return: 0, CSA_E_ABSENT when its status is not 0, or another error. */
static int ask(const char *command, const char *line, struct csa_buf *answer, struct csa_err *err)
{
	pid_t pid;
	int fd = csa_temp_file_open();
	int rc = 0;

	if (fd < 0)
		rc = csa_fail(err, CSA_E_IO, "a temporary file: %s", strerror(errno));
	else if ((errno = spawn(line, fd, &pid)) != 0)
		rc = csa_fail(err, CSA_E_SYSTEM, "/bin/sh: %s", strerror(errno));
	else if (!is_good(pid))
		rc = csa_fail(err, CSA_E_ABSENT, "the compiler '%s' does not run: tried '%s'",
			      command, line);
	if (rc == 0)
		read_all(fd, answer);
	if (fd >= 0)
		close(fd);
	return rc;
}

int csa_compiler_ask(const char *command, struct csa_compiler_kind *kind, struct csa_err *err)
{
	struct csa_buf line;
	struct csa_buf macros;
	int rc = 0;

	csa_buf_init(&line);
	csa_buf_init(&macros);
	csa_buf_add_fmt(&line, "%s -dM -E -x c /dev/null", command);
	rc = line.failed ? csa_fail(err, CSA_E_NOMEM, "out of memory")
			 : ask(command, line.data, &macros, err);
	if (rc == 0) {
		kind->family = has(macros.data, "__clang__")  ? "Clang"
			       : has(macros.data, "__GNUC__") ? "GNU"
							      : "other";
		kind->frames = frames_of(macros.data);
	}
	csa_buf_release(&line);
	csa_buf_release(&macros);
	return rc;
}

/* The indented lines of its answer, which begins and ends as given; "(framework directory)" is of others. */
static void take_folders(char *answer, struct csa_buf *folders)
{
	char *at = strstr(answer, "#include <...> search starts here:");
	char *end = at ? strstr(at, "End of search list.") : NULL;

	if (!end)
		return;
	*end = '\0';
	while ((at = strchr(at, '\n')) != NULL && *++at == ' ')
		csa_buf_add_fmt(folders, "%.*s\n", (int)strcspn(at + 1, "\n"), at + 1);
}

int csa_compiler_folders(const char *command, struct csa_buf *folders, struct csa_err *err)
{
	static const char *const languages[] = { "c++", "c" };
	struct csa_err why = { 0 };
	int rc = CSA_E_ABSENT;

	/* A C compiler need not have C++ beside it. */
	for (size_t i = 0; i < 2 && rc == CSA_E_ABSENT; i++) {
		struct csa_buf line;
		struct csa_buf answer;

		csa_buf_init(&line);
		csa_buf_init(&answer);
		csa_buf_add_fmt(&line, "LC_ALL=C %s -v -E -x %s /dev/null 2>&1 >/dev/null", command,
				languages[i]);
		rc = line.failed ? CSA_E_NOMEM : ask(command, line.data, &answer, &why);
		if (rc == 0)
			take_folders(answer.data, folders);
		csa_buf_release(&line);
		csa_buf_release(&answer);
	}
	if (rc == CSA_E_NOMEM || folders->failed)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	return 0;
}
