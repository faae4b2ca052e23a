/* SPDX-License-Identifier: MIT */
/*
 * The numbers of one report, complete and sorted, for every output format. Made in one pass over
 * the blocks; formats only print.
 *
 * Invariants: strings belong to the report or to its symbols and live as long as it does; the sum of
 * self_ns of all rows is the sum of root_ns of all threads, and that of the tree's nodes.
 */
#ifndef CSA_REPORT_H
#define CSA_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call_stream.h"
#include "capture_dir.h"
#include "capture_runs.h"
#include "note_list.h"
#include "report_watch.h"
#include "row_stats.h"
#include "row_table.h"
#include "stack_tree.h"
#include "text_pool.h"
#include "user_names.h"
#include "user_stats.h"

enum csa_report_sort {
	CSA_SORT_SELF,
	CSA_SORT_INCL,
	CSA_SORT_CALLS,
};

struct csa_report_follow;

struct csa_report_options {
	bool all;                /* every run of the folder, not only the newest */
	const char *const *dirs; /* folders instead of the one given; NULL: not given */
	size_t dir_count;
	const char *const *process_dirs; /* instead: exactly these; NULL: not given */
	size_t process_dir_count;
	bool wants_tree; /* for folded stacks */
	bool wants_sites;
	bool subtracts_overhead; /* from numbers of functions, stacks, sites and threads */
	struct csa_call_filter filter;
	const struct csa_call_ops *calls; /* who wants the calls; NULL: nobody */
	void *calls_state;
	struct csa_report_follow
		*follow; /* of processes that run; then calls is NULL. NULL: once */
	const struct csa_report_watch *watch;     /* NULL: nobody wants to know how far it is */
	struct csa_symbol_sources symbol_sources; /* what it points to outlives the report */
	unsigned workers;                         /* 0: one for each CPU */
	enum csa_report_sort sort;
};

struct csa_report_row {
	uint32_t row; /* number in the row table and the tree */
	const struct csa_row_name *name;
	uint64_t calls;
	uint64_t resumes; /* part of calls: a coroutine was resumed */
	uint64_t unwound;
	uint64_t open;
	uint64_t lossy;     /* part of calls: events were lost while they were open */
	bool is_at_least;   /* events were lost: there may have been more calls */
	bool has_times;     /* false: only counted, everything in ns is 0 */
	bool has_quantiles; /* false: durations of some calls are missing */
	uint64_t incl_ns;
	uint64_t self_ns;
	uint64_t
		min_ns; /* without open calls, unless there are no others; likewise the quantiles */
	uint64_t avg_ns; /* likewise */
	uint64_t max_ns; /* with open calls */
	uint64_t p50_ns;
	uint64_t p90_ns;
	uint64_t p95_ns;
	uint64_t p99_ns;
	uint64_t p999_ns;
	uint64_t probe_ns; /* part of self_ns that is the hooks', estimated */
};

struct csa_report_thread {
	size_t process; /* index */
	uint32_t serial;
	uint32_t tid;
	char *name; /* UTF-8, may be NULL */
	uint64_t events;
	uint64_t unmatched;
	uint64_t lost; /* events that were not recorded */
	uint64_t root_ns;
	uint64_t first_ns; /* since the start of its process */
	uint64_t last_ns;
};

struct csa_report_process {
	char *dir;
	char *exe;     /* may be NULL */
	char *command; /* command line in one string, may be NULL */
	uint64_t pid;
	uint64_t ppid;
	uint64_t start_realtime_ns;
	uint64_t start_monotonic_ns;
	uint64_t last_monotonic_ns;
	bool has_ended; /* reached its exit handlers */
	char *clock_source;
	double tick_hz;        /* as used: from the pairs when they could be used */
	uint64_t drift_ns;     /* largest distance of CLOCK_MONOTONIC from the times used */
	char *arch;            /* of the machine, may be NULL */
	uint64_t cpus;         /* of the machine; 0: not known */
	char *mode;            /* of recording, may be NULL */
	double hook_ns;        /* in that mode */
	double events_hook_ns; /* in events mode; 0: not known */
	char *selection;       /* path of the index of selection files; NULL: none */
	uint64_t events;
	uint64_t block_bytes; /* of its events */
	uint64_t
		order_ns; /* start_realtime_ns or what its folder is called after, else start_monotonic_ns */
	unsigned *modules; /* that it had loaded, each once */
	uint32_t module_count;
	struct csa_notes notes;
};

/** A folder of which only the newest run is reported. */
struct csa_report_folder {
	char *dir;
	struct csa_notes notes; /* about the others */
};

struct csa_report_marker {
	size_t process;
	uint32_t thread_serial;
	uint32_t marker;
	uint64_t count;
	uint64_t argument; /* the sum of all where csa_marker_adds_up() */
};

/** One call site of one function below one caller: what came from there. */
struct csa_report_site {
	uint32_t row;         /* the function called */
	uint32_t caller;      /* row of the caller on the stack; CSA_NO_ROW: none in the capture */
	bool is_known;        /* false: the call site is not known, the rest is empty */
	bool is_inlined;      /* the call was inlined: the address is its hook's */
	unsigned module;      /* of the symbols, or CSA_NO_MODULE */
	uint64_t address;     /* link-time; run-time when no module is known */
	const char *function; /* in which it lies, also without hooks or inlined; NULL: not known */
	const char *file;     /* may be NULL */
	unsigned line;
	uint64_t calls;
	uint64_t total_ns; /* durations of all calls, also of recursive ones */
	uint64_t incl_ns;  /* of those that are not below another call of the row */
	uint64_t self_ns;
	uint64_t max_ns;
};

/** A module with functions that were called. */
struct csa_report_module {
	unsigned module;      /* for csa_symbols_module(), or CSA_NO_MODULE: of addresses in none */
	const char *path;     /* NULL: no module */
	const char *build_id; /* may be NULL */
	uint64_t functions;
	uint64_t calls;
	uint64_t self_ns;
};

/** What the program named: a mark, a frame or a value. */
struct csa_report_name {
	const struct csa_user_name *name;
	uint64_t count;
	uint64_t threads;
	uint64_t first_ns; /* since the first process began */
	uint64_t last_ns;
	/* Frames: times from one to the next in a thread. */
	uint64_t intervals; /* 0: none was measured, all times are 0 */
	uint64_t min_ns;
	uint64_t avg_ns;
	uint64_t p50_ns;
	uint64_t p99_ns;
	uint64_t max_ns;
	/* Values. */
	int64_t min;
	int64_t max;
	int64_t last;
	double avg;
};

struct csa_report_summary {
	uint64_t events;
	uint64_t calls;
	uint64_t threads;
	uint64_t shared_threads; /* part of threads: share a csa_report_thread with others */
	uint64_t unmatched;
	uint64_t unwound;
	uint64_t open;
	uint64_t pauses;
	uint64_t open_pauses;       /* part of pauses: not ended in the capture */
	uint64_t paused;            /* hooks not recorded in pauses that ended */
	uint64_t clock_steps;       /* back, seen in words and between blocks */
	uint64_t clock_changes;     /* of rate or offset, seen in the pairs of clocks */
	uint64_t clock_left_out;    /* pairs of clocks that contradict the others */
	uint64_t clock_drift_ns;    /* largest distance of a pair from the times used */
	uint64_t lost;              /* events that were made but not recorded, as far as known */
	uint64_t lossy;             /* calls during which events were lost */
	uint64_t self_ns;           /* of all rows */
	uint64_t dropped_functions; /* not selected */
	uint64_t dropped_events;
	uint64_t duration_ns; /* from the first start to the last event */
};

struct csa_report {
	struct csa_report_summary summary;
	struct csa_report_row *rows; /* with calls, selected, sorted */
	size_t row_count;
	struct csa_report_thread *threads;
	size_t thread_count;
	struct csa_report_process *processes; /* oldest first */
	size_t process_count;
	struct csa_report_folder *folders; /* by name */
	size_t folder_count;
	struct csa_report_marker *markers;
	size_t marker_count;
	struct csa_report_site
		*sites; /* NULL: not wanted. By row as rows are sorted, then by total_ns */
	size_t site_count;
	struct csa_report_module *modules; /* most self time first */
	size_t module_count;
	bool has_sites;       /* they were wanted */
	bool is_filtered;     /* numbers of calls are of what the filter shows */
	bool has_no_overhead; /* the estimated time of hooks is subtracted; probe_ns is 0 */
	char *filter_words;   /* what it is, of is_filtered */
	struct csa_call_filtered filtered;
	uint64_t overhead_ns;          /* so much */
	struct csa_report_name *names; /* by kind, then by name */
	size_t name_count;
	struct csa_notes notes;
	struct csa_tree tree; /* nodes NULL: not wanted */
	struct csa_row_table table;
	struct csa_user_names user_names;
	struct csa_symbols *symbols; /* NULL when no process could be read */
	struct csa_symbols
		*process_symbols; /* of the process whose calls are handed on, to ask for its
						run-time addresses; else NULL */
	/* While it is made. */
	struct csa_stats stats;
	struct csa_user_stats user_stats;
	uint64_t zero_monotonic_ns;            /* 0 ns of the calls */
	struct csa_user_names **process_names; /* of each process; NULL: calls were not wanted */
	size_t process_names_count;
	uint64_t probe_weight; /* processes have one hook cost each; the report uses their mean */
	csa_i128 probe_sum;    /* cost in 1/1024 ns, times the events of each */
	struct csa_text_pool texts; /* names, where they come from parts */
	size_t stackless;           /* processes that recorded in a mode without stacks */
};

/**
 * csa_report_make() - read, match and sort.
 * @dir: as for csa_runs_find(); not looked at when process_dirs are given
 * @report: released by csa_report_release(), also after a failure
 *
 * What is damaged or missing is in notes.
 *
 * Return: 0; CSA_E_ABSENT and others of csa_runs_find(); CSA_E_NOMEM; CSA_E_SYSTEM.
 */
int csa_report_make(struct csa_report *report, const char *dir,
		    const struct csa_report_options *options, struct csa_err *err);

/**
 * csa_report_begin() - an empty report, to which somebody adds what it is made of.
 * csa_report_finish() - the rest: rows, names and notes of what is there.
 * @report: released by csa_report_release(), also after a failure
 *
 * Return: 0 or CSA_E_NOMEM; csa_report_finish() also CSA_E_FORMAT: a process is there twice.
 */
int csa_report_begin(struct csa_report *report, bool wants_tree, struct csa_err *err);
int csa_report_finish(struct csa_report *report, enum csa_report_sort sort, struct csa_err *err);

void csa_report_release(struct csa_report *report);

/**
 * csa_report_make_again() - the same report, of what there is now.
 * @report: made by csa_report_make() with @options, which name what is followed; may have failed
 *
 * Only what is new is read, unless a filter, call sites or TRACE_FULL=wrap need everything. Strings of the
 * report before are no longer valid.
 */
int csa_report_make_again(struct csa_report *report, const char *dir,
			  const struct csa_report_options *options, struct csa_err *err);

/** csa_report_why_empty() - why there is nothing to report, one clause; NULL: there is. */
const char *csa_report_why_empty(const struct csa_report *report);

#endif
