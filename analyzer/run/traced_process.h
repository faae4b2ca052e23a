/* SPDX-License-Identifier: MIT */
/* The capture that a running process writes, or its entry in a ring, found by what it has mapped, and the words
 * through which it is asked for something. */
#ifndef CSA_TRACED_PROCESS_H
#define CSA_TRACED_PROCESS_H

#include <stdbool.h>

#include <callsight/trace_format.h>

#include "err.h"
#include "traced_ring.h"

struct csa_traced_process {
	unsigned pid;
	char *dir;  /* of the process's capture, as it is reached from here; NULL: it has a ring */
	char *name; /* of the ring, as in TRACE_SHM; NULL: it has a capture */
	struct csa_traced_ring ring;
	struct csf_live *live; /* of live.cst or the ring; written by the process all the time */
};

/**
 * csa_traced_open() - the capture of process @pid.
 * @process: closed by csa_traced_close(), also after a failure
 *
 * Return: 0; CSA_E_ABSENT when there is no such process, or none that is traced; CSA_E_SYSTEM when it is another
 * user's; CSA_E_IO; CSA_E_FORMAT; CSA_E_UNSUPPORTED when its runtime cannot be asked; CSA_E_NOMEM.
 */
int csa_traced_open(struct csa_traced_process *process, unsigned pid, struct csa_err *err);
void csa_traced_close(struct csa_traced_process *process);

/** csa_traced_is_pausing() - was the process asked to pause? */
bool csa_traced_is_pausing(const struct csa_traced_process *process);

/** csa_traced_pause() - ask it to pause, or to go on. Return: was that new? */
bool csa_traced_pause(struct csa_traced_process *process, bool wanted);

#endif
