/* SPDX-License-Identifier: MIT */
#include "capture_records.h"

#include <stddef.h>
#include <stdlib.h>

#include "capture_dir.h"
#include "word_reader.h"

/* Other extended records are the runtime's: names of threads, markers, times. */
static bool is_of_program(const struct csa_record *record)
{
	return record->kind != CSF_KIND_EXTENDED || record->type == CSF_EXT_UNMATCHED ||
	       record->type == CSF_EXT_USER_MARK;
}

static bool block_has_records(const struct csa_capture *capture, const struct csa_block_ref *ref,
			      void *block)
{
	struct csa_word_reader reader;
	struct csa_record record = { 0 };
	int bytes = csa_capture_read_block(capture, ref, block, NULL);

	if (bytes < 0)
		return false;
	csa_word_reader_init(&reader, block, (uint32_t)bytes);
	while (csa_word_reader_next(&reader, &record, NULL) > 0) {
		if (is_of_program(&record))
			return true;
	}
	return false;
}

static int blocks_have_records(const struct csa_capture *capture, struct csa_err *err)
{
	void *block = malloc(CSF_BLOCK_BYTES);
	int answer = 0;

	if (!block)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", capture->dir);
	for (size_t i = 0; !answer && i < capture->block_count; i++)
		answer = block_has_records(capture, &capture->blocks[i], block);
	free(block);
	return answer;
}

static bool summary_has_records(const struct csa_summary *summary)
{
	for (size_t i = 0; i < summary->slot_count; i++) {
		const struct csa_summary_slot *slot = &summary->slots[i];

		for (size_t j = 0; j < slot->row_count; j++) {
			if (slot->rows[j].numbers.entered)
				return true;
		}
	}
	return false;
}

int csa_capture_has_records(const char *dir, struct csa_err *err)
{
	struct csa_capture capture;
	struct csa_notes notes;
	struct csa_err why = { 0 };
	int rc;

	csa_notes_init(&notes);
	rc = csa_capture_open(&capture, dir, &notes, &why);
	if (rc == CSA_E_NOMEM)
		rc = csa_fail(err, rc, "%s", why.msg);
	else if (rc < 0)
		rc = 0;
	else if (capture.summary)
		rc = summary_has_records(capture.summary);
	else
		rc = blocks_have_records(&capture, err);
	csa_capture_close(&capture);
	csa_notes_release(&notes);
	return rc;
}
