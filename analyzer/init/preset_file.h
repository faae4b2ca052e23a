/* SPDX-License-Identifier: MIT */
/*
 * CMakePresets.json of a project that is adopted: what is there, and what has to be done for the
 * preset "instrument". Existing files are read and never changed.
 */
#ifndef CSA_PRESET_FILE_H
#define CSA_PRESET_FILE_H

#include <stdbool.h>

#include "buf.h"
#include "err.h"

enum csa_preset_state {
	CSA_PRESET_WRITTEN,  /* there was no file: ours was written */
	CSA_PRESET_IS_THERE, /* the preset is there already */
	CSA_PRESET_TO_INCLUDE, /* CSA_PRESET_OWN_FILE lies beside it; a line of JSON has to be pasted */
	CSA_PRESET_TO_ADD, /* its schema knows no include, it has no presets: their list has to be pasted */
	CSA_PRESET_TO_PASTE, /* the same, it has some: one more has to be pasted */
};

#define CSA_PRESET_FILE     "CMakePresets.json"
#define CSA_PRESET_OWN_FILE "callsight-presets.json"

/**
 * csa_preset_file_adopt() - write what can be written, and say what is left to do.
 * @lines: gets the JSON to paste
 * @is_new: whether a file was written
 *
 * Return: enum csa_preset_state; CSA_E_FORMAT when the file there is no JSON object; CSA_E_IO;
 * CSA_E_NOMEM.
 */
int csa_preset_file_adopt(const char *folder, struct csa_buf *lines, bool *is_new,
			  struct csa_err *err);

/** csa_preset_write_new() - a new file; one that is there stays. Return: 1 written, 0 there, CSA_E_IO. */
int csa_preset_write_new(const char *folder, const char *name, const char *text,
			 struct csa_err *err);

#endif
