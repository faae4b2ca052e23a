/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* mkdirat() */
#include "received_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder_file.h"

#define SAME_NAME_MAX 99u

static bool is_there(int dir_fd, const char *name)
{
	struct stat st;

	return fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Has it been made by a server that was killed before it wrote whose it is? */
static bool is_bare(int fd)
{
	return !is_there(fd, "process.json") && !is_there(fd, "live.cst") &&
	       !is_there(fd, "modules") && !is_there(fd, "blocks-0.0.cst");
}

static bool is_ours(struct css_received_folder *folder, const char *key)
{
	char found[CSS_STREAM_KEY_BYTES];
	int rc = css_stream_facts_key(folder->fd, found);

	if (rc == 0)
		return strcmp(found, key) == 0;
	folder->is_new = rc == -ENOENT && is_bare(folder->fd);
	return folder->is_new;
}

static int fail(struct csa_err *err, const char *name, int error)
{
	return csa_fail(err, CSA_E_SYSTEM, "folder %s: %s", name, strerror(error));
}

/* Return: 1: it is the one; 0: another's. */
static int try(struct css_received_folder *folder, int peer_fd, const char *key,
	       struct csa_err *err)
{
	folder->is_new = mkdirat(peer_fd, folder->name, 0700) == 0;
	if (!folder->is_new && errno != EEXIST)
		return fail(err, folder->name, errno);
	folder->fd = css_dir_open(peer_fd, folder->name);
	if (folder->fd == -ENOTDIR || folder->fd == -ELOOP)
		return 0; /* something of that name that is no folder */
	if (folder->fd < 0)
		return fail(err, folder->name, -folder->fd);
	if (folder->is_new || is_ours(folder, key))
		return 1;
	folder->fd = css_close(folder->fd);
	return 0;
}

static int find(struct css_received_folder *folder, int peer_fd, const char *name, const char *key,
		struct csa_err *err)
{
	int rc = 0;

	for (unsigned i = 1; i <= SAME_NAME_MAX && rc == 0; i++) {
		if (i == 1)
			snprintf(folder->name, sizeof(folder->name), "%s", name);
		else
			snprintf(folder->name, sizeof(folder->name), "%s~%u", name, i);
		rc = try(folder, peer_fd, key, err);
	}
	if (rc == 0)
		return csa_fail(err, CSA_E_UNSUPPORTED, "%u captures have the name %s",
				SAME_NAME_MAX, name);
	return rc < 0 ? rc : 0;
}

int css_received_folder_open(struct css_received_folder *folder, int dir_fd, const char *peer,
			     const char *name, const char *key, struct csa_err *err)
{
	int peer_fd;
	int rc;

	*folder = (struct css_received_folder){ .fd = -1 };
	if (mkdirat(dir_fd, peer, 0700) != 0 && errno != EEXIST)
		return fail(err, peer, errno);
	peer_fd = css_dir_open(dir_fd, peer);
	if (peer_fd < 0)
		return fail(err, peer, -peer_fd);
	rc = find(folder, peer_fd, name, key, err);
	css_close(peer_fd);
	return rc;
}

void css_received_folder_remove(struct css_received_folder *folder, int dir_fd, const char *peer)
{
	int peer_fd = css_dir_open(dir_fd, peer);

	if (peer_fd >= 0)
		(void)unlinkat(peer_fd, folder->name, AT_REMOVEDIR);
	css_close(peer_fd);
	folder->fd = css_close(folder->fd);
}
