/* SPDX-License-Identifier: MIT */
/*
 * Event and summary files of earlier producers (docs/format/old-formats.md), made into a capture of
 * version 3 that every command reads: in a private folder, which is gone when this is closed, or with the
 * process. Not for captures of version 3 themselves.
 */
#ifndef CSA_LEGACY_H
#define CSA_LEGACY_H

#include <stddef.h>

#include "err.h"
#include "private_folder.h"

struct csa_legacy {
	char *dir;           /* a folder of process folders; NULL: there are no such files */
	char **process_dirs; /* in it, oldest first */
	size_t process_count;
	size_t newest; /* the newest run begins with this one */
	char *path; /* of the files, when they are not what the user named but the newest there; or NULL */
	struct csa_private_folder folder;
};

/**
 * csa_legacy_open() - when @path is an old file, or a folder that holds such files, make a capture of them.
 * @path: what the user named; a folder with captures of version 3 is left as it is. In one of callsight serve the
 *        capture of an earlier client is taken that is newer than all others
 * @exe: the program that made the files; NULL: functions are addresses
 * @legacy: closed by csa_legacy_close(), also after a failure
 *
 * What is wrong with the files is said by csa_capture_open(), as of other captures. Forks: to be called
 * while the process has one thread.
 *
 * Return: 0, also when there are no such files; CSA_E_FORMAT, CSA_E_UNSUPPORTED when none of them can be
 * read; what csa_exe_file_read() says; CSA_E_IO, CSA_E_SYSTEM for the private folder; CSA_E_NOMEM.
 */
int csa_legacy_open(struct csa_legacy *legacy, const char *path, const char *exe,
		    struct csa_err *err);
void csa_legacy_close(struct csa_legacy *legacy);

/**
 * csa_legacy_import() - the same into @dir, an empty folder of the caller: legacy->folder stays empty, and
 * the caller removes what is in @dir. Nothing forks.
 */
int csa_legacy_import(struct csa_legacy *legacy, const char *dir, const char *path, const char *exe,
		      struct csa_err *err);

#endif
