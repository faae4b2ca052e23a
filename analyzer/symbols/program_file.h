/* SPDX-License-Identifier: MIT */
/*
 * Finds and opens the file of a module: the first of its places (file_search.h) that has the file that
 * ran. Where only its debug file is left, that one.
 */
#ifndef CSA_PROGRAM_FILE_H
#define CSA_PROGRAM_FILE_H

#include <stdbool.h>

#include "buf.h"
#include "file_identity.h"
#include "symbol_sources.h"

struct csa_program_file {
	int fd;          /* -1: not open */
	char *path;      /* where it is */
	bool is_debug;   /* only the separate debug file was found */
	bool is_fetched; /* from a debuginfod server */
	bool is_missing; /* there was no file in any place */
};

/**
 * csa_program_open() - open it if it is what is wanted.
 * @file: released in every case; fd can be taken by setting it to -1
 * @warning: what is wrong or cannot be known is added, one line without the recorded path
 *
 * Return: 0 = open; a negative enum csa_errcode = not open, and @warning says why.
 */
int csa_program_open(struct csa_program_file *file, const struct csa_file_wanted *wanted,
		     const struct csa_symbol_sources *sources, struct csa_buf *warning);
void csa_program_release(struct csa_program_file *file);

#endif
