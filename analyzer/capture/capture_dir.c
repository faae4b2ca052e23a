/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup, strndup */
#include "capture_dir.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "block_header.h"
#include "file_bytes.h"
#include "folder_survey.h"
#include "native_order.h"

static const struct csa_capture empty = { .first_ticks = UINT64_MAX, .modules.epoch_count = 1 };

/* Also finds the blocks' order, which has a meaning of its own with TRACE_FULL=wrap. */
static int read_facts(struct csa_capture *capture, const struct csa_doubts *doubts,
		      struct csa_notes *notes, struct csa_err *err)
{
	struct csa_err why = { 0 };
	int facts_rc = csa_process_facts_read(&capture->facts, capture->dir, &why);
	int rc;

	capture->is_wrap = capture->facts.full && strcmp(capture->facts.full, "wrap") == 0;
	capture->lost_events += capture->facts.snapshot.lost_events;
	if (capture->has_live && capture->live.ended && !capture->has_record_files &&
	    !capture->is_wrap)
		csa_notes_add(notes, CSA_NOTE_DAMAGE, "%s: the block files are not there",
			      capture->dir);
	rc = csa_survey_finish(capture, doubts, notes, err);
	return rc < 0 ? rc : csa_tolerate(capture, facts_rc, &why, notes, err);
}

static void note_clock(const struct csa_capture *capture, struct csa_notes *notes)
{
	const struct csa_clock *clock = &capture->clock;

	if (clock->is_contradictory)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "%s: the readings of both clocks contradict each other (one was set "
			      "back); the rate of process.json is used",
			      capture->dir);
	if (clock->changes)
		csa_notes_add(
			notes, CSA_NOTE_WARNING,
			"%s: the counter's rate or offset changed %llu times (suspended, moved "
			"to another machine?); times are joined at the readings of both "
			"clocks, calls across a change are up to that far off",
			capture->dir, (unsigned long long)clock->changes);
	if (clock->left_out)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "%s: readings of both clocks that contradict the others: %llu; they "
			      "are not used",
			      capture->dir, (unsigned long long)clock->left_out);
}

static int find_rate(struct csa_capture *capture, struct csa_notes *notes, struct csa_err *err)
{
	const struct csa_process_facts *facts = &capture->facts;
	uint64_t base = capture->first_ticks;
	int rc = 0;

	if (facts->known)
		rc = csa_clock_pairs_add(&capture->pairs,
					 (struct csa_tick_pair){ facts->start_ticks,
								 facts->start_monotonic_ns });
	if (rc == 0 && capture->has_live && capture->live.ended)
		rc = csa_clock_pairs_add(&capture->pairs,
					 (struct csa_tick_pair){ capture->live.end_pair_ticks,
								 capture->live.end_pair_ns });
	if (facts->known && facts->start_ticks < base)
		base = facts->start_ticks;
	if (rc == 0)
		rc = csa_clock_make(&capture->clock, &capture->pairs, base, facts->tick_hz,
				    facts->tick_hz_exact);
	csa_clock_pairs_release(&capture->pairs);
	if (rc < 0)
		return csa_fail(err, rc, "no memory for the clock of %s", capture->dir);
	note_clock(capture, notes);
	return 0;
}

/* Files of an older format are called by their own name: where they were made into these is gone soon. */
static int take_import(struct csa_capture *capture, struct csa_notes *notes, struct csa_err *err)
{
	const struct csa_imported_facts *imported = &capture->facts.imported;
	char *from;

	for (size_t i = 0; i < imported->notes.count; i++)
		csa_notes_add(notes, imported->notes.items[i].kind, "%s",
			      imported->notes.items[i].text);
	if (!imported->from)
		return 0;
	from = strdup(imported->from);
	if (!from)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	free(capture->dir);
	capture->dir = from;
	for (size_t i = 0; i < capture->file_count; i++) {
		struct csa_capture_file *file = &capture->files[i];
		const char *slash = strrchr(file->path, '/');
		char *path = csa_path_join(from, slash ? slash + 1 : file->path);

		if (!path)
			return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
		free(file->path);
		file->path = path;
	}
	return 0;
}

int csa_capture_open(struct csa_capture *capture, const char *dir, struct csa_notes *notes,
		     struct csa_err *err)
{
	struct csa_doubts doubts = { 0 };
	struct csa_err why = { 0 };
	int rc;

	*capture = empty;
	if (!csa_is_process_dir(dir))
		return csa_fail(err, CSA_E_ABSENT, "%s: not the folder of a traced process", dir);
	capture->dir = strdup(dir);
	if (!capture->dir)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	/* First, as a process that begins or loads a module writes them last. */
	rc = csa_survey_folder(capture, &doubts, notes, err);
	if (rc == 0)
		rc = read_facts(capture, &doubts, notes, err);
	free(doubts.items);
	if (rc == 0)
		rc = csa_tolerate(capture, csa_modules_read(&capture->modules, dir, notes, &why),
				  &why, notes, err);
	if (rc == 0)
		rc = find_rate(capture, notes, err);
	return rc < 0 ? rc : take_import(capture, notes, err);
}

static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return strdup(".");
	return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

/* The first bytes of the first file; 0 when it has none. */
static uint32_t magic_of(const struct csa_capture *capture)
{
	uint32_t magic = 0;

	if (csa_file_read_at(capture->files[0].fd, &magic, sizeof(magic), 0, NULL) !=
	    (ssize_t)sizeof(magic))
		return 0;
	return magic;
}

int csa_capture_open_file(struct csa_capture *capture, const char *path, struct csa_notes *notes,
			  struct csa_err *err)
{
	struct csa_doubts doubts = { 0 };
	int rc;

	*capture = empty;
	capture->dir = folder_of(path);
	if (!capture->dir)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	/* The folder's small files only help to read this one: without them it is still shown. */
	(void)csa_process_facts_read(&capture->facts, capture->dir, NULL);
	capture->is_wrap = capture->facts.full && strcmp(capture->facts.full, "wrap") == 0;
	(void)csa_modules_read(&capture->modules, capture->dir, notes, NULL);
	rc = csa_take_file(capture, strdup(path), err);
	if (rc < 0)
		return rc;
	if (csa_is_magic(magic_of(capture), CSF_LIVE_MAGIC))
		rc = csa_survey_live(capture, 0, NULL, notes, err);
	else if (csa_is_magic(magic_of(capture), CSF_SUMMARY_MAGIC))
		rc = csa_survey_summary(capture, 0, notes, err);
	else
		rc = csa_survey_file(capture, 0, &doubts, notes, err);
	if (rc == 0)
		rc = csa_survey_finish(capture, &doubts, notes, err);
	free(doubts.items);
	return rc < 0 ? rc : find_rate(capture, notes, err);
}

/* What is in doubt or in windows is looked at again. */
static void forget_unfinished(struct csa_capture *capture)
{
	size_t kept = 0;

	for (size_t i = 0; i < capture->block_count; i++) {
		struct csa_block_ref ref = capture->blocks[i];

		if ((ref.flags & CSA_REF_WINDOW) || ref.offset >= capture->files[ref.file].surveyed)
			continue;
		ref.flags &= (uint8_t)~CSA_REF_GAP;
		capture->blocks[kept++] = ref;
	}
	capture->block_count = kept;
	free(capture->lanes);
	capture->lanes = NULL;
	capture->lane_count = 0;
	capture->open_windows = 0;
	capture->changed_windows = 0;
	capture->lost_events = 0;
	capture->lost_blocks = 0;
	capture->older_blocks = 0;
	capture->window_ticks = 0;
	if (capture->summary)
		csa_summary_release(capture->summary);
	free(capture->summary);
	capture->summary = NULL;
}

int csa_capture_refresh(struct csa_capture *capture, struct csa_notes *notes, struct csa_err *err)
{
	struct csa_doubts doubts = { 0 };
	struct csa_modules modules;
	struct csa_err why = { 0 };
	int rc;

	forget_unfinished(capture);
	rc = csa_survey_folder(capture, &doubts, notes, err);
	if (rc == 0)
		rc = csa_survey_finish(capture, &doubts, notes, err);
	free(doubts.items);
	csa_clock_pairs_release(&capture->pairs);
	if (rc < 0)
		return rc;
	rc = csa_modules_read(&modules, capture->dir, notes, &why);
	if (rc == 0) {
		csa_modules_release(&capture->modules);
		capture->modules = modules;
	}
	return csa_tolerate(capture, rc, &why, notes, err);
}

bool csa_capture_has_losses(const struct csa_capture *c)
{
	return c->lost_events || c->lost_blocks || (c->has_live && c->live.lost_threads) ||
	       c->facts.snapshot.lost_threads;
}

uint64_t csa_capture_block_bytes(const struct csa_capture *capture)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < capture->block_count; i++)
		bytes += capture->blocks[i].bytes;
	return bytes;
}

void csa_capture_close(struct csa_capture *capture)
{
	csa_process_facts_release(&capture->facts);
	csa_modules_release(&capture->modules);
	csa_clock_pairs_release(&capture->pairs);
	csa_clock_release(&capture->clock);
	for (size_t i = 0; i < capture->file_count; i++) {
		close(capture->files[i].fd);
		free(capture->files[i].path);
	}
	free(capture->files);
	if (capture->summary)
		csa_summary_release(capture->summary);
	free(capture->summary);
	free(capture->blocks);
	free(capture->lanes);
	free(capture->dir);
	*capture = (struct csa_capture){ 0 };
}

/* The program can still run: a window counts when it held the same block before and after. */
static bool is_still(const struct csa_capture_file *file, const struct csa_block_ref *ref,
		     const struct csf_block *copy, struct csa_err *err)
{
	struct csf_block now;

	if (!(ref->flags & CSA_REF_WINDOW))
		return true;
	if (csa_block_read_header(file->fd, &now, sizeof(now), ref->offset, err) != sizeof(now))
		return false;
	return copy->thread_serial == ref->thread_serial && copy->sequence == ref->sequence &&
	       copy->state == (ref->sequence << 1 | 1) && now.state == copy->state &&
	       now.sequence == copy->sequence && now.thread_serial == copy->thread_serial;
}

int csa_capture_read_block(const struct csa_capture *capture, const struct csa_block_ref *ref,
			   void *block, struct csa_err *err)
{
	const struct csa_capture_file *file = &capture->files[ref->file];
	ssize_t n = csa_file_read_at(file->fd, block, ref->bytes, ref->offset, err);
	int rc = n < 0 ? (int)n : 0;

	if (n >= 0 && n < (ssize_t)CSF_BLOCK_HEADER_BYTES)
		rc = csa_fail(err, CSA_E_FORMAT, "%zd bytes, expected a block", n);
	if (rc == 0)
		csa_block_to_native(block, (size_t)n);
	if (rc == 0 && !is_still(file, ref, block, err))
		rc = csa_fail(err, CSA_E_ABSENT, "reused while it was read; block %u of thread %u",
			      ref->sequence, ref->thread_serial);
	if (rc == 0)
		rc = csa_block_check(block, err);
	if (rc < 0) {
		csa_err_context(err, "%s: offset %llu", file->path,
				(unsigned long long)ref->offset);
		return rc;
	}
	return (int)(n & ~(ssize_t)7);
}
