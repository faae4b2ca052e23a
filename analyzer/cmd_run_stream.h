/* SPDX-License-Identifier: MIT */
/* The part of "callsight run" that sends what is recorded to a server, and says how that ended. */
#ifndef CSA_CMD_RUN_STREAM_H
#define CSA_CMD_RUN_STREAM_H

#include <stdbool.h>

#include "cmd.h"
#include "stream_keeper.h"

struct csa_run_stream {
	const char *address; /* NULL: nothing is sent */
	const char *client;  /* callsight-stream; NULL: searched for */
	struct csa_opt_list options;
	unsigned patience_s;
	struct csa_stream_keeper keeper;
};

/**
 * csa_run_stream_start() - see that somebody listens, start the client, set TRACE_SHM.
 *
 * Return: 0, or an enum csa_errcode; then nothing was started.
 */
int csa_run_stream_start(struct csa_run_stream *stream, struct csa_err *err);

/** csa_run_stream_abandon() - there was no program after all: end the client. */
void csa_run_stream_abandon(struct csa_run_stream *stream);

/**
 * csa_run_stream_finish() - the program has ended: wait for the client, and say what did not go well.
 * @was_made: set when there was a ring: something was recorded
 *
 * Return: the server has everything, or goes on receiving it.
 */
bool csa_run_stream_finish(const struct csa_cmd *cmd, struct csa_run_stream *stream,
			   bool *was_made);

#endif
