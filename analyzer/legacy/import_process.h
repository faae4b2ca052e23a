/* SPDX-License-Identifier: MIT */
/*
 * One process while its old files become a process folder of version 3: blocks-0.0.cst and summary.cst by
 * import_events.c and import_summary.c, everything else by process_writer.c at the end.
 */
#ifndef CSA_IMPORT_PROCESS_H
#define CSA_IMPORT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "block_writer.h"
#include "err.h"
#include "exe_file.h"
#include "note_list.h"
#include "old_file.h"
#include "old_list.h"

#define CSA_IMPORT_THREADS_MAX \
	65536u /* chosen: a damaged file must not make as many as it has records */

/** Records that have no place in version 3: how many, to be said. */
struct csa_import_skipped {
	uint64_t counters; /* values of hardware counters */
	uint64_t counter_markers;
	uint64_t too_short; /* functions whose counters were not read */
	uint64_t unknown;   /* markers */
	uint32_t unknown_code;
	uint64_t holes;   /* records of zeros */
	uint64_t threads; /* events of threads beyond CSA_IMPORT_THREADS_MAX */
};

struct csa_import_process {
	const struct csa_exe_file *exe;
	char *dir; /* of version 3, made by csa_import_process() */
	uint32_t pid;
	uint32_t root_pid; /* set by the caller: the first process of the run, or 0 */
	uint32_t version;  /* of its newest file */
	/* The clock, as the first file says. */
	bool has_clock;
	bool has_ticks;
	uint64_t tick_hz;
	struct csa_tick_pair start;
	struct csa_tick_pair end; /* closing anchor; zeros: none */
	uint64_t first_time;      /* of all events */
	uint64_t last_time;
	uint64_t hook_ns;
	bool has_events;
	bool has_summary;
	uint32_t slots; /* of the summary */
	uint64_t records;
	uint64_t lost;       /* events that are not in a block's header */
	uint64_t open_calls; /* at the end */
	struct csa_thread_out **threads;
	uint32_t thread_count;
	uint32_t thread_capacity;
	uint32_t *thread_slots; /* hash: index + 1 */
	uint32_t slot_mask;
	uint32_t last_thread;
	struct csa_block_writer writer;
	char *block_path;
	struct csa_import_skipped skipped;
	struct csa_notes notes;
};

/**
 * csa_import_process() - read @count files of one process.
 * @entries: sorted as in struct csa_old_list
 * @parent_dir: where the folder is made
 *
 * What is damaged is in p->notes; the rest is there.
 *
 * Return: 0; CSA_E_IO for the folder that is written; CSA_E_NOMEM. csa_import_process_release() after both.
 */
int csa_import_process(struct csa_import_process *p, const struct csa_old_entry *entries,
		       uint32_t count, const char *parent_dir, const struct csa_exe_file *exe,
		       struct csa_err *err);
void csa_import_process_release(struct csa_import_process *p);

/** csa_import_start_ns(), csa_import_end_ns() - CLOCK_MONOTONIC, as far as the files say. */
uint64_t csa_import_start_ns(const struct csa_import_process *p);
uint64_t csa_import_end_ns(const struct csa_import_process *p);

/** csa_import_events() - one event file. @file is open. */
int csa_import_events(struct csa_import_process *p, const struct csa_old_file *file,
		      struct csa_err *err);

/** csa_import_summaries() - @count summary files, a slot each, become summary.cst. */
int csa_import_summaries(struct csa_import_process *p, const struct csa_old_entry *entries,
			 uint32_t count, struct csa_err *err);

/** csa_import_addr() - an address of the process: link-time where it is the program's. */
static inline uint64_t csa_import_addr(const struct csa_import_process *p, uint64_t bias,
				       uint64_t ip)
{
	uint64_t addr = ip - bias;

	return addr >= p->exe->start_addr && addr < p->exe->end_addr ? addr : ip;
}

#endif
