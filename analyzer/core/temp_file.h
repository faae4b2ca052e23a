/* SPDX-License-Identifier: MIT */
/* A file for what has no room in memory. It has no name: it goes away with the process. */
#ifndef CSA_TEMP_FILE_H
#define CSA_TEMP_FILE_H

/** csa_temp_file_open() - in TMPDIR, or /tmp. Return: a descriptor, closed in programs that are run; -1: errno. */
int csa_temp_file_open(void);

#endif
