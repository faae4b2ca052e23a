/* SPDX-License-Identifier: MIT */
/*
 * What all threads of a process share, and the life of a capture: start at the first hook, a new one
 * in a child of fork, stop, end. Writers are named at each member; everything is written with
 * signals blocked.
 */
#ifndef CSR_PROCESS_H
#define CSR_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"
#include "settings.h"
#include "thread.h"

enum csr_state {
	CSR_STATE_NEW = 0,  /* no hook has run */
	CSR_STATE_STARTING, /* one thread starts the capture, others wait */
	CSR_STATE_RECORDING,
	CSR_STATE_OFF, /* not enabled, or the capture could not be made */
};

struct csr_process {
	uint32_t state; /* enum csr_state; release: pairs with the acquire in csr_process_start() */
	/* Counts requests to stop; relaxed: a thread that misses one meets its limit of 0 instead. */
	uint32_t stop_generation;
	uint32_t stop_marker; /* enum csf_marker, written before stop_generation */
	uint64_t stop_argument;
	uint32_t next_serial; /* atomic */
	uint64_t event_count; /* atomic; counted per block, only with TRACE_MAX */
	bool is_wide;         /* two modules collide in 42 bits; set once, by modules.c */
	int pid;
	struct csr_settings settings;
	char name[320];    /* of the process folder */
	char parent[320];  /* of the parent's, or empty */
	char base[4100];   /* TRACE_DIR as an absolute path: children may have changed directory */
	char folder[4500]; /* absolute path of the process folder */
	double hook_ns;    /* in this mode */
	double events_hook_ns; /* in events mode, the same processor and settings */
};

extern CSR_HIDDEN struct csr_process csr_process;

/** csr_process_start() - starts the capture once; waits where another thread does it. Signals must
 *  be blocked. In a child of fork it is csr_process_restart_in_child(). Return: does the process
 *  record? */
CSR_HIDDEN bool csr_process_start(void);

/** csr_process_is_owner() - false in a child of fork until csr_process_restart_in_child(): the capture
 *  is still the parent's. A vfork child is an owner. */
CSR_HIDDEN bool csr_process_is_owner(void);

/** csr_process_restart_in_child() - in a child of fork: gives up what belongs to the parent and
 *  starts a capture of its own. Signals must be blocked. Return: does the process record? */
CSR_HIDDEN bool csr_process_restart_in_child(void);

/** csr_process_stop() - nobody records from now on; the reason goes into every thread's block. */
CSR_HIDDEN void csr_process_stop(enum csf_marker marker, uint64_t argument);

#endif
