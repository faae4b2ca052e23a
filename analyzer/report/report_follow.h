/* SPDX-License-Identifier: MIT */
/*
 * What stays from one report to the next when processes are reported while they run: opened captures,
 * names, and the sums of blocks that were matched already.
 */
#ifndef CSA_REPORT_FOLLOW_H
#define CSA_REPORT_FOLLOW_H

#include "capture_dir.h"
#include "match_grown.h"
#include "selection.h"
#include "symbolize.h"
#include "user_names.h"

/** One process, opened for reading. */
struct csa_process_source {
	char *dir; /* NULL: not of a csa_report_follow */
	struct csa_capture capture;
	struct csa_symbols *symbols;
	struct csa_selection selection;
	struct csa_user_names *names;
	bool is_open;
	size_t module_count; /* that symbols knows */
	struct csa_match_grown grown;
	uint64_t idle_reports; /* in a row without a new event, the process being gone */
	uint64_t events;       /* of the last report */
};

/** All zeros at the beginning. The reports made with it are released before it. */
struct csa_report_follow {
	struct csa_process_source **items;
	size_t count;
};

/** csa_follow_source() - the source of a process folder, made when it is not there. NULL: no memory. */
struct csa_process_source *csa_follow_source(struct csa_report_follow *follow, const char *dir);

/**
 * csa_follow_is_over() - have all processes ended, or been killed?
 *
 * A process of another PID namespace cannot be asked for: it counts as gone when its capture has not
 * changed for some reports. One that is received is there as long as its stream is open.
 */
bool csa_follow_is_over(const struct csa_report_follow *follow);

/** csa_process_source_close() - @symbols: those of the report, which stay */
void csa_process_source_close(struct csa_process_source *source, const struct csa_symbols *symbols);

/**
 * csa_follow_look_again() - close what was opened before the process had written what it is.
 * @symbols: as above
 *
 * It writes that before its first event, and once.
 */
void csa_follow_look_again(struct csa_process_source *source, const struct csa_symbols *symbols);

/** csa_follow_release() - @symbols: as above */
void csa_follow_release(struct csa_report_follow *follow, const struct csa_symbols *symbols);

#endif
