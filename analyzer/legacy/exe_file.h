/* SPDX-License-Identifier: MIT */
/* The program that old files are of, as the user names it: where its code lies, and which build it is. */
#ifndef CSA_EXE_FILE_H
#define CSA_EXE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "err.h"

struct csa_exe_file {
	char *path;          /* absolute; NULL: nobody named it */
	char *build_id;      /* hexadecimal; NULL: it has none */
	uint64_t start_addr; /* link-time addresses of its image */
	uint64_t end_addr;
	bool is_big_endian;
};

/**
 * csa_exe_file_read() - @path may be NULL: then every address is taken for one of the program that is
 * less than 2 GiB from where it was loaded.
 * @exe: released by csa_exe_file_release(), also after a failure
 *
 * Return: 0; CSA_E_ABSENT, CSA_E_IO, CSA_E_FORMAT when it is no ELF file with code, CSA_E_NOMEM.
 */
int csa_exe_file_read(struct csa_exe_file *exe, const char *path, struct csa_err *err);
void csa_exe_file_release(struct csa_exe_file *exe);

#endif
