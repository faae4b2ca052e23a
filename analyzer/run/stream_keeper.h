/* SPDX-License-Identifier: MIT */
/*
 * callsight-stream beside a run: a process of its own starts it, sees the run to its end, and removes the
 * memory object, also when callsight itself is killed. Single-threaded callers only.
 */
#ifndef CSA_STREAM_KEEPER_H
#define CSA_STREAM_KEEPER_H

#include <stdint.h>
#include <sys/types.h>

#include "err.h"

enum csa_stream_end {
	CSA_STREAM_SENT = 0, /* the server has everything */
	CSA_STREAM_NOTHING,  /* nobody made the object */
	CSA_STREAM_RUNNING,  /* processes of the run go on; so do the client and its keeper */
	CSA_STREAM_STUCK,    /* the client could not get rid of it in time; what was left is gone */
	CSA_STREAM_FAILED,   /* the client has given up, and said why */
};

struct csa_stream_result {
	uint32_t end;            /* enum csa_stream_end */
	uint32_t dropped_blocks; /* at least; the ring had no room for them */
	uint32_t running;        /* processes */
	int32_t client;          /* its process */
};

struct csa_stream_keeper {
	char ring[64]; /* for TRACE_SHM */
	pid_t pid;
	int run_fd; /* closed at the end of the run */
	int result_fd;
};

/**
 * csa_stream_keeper_start() - start the client.
 * @client: path of callsight-stream
 * @options: for it, ends in NULL
 * @address: of the server, as the client takes it
 * @patience_s: so long may nothing move after the run
 *
 * The client is in a process group of its own: what a terminal sends to the program does not reach it.
 *
 * Return: 0; CSA_E_SYSTEM, CSA_E_NOMEM.
 */
int csa_stream_keeper_start(struct csa_stream_keeper *keeper, const char *client,
			    const char *const *options, const char *address, unsigned patience_s,
			    struct csa_err *err);

/** csa_stream_keeper_finish() - the run is over: wait until everything was sent, or cannot be. */
void csa_stream_keeper_finish(struct csa_stream_keeper *keeper, struct csa_stream_result *result);

#endif
