/* SPDX-License-Identifier: MIT */
/* Kinds of file systems, by the number that the kernel gives them (linux/magic.h). */
#ifndef CSA_FILE_SYSTEMS_H
#define CSA_FILE_SYSTEMS_H

#include <stddef.h>
#include <stdint.h>

enum csa_fs_kind { CSA_FS_DISK, CSA_FS_MEMORY, CSA_FS_NETWORK };

/** csa_file_system() - @name: what people call it; one that is not known is a disk "of type 0x...". */
enum csa_fs_kind csa_file_system(uint64_t type, char *name, size_t size);

#endif
