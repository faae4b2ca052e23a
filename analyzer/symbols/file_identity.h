/* SPDX-License-Identifier: MIT */
/*
 * Is a file the one that ran? By build-id; without one by its size and the time of its last change,
 * and in captures that do not have them by whether it changed after the program began.
 */
#ifndef CSA_FILE_IDENTITY_H
#define CSA_FILE_IDENTITY_H

#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "buf.h"

struct csa_file_wanted {
	const char *path;
	const char *build_id;         /* hexadecimal; NULL or "": the module that ran had none */
	bool has_stat;                /* the next two are known */
	uint64_t file_bytes;          /* without build-id: size and last change when it ran */
	uint64_t file_changed_ns;     /* CLOCK_REALTIME */
	uint64_t started_realtime_ns; /* of the process; 0: not known */
};

/** csa_build_id_is_same() - hexadecimal of any case, the shorter one padded with zeros. */
bool csa_build_id_is_same(const char *text, const char *other);

/** csa_build_id_add() - adds the file's build-id in hexadecimal; nothing when it has none. */
void csa_build_id_add(Elf *elf, struct csa_buf *out);

/**
 * csa_file_check() - compare a file with what is wanted.
 * @why: what is wrong or cannot be known is added, one clause
 *
 * Return: 0 = it is the file, as far as can be known; CSA_E_FORMAT = it is not; CSA_E_NOMEM.
 */
int csa_file_check(Elf *elf, const struct stat *status, const struct csa_file_wanted *wanted,
		   struct csa_buf *why);

#endif
