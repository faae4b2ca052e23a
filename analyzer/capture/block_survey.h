/* SPDX-License-Identifier: MIT */
/*
 * The headers of all blocks of block files, from one to the next, and the next possible header
 * after damage. Private to the capture room.
 *
 * What is only wrong when no open window has the same block is kept apart (struct csa_doubts) until
 * live.cst was read.
 */
#ifndef CSA_BLOCK_SURVEY_H
#define CSA_BLOCK_SURVEY_H

#include "capture_dir.h"

/**
 * A hole, a cut block or a cut header: normal after a kill and while a block is being written, damage
 * otherwise.
 */
struct csa_doubt {
	uint32_t file;
	uint64_t offset;
	bool has_key;   /* the header is there: thread_serial, lane, sequence are known */
	bool has_rest;  /* a hole with something else behind it: no kill leaves that */
	bool is_at_end; /* nothing follows in its file */
	uint8_t lane;
	uint32_t thread_serial;
	uint32_t sequence;
	char text[200];
};

struct csa_doubts {
	struct csa_doubt *items;
	size_t count;
};

/** What a window held at a glance. */
struct csa_window_seen {
	uint32_t state;
	uint32_t thread_serial;
};

/**
 * The windows before the block files are read. The process can still run: a window that holds
 * something else after the files were read has handed over its block meanwhile, and the file may
 * have been read before. What such a thread did lately is then left out, up to its last whole block
 * in a file; a window that held one block all the time goes on where the files end.
 */
struct csa_windows_seen {
	struct csa_window_seen *items;
	uint64_t count;
};

/** csa_survey_glance() - fill @seen from live.cst in @dir; empty when it cannot be read. */
int csa_survey_glance(struct csa_windows_seen *seen, const char *dir, struct csa_err *err);

/** csa_survey_file() - add the blocks of capture->files[@file] from its surveyed on, and move that.
 *  Return: 0, CSA_E_IO, CSA_E_NOMEM. */
int csa_survey_file(struct csa_capture *capture, uint32_t file, struct csa_doubts *doubts,
		    struct csa_notes *notes, struct csa_err *err);

/**
 * csa_survey_live() - read live.cst, whose index in files is @file, and add its open windows.
 * @seen: windows that are not as they were are counted and not added; NULL: take all
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM; CSA_E_FORMAT or CSA_E_UNSUPPORTED for a file that is none.
 */
int csa_survey_live(struct csa_capture *capture, uint32_t file, const struct csa_windows_seen *seen,
		    struct csa_notes *notes, struct csa_err *err);

/** csa_survey_add() - one block; also takes its pair of clocks. Return: 0 or CSA_E_NOMEM. */
int csa_survey_add(struct csa_capture *capture, const struct csf_block *header,
		   const struct csa_block_ref *ref);

/**
 * csa_survey_finish() - sort, drop the copies that do not count, find gaps, judge the doubts.
 *
 * Return: 0, CSA_E_IO, CSA_E_NOMEM.
 */
int csa_survey_finish(struct csa_capture *capture, const struct csa_doubts *doubts,
		      struct csa_notes *notes, struct csa_err *err);

#endif
