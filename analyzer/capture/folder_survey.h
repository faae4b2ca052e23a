/* SPDX-License-Identifier: MIT */
/* The files of a process folder. Private to the capture room. */
#ifndef CSA_FOLDER_SURVEY_H
#define CSA_FOLDER_SURVEY_H

#include "block_survey.h"

/**
 * csa_survey_folder() - what is in block files, windows and summary of capture->dir.
 *
 * Return: 0, also when a part cannot be read and notes say so; CSA_E_IO, CSA_E_NOMEM.
 */
int csa_survey_folder(struct csa_capture *capture, struct csa_doubts *doubts,
		      struct csa_notes *notes, struct csa_err *err);

/** csa_survey_summary() - capture->files[@file] is a summary. Return: as csa_summary_read(). */
int csa_survey_summary(struct csa_capture *capture, uint32_t file, struct csa_notes *notes,
		       struct csa_err *err);

/** csa_take_file() - opens @path, which is taken, for capture->files, or finds it there and looks how long
 *  it is now. Return: its index, CSA_E_ABSENT, CSA_E_IO, CSA_E_NOMEM. */
int csa_take_file(struct csa_capture *capture, char *path, struct csa_err *err);

/**
 * csa_tolerate() - what keeps a part of the folder from being read is damage; what follows can still be
 * read. Block files come last when a process begins: without any, the rest need not be there yet.
 * @rc: what reading that part gave, and @why
 *
 * Return: 0, or CSA_E_NOMEM when @rc is.
 */
int csa_tolerate(const struct csa_capture *capture, int rc, struct csa_err *why,
		 struct csa_notes *notes, struct csa_err *err);

#endif
