/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, mkstemp, realpath */
#include "cmd_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Symbolic links stay: what they lead to is replaced. */
static char *find_target(const char *path)
{
	char *target = realpath(path, NULL);

	return target ? target : strdup(path);
}

/*
 * A reader of the file never sees half of it: it is written beside and then renamed. A device or a
 * pipe cannot be replaced, it is written to.
 */
static int open_file(struct csa_output *output, struct csa_err *err)
{
	const char *path = output->given;
	bool is_special;
	mode_t mask;
	struct stat st;
	int fd;

	is_special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
	output->path = is_special ? strdup(path) : find_target(path);
	if (!output->path ||
	    (!is_special && asprintf(&output->temporary, "%s.XXXXXX", output->path) < 0)) {
		output->temporary = NULL;
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	}
	fd = is_special ? open(path, O_WRONLY | O_CLOEXEC) : mkstemp(output->temporary);
	if (fd >= 0)
		output->file = fdopen(fd, "w");
	if (!output->file)
		return csa_fail(err, CSA_E_IO, "%s: %s", output->given, strerror(errno));
	if (!is_special) {
		mask = umask(0);
		umask(mask);
		fchmod(fd, 0666 & ~mask);
	}
	return 0;
}

/* @rc: of what was written. Return: @rc, or what went wrong at the end. */
static int close_file(struct csa_output *output, int rc, struct csa_err *err)
{
	if (output->file && rc == 0 && (fflush(output->file) != 0 || ferror(output->file)))
		rc = csa_fail(err, CSA_E_IO, "%s: %s", output->given, strerror(errno));
	if (output->file && fclose(output->file) != 0 && rc == 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", output->given, strerror(errno));
	if (output->temporary && rc == 0 && rename(output->temporary, output->path) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", output->given, strerror(errno));
	if (output->temporary && output->file && rc < 0)
		unlink(output->temporary);
	free(output->temporary);
	free(output->path);
	return rc;
}

int csa_output_open(struct csa_output *output, const char *path, bool is_paged, struct csa_err *err)
{
	*output = (struct csa_output){ .given = path };
	if (path)
		return open_file(output, err);
	csa_terminal_look(&output->terminal, stdout);
	output->file = csa_pager_open(&output->pager, is_paged ? &output->terminal : NULL);
	return 0;
}

int csa_output_close(struct csa_output *output, int rc, struct csa_err *err)
{
	if (output->given)
		return close_file(output, rc, err);
	csa_pager_close(&output->pager);
	return rc;
}
