/* SPDX-License-Identifier: MIT */
/* A device as the stream's benchmark has it: a traced program and a client, and a server on the same machine. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include <jansson.h>
#include <stdbool.h>

#include "bench_background.h"

struct bench_tools {
	const char *programs;  /* the folder of the programs */
	const char *callsight; /* the command */
	const char *client;    /* callsight-stream */
	const char *work;      /* captures are made in it, and removed */
	const char *leveldb;   /* a traced build of it, or NULL */
	bool quick;
};

struct bench_server {
	struct bench_background process;
	char *folder; /* where its captures go */
	char *words;
	unsigned port;
};

/* What came of a program's run. */
struct bench_device_run {
	double events;     /* in the server's files */
	double lost;       /* and counted as lost */
	double wall_ns;    /* as the program says */
	double drained_ns; /* from its end to the client's */
	struct bench_usage program;
	struct bench_usage client;
	struct bench_usage server;
	double stored_bytes; /* on the wire, without the heads of messages */
	double block_bytes;  /* of the blocks in them */
};

/** bench_server_start() - listens on a port of its own. */
struct bench_server bench_server_start(const struct bench_tools *tools);

/** bench_server_stop() - with its last status line, which the caller decrefs. */
struct bench_usage bench_server_stop(struct bench_server *server, json_t **status);

/** bench_client_start() - for the object @name ("/..."). @level: NULL: the client's choice */
struct bench_background bench_client_start(const struct bench_tools *tools,
					   const struct bench_server *server, const char *name,
					   const char *level);

/**
 * bench_device_run() - server, client and @argv, whose standard output is "<ns> <hooks>" or anything.
 * @ring_bytes: TRACE_SHM_SIZE
 *
 * Ends the benchmark when one of them fails, or when an event is neither there nor counted.
 */
struct bench_device_run bench_device_run(const struct bench_tools *tools, const char *const *argv,
					 const char *ring_bytes, const char *level);

/** bench_capture_totals() - events and lost ones of all captures in @folder, by the command's report. */
void bench_capture_totals(const struct bench_tools *tools, const char *folder, double *events,
			  double *lost);

/** bench_fail() - says it, shows the words that were kept, and ends the benchmark. */
_Noreturn void bench_fail(const struct bench_tools *tools, const char *what, int status);

#endif
