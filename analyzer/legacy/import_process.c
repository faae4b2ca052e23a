/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf */
#include "import_process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file_bytes.h"

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for a process");
}

uint64_t csa_import_start_ns(const struct csa_import_process *p)
{
	return p->start.ns;
}

uint64_t csa_import_end_ns(const struct csa_import_process *p)
{
	double ticks = p->last_time > p->start.ticks ? (double)(p->last_time - p->start.ticks) : 0;
	double ns = ticks;

	if (p->end.ticks)
		return p->end.ns;
	if (p->has_ticks && p->tick_hz)
		ns = ticks * 1e9 / (double)p->tick_hz;
	return ns < 9e18 ? p->start.ns + (uint64_t)ns : UINT64_MAX;
}

/* Files of one process have one clock. Return: whether @h has that of the files before it. */
static bool take_clock(struct csa_import_process *p, const struct csa_old_header *h)
{
	bool has_ticks = h->flags & CSA_OLD_TICKS;

	if (h->version > p->version)
		p->version = h->version;
	if (p->has_clock)
		return has_ticks == p->has_ticks && h->tick_hz == p->tick_hz;
	p->has_clock = true;
	p->has_ticks = has_ticks;
	p->tick_hz = h->tick_hz;
	p->start.ticks = has_ticks ? h->first_ticks : h->first_ns;
	p->start.ns = h->first_ns;
	p->hook_ns = h->hook_ns;
	return true;
}

static void check_clock(struct csa_import_process *p, const struct csa_old_entry *entry)
{
	if (!take_clock(p, &entry->header))
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE,
			      "%s: offset %u: its clock is not that of the other files of process "
			      "%" PRIu32,
			      entry->path, CSA_OLD_AT_FLAGS, p->pid);
	if (p->exe->path && p->exe->is_big_endian != entry->header.is_big_endian)
		csa_notes_add(&p->notes, CSA_NOTE_WARNING,
			      "%s has another byte order than the files: is it this program?",
			      p->exe->path);
}

/* Segments that are not there, before @entry; @before: the file before it, NULL for the first. */
static void check_segments(struct csa_import_process *p, const struct csa_old_entry *entry,
			   const struct csa_old_entry *before)
{
	bool is_same = before && before->has_place && before->tid == entry->tid;
	uint32_t expected = is_same ? before->segment + 1 : 0;

	if (!entry->has_place || entry->segment <= expected)
		return;
	if (is_same)
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE,
			      "%s: segments %" PRIu32 " to %" PRIu32 " before it are not there",
			      entry->path, expected, entry->segment - 1);
	else
		csa_notes_add(&p->notes, CSA_NOTE_INFO,
			      "%s: older segments are not there; calls that began in them are not "
			      "counted",
			      entry->path);
}

static bool is_twice(const struct csa_old_entry *entry, const struct csa_old_entry *before)
{
	return before && entry->has_place && before->has_place && before->tid == entry->tid &&
	       before->segment == entry->segment;
}

static int read_events(struct csa_import_process *p, const struct csa_old_entry *entry,
		       const struct csa_old_entry *before, struct csa_err *err)
{
	struct csa_old_file file;
	struct csa_err why = { 0 };
	int rc;

	if (is_twice(entry, before)) {
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE, "%s: the same segment as %s", entry->path,
			      before->path);
		return 0;
	}
	check_clock(p, entry);
	check_segments(p, entry, before);
	if (csa_old_file_open(&file, entry->path, &why) < 0) {
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE, "%s", why.msg);
		rc = 0;
	} else {
		rc = csa_import_events(p, &file, err);
	}
	csa_old_file_close(&file);
	return rc;
}

static int flush_threads(struct csa_import_process *p, struct csa_err *err)
{
	int rc = 0;

	for (uint32_t i = 0; i < p->thread_count && rc == 0; i++)
		rc = csa_thread_flush(&p->writer, p->threads[i], err);
	p->lost = p->writer.unwritten_lost;
	p->open_calls = p->writer.open_calls;
	return rc;
}

static int import_events(struct csa_import_process *p, const struct csa_old_entry *entries,
			 uint32_t count, struct csa_err *err)
{
	int rc;

	p->block_path = csa_path_join(p->dir, "blocks-0.0.cst");
	if (!p->block_path)
		return no_memory(err);
	rc = csa_block_writer_open(&p->writer, p->block_path, err);
	for (uint32_t i = 0; i < count && rc == 0; i++)
		rc = read_events(p, &entries[i], i ? &entries[i - 1] : NULL, err);
	if (rc == 0)
		rc = flush_threads(p, err);
	p->has_events = true;
	return csa_block_writer_close(&p->writer, rc < 0 ? NULL : err) < 0 && rc == 0 ? CSA_E_IO
										      : rc;
}

static int import_summaries(struct csa_import_process *p, const struct csa_old_entry *entries,
			    uint32_t count, struct csa_err *err)
{
	for (uint32_t i = 0; i < count; i++)
		check_clock(p, &entries[i]);
	p->has_summary = true;
	csa_notes_add(&p->notes, CSA_NOTE_INFO,
		      "summary files of older formats: of a recursive function incl counts every "
		      "activation, and percentiles are within an eighth");
	return csa_import_summaries(p, entries, count, err);
}

/* Version 1 has no reading of the clock: the first event is the beginning. */
static void settle_start(struct csa_import_process *p)
{
	if (p->first_time == UINT64_MAX)
		p->first_time = p->start.ticks;
	if (!p->has_ticks && (p->start.ns == 0 || p->first_time < p->start.ns))
		p->start = (struct csa_tick_pair){ .ticks = p->first_time, .ns = p->first_time };
}

static void note(struct csa_import_process *p, uint64_t count, const char *text)
{
	if (count)
		csa_notes_add(&p->notes, CSA_NOTE_INFO, "process %" PRIu32 ": %s: %" PRIu64, p->pid,
			      text, count);
}

static void say_skipped(struct csa_import_process *p)
{
	const struct csa_import_skipped *s = &p->skipped;

	note(p, s->counters, "values of hardware counters, which are not read");
	note(p, s->counter_markers, "markers about hardware counters, which are not read");
	note(p, s->too_short, "functions whose hardware counters were not read, as too short");
	note(p, s->holes, "empty records");
	if (s->unknown)
		csa_notes_add(&p->notes, CSA_NOTE_WARNING,
			      "process %" PRIu32 ": markers that are not known: %" PRIu64
			      ", the last is %" PRIu32,
			      p->pid, s->unknown, s->unknown_code);
	if (s->threads)
		csa_notes_add(&p->notes, CSA_NOTE_DAMAGE,
			      "process %" PRIu32
			      ": more than %u threads; records left out: %" PRIu64,
			      p->pid, CSA_IMPORT_THREADS_MAX, s->threads);
	if (p->has_ticks && !p->tick_hz && !p->end.ticks)
		csa_notes_add(&p->notes, CSA_NOTE_WARNING,
			      "process %" PRIu32 ": how long a tick is is not known; 1 ns is taken",
			      p->pid);
}

static int make_folder(struct csa_import_process *p, const char *parent_dir, struct csa_err *err)
{
	if (asprintf(&p->dir, "%s/trace-%" PRIu32, parent_dir, p->pid) < 0) {
		p->dir = NULL;
		return no_memory(err);
	}
	if (mkdir(p->dir, 0700) != 0)
		return csa_fail(err, CSA_E_IO, "%s: %s", p->dir, strerror(errno));
	return 0;
}

/* As other folders, it is called after the start of the process, now that this is known. */
static int name_folder(struct csa_import_process *p, const char *parent_dir, struct csa_err *err)
{
	char *dir;

	if (asprintf(&dir, "%s/trace-%" PRIu32 "-%" PRIu64, parent_dir, p->pid, p->start.ns) < 0)
		return no_memory(err);
	if (rename(p->dir, dir) != 0) {
		free(dir);
		return csa_fail(err, CSA_E_IO, "%s: %s", p->dir, strerror(errno));
	}
	free(p->dir);
	p->dir = dir;
	return 0;
}

int csa_import_process(struct csa_import_process *p, const struct csa_old_entry *entries,
		       uint32_t count, const char *parent_dir, const struct csa_exe_file *exe,
		       struct csa_err *err)
{
	uint32_t events = 0;
	int rc;

	*p = (struct csa_import_process){
		.exe = exe, .pid = entries[0].pid, .first_time = UINT64_MAX, .writer.fd = -1
	};
	csa_notes_init(&p->notes);
	while (events < count && entries[events].header.kind == CSA_OLD_EVENTS)
		events++;
	rc = make_folder(p, parent_dir, err);
	if (rc == 0 && events)
		rc = import_events(p, entries, events, err);
	if (rc == 0 && events < count)
		rc = import_summaries(p, entries + events, count - events, err);
	settle_start(p);
	say_skipped(p);
	return rc < 0 ? rc : name_folder(p, parent_dir, err);
}

void csa_import_process_release(struct csa_import_process *p)
{
	for (uint32_t i = 0; i < p->thread_count; i++) {
		csa_open_calls_release(&p->threads[i]->calls);
		free(p->threads[i]);
	}
	free(p->threads);
	free(p->thread_slots);
	if (p->writer.fd >= 0)
		(void)csa_block_writer_close(&p->writer, NULL);
	free(p->block_path);
	free(p->dir);
	csa_notes_release(&p->notes);
	*p = (struct csa_import_process){ .writer.fd = -1 };
}
