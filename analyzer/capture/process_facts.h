/* SPDX-License-Identifier: MIT */
/* process.json: the facts that a traced process wrote down when it started. */
#ifndef CSA_PROCESS_FACTS_H
#define CSA_PROCESS_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "note_list.h"

/** What makes process.json one of a snapshot. */
struct csa_snapshot_facts {
	bool known; /* false: the capture is none */
	uint64_t number;
	char *reason;          /* "ctl" or "trigger" */
	char *function;        /* of TRACE_TRIGGER, or NULL */
	uint64_t duration_ns;  /* of its call */
	uint64_t lost_threads; /* what live.cst said when it was made */
	uint64_t lost_events;
};

/** What makes process.json one that was made of files of an older format. */
struct csa_imported_facts {
	bool known;             /* false: the process wrote it itself */
	char *from;             /* path of those files */
	uint64_t version;       /* of their format */
	struct csa_notes notes; /* what was to be said about them */
};

/** Strings are UTF-8, on the heap, NULL where the file says null or nothing. */
struct csa_process_facts {
	bool known; /* false: process.json could not be read, everything else is 0 */
	char *exe;
	char **cmdline; /* cmdline_count strings */
	size_t cmdline_count;
	char *cwd;
	uint64_t pid;
	uint64_t ppid;
	char *parent;           /* folder name of the parent process */
	uint64_t process_start; /* kernel's clock ticks since boot, kept by exec; 0: not known */
	char *arch;
	uint64_t cpus;
	uint64_t start_ticks;
	uint64_t start_monotonic_ns;
	uint64_t start_boottime_ns;
	uint64_t start_realtime_ns;
	char *clock_source;
	double tick_hz;
	bool tick_hz_exact;
	char *mode;
	uint64_t max_mb;
	uint64_t max_events;
	char *full; /* TRACE_FULL: "stop" or "wrap"; NULL: written before there was one */
	uint64_t seg_mb;
	uint64_t min_free_mb;
	bool callsites;
	char *threads;         /* TRACE_THREADS */
	double hook_ns;        /* in this mode */
	double events_hook_ns; /* in events mode; 0: not known */
	char *frames;          /* "cfa" or "hook" */
	char *selection;       /* path of the selection file */
	struct csa_snapshot_facts snapshot;
	struct csa_imported_facts imported;
};

/**
 * csa_process_facts_read() - read <dir>/process.json.
 * @facts: released by csa_process_facts_release(), also after a failure
 *
 * Return: 0, CSA_E_ABSENT, CSA_E_IO, CSA_E_FORMAT, CSA_E_UNSUPPORTED for another schema, CSA_E_NOMEM.
 */
int csa_process_facts_read(struct csa_process_facts *facts, const char *dir, struct csa_err *err);
void csa_process_facts_release(struct csa_process_facts *facts);

#endif
