/* SPDX-License-Identifier: MIT */
/* Finds the C and C++ files below given folders; decides their language by the file name. */
#ifndef CSA_SOURCE_WALK_H
#define CSA_SOURCE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

struct csa_walked {
	char **paths; /* absolute and normal, in the order of strcmp() within a folder; ours */
	uint8_t *languages;
	uint32_t count;
	uint32_t capacity;
	uint32_t language_capacity;
	bool has_cxx;
	struct csa_buf
		defines; /* "NAME=WORD\n" of the options -DNAME=WORD in files of build systems */
};

/**
 * csa_source_walk() - append @path, or every source and header below it when it is a folder.
 *
 * Hidden folders and symbolic links to folders are passed by, so that a loop of links ends. A file
 * named directly is taken whatever its name. Return: 0; CSA_E_ABSENT, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_source_walk(struct csa_walked *walked, const char *path, struct csa_err *err);

/** csa_source_walk_end() - headers count as C++ when a C++ source was found: set their language. */
void csa_source_walk_end(struct csa_walked *walked);

void csa_walked_release(struct csa_walked *walked);

/** csa_source_is_header() - by the end of the name. */
bool csa_source_is_header(const char *path);

#endif
