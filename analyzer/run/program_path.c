/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strndup, access */
#include "program_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"

#define DEFAULT_PATH "/bin:/usr/bin" /* what execvp() of glibc uses without PATH */

/* Return: 0 when @path can be run, otherwise why not, as errno. */
static int check(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0)
		return errno;
	if (S_ISDIR(status.st_mode))
		return EISDIR;
	return access(path, X_OK) == 0 ? 0 : errno;
}

static const char *describe(int reason)
{
	return reason == EACCES ? "not executable (permission denied)" : strerror(reason);
}

static int take(const char *text, char **path, struct csa_err *err)
{
	*path = strdup(text);
	return *path ? 0 : csa_fail(err, CSA_E_NOMEM, "%s: out of memory", text);
}

static int search(const char *name, char **path, struct csa_err *err)
{
	const char *folders = getenv("PATH");
	struct csa_buf candidate;
	struct csa_buf refused; /* the first that is there and cannot be run */
	int reason = 0;
	int rc = CSA_E_ABSENT;

	csa_buf_init(&candidate);
	csa_buf_init(&refused);
	for (const char *folder = folders ? folders : DEFAULT_PATH; rc == CSA_E_ABSENT;) {
		size_t length = strcspn(folder, ":");
		int why;

		csa_buf_clear(&candidate);
		csa_buf_add(&candidate, folder, length);
		csa_buf_add_str(&candidate, length ? "/" : "./");
		csa_buf_add_str(&candidate, name);
		why = candidate.failed ? ENOMEM : check(candidate.data);
		if (why == 0) {
			rc = take(candidate.data, path, err);
		} else if (why != ENOENT && why != ENOTDIR && !reason) {
			reason = why;
			csa_buf_add_str(&refused, candidate.data);
		}
		folder += length;
		if (!*folder++)
			break;
	}
	if (rc == CSA_E_ABSENT && reason)
		rc = csa_fail(err, CSA_E_SYSTEM, "%s: %s", refused.data, describe(reason));
	else if (rc == CSA_E_ABSENT)
		csa_fail(err, rc, "%s: not found in PATH", name);
	csa_buf_release(&refused);
	csa_buf_release(&candidate);
	return rc;
}

int csa_program_find(const char *name, char **path, struct csa_err *err)
{
	int reason;

	*path = NULL;
	if (*name && !strchr(name, '/'))
		return search(name, path, err);
	reason = check(name);
	if (reason == 0)
		return take(name, path, err);
	return csa_fail(err, reason == ENOENT || reason == ENOTDIR ? CSA_E_ABSENT : CSA_E_SYSTEM,
			"%s: %s", *name ? name : "''", describe(reason));
}
