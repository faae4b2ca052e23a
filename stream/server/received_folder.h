/* SPDX-License-Identifier: MIT */
/*
 * The folder of a received process: <dir>/<peer>/<name>, where another process of that name is there
 * already <name>~2 and so on. stream.json is the first file in it and says whose it is.
 */
#ifndef CSS_RECEIVED_FOLDER_H
#define CSS_RECEIVED_FOLDER_H

#include <stdbool.h>

#include "err.h"
#include "safe_name.h"
#include "stream_facts.h"

struct css_received_folder {
	int fd;
	bool is_new; /* nothing of it had been received */
	char name[CSS_SAFE_NAME_BYTES + 4];
};

/**
 * css_received_folder_open() - find or make the folder of @key.
 * @dir_fd: of all captures
 * @peer, @name: safe names
 * @folder: filled on 0; the caller closes fd
 *
 * Return: 0; CSA_E_SYSTEM: it cannot be made; CSA_E_UNSUPPORTED: too many of this name.
 */
int css_received_folder_open(struct css_received_folder *folder, int dir_fd, const char *peer,
			     const char *name, const char *key, struct csa_err *err);

/** css_received_folder_remove() - closes and removes one that is empty. @dir_fd and @peer as it was opened. */
void css_received_folder_remove(struct css_received_folder *folder, int dir_fd, const char *peer);

#endif
